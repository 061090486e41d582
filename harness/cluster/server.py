"""A process that grades for a Dask worker: ``python -m harness.cluster.server DESCRIPTOR``.

A process of its own, because grading adopts and kills whatever students' programs leave behind, and a Dask worker has
threads and children that must not be taken for these. Each submission is graded in a fork, so that this process can
notice at any time that its worker is gone: then it ends the fork with everything in it, and itself.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path

from msgspec import Struct, field

from harness.cluster.bundle import unpack
from harness.cluster.request import Answer, GradeRequest, Refusal, Terms
from harness.cluster.versions import differences
from harness.files.scratch import scratch
from harness.ingest.discovery import Course
from harness.ingest.submission import Submission
from harness.isolation.base import Isolation
from harness.model.errors import JudgeError, UsageError
from harness.plan.course import load_course
from harness.run import process_tree
from harness.schedule.grader import Grader
from harness.schedule.isolation_probe import isolate

_CLEANING_S = 5.0
"""A fork that is ended removes its scratch folder; it is not disturbed over that."""


class CourseSession(Struct, frozen=True):
    """A course, unpacked and ready, and the isolation that its submissions are graded in."""

    course: Course
    isolation: Isolation
    only: tuple[str, ...]

    def grade(self, request: GradeRequest, folder: Path) -> Answer:
        """Grade one submission in a scratch folder."""
        handed_in = folder / "handed-in"
        handed_in.mkdir()
        notes = unpack(request.bundle, handed_in)
        grader = Grader(self.course, self.isolation, folder, 1, self.only)
        grader.run([Submission(request.student, request.assignment, handed_in, notes)])
        return next(grader.grades())


class _Server(Struct):
    """Answers one request after the other."""

    worker: Connection
    root: Path
    _sessions: dict[Terms, CourseSession | Refusal] = field(default_factory=dict)

    def serve(self) -> None:
        """Answer until the worker is gone."""
        while True:
            try:
                terms, request = self.worker.recv()
                if terms not in self._sessions:
                    self.worker.send(None)  # the course is asked for once
                    folder = self.root / str(len(self._sessions))
                    self._sessions[terms] = _set_up(terms, self.worker.recv(), folder)
            except EOFError:
                return
            self.worker.send(self._answer(self._sessions[terms], request))

    def _answer(self, session: CourseSession | Refusal, request: GradeRequest | None) -> Answer:
        """Grade a submission; without one, only say in what isolation this would be done."""
        if isinstance(session, Refusal):
            return session
        return self._apart(session, request) if request is not None else session.isolation.level

    def _apart(self, session: CourseSession, request: GradeRequest) -> Answer:
        """Grade in a fork; it ends when the worker does."""
        ours, theirs = multiprocessing.Pipe()
        fork = multiprocessing.get_context("fork").Process(target=_grade, args=(session, request, theirs, self.worker))
        fork.start()
        theirs.close()
        answer: Answer | None = None
        try:
            ready: Sequence[object] = wait([ours, self.worker])
            if ours not in ready:  # a worker asks nothing while it waits: it is gone
                sys.exit(0)
            answer = ours.recv()
        except EOFError:
            fork.join()
            return JudgeError(f"the process that graded this ended with {fork.exitcode}; is the machine out of memory?")
        finally:
            if answer is None:
                process_tree.terminate(fork, _CLEANING_S)
            fork.join()
            ours.close()
        return answer


def _set_up(terms: Terms, course: bytes, folder: Path) -> CourseSession | Refusal:
    other = list(differences(dict(terms.versions)))
    if other:
        return Refusal("; ".join(other))
    folder.mkdir()
    unpack(course, folder)
    try:
        isolation = isolate(folder, required=terms.required, best=terms.best).isolation
        return CourseSession(load_course(folder / "specs", terms.assignments), isolation, terms.only)
    except (JudgeError, UsageError) as error:
        return Refusal(str(error))


def _grade(session: CourseSession, request: GradeRequest, answer: Connection, worker: Connection) -> None:
    """The life of a fork. SIGTERM ends it with all that it started, and its scratch folder is gone."""
    worker.close()
    parent = os.getppid()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        return
    try:
        with scratch() as folder:
            try:
                answer.send(session.grade(request, folder))
            except JudgeError as error:
                answer.send(error)
    except KeyboardInterrupt:
        return


def main() -> int:
    """Serve on the descriptor that is the only argument."""
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is the client's; SIG_IGN would be inherited by programs
    with scratch() as root:
        _Server(Connection(int(sys.argv[1])), root).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
