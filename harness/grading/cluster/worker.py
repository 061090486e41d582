"""The tasks that run inside a Dask worker: each thread passes its requests on to a grading process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading

from distributed import get_worker
from msgspec import Struct

from harness.grading.cluster.request import Answer, GradeRequest, RunSettings
from harness.sandbox.run.child_process import Connection

_THREAD_STATE = threading.local()


class _GradingProcess(Struct):
    """The grading process of one thread; it ends when its connection is closed."""

    connection: Connection
    process: subprocess.Popen[bytes]

    @classmethod
    def start(cls) -> _GradingProcess:
        ours, theirs = socket.socketpair()
        with theirs:
            descriptor = theirs.fileno()
            process = subprocess.Popen(
                [sys.executable, "-m", "harness.grading.cluster.server", str(descriptor)],
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                env={name: value for name, value in os.environ.items() if not name.startswith("DASK_")},
            )
        return cls(Connection(ours.detach()), process)

    def request(self, settings: RunSettings, course: bytes, request: GradeRequest | None) -> Answer:
        """Send a request and return its answer; raise EOFError or OSError when the process died meanwhile."""
        self.connection.send((settings, request))
        answer: Answer | None = self.connection.recv()
        if answer is None:
            self.connection.send(course)
            answer = self.connection.recv()
        if answer is None:
            raise EOFError
        return answer


def grade_on_worker(settings: RunSettings, course: bytes, request: GradeRequest | None = None) -> tuple[str, Answer]:
    """Grade a submission on this worker, or, without one, find out whether it can; return its address and the answer.

    Raises:
        ConnectionError: when its grading process died meanwhile.

    """
    grading_process: _GradingProcess | None = getattr(_THREAD_STATE, "grading_process", None)
    if grading_process is None or grading_process.process.poll() is not None:
        grading_process = _THREAD_STATE.grading_process = _GradingProcess.start()
    try:
        return get_worker().address, grading_process.request(settings, course, request)
    except (EOFError, OSError):
        grading_process.process.kill()
        _THREAD_STATE.grading_process = None
        raise ConnectionError(f"the grading process of a worker died ({grading_process.process.wait()})") from None


def course_task(content: bytes) -> bytes:
    """Return the packed course. As a task's result a worker that lost it, or joins late, gets it again from Dask."""
    return content
