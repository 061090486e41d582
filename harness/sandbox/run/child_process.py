"""Fork a function of this program, and talk with it by messages. ``multiprocessing`` takes long to load."""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Self

from harness.sandbox.process_setup import process_tree

_SIZE = struct.Struct("!Q")
_JOINED = 1 << 14
"""Up to so many bytes a message is written together with its size."""
_READ = 1 << 20
"""Bytes that are read at once: memory is taken as they come, whatever size the other side announces."""


class Connection:
    """One end of a stream of messages between two processes; the other end sees when this one is closed."""

    def __init__(self, descriptor: int) -> None:
        """``descriptor``: of a socket that blocks. It belongs to the connection."""
        self._descriptor = descriptor

    def __enter__(self) -> Self:
        """Return itself; it is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def __del__(self) -> None:
        """Close it where nobody did."""
        self.close()

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._descriptor

    def close(self) -> None:
        """Close it; a second time does nothing."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def send_bytes(self, content: bytes | memoryview) -> None:
        """Send a message; OSError when the other side is gone."""
        size = _SIZE.pack(len(content))
        if len(content) <= _JOINED:
            self._write(memoryview(size + content))
        else:
            self._write(memoryview(size))
            self._write(memoryview(content))

    def recv_bytes(self, most: int | None = None) -> bytearray:
        """Receive a message; EOFError when the other side is gone, OSError amid a message or beyond ``most`` bytes."""
        size = _SIZE.unpack(self._read(_SIZE.size))[0]
        if most is not None and size > most:
            raise OSError(f"a message of {size} bytes")
        return self._read(size)

    def send(self, value: object) -> None:
        """Send a value that can be pickled."""
        self.send_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))

    def recv(self) -> Any:
        """Receive a value that a process of ours has sent; errors as of ``recv_bytes``."""
        return pickle.loads(self.recv_bytes())  # noqa: S301 - from a process of ours

    def _write(self, content: memoryview) -> None:
        while content:
            content = content[os.write(self._descriptor, content) :]

    def _read(self, size: int) -> bytearray:
        content = bytearray()
        while len(content) < size:
            part = os.read(self._descriptor, min(size - len(content), _READ))
            if not part:
                if content or size != _SIZE.size:
                    raise OSError("the other side ended amid a message")
                raise EOFError
            content += part
        return content


def connect() -> tuple[Connection, Connection]:
    """Return the two ends of a new connection."""
    one, other = socket.socketpair()
    return Connection(one.detach()), Connection(other.detach())


def ready(connections: Sequence[Connection], timeout_s: float | None = None) -> list[Connection]:
    """Return the connections that have something to receive, or whose other side is gone; wait for one."""
    poll = select.poll()
    for connection in connections:
        poll.register(connection.fileno(), select.POLLIN)
    descriptors = {descriptor for descriptor, _ in poll.poll(None if timeout_s is None else timeout_s * 1000)}
    return [connection for connection in connections if connection.fileno() in descriptors]


class ChildProcess:
    """A fork of this process in which a function runs."""

    def __init__(self, function: Callable[[], object]) -> None:
        """Start it, best while interruptions are put off.

        Its standard input is empty; its exit status is 0, or 1 after an exception, which it prints.
        """
        for stream in filter(None, (sys.stdout, sys.stderr)):  # None: it was closed when Python started
            stream.flush()
        self._status: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            _run(function)

    def exit_status(self) -> int | None:
        """Return its exit status, minus the number of the signal that killed it; None while it runs."""
        self.join(0.0)
        return self._status

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for its end."""
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while self._status is None:
            if deadline is not None:
                self._wait_until(deadline)
            try:
                pid, status = os.waitpid(self.pid, 0 if deadline is None else os.WNOHANG)
            except ChildProcessError:  # somebody else has waited for it
                pid, status = self.pid, 0
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
            elif deadline is not None and time.monotonic() >= deadline:
                return

    def _wait_until(self, deadline: float) -> None:
        with contextlib.suppress(ProcessLookupError):
            pidfd = os.pidfd_open(self.pid)
            try:
                poll = select.poll()
                poll.register(pidfd, select.POLLIN)
                poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
            finally:
                os.close(pidfd)

    def terminate(self) -> None:
        """Send it SIGTERM, if it still runs."""
        if self.exit_status() is None:
            os.kill(self.pid, signal.SIGTERM)

    def end(self, grace_s: float = 1.0, resend_s: float = 0.2) -> None:
        """End it: by SIGTERM, sent again every ``resend_s`` seconds, after ``grace_s`` by SIGKILL with all below it.

        Python handles a signal that arrives just before a blocking call only after that call, so it is repeated.
        """
        deadline = time.monotonic() + grace_s
        while self.exit_status() is None and time.monotonic() < deadline:
            self.terminate()
            self.join(min(resend_s, max(0.001, deadline - time.monotonic())))
        if self.exit_status() is None:
            process_tree.kill_tree(self.pid)
        self.join()


def _run(function: Callable[[], object]) -> None:
    """Call the function in the fork, and never return into the caller's code."""
    status = 1
    try:
        null = os.open(os.devnull, os.O_RDONLY)
        if null:
            os.dup2(null, 0)
            os.close(null)
        else:  # nothing was open there
            os.set_inheritable(null, True)  # noqa: FBT003 - it takes no name
        function()
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:  # noqa: BLE001 - nothing may leave this frame
        import traceback  # noqa: PLC0415 - only where the harness has a bug

        traceback.print_exc()
    finally:
        try:
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError, AttributeError, ValueError):  # full, none, or closed
                    stream.flush()
        finally:
            os._exit(status)
