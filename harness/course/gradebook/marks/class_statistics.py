"""A class at a glance: which cases and clauses fail, whom they distinguish, why, how long it takes, who is at risk."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, select

from harness.course.gradebook.marks.marking import Marking, Proposal
from harness.course.gradebook.storage.grade_rows import finding_of
from harness.course.gradebook.storage.tables import FINDING, RESULT, batches
from harness.course.policy.total import total
from harness.judge.messages.translator import in_words
from harness.model.verdict import UNJUDGED

_FEWEST = 5
"""Students below which a correlation says nothing."""
_COLUMNS = (
    "attempt_id", "position", "name", "clause", "verdict", "score", "max_score", "cpu_s", "limit_s", "reference_s",
)  # fmt: skip
_RISK_PERCENT = 50.0
_RISK_MISSING = 2


class CaseStatistics(Struct, frozen=True):
    """How a class did in a case."""

    name: str
    clause: str
    judged: int
    failed: int
    discrimination: float | None = None
    """The correlation, from -1 to 1, of passing it with the points of all other cases; None if it says nothing."""
    cause: str = ""
    """The kind of the commonest finding."""
    cause_count: int = 0
    example: str = ""
    """Such a finding in words."""
    median_cpu_s: float | None = None
    most_of_limit: float | None = None
    """The largest part of its limit that a program took, of those that passed."""
    median_of_reference: float | None = None
    """The median time as a multiple of the reference's."""

    @property
    def failure_rate(self) -> float:
        """The part of those judged who failed."""
        return self.failed / self.judged if self.judged else 0.0


class ClauseStatistics(Struct, frozen=True):
    """How a class did in a clause."""

    name: str
    max_score: float
    mean: float
    failure_rate: float
    """The part of the students who lost points."""
    discrimination: float | None = None


class ClassStatistics(Struct, frozen=True):
    """An assignment as a class did it."""

    assignment: str
    students: int
    handed_in: int
    open: int
    mean: float | None
    median: float | None
    max_points: float
    cases: tuple[CaseStatistics, ...] = ()
    clauses: tuple[ClauseStatistics, ...] = ()
    nobody_passes: tuple[str, ...] = ()
    everybody_passes: tuple[str, ...] = ()
    hand_ins_by_day: dict[str, int] = {}
    late: int = 0


def class_statistics(connection: Connection, marking: Marking) -> ClassStatistics:
    """The statistics of an assignment, of each student's hand-in that counts; those who were forgotten count, too."""
    forgotten = [
        student for student in marking.students.by_id.values() if not student.known and student.id in marking.hand_ins
    ]
    proposals = [*marking.proposals(), *marking.proposals(forgotten)]
    attempts = [entry.hand_in.judged.attempt for entry in proposals if entry.hand_in and entry.hand_in.judged]
    whole = [entry.mark.points for entry in proposals if entry.hand_in and not entry.mark.open]
    rows = _rows(connection, attempts)
    cases = _cases(rows, _findings(connection, attempts))
    return ClassStatistics(
        marking.assignment.id,
        len(proposals),
        sum(entry.hand_in is not None for entry in proposals),
        sum(bool(entry.mark.open) for entry in proposals),
        statistics.fmean(whole) if whole else None,
        statistics.median(whole) if whole else None,
        proposals[0].mark.max_points if proposals else 0.0,
        tuple(cases),
        tuple(_clauses(rows)),
        tuple(case.name for case in cases if case.judged and case.failed == case.judged >= len(attempts)),
        tuple(case.name for case in cases if case.judged and not case.failed),
        _by_day(marking),
        sum(bool(entry.mark.days_late) for entry in proposals),
    )


def _rows(connection: Connection, attempts: Sequence[int]) -> list[Any]:
    rows: list[Any] = []
    for batch in batches(attempts):
        columns = [RESULT.c[name] for name in _COLUMNS]
        query = select(*columns).where(RESULT.c.attempt_id.in_(batch)).order_by(RESULT.c.attempt_id, RESULT.c.position)
        rows += connection.execute(query)
    return rows


def _findings(connection: Connection, attempts: Sequence[int]) -> dict[tuple[int, int], Mapping[str, Any]]:
    """The first finding of each result."""
    by_position: dict[tuple[int, int], Mapping[str, Any]] = {}
    for batch in batches(attempts):
        query = select(FINDING).where(FINDING.c.attempt_id.in_(batch), FINDING.c.number == 0)
        by_position |= {(row["attempt_id"], row["position"]): dict(row) for row in connection.execute(query).mappings()}
    return by_position


