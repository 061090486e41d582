"""A program of ours that lasts: it answers one question after the other, in a room like those of students' programs.

The process that starts it must start nothing else (see ``tree``): whoever is found below it belongs to this program.
"""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import time

from harness.isolation.base import Isolation
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.run import process_tree

_LENGTH = struct.Struct(">i")


class ProcessDied(Exception):
    """The program ended, answers nonsense, or took too long; it has to be started anew."""


def framed(content: bytes) -> bytes:
    """A message as it is sent: its length in four bytes, then the content."""
    return _LENGTH.pack(len(content)) + content


def receive(source: socket.socket, patience_s: float, largest: int) -> bytes:
    """The next message; TimeoutError when it does not come in time, Gone when none will come."""
    deadline = time.monotonic() + patience_s
    (size,) = _LENGTH.unpack(_exactly(source, _LENGTH.size, deadline))
    if not 0 <= size <= largest:
        raise ProcessDied(f"a message of {size} bytes")
    return _exactly(source, size, deadline)


def _exactly(source: socket.socket, size: int, deadline: float) -> bytes:
    content = b""
    while len(content) < size:
        source.settimeout(max(0.001, deadline - time.monotonic()))
        chunk = source.recv(size - len(content))
        if not chunk:
            raise ProcessDied("nobody is at the other end")
        content += chunk
    return content


class PersistentProcess:
    """The program, started. It says once that it is ready, then answers questions."""

    def __init__(self, invocation: Invocation, isolation: Isolation, largest: int) -> None:
        """Start it; Gone when that cannot be. ``largest``: the bytes of the longest answer."""
        process_tree.become_subreaper(os.getpid())
        self._largest = largest
        self._ours, theirs = socket.socketpair()
        try:
            self._sandbox = isolation.sandbox(invocation)
            self._process = subprocess.Popen(
                self._sandbox.command,
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=subprocess.DEVNULL,
                cwd=self._sandbox.folder,
                env=self._sandbox.environment,
                pass_fds=self._sandbox.descriptors,
                start_new_session=True,
            )
            self._sandbox.started(self._process.pid)
        except (OSError, JudgeError) as error:
            self.end()
            raise ProcessDied(str(error)) from None
        finally:
            theirs.close()

    def ask(self, question: bytes, patience_s: float) -> bytes:
        """The answer to a question; Gone when it does not come."""
        begin = time.monotonic()
        try:
            self._ours.settimeout(patience_s)
            self._ours.sendall(framed(question))
            return receive(self._ours, begin + patience_s - time.monotonic(), self._largest)
        except OSError as error:
            raise ProcessDied(str(error)) from None

    def is_ready(self) -> bool:
        """Whether its first message, which it sends unasked, is there; it is to be asked for until it is."""
        try:
            receive(self._ours, 0.0, self._largest)
        except TimeoutError:
            return False
        except OSError as error:
            raise ProcessDied(str(error)) from None
        return True

    def end(self) -> None:
        """Kill it, and whatever is below this process."""
        process_tree.kill_all()
        self._ours.close()
        if hasattr(self, "_process"):
            self._process.returncode = -9  # it was waited for
        if hasattr(self, "_room"):
            self._sandbox.close()
