"""Second opinions on what a class lost: losing cases once more, as before and in other surroundings; other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.child_requests.case_result import expected_texts
from harness.grading.grader import Grader
from harness.grading.plan.mutants import Mutant, accepted_programs, as_submission
from harness.judge.checkers import Context, checker_of
from harness.judge.messages.translator import sentence
from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.model.invocation import Invocation
from harness.model.output import read_whole
from harness.model.run import Run
from harness.sandbox.isolation.base import Isolation, Sandbox, SharedSandbox
from harness.spec.format.assignment import Assignment, PlannedCase, near_miss_clauses

OTHER_SURROUNDINGS: Mapping[str, tuple[str, ...]] = {
    "under another locale": ("LANG=en_US.UTF-8", "LC_ALL=en_US.UTF-8"),
    "in another time zone": ("TZ=America/Los_Angeles",),
    "under another user name": ("USER=ada", "LOGNAME=ada"),
    "on a terminal of another width": ("COLUMNS=132", "LINES=50"),
}
"""What may be otherwise on a student's own machine, as variables of the environment."""
_MOST_RIGHT = 24
"""Right programs of the course that are asked."""


class Asked(Struct, frozen=True):
    """A program, and the cases that are run on it."""

    submission: Submission
    indices: tuple[int, ...]


class OtherSurroundings(Isolation):
    """An isolation in which programs find other variables in their environment."""

    def __init__(self, isolation: Isolation, variables: tuple[str, ...]) -> None:
        self._isolation, self._variables = isolation, variables
        self.level, self.works_on_copies = isolation.level, isolation.works_on_copies

    def _changed(self, invocation: Invocation) -> Invocation:
        return replace(invocation, command=("env", *self._variables, *invocation.command))

    def sandbox(self, invocation: Invocation) -> Sandbox:
        """The isolation's, with the variables."""
        return self._isolation.sandbox(self._changed(invocation))

    def prepare(self, submission: str) -> None:
        """As the isolation does."""
        self._isolation.prepare(submission)

    def shared_sandbox(self, invocation: Invocation) -> SharedSandbox | None:
        """The isolation's, with the variables."""
        return self._isolation.shared_sandbox(self._changed(invocation))

    def home_in_sandbox(self, home: Path) -> str:
        """As the isolation knows it."""
        return self._isolation.home_in_sandbox(home)

    def release_resources(self) -> None:
        """Free what the isolation keeps."""
        self._isolation.release_resources()


def ask(
    assignment: Assignment, isolation: Isolation, root: Path, jobs: int, asked: Sequence[Asked], *, own: bool
) -> list[Grade]:
    """Grade programs by some of their cases each; the grades in the same order, with the other cases not judged.

    ``own``: whether they are the course's own, so that their builds may be kept.
    """
    if not asked:
        return []
    by_name = {entry.submission.student: entry.indices for entry in asked}
    grader = Grader(
        {assignment.id: assignment},
        isolation,
        root,
        jobs,
        cases_of=lambda submission: by_name[submission.student],
        own_programs=own,
    )
    grader.run([entry.submission for entry in asked])
    return list(grader.grades())


def right_programs(assignment: Assignment, indices: tuple[int, ...]) -> list[Asked]:
    """The references and the accepted programs, to be asked for these cases."""
    folders = [("reference", path) for path in assignment.references()]
    folders += [("accepted", path) for path in accepted_programs(assignment)]
    return [Asked(as_submission(kind, path.name, assignment, path), indices) for kind, path in folders[:_MOST_RIGHT]]


def wrong_programs(assignment: Assignment, wrong: Sequence[Mutant], clauses: Sequence[str]) -> dict[str, Asked]:
    """For each of the clauses one program that must lose it, to be asked for all that may charge it; by clause."""
    asked: dict[str, Asked] = {}
    for mutant in wrong:
        indices = tuple(
            index
            for index, planned in enumerate(assignment.cases)
            if mutant.clause in (planned.case.clause, *near_miss_clauses(planned.case))
        )
        if mutant.clause in clauses and mutant.clause not in asked and indices:
            submission = as_submission("mutant", mutant.name, assignment, mutant.folder)
            asked[mutant.clause] = Asked(submission, indices)
    return asked


def oracle_disagreements(assignment: Assignment, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Those of the cases whose expected output is not what the course's oracle computes, each with how they differ."""
    for planned in assignment.cases:
        if assignment.spec.oracle and planned.name in names and planned.case.stdout is not None:
            text = _disagreement(assignment, planned)
            if text:
                yield planned.name, text


def _disagreement(assignment: Assignment, planned: PlannedCase) -> str:
    case = planned.case
    expected = expected_texts(assignment, planned).get("stdout") if case.stdout is not None else None
    if expected is None or case.stdout is None:
        return ""
    stdin = assignment.content(case.stdin)
    way = next(iter(case.attempts or ()), None)
    args = way.args if way is not None and way.args is not None else case.args
    try:
        computed = assignment.functions[assignment.spec.oracle](args, stdin)
        if computed is None:
            return ""
        context = Context(Run(computed, b"", 0, args, stdin, planned.values), assignment.functions)
        findings = checker_of(case.stdout).compare(computed, read_whole(expected), context)
    except JudgeError:
        raise
    except Exception as error:  # noqa: BLE001 - a course's own functions may raise anything
        return f"{type(error).__name__}: {error}"
    return sentence(findings[0]) if findings else ""
