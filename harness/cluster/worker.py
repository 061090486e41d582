"""What runs inside a Dask worker: it hands every request on to a grading process of its own, one a thread."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Connection

from distributed import get_worker
from msgspec import Struct

from harness.cluster.request import Answer, GradeRequest, Terms

_OF_THREAD = threading.local()


class _Server(Struct):
    """The grading process of one thread; it ends when this connection does."""

    connection: Connection
    process: subprocess.Popen[bytes]

    @classmethod
    def start(cls) -> _Server:
        ours, theirs = socket.socketpair()
        with theirs:
            descriptor = theirs.fileno()
            process = subprocess.Popen(
                [sys.executable, "-m", "harness.cluster.server", str(descriptor)],
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                env={name: one for name, one in os.environ.items() if not name.startswith("DASK_")},
            )
        return cls(Connection(ours.detach()), process)

    def ask(self, terms: Terms, course: bytes, request: GradeRequest | None) -> Answer:
        """Send a request and wait for its answer; EOFError or OSError when the process died over it."""
        self.connection.send((terms, request))
        answer: Answer | None = self.connection.recv()
        if answer is None:
            self.connection.send(course)
            answer = self.connection.recv()
        if answer is None:
            raise EOFError
        return answer


def ask(terms: Terms, course: bytes, request: GradeRequest | None = None) -> tuple[str, Answer]:
    """Let this worker grade a submission, or, without one, say whether it can; its address, and the answer.

    Raises ConnectionError when its grading process died over it.
    """
    server: _Server | None = getattr(_OF_THREAD, "server", None)
    if server is None or server.process.poll() is not None:
        server = _OF_THREAD.server = _Server.start()
    try:
        return get_worker().address, server.ask(terms, course, request)
    except (EOFError, OSError):
        server.process.kill()
        _OF_THREAD.server = None
        raise ConnectionError(f"the grading process of a worker died ({server.process.wait()})") from None


def same(content: bytes) -> bytes:
    """The course as a task of its own: a worker that lost it, or joins late, gets it again."""
    return content
