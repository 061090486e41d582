"""Run ``python -m harness`` in a fork of a process that has its modules loaded, which takes most of a short command.

Each command has a process, an environment and a working folder of its own, as if it had been started by itself. What
the first process has loaded is code only: nothing in it was called before.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
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
        answer.recv(1)  # the end of the process that waited for it: no test finds it among its children
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
    """Start a server for the commands that this process runs; it ends when this process does.

    It is a child of nobody here: a test that runs a program in this very process ends all that descend from it.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, __file__, str(theirs.fileno())],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,  # not to be written to: a pipe, as the commands' own
        stderr=subprocess.PIPE,
        pass_fds=[theirs.fileno()],
    )
    theirs.close()
    with process:
        process.wait()
    _servers.append(ours)


def _load_modules() -> None:
    for name in _LOADED:
        package = importlib.import_module(f"harness.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    gc.freeze()


def _serve(requests: socket.socket) -> None:
    """Fork for each request; return in the process that is to run the command."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    loaded = False
    while True:
        request, descriptors, _, _ = socket.recv_fds(requests, _LARGEST_REQUEST, 3)
        if not request:
            os._exit(0)
        if not loaded:
            _load_modules()
            loaded = True
        if os.fork() == 0:
            break
        for descriptor in descriptors:
            os.close(descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    requests.close()
    out, err, answer = descriptors
    pid = os.fork()
    if pid:
        os.close(out)
        os.close(err)
        os.closerange(0, 3)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.write(answer, str(status).encode())
        os._exit(0)
    os.close(answer)
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

    ended = main()
    if "distributed" in sys.modules:
        sys.exit(ended)
    gc.collect()  # closes what sys.exit would close; to clear all modules takes longer than many commands
    leave(ended)