def _cases(rows: Sequence[Any], findings: Mapping[tuple[int, int], Mapping[str, Any]]) -> list[CaseStatistics]:
    totals = Counter[int]()
    for row in rows:
        totals[row.attempt_id] += row.score
    by_name: dict[str, list[Any]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    return [_case(name, of_case, totals, findings) for name, of_case in by_name.items()]


_OPEN = {verdict.name for verdict in UNJUDGED}


def _case(
    name: str,
    rows: Sequence[Any],
    totals: Mapping[int, float],
    findings: Mapping[tuple[int, int], Mapping[str, Any]],
) -> CaseStatistics:
    judged = [row for row in rows if row.verdict not in _OPEN]
    passed = [row for row in judged if row.verdict == "AC"]
    failed = [row for row in judged if row.verdict != "AC"]
    explained = [finding for row in failed if (finding := findings.get((row.attempt_id, row.position))) is not None]
    kinds = Counter(str(finding["kind"]) for finding in explained)
    kind, count = kinds.most_common(1)[0] if kinds else ("", 0)
    example = next((in_words(finding_of(dict(finding))) for finding in explained if finding["kind"] == kind), "")
    times = [row.cpu_s for row in passed if row.cpu_s is not None]
    of_limit = [row.cpu_s / row.limit_s for row in passed if row.cpu_s is not None and row.limit_s]
    of_reference = [row.cpu_s / row.reference_s for row in judged if row.cpu_s is not None and row.reference_s]
    return CaseStatistics(
        name,
        rows[0].clause,
        len(judged),
        len(failed),
        _correlation([(row.verdict == "AC", totals[row.attempt_id] - row.score) for row in judged]),
        kind,
        count,
        example,
        statistics.median(times) if times else None,
        max(of_limit, default=None),
        statistics.median(of_reference) if of_reference else None,
    )


def _clauses(rows: Iterable[Any]) -> list[ClauseStatistics]:
    points: dict[str, dict[int, list[float]]] = {}
    totals = Counter[int]()
    for row in rows:
        both = points.setdefault(row.clause, {}).setdefault(row.attempt_id, [0.0, 0.0])
        both[0] += row.score
        both[1] += row.max_score
        totals[row.attempt_id] += row.score
    clauses = []
    for name, by_attempt in points.items():
        if not name:  # a build that failed, if no clause stands for the build
            continue
        scores = [score for score, _ in by_attempt.values()]
        lost = sum(score < most - 1e-6 for score, most in by_attempt.values())
        rest = [(score, totals[attempt] - score) for attempt, (score, _) in by_attempt.items()]
        most = max(most for _, most in by_attempt.values())
        clauses.append(
            ClauseStatistics(name, most, statistics.fmean(scores), lost / len(by_attempt), _correlation(rest))
        )
    return clauses


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's correlation; None for few pairs, or where one side is always the same."""
    if len(pairs) < _FEWEST:
        return None
    try:
        return round(statistics.correlation([float(left) for left, _ in pairs], [right for _, right in pairs]), 3)
    except statistics.StatisticsError:
        return None


def _by_day(marking: Marking) -> dict[str, int]:
    """How many hand-ins there are of each day of the course's calendar, where their time is known."""
    times = [hand_in.submitted for of_student in marking.hand_ins.values() for hand_in in of_student]
    days = Counter(time.astimezone(marking.zone).date() for time in times if isinstance(time, dt.datetime))
    return {day.isoformat(): count for day, count in sorted(days.items())}


class StudentAtRisk(Struct, frozen=True):
    """A student who may fail the course, and why."""

    student: str
    percent: float | None
    missing: tuple[str, ...]
    late: tuple[str, ...]


def at_risk(markings: Sequence[Marking]) -> list[StudentAtRisk]:
    """The students below half of the points, or with nothing handed in for two assignments, the worst first.

    Those who left the course are none.
    """
    by_student: dict[int, dict[str, Proposal]] = {}
    for marking in markings:
        for proposal in marking.proposals():
            if not proposal.student.left:
                by_student.setdefault(proposal.student.id, {})[marking.assignment.id] = proposal
    students = []
    for proposals in by_student.values():
        missing = tuple(name for name, proposal in proposals.items() if proposal.hand_in is None)
        late = tuple(name for name, proposal in proposals.items() if proposal.mark.days_late)
        marks = {name: proposal.mark for name, proposal in proposals.items() if not proposal.mark.open}
        result = total(marks, markings[0].policy)
        percent = None if result is None else result.percent
        if len(missing) >= _RISK_MISSING or (percent is not None and percent < _RISK_PERCENT):
            shown = next(iter(proposals.values())).student.shown
            students.append(StudentAtRisk(shown, percent, missing, late))
    return sorted(students, key=lambda student: (-1.0 if student.percent is None else student.percent, student.student))
