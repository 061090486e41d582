"""A process that grades for a Dask worker: ``python -m harness.grading.cluster.server DESCRIPTOR``.

A process of its own, because grading adopts and kills whatever students' programs leave, and a Dask worker has
threads and children that must not be taken for these. Each submission is graded in a fork, so that this process can
notice at any time that its worker is gone: then it ends the fork with everything in it, and itself.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from harness.course.assignments import load_course
from harness.grading.cluster.request import Answer, GradeRequest, Refusal, RunSettings, differences, unpack
from harness.grading.grader import Grader
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import JudgeError, UsageError
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.child_process import ChildProcess, Connection, connect, ready
from harness.spec.format.assignment import Course

_CLEANUP_S = 5.0
"""How long a fork that is ended may take to remove its scratch folder."""


class CourseSession(Struct, frozen=True):
    """An unpacked course and the isolation that its submissions are graded in."""

    course: Course
    isolation: Isolation
    only: tuple[str, ...]

    def grade(self, request: GradeRequest, folder: Path) -> Answer:
        """Grade one submission in a scratch folder."""
        handed_in = folder / "handed-in"
        handed_in.mkdir()
        notes = unpack(request.bundle, handed_in)
        grader = Grader(self.course, self.isolation, folder, 1, self.only)
        grader.run([replace(request.submission, folder=handed_in, intake_notes=notes)])
        return next(grader.grades())


class _Server(Struct):
    """Answers the worker's requests one after the other."""

    worker: Connection
    root: Path
    _sessions: dict[RunSettings, CourseSession | Refusal] = field(default_factory=dict)

    def serve(self) -> None:
        """Answer until the worker is gone."""
        while True:
            try:
                settings, request = self.worker.recv()
                if settings not in self._sessions:
                    self.worker.send(None)  # requests the course, once
                    folder = self.root / str(len(self._sessions))
                    self._sessions[settings] = _set_up(settings, self.worker.recv(), folder)
            except EOFError:
                return
            self.worker.send(self._answer(self._sessions[settings], request))

    def _answer(self, session: CourseSession | Refusal, request: GradeRequest | None) -> Answer:
        """Grade a submission; without one, return the isolation level that it would be graded in."""
        if isinstance(session, Refusal):
            return session
        return self._grade_in_fork(session, request) if request is not None else session.isolation.level

    def _grade_in_fork(self, session: CourseSession, request: GradeRequest) -> Answer:
        """Grade in a fork, which ends when the worker does."""
        ours, theirs = connect()
        fork = ChildProcess(lambda: _grade(session, request, theirs, self.worker))
        theirs.close()
        answer: Answer | None = None
        try:
            if ours not in ready([ours, self.worker]):  # a worker that waits sends nothing: it is gone
                sys.exit(0)
            answer = ours.recv()
        except EOFError:
            fork.join()
            status = fork.exit_status()
            return JudgeError(f"the process that graded this ended with {status}; is the machine out of memory?")
        finally:
            if answer is None:
                fork.end(2 * _CLEANUP_S, _CLEANUP_S)
            fork.join()
            ours.close()
        return answer


def _set_up(settings: RunSettings, course: bytes, folder: Path) -> CourseSession | Refusal:
    different = list(differences(dict(settings.versions)))
    if different:
        return Refusal("; ".join(different))
    folder.mkdir()
    try:
        unpack(course, folder)
        isolation = isolate(folder, required=settings.required, best=settings.best).isolation
        return CourseSession(load_course(folder / "specs", settings.assignments), isolation, settings.only)
    except (JudgeError, UsageError) as error:
        return Refusal(str(error))


def _grade(session: CourseSession, request: GradeRequest, answer: Connection, worker: Connection) -> None:
    """Run in the fork: grade and send the answer. SIGTERM ends all that was started and removes the scratch folder."""
    worker.close()
    parent = os.getppid()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    process_tree.end_with_parent(signal.SIGTERM)
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
    """Serve on the descriptor given as the only argument."""
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is the client's; SIG_IGN would be inherited by programs
    with scratch() as root:
        _Server(Connection(int(sys.argv[1])), root).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
