"""One compile server for all tests of this process that grade a program in Java: a compiler's start takes a second.

It is the grader's own, which a class of students has, and so is what becomes of its answers: whatever it does not
compile, for whatever reason, ``javac`` itself is asked for. ``tests/grading/building`` and ``tests/grading/workspace``
show that both give the same classes and messages.
"""

from __future__ import annotations

import contextlib
import functools
import os
import socket
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING
from unittest.mock import patch

if TYPE_CHECKING:
    from harness.grading.workspace.compile_server import CompileClient
    from harness.spec.format.assignment import Course

_PATIENCE_S = 20.0
"""How long a test waits for an answer, on a machine however busy."""
_connections: list[socket.socket] = []


def start() -> None:
    """Start a process that becomes the server when it is first needed; it ends when this process does."""
    from tests import fork_server  # noqa: PLC0415 - not needed in the server

    _connections.append(fork_server.detached(__file__))


@functools.cache
def client() -> CompileClient | None:
    """Return the connection to the server; None if there is none."""
    from harness.grading.workspace.compile_server import CompileClient  # noqa: PLC0415 - few tests are about Java

    for connection in _connections:
        with contextlib.suppress(OSError):
            connection.send(b"?")
            _, descriptors, _, _ = socket.recv_fds(connection, 1, 1)
            os.set_inheritable(descriptors[0], False)  # noqa: FBT003 - what a test runs must not have it
            return CompileClient(socket.socket(fileno=descriptors[0]), _PATIENCE_S)
    return None


@contextlib.contextmanager
def used() -> Iterator[None]:
    """Let what is graded meanwhile be compiled by the server, and not start one."""
    from harness.grading.workspace.compile_server import _may_be_java  # noqa: PLC0415 - few tests are about Java

    def server_for(course: Course, *_: object, **_options: object) -> contextlib.nullcontext[CompileClient | None]:
        return contextlib.nullcontext(client() if any(map(_may_be_java, course.values())) else None)

    with patch("harness.grading.grader.compile_server_for", server_for):
        yield


def _serve(requests: socket.socket) -> None:
    """Wait until the server is needed; then run it to the end of the tests."""
    if not requests.recv(1):
        return
    from harness.grading.workspace.compile_server import compile_server  # noqa: PLC0415 - few tests need it
    from harness.sandbox.files.scratch import scratch  # noqa: PLC0415 - as above
    from harness.sandbox.isolation.none import Unconfined  # noqa: PLC0415 - as above

    with scratch() as root, compile_server(Unconfined(), root, _PATIENCE_S, unanswered=0) as compiler:
        socket.send_fds(requests, [b"!"], [compiler.server_socket.fileno()])
        requests.recv(1)


if __name__ == "__main__":
    if os.fork():
        os._exit(0)
    _serve(socket.socket(fileno=int(sys.argv[1])))
