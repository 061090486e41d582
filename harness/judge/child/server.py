"""The process that forks judging children, and ends what outlives the grader.

It stands beside the worker processes, not below one: a worker kills everything below itself after each program. A
worker connects once and gets a child of its own; when that child has to be killed, the worker connects again. The
server itself never looks at a student's bytes, so it can always act: when the grader dies in whatever way, it kills the
workers that are still there a second later, with all that they started.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.model.errors import JudgeError, UsageError
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.child_process import Connection
from harness.sandbox.run.interruption import uninterrupted

GRACE_S = 1.0
"""How long a worker may take to end by itself when its grader is gone."""
MEMORY = 112 * 1024**2
"""Bytes that a child may take beyond what the grader had when the child was forked."""
_END = b"end"
_EXPECTED = (JudgeError, UsageError)


@contextlib.contextmanager
def judging_server(context: object) -> Iterator[socket.socket]:
    """Run the server until the block ends; the socket by which workers that are forked meanwhile reach it.

    Args:
        context: what each request's ``run`` gets, such as the course; it is handed down by fork.

    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    grader = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    with uninterrupted():
        pid = os.fork()
        if pid == 0:
            ours.close()
            _run_server(theirs, grader, context)
    theirs.close()
    try:
        yield ours
    finally:
        _end_server(ours, pid)
        ours.close()


def _end_server(shared: socket.socket, pid: int) -> None:
    """Ask the server to end its children and itself; kill it when it does not within a second."""
    pidfd = os.pidfd_open(pid)
    try:
        with contextlib.suppress(OSError):
            shared.send(_END, socket.MSG_DONTWAIT)
        poll = select.poll()
        poll.register(pidfd, select.POLLIN)
        if not poll.poll(GRACE_S * 1000):
            os.kill(pid, signal.SIGKILL)
    finally:
        os.close(pidfd)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)


def _run_server(shared: socket.socket, grader: int, context: object) -> None:
    """Serve, and never return into the grader's code."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the grader, which then ends this process
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children that have ended are collected by the kernel
        _serve(shared, grader, context)
    except BaseException:  # noqa: BLE001 - nothing may leave this frame
        import traceback  # noqa: PLC0415 - only where the harness has a bug

        traceback.print_exc()
    finally:
        os._exit(0)


def _serve(shared: socket.socket, grader: int, context: object) -> None:
    workers: dict[int, int] = {}
    children: list[int] = []
    poll = select.poll()
    try:
        gone = os.pidfd_open(grader)
    except ProcessLookupError:
        return
    poll.register(gone, select.POLLIN)
    poll.register(shared, select.POLLIN)
    while True:
        ready = {descriptor for descriptor, _ in poll.poll()}
        if gone in ready:
            _end_workers(workers)
            return
        if shared.fileno() in ready:
            message, descriptors, _, _ = socket.recv_fds(shared, 32, 1)
            if message == _END:
                _end_children(children)
                return
            worker = int(message or b"0")
            if worker and worker not in workers:
                with contextlib.suppress(OSError):
                    workers[worker] = os.pidfd_open(worker)
            for descriptor in descriptors:
                child = os.fork()
                if child == 0:
                    _run_child(shared, descriptor, context)
                children.append(child)
                os.close(descriptor)


def _end_children(children: list[int]) -> None:
    """Kill the judging children and wait until the kernel has collected them all."""
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            if process_tree.parent(child) == os.getpid():  # the number of one that ended may be another's by now
                os.kill(child, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(-1, 0)  # returns when there is none left, as their ends are ignored


def _end_workers(workers: dict[int, int]) -> None:
    """Kill the workers that do not end by themselves, with everything below them."""
    deadline = time.monotonic() + GRACE_S
    for worker, pidfd in workers.items():
        poll = select.poll()
        poll.register(pidfd, select.POLLIN)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            process_tree.kill_tree(worker)


def _run_child(shared: socket.socket, descriptor: int, context: object) -> None:
    """Answer requests until the worker hangs up. It dies with the server."""
    try:
        process_tree.end_with_parent()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        shared.close()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        limit = _data_segment() + MEMORY
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        connection = Connection(descriptor)
        connection.send_bytes(str(os.getpid()).encode())
        while True:
            connection.send_bytes(_answer([connection.recv_bytes()], context))
    except (EOFError, OSError, MemoryError):
        return
    finally:
        os._exit(0)


def _data_segment() -> int:
    """Bytes of private memory that this process has mapped, as RLIMIT_DATA counts them."""
    with Path("/proc/self/status").open(encoding="utf-8", errors="replace") as file:
        sizes = (line.split() for line in file if line.startswith(("VmData:", "VmStk:")))
        return sum(int(words[1]) * 1024 for words in sizes)


def _answer(received: list[bytearray], context: object) -> bytes:
    """The result of a request: ``("value", V)``, ``("error", E)``, ``("bug", traceback)`` or ``("exceeded", why)``."""
    try:
        task = pickle.loads(received.pop())  # noqa: S301 - from a worker of ours; it may be large, and is not kept
        result: tuple[str, Any] = "value", task.run(context)
        return pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return pickle.dumps(("exceeded", "memory"))
    except RecursionError:
        return pickle.dumps(("exceeded", "depth"))
    except _EXPECTED as error:
        return pickle.dumps(("error", error))
    except Exception:  # noqa: BLE001 - sent to the worker as it is
        import traceback  # noqa: PLC0415 - only where the harness has a bug

        return pickle.dumps(("bug", traceback.format_exc()))
