"""Forks of a process that has everything loaded: begun for callers, given their signals, ended with them."""

from __future__ import annotations

import contextlib
import ctypes
import marshal
import os
import select
import signal
import socket
import sys
from pathlib import Path

from harness import client

_PR_SET_PDEATHSIG = 1


def _state() -> dict[str, tuple[int, int]]:
    """Size and time of change of every file and folder that modules came from; all of what is loaded."""
    origins = {origin for module in list(sys.modules.values()) if (origin := getattr(module, "__file__", None))}
    return {path: _size_and_time(path) for path in origins | set(map(os.path.dirname, origins))}


def _size_and_time(path: str) -> tuple[int, int]:
    try:
        status = Path(path).stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


Request = tuple[list[str], str, dict[bytes, bytes], int, list[int], list[int]]
"""Words, folder of their program, environment, umask, ignored signals, and the descriptors of folder and streams."""


class CommandServer:
    """What is listened to: for new callers, for signals of callers, and for the ends of their commands."""

    def __init__(self, listener: socket.socket) -> None:
        self._pid, self._state = os.getpid(), _state()
        self._poll = select.poll()
        self._listener: socket.socket | None = listener
        self._callers: dict[int, socket.socket] = {}
        self._commands: dict[int, tuple[int, int]] = {}
        """By the descriptor of a caller: number and pidfd of its command."""
        self._poll.register(listener, select.POLLIN)

    def is_parent(self) -> bool:
        """Tell whether this is the server, and not a command that it has forked."""
        return os.getpid() == self._pid

    def run(self) -> Request | None:
        """Serve; return a request in the process that is to run it, None when the server is to end."""
        while self._listener is not None or self._commands:
            for descriptor, _ in self._poll.poll():
                if self._listener is not None and descriptor == self._listener.fileno():
                    self._accept(self._listener)
                elif descriptor in self._callers:
                    request = self._hear(descriptor)
                    if request is not None:
                        return request
                else:
                    self._finish(descriptor)
        return None

    def _accept(self, listener: socket.socket) -> None:
        caller, _ = listener.accept()
        if client.is_same_user(caller):
            self._callers[caller.fileno()] = caller
            self._poll.register(caller, select.POLLIN)
        else:
            caller.close()

    def _hear(self, descriptor: int) -> Request | None:
        """Begin a command, or send it a signal of its caller; kill it if that one is gone."""
        caller = self._callers[descriptor]
        try:
            message, descriptors, _, _ = socket.recv_fds(caller, 64, 1 + 1 + len(client.STREAMS))
        except OSError:
            message, descriptors = b"", []
        if descriptor in self._commands:
            number = message[0] if message else signal.SIGKILL
            if number in client.FORWARDED or not message:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self._commands[descriptor][1], number)
            if not message:
                self._poll.unregister(descriptor)
        elif len(descriptors) == 2 + len(client.STREAMS):
            return self._begin(caller, descriptors)
        else:
            self._forget(descriptor)
        return None

    def _begin(self, caller: socket.socket, descriptors: list[int]) -> Request | None:
        request, *inherited = descriptors
        try:
            facts, *called = marshal.loads(os.pread(request, os.fstat(request).st_size, 0))  # noqa: S302 - of this user
            is_current = all(_size_and_time(path) == known for path, known in self._state.items())
            pid = os.fork() if is_current and facts == client.facts() else -1
        finally:
            os.close(request)
        if pid == 0:
            self._leave_to_child()
            return *called, inherited
        for descriptor in inherited:
            os.close(descriptor)
        if pid > 0:
            pidfd = os.pidfd_open(pid)
            self._commands[caller.fileno()] = pid, pidfd
            self._poll.register(pidfd, select.POLLIN)
        with contextlib.suppress(OSError):  # who is gone is seen at the next turn
            caller.send(client.STARTED if pid > 0 else client.REFUSED)
        if pid < 0:
            self._forget(caller.fileno())
        if not is_current and self._listener is not None:  # the next server has the new modules
            self._poll.unregister(self._listener)
            self._listener.close()
            self._listener = None
        return None

    def _leave_to_child(self) -> None:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        for connection in (self._listener, *self._callers.values()):
            if connection is not None:
                connection.close()
        for _, pidfd in self._commands.values():
            os.close(pidfd)
        if os.getppid() != self._pid:
            os._exit(1)

    def _finish(self, pidfd: int) -> None:
        descriptor, pid = next((caller, pid) for caller, (pid, other) in self._commands.items() if other == pidfd)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with contextlib.suppress(OSError):
            self._callers[descriptor].send(str(status).encode())
        self._poll.unregister(pidfd)
        os.close(pidfd)
        del self._commands[descriptor]
        self._forget(descriptor)

    def _forget(self, descriptor: int) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(descriptor)
        self._callers.pop(descriptor).close()
