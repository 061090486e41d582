"""Run ``python -m harness`` in a fork of a process that has its modules loaded, which takes most of a short command.

Each command has a process, an environment and a working folder of its own, as if it had been started by itself. What
the first process holds is code and the hash of its files: nothing else in it was called before.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import importlib
import json
import os
import pkgutil
import select
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_servers: list[socket.socket] = []
_LARGEST_REQUEST = 1 << 20
_LOADED = ("app.cli", "app.commands", "authoring", "course", "grading", "reports", "spec.loading")
"""What commands load, and all that belongs to it."""


def run(words: Sequence[str], cwd: Path, env: Mapping[str, str], patience_s: float) -> tuple[int, bytes, bytes] | None:
    """Run the command to its end; its exit status, negative for a signal, and what it wrote on stdout and stderr.

    None if there is no server.

    Raises:
        TimeoutError: when it does not end.

    """
    if not _servers:
        return None
    answer, theirs = socket.socketpair()
    out, out_end = os.pipe()
    err, err_end = os.pipe()
    request = json.dumps([list(words), str(cwd), dict(env)]).encode()
    with answer:
        try:
            socket.send_fds(_servers[-1], [request], [out_end, err_end, theirs.fileno()])
        except OSError:
            os.close(out)
            os.close(err)
            return None
        finally:
            theirs.close()
            os.close(out_end)
            os.close(err_end)
        written = _read_all((out, err), time.monotonic() + patience_s)
        answer.settimeout(patience_s)
        status = int(answer.recv(16))
        return status, *written


def _read_all(pipes: tuple[int, int], deadline: float) -> tuple[bytes, bytes]:
    """Read both pipes to their ends, and close them."""
    written: dict[int, bytearray] = {pipe: bytearray() for pipe in pipes}
    with selectors.DefaultSelector() as selector:
        for pipe in pipes:
            selector.register(pipe, selectors.EVENT_READ)
        try:
            while selector.get_map():
                ready = selector.select(max(0.0, deadline - time.monotonic()))
                if not ready:
                    raise TimeoutError("a command did not end")
                for key, _ in ready:
                    content = os.read(key.fd, 1 << 16)
                    written[key.fd] += content
                    if not content:
                        selector.unregister(key.fd)
        finally:
            for pipe in pipes:
                os.close(pipe)
    out, err = map(bytes, written.values())
    return out, err


def start() -> None:
    """Start a server for the commands that this process runs; it ends when this process does."""
    _servers.append(detached(__file__))


def detached(program: str) -> socket.socket:
    """Start a program of the tests that serves this process; the connection to it, whose other end it is given.

    It is a child of nobody here: a test that runs a program in this very process ends all that descend from it. For
    that it has to fork first, and to end then.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, program, str(theirs.fileno())],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,  # not to be written to: a pipe, as the commands' own
        stderr=subprocess.PIPE,
        pass_fds=[theirs.fileno()],
    )
    theirs.close()
    with process:
        process.wait()
    return ours


def load_modules(*packages: str) -> None:
    """Load whole packages of ``harness``, so that no fork of this process has to load any part by itself."""
    for name in packages:
        package = importlib.import_module(f"harness.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".cluster" not in module.name:  # a command with Dask in it has to be ended the slow way
                importlib.import_module(module.name)


@functools.cache
def _load_modules() -> None:
    load_modules(*_LOADED)
    importlib.import_module("harness.course.assignments").harness_digest()  # kept: the same for every command
    gc.freeze()


def _serve(requests: socket.socket) -> None:
    """Fork for each request, and answer how that ended; return in the process that is to run the command."""
    answers: dict[int, tuple[int, int]] = {}  # by the descriptor of a process: its number, and where to answer
    poll = select.poll()
    poll.register(requests, select.POLLIN)
    while True:
        for ready, _ in poll.poll():
            if ready in answers:
                poll.unregister(ready)
                pid, answer = answers.pop(ready)
                status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                with contextlib.suppress(OSError):  # nobody waits any more
                    os.write(answer, str(status).encode())
                os.close(answer)
                os.close(ready)
                continue
            request, descriptors, _, _ = socket.recv_fds(requests, _LARGEST_REQUEST, 3)
            if not request:
                os._exit(0)
            _load_modules()
            out, err, answer = descriptors
            pid = os.fork()
            if not pid:
                ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: it ends with the tests
                requests.close()
                for descriptor in (answer, *answers, *(other for _, other in answers.values())):
                    os.close(descriptor)
                _become(request, out, err)
                return
            os.close(out)
            os.close(err)
            process = os.pidfd_open(pid)
            answers[process] = pid, answer
            poll.register(process, select.POLLIN)


def _become(request: bytes, out: int, err: int) -> None:
    """Be a process as the command would have: its streams, folder, environment and words."""
    words, cwd, environment = json.loads(request)
    for descriptor, number in ((out, 1), (err, 2)):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(cwd)
    coerced = {name: value for name, value in os.environ.items() if name == "LC_CTYPE"}
    os.environ.clear()
    os.environ.update(coerced | environment)
    sys.path[0] = cwd
    sys.argv = [str(Path(sys.modules["harness"].__path__[0]) / "__main__.py"), *words]


if __name__ == "__main__":
    if os.fork():
        os._exit(0)
    _serve(socket.socket(fileno=int(sys.argv[1])))
    from harness.app.cli.guard import leave
    from harness.app.cli.harness import main

    try:
        ended: str | int | None = main()
    except SystemExit as end:  # of a parser that has said what is wrong
        ended = end.code
    if "distributed" in sys.modules or not isinstance(ended, int):
        sys.exit(ended)
    gc.collect()  # closes what sys.exit would close; to clear all modules takes longer than many commands
    leave(ended)
