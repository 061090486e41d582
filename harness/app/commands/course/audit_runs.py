"""The programs that an audit runs: losing cases once more, and the course's own programs on them; all bounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.plan.mutants import mutants
from harness.grading.reruns import (
    OTHER_SURROUNDINGS,
    Asked,
    OtherSurroundings,
    ask,
    oracle_disagreements,
    right_programs,
    wrong_programs,
)
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import JudgeError, SpecError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.audit.base import BEFORE_CASES, Evidence, Loss, Rerun
from harness.sandbox.isolation import backends
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment

_MOST_OF_A_GROUP = 3
_MOST_LATE = 4
_MOST = 80
"""Losing cases that are run once more."""
_ALL_VARIABLES = tuple(word for words in OTHER_SURROUNDINGS.values() for word in words)


class Runs(Struct, frozen=True):
    """Where and how programs are run."""

    isolation: Isolation
    specs: Path
    root: Path
    jobs: int

    def ask(self, assignment: Assignment, asked: Sequence[Asked], isolation: Isolation | None = None) -> list[Grade]:
        """Grade programs by some cases each: the course's own, or in this isolation those of students."""
        own = isolation is None
        return ask(assignment, isolation or self.isolation, self.root / "asked", self.jobs, asked, own=own)


def gather(
    assignment: Assignment, grades: Iterable[Grade], submissions: Sequence[Submission], runs: Runs | None
) -> Evidence:
    """The evidence on an assignment: its grades and, where programs may be run, second opinions on what was lost."""
    evidence = Evidence(assignment, tuple(grade for grade in grades if grade.assignment == assignment.id))
    indices = _indices(assignment, (loss.case for loss in evidence.losses))
    if not evidence.losses:
        return evidence
    names = [assignment.cases[index].name for index in indices]
    evidence = replace(evidence, oracle=dict(oracle_disagreements(assignment, names)))
    if runs is None:
        return evidence
    shown = (case for group in evidence.groups for case in group.cases[:_MOST_OF_A_GROUP])
    right = runs.ask(assignment, right_programs(assignment, _indices(assignment, shown)))
    by_student = {work.student: work for work in submissions if work.assignment == assignment.id and work.folder}
    return replace(
        evidence,
        right={grade.student: grade for grade in right},
        wrong=_wrong(evidence, runs),
        reruns=tuple(_reruns(evidence, by_student, runs)),
    )


def _indices(assignment: Assignment, names: Iterable[str]) -> tuple[int, ...]:
    wanted = set(names)
    return tuple(index for index, planned in enumerate(assignment.cases) if planned.name in wanted)


def _wrong(evidence: Evidence, runs: Runs) -> dict[str, tuple[str, Grade]]:
    """Programs that must lose the clauses which nobody lost, by name, with that clause."""
    assignment = evidence.assignment
    lost = {loss.row.clause for loss in evidence.losses}
    clauses = [name for name in assignment.clauses if name not in lost]
    try:
        asked = wrong_programs(assignment, mutants(assignment, runs.root / "patched" / assignment.id), clauses)
    except (SpecError, JudgeError):
        return {}  # harness verify says what is wrong with them
    grades = runs.ask(assignment, list(asked.values()))
    return {grade.student.partition(" ")[2]: (clause, grade) for clause, grade in zip(asked, grades, strict=True)}


def _reruns(evidence: Evidence, by_student: Mapping[str, Submission], runs: Runs) -> list[Rerun]:
    """The losing cases once more: as before; those that still lose in other surroundings, then distinguished."""
    losses = _chosen(evidence, by_student)
    again, left = _run(evidence, losses, by_student, runs, "on a second run", runs.isolation)
    everything = OtherSurroundings(runs.isolation, _ALL_VARIABLES)
    elsewhere, left = _run(evidence, left, by_student, runs, "in other surroundings", everything)
    moved = {rerun.grade.student for rerun in elsewhere}
    changed = [loss for loss in losses if loss.student in moved and loss not in left]
    alone: list[Rerun] = []
    for how, variables in OTHER_SURROUNDINGS.items() if changed else ():
        alone += _run(evidence, changed, by_student, runs, how, OtherSurroundings(runs.isolation, variables))[0]
    other = _other_level(runs)
    levels: list[Rerun] = []
    if other is not None:
        how = f"in another folder at isolation level {other.level.name}"
        levels, _ = _run(evidence, left, by_student, runs, how, other)
    return [*again, *alone, *elsewhere, *levels]


def _other_level(runs: Runs) -> Isolation | None:
    """The next weaker isolation that still confines programs; None if this machine gives none."""
    level = runs.isolation.level
    weaker = [backend.level for backend in backends() if backend.level.rank > level.rank]
    name = next((other.name for other in weaker if other.confines_writes), None)
    if name is None:
        return None
    try:
        isolation = isolate(runs.specs, best=name).isolation
    except JudgeError:
        return None
    return isolation if isolation.level.confines_writes else None


def _chosen(evidence: Evidence, by_student: Mapping[str, Submission]) -> list[Loss]:
    """The losses that are run once more: a few of each group, good students' first, few that take long."""
    chosen: list[Loss] = []
    late = 0
    for group in evidence.groups:
        if group.cases[0] in BEFORE_CASES:
            continue
        losses = [loss for loss in group.losses if loss.student in by_student]
        for loss in sorted(losses, key=lambda loss: -evidence.rest(loss.student, group.clause))[:_MOST_OF_A_GROUP]:
            late += loss.row.verdict is Verdict.TLE
            if loss.row.verdict is not Verdict.TLE or late <= _MOST_LATE:
                chosen.append(loss)
    return chosen[:_MOST]


def _run(
    evidence: Evidence,
    losses: Sequence[Loss],
    by_student: Mapping[str, Submission],
    runs: Runs,
    how: str,
    isolation: Isolation,
) -> tuple[list[Rerun], list[Loss]]:
    """Run losing cases; the reruns in which something is not lost, and what is lost all the same."""
    cases: dict[str, set[str]] = {}
    for loss in losses:
        cases.setdefault(loss.student, set()).add(loss.case)
    asked = [
        Asked(by_student[student], indices)
        for student, names in cases.items()
        if (indices := _indices(evidence.assignment, names))
    ]
    grades = {grade.student: grade for grade in runs.ask(evidence.assignment, asked, isolation)}
    kept = {
        (student, row.name) for student, grade in grades.items() for row in grade.cases if row.verdict is Verdict.AC
    }
    gone = [loss for loss in losses if (loss.student, loss.row.name) in kept]
    reruns = [Rerun(how, grades[student]) for student in dict.fromkeys(loss.student for loss in gone)]
    return reruns, [loss for loss in losses if loss not in gone]
