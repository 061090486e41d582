"""A program of the harness that answers one question after the other, in a sandbox like those of students' programs.

The process that starts it must start nothing else: all processes below that are taken for this program's (see
``process_tree``).
"""

from __future__ import annotations

import os
import socket
import struct
import time

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.process_setup import process_tree

_LENGTH = struct.Struct(">i")


class ProcessDied(Exception):
    """The program ended, answers nonsense, or took too long; it has to be started again."""


def frame(content: bytes) -> bytes:
    """Return a message as it is sent: its length in four bytes, then the content."""
    return _LENGTH.pack(len(content)) + content


def receive_message(source: socket.socket, timeout_s: float, max_bytes: int) -> bytes:
    """Return the next message; TimeoutError when it does not come in time, ProcessDied when none will come."""
    deadline = time.monotonic() + timeout_s
    (size,) = _LENGTH.unpack(_receive_exactly(source, _LENGTH.size, deadline))
    if not 0 <= size <= max_bytes:
        raise ProcessDied(f"a message of {size} bytes")
    return _receive_exactly(source, size, deadline)


def _receive_exactly(source: socket.socket, size: int, deadline: float) -> bytes:
    content = b""
    while len(content) < size:
        source.settimeout(max(0.001, deadline - time.monotonic()))
        chunk = source.recv(size - len(content))
        if not chunk:
            raise ProcessDied("nobody is at the other end")
        content += chunk
    return content


class PersistentProcess:
    """The started program. It sends one message when it is ready, then answers questions."""

    def __init__(self, invocation: Invocation, isolation: Isolation, max_bytes: int) -> None:
        """Start it; ProcessDied when that fails. ``max_bytes``: the bytes of the longest answer."""
        import subprocess  # noqa: PLC0415 - few gradings keep a process

        process_tree.become_subreaper(os.getpid())
        self._max_bytes = max_bytes
        self._ours, theirs = socket.socketpair()
        try:
            self._sandbox = isolation.sandbox(invocation)
            self._process = subprocess.Popen(
                self._sandbox.command,
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=subprocess.DEVNULL,
                cwd=self._sandbox.start_folder,
                env=self._sandbox.environment,
                pass_fds=self._sandbox.inherited_descriptors,
                start_new_session=True,
            )
            self._sandbox.confine(self._process.pid)
        except (OSError, JudgeError) as error:
            self.end()
            raise ProcessDied(str(error)) from None
        finally:
            theirs.close()

    def ask(self, question: bytes, timeout_s: float) -> bytes:
        """Return the answer to a question; ProcessDied when it does not come."""
        started_at = time.monotonic()
        try:
            self._ours.settimeout(timeout_s)
            self._ours.sendall(frame(question))
            return receive_message(self._ours, started_at + timeout_s - time.monotonic(), self._max_bytes)
        except OSError as error:
            raise ProcessDied(str(error)) from None

    def is_ready(self) -> bool:
        """Tell whether its first message, which says that it is ready, has come. Call it until it has."""
        try:
            receive_message(self._ours, 0.0, self._max_bytes)
        except TimeoutError:
            return False
        except OSError as error:
            raise ProcessDied(str(error)) from None
        return True

    def end(self) -> None:
        """Kill it, and everything below this process, and close its sandbox."""
        process_tree.kill_all()
        self._ours.close()
        if hasattr(self, "_process"):
            self._process.returncode = -9  # kill_all has waited for it
        if hasattr(self, "_sandbox"):
            self._sandbox.close()
