"""What an audit goes by: the grades of a class, second opinions on what was lost, and who loses what together. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from harness.judge.finding_kinds import GATE_CLOSED, NOTHING_TO_JUDGE
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import UNJUDGED, Verdict
from harness.spec.format.assignment import Assignment

BEFORE_CASES = ("files", "build", "start")
"""Rows on which all others hang."""
_RIGHT = (Verdict.AC, *UNJUDGED)
_GOOD = 0.9
_LEAST_GOOD = 0.5


class Suspicion(Struct, frozen=True):
    """A reason for a second look at a check."""

    weight: float
    """From 0 to 1: how much it speaks for a wrong check."""
    clause: str
    cases: tuple[str, ...]
    """The cases, and rows such as ``build``, that it is about."""
    programs: tuple[str, ...]
    """The students concerned."""
    points: float
    """What it would change, summed over these programs; negative where points would be lost."""
    text: str
    """The reason in words."""


class Loss(Struct, frozen=True):
    """A row that cost a student points."""

    student: str
    row: CaseGrade
    points: float
    """What it cost, with rows that only follow from it."""

    @property
    def finding(self) -> Finding:
        """The first finding; one that says nothing if there is none."""
        return self.row.findings[0] if self.row.findings else Finding()

    @property
    def case(self) -> str:
        """The case whose run shows it: a clause may be charged for what another case found."""
        return self.finding.where.case or self.row.name


class Group(Struct, frozen=True):
    """What cost the same students points of one clause."""

    clause: str
    losses: tuple[Loss, ...]
    judged: int
    """How many programs were judged by these rows."""

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases that showed it."""
        return tuple(dict.fromkeys(loss.case for loss in self.losses))

    @property
    def students(self) -> tuple[str, ...]:
        """Who lost points, each once."""
        return tuple(dict.fromkeys(loss.student for loss in self.losses))

    def suspicion(self, weight: float, text: str, losses: Sequence[Loss] = ()) -> Suspicion:
        """A suspicion about these rows; ``losses``: those concerned, where not all are."""
        losses = losses or self.losses
        students = tuple(dict.fromkeys(loss.student for loss in losses))
        return Suspicion(weight, self.clause, self.cases, students, sum(loss.points for loss in losses), text)


class Rerun(Struct, frozen=True):
    """Losing cases that were run once more in another way."""

    how: str
    """Such as ``on a second run``."""
    grade: Grade


class Evidence(Struct, frozen=True, dict=True):
    """An assignment as a class did it, and what else was asked about it."""

    assignment: Assignment
    grades: tuple[Grade, ...]
    right: Mapping[str, Grade] = {}
    """The course's own right programs, by name, on the cases that cost somebody points."""
    wrong: Mapping[str, tuple[str, Grade]] = {}
    """Wrong programs beside the spec, by name: the clause that each must lose, and its grade on that clause."""
    reruns: tuple[Rerun, ...] = ()
    oracle: Mapping[str, str] = {}
    """Case -> how the oracle disagrees with what is expected there."""

    @cached_property
    def by_student(self) -> dict[str, Grade]:
        """The grades of those who handed something in."""
        return {grade.student: grade for grade in self.grades if any(map(_is_explicit, grade.cases))}

    @cached_property
    def losses(self) -> list[Loss]:
        """All rows that cost points, but those that only follow from others."""
        return [loss for grade in self.by_student.values() for loss in losses_of(grade)]

    @cached_property
    def groups(self) -> list[Group]:
        """The losses, those cases of a clause together by which the same students lose."""
        by_case: dict[tuple[str, str, str], list[Loss]] = {}
        for loss in self.losses:
            by_case.setdefault((loss.row.clause, loss.row.name, loss.case), []).append(loss)
        together: dict[tuple[str, frozenset[str]], list[Loss]] = {}
        for (clause, *_), losses in by_case.items():
            together.setdefault((clause, frozenset(loss.student for loss in losses)), []).extend(losses)
        return [
            Group(clause, tuple(losses), self.judged(losses[0].row.name)) for (clause, _), losses in together.items()
        ]

    def judged(self, row_name: str) -> int:
        """How many programs a row was judged of; all where the row is there only when it is lost."""
        if row_name in BEFORE_CASES:
            return len(self.by_student)
        rows = (row for grade in self.by_student.values() for row in grade.cases if row.name == row_name)
        return sum(row.verdict not in UNJUDGED for row in rows)

    def rest(self, student: str, clause: str) -> float:
        """The part of the other clauses' points that a student has, from 0 to 1, without rows that hang on others."""
        rows = [row for row in self.by_student[student].cases if row.clause != clause and _is_explicit(row)]
        most = sum(row.max_score for row in rows if row.verdict not in UNJUDGED)
        return sum(row.score for row in rows) / most if most else 1.0

    def good_students(self, clause: str) -> set[str]:
        """Those who do well in all other clauses: above nine tenths, or in the better half of a weaker class."""
        rests = {student: self.rest(student, clause) for student in self.by_student}
        least = max(_LEAST_GOOD, min(_GOOD, statistics.median(rests.values()))) if rests else 1.0
        return {student for student, rest in rests.items() if rest >= least}


Signal = Callable[[Evidence], Iterator[Suspicion]]
"""Yields the suspicions of one kind."""


def _is_explicit(row: CaseGrade) -> bool:
    """Whether a row says something itself: it is right, or says what is wrong."""
    return row.verdict in _RIGHT or bool(row.findings and row.findings[0].kind != NOTHING_TO_JUDGE)


def losses_of(grade: Grade) -> Iterator[Loss]:
    """The rows of a grade that cost points; what only follows from the files or the build is added to these.

    A gate that closed costs all that the other rows earned.
    """
    closed = [note.params.get("clause") for note in grade.notes if note.kind == GATE_CLOSED]
    rows = [row for row in grade.cases if row.verdict not in _RIGHT and not row.score >= row.max_score > 0]
    explicit = [row for row in rows if _is_explicit(row)]
    first = next((row for row in explicit if row.name in BEFORE_CASES), None)
    silent = sum(row.max_score - row.score for row in rows if not _is_explicit(row))
    for row in explicit:
        lost = row.max_score - row.score + (silent if row is first else 0.0)
        lost += sum(other.score for other in grade.cases) if row.clause in closed else 0.0
        yield Loss(grade.student, row, lost)
