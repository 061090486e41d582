"""Read what marks follow from: whose hand-ins there are, how each was judged, what people gave and took."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Column, ColumnElement, Connection, Subquery, Table, func, select

from harness.course.gradebook.storage.mark_tables import ADJUSTMENT, MANUAL_SCORE, stands
from harness.course.gradebook.storage.tables import ATTEMPT, EVENT, OWNER, RESULT, SUBMISSION, batches
from harness.course.gradebook.students import Students
from harness.course.gradebook.submissions import own_check_of_row
from harness.course.ingest.taking_in.own_check import OwnCheck
from harness.course.policy.marks import Adjustment, ClausePoints
from harness.course.policy.model import AssignmentPolicy, Markers
from harness.course.policy.times import LocalTime, handed_in_at
from harness.model.verdict import Verdict

_WHOLE = (Verdict.NR.name, Verdict.JE.name)
"""Verdicts of attempts that leave a grade open; those interrupted tell nothing."""


class RecordedGrade(Struct, frozen=True):
    """How a submission was judged the last time as a whole."""

    attempt: int
    assignment: int | None
    """The row of the assignment as it stood."""
    score: float
    complete: bool
    clauses: dict[str, float] = {}
    """The points of each clause; empty if nobody has asked for them."""
    undecided: tuple[str, ...] = ()
    """The clauses of the cases that have no verdict."""

    @property
    def gate_closed(self) -> bool:
        """Whether the points of the clauses do not count."""
        return self.score < sum(self.clauses.values()) - 1e-6


class RecordedHandIn(Struct, frozen=True):
    """A submission with its time, and how it was judged."""

    submission: int
    content: str
    submitted: dt.datetime | None
    late: bool | None
    judged: RecordedGrade | None = None
    claimed: bool = False
    """Whether the time is the student's own claim."""
    own_check: OwnCheck | None = None
    """The check of one's own that came with it; None: nobody asked for one when it was brought in."""


class Scored(Struct, frozen=True):
    """What people gave for a clause."""

    points: float
    open: str = ""
    """Why it is not settled."""
    stale: bool = False
    """Whether it was given for other work, and does not count."""


def hand_ins(
    connection: Connection, assignment: str, zone: ZoneInfo, student: int | None = None
) -> dict[int, list[RecordedHandIn]]:
    """The hand-ins of each student for an assignment, in the order in which they were brought in; without points.

    ``zone``: that of times without one. ``student``: whose alone; None: everybody's.
    """
    owned = select(OWNER.c.submission_id).where(OWNER.c.student_id == student)
    last = last_of(
        OWNER, OWNER.c.submission_id, stands(OWNER), *([] if student is None else [OWNER.c.submission_id.in_(owned)])
    )
    columns = (SUBMISSION.c.id, SUBMISSION.c.content_sha256, SUBMISSION.c.submitted, SUBMISSION.c.late)
    query = (
        select(*columns, SUBMISSION.c.claimed, SUBMISSION.c.more, OWNER.c.student_id)
        .join(OWNER, OWNER.c.submission_id == SUBMISSION.c.id)
        .join(last, last.c.id == OWNER.c.id)
        .where(SUBMISSION.c.assignment == assignment)
        .where(OWNER.c.student_id.is_not(None) if student is None else OWNER.c.student_id == student)
        .order_by(SUBMISSION.c.id)
    )
    rows = connection.execute(query).all()
    judged = _judged(connection, assignment, None if student is None else [row.id for row in rows])
    of_student: dict[int, list[RecordedHandIn]] = {}
    for row in rows:
        time = handed_in_at(row.submitted, zone)
        check, grade = own_check_of_row(row.more), judged.get(row.id)
        hand_in = RecordedHandIn(row.id, row.content_sha256, time, row.late, grade, row.claimed, check)
        of_student.setdefault(row.student_id, []).append(hand_in)
    return of_student


def last_of(table: Table, key: Column[Any], *which: ColumnElement[bool]) -> Subquery:
    """The ids of the last rows of a table for each key, to join with: as a list after IN they are looked up slowly."""
    return select(func.max(table.c.id).label("id")).where(*which).group_by(key).subquery()


def _judged(connection: Connection, assignment: str, submissions: Sequence[int] | None) -> dict[int, RecordedGrade]:
    """The last attempt at each submission that asked for every case and was not interrupted; without its points."""
    columns = (ATTEMPT.c.id, ATTEMPT.c.submission_id, ATTEMPT.c.assignment_id, ATTEMPT.c.score, ATTEMPT.c.complete)
    query = select(*columns, ATTEMPT.c.more).where(
        ATTEMPT.c.assignment == assignment,
        ATTEMPT.c.submission_id.is_not(None),
        ATTEMPT.c.complete | ATTEMPT.c.verdict.in_(_WHOLE),
    )
    if submissions is not None:
        query = query.where(ATTEMPT.c.submission_id.in_(submissions))
    last = {
        row.submission_id: row for row in connection.execute(query.order_by(ATTEMPT.c.id)) if not _is_part(row.more)
    }
    return {
        submission: RecordedGrade(row.id, row.assignment_id, row.score, row.complete)
        for submission, row in last.items()
    }


def with_points(
    connection: Connection, of_student: Mapping[int, list[RecordedHandIn]], submissions: Collection[int] | None
) -> dict[int, list[RecordedHandIn]]:
    """The hand-ins, of which some have their points now; ``submissions`` None: all of them."""
    chosen = [
        hand_in.judged
        for hand_ins_of in of_student.values()
        for hand_in in hand_ins_of
        if hand_in.judged and (submissions is None or hand_in.submission in submissions)
    ]
    ids = {grade.attempt for grade in chosen}
    points = _points(connection, sorted(ids))
    undecided = _undecided(connection, [grade.attempt for grade in chosen if not grade.complete])

    def filled(hand_in: RecordedHandIn) -> RecordedHandIn:
        if hand_in.judged is None or hand_in.judged.attempt not in ids:
            return hand_in
        attempt = hand_in.judged.attempt
        is_undecided = tuple(undecided.get(attempt, ()))
        grade = replace(hand_in.judged, clauses=points.get(attempt, {}), undecided=is_undecided)
        return replace(hand_in, judged=grade)

    return {student: [filled(hand_in) for hand_in in own] for student, own in of_student.items()}


def _is_part(more: bytes | None) -> bool:
    rest = msgspec.msgpack.decode(more) if more else {}
    return bool(rest.get("cases_selected", 0) < rest.get("cases_total", 0))


def _points(connection: Connection, attempts: Sequence[int]) -> dict[int, dict[str, float]]:
    points: dict[int, dict[str, float]] = {}
    for batch in batches(attempts):
        query = select(RESULT.c.attempt_id, RESULT.c.clause, func.sum(RESULT.c.score))
        grouped = query.where(RESULT.c.attempt_id.in_(batch)).group_by(RESULT.c.attempt_id, RESULT.c.clause)
        for attempt, clause, score in connection.execute(grouped):
            points.setdefault(attempt, {})[clause] = score
    return points


def _undecided(connection: Connection, attempts: Sequence[int]) -> dict[int, list[str]]:
    cases: dict[int, list[str]] = {}
    for batch in batches(attempts):
        query = select(RESULT.c.attempt_id, RESULT.c.clause).where(
            RESULT.c.attempt_id.in_(batch), RESULT.c.verdict.in_([*_WHOLE, Verdict.SK.name])
        )
        for attempt, clause in connection.execute(query.distinct()):
            cases.setdefault(attempt, []).append(clause)
    return cases


class ManualScores:
    """What people gave a student, clause by clause; each score counts for the work that was seen."""

    def __init__(self) -> None:
        self._given: dict[str, dict[str | None, dict[str, float]]] = {}
        self._final: dict[tuple[str, str | None], float] = {}

    def add(self, row: Any) -> None:
        """Add a row of the table, the older ones first; of each marker the last score counts."""
        by_marker = self._given.setdefault(row.clause, {}).setdefault(row.content_sha256, {})
        by_marker.pop(row.marker, None)  # the last of all markers stands at the end
        by_marker[row.marker] = row.points
        if row.final:
            self._final[row.clause, row.content_sha256] = row.points

    def of(self, clause: str, content: str, markers: Markers) -> Scored | None:
        """What was given for a work; open where it was given for another one; None if nothing was given."""
        by_content = self._given.get(clause, {})
        for work in (content, None):
            if (clause, work) in self._final:
                return Scored(self._final[clause, work])
            if work in by_content:
                return combined(by_content[work], markers)
        if not by_content:
            return None
        other, by_marker = list(by_content.items())[-1]
        points = list(by_marker.values())[-1]
        before = f"{points:g} points were for {f'work {other[:8]}' if other else 'nothing handed in'}"
        return Scored(points, f"the work is another one now ({before}); score it, or --carry-over", stale=True)


def manual_scores(connection: Connection, assignment: str) -> dict[int, ManualScores]:
    """What people gave, by student."""
    counted = MANUAL_SCORE.c.assignment == assignment, stands(MANUAL_SCORE)
    query = select(MANUAL_SCORE).where(*counted).order_by(MANUAL_SCORE.c.id)
    given: dict[int, ManualScores] = {}
    for row in connection.execute(query):
        given.setdefault(row.student_id, ManualScores()).add(row)
    return given


def combined(by_marker: Mapping[str, float], markers: Markers) -> Scored:
    """What several people gave, as one score; the markers in the order of their last scores."""
    points = list(by_marker.values())
    if markers.tolerance is not None and max(points) - min(points) > markers.tolerance:
        remark = ", ".join(f"{marker} gave {score:g}" for marker, score in by_marker.items())
        return Scored(points[-1], remark)
    if markers.combine == "mean":
        return Scored(sum(points) / len(points))
    return Scored(points[-1] if markers.combine == "last" else max(points))


def adjustments(connection: Connection, assignment: str) -> dict[int, tuple[Adjustment, ...]]:
    """The adjustments of each student that were not taken back."""
    rows = connection.execute(
        select(ADJUSTMENT, EVENT.c.why)
        .join(EVENT)
        .where(ADJUSTMENT.c.assignment == assignment)
        .order_by(ADJUSTMENT.c.id)
    ).all()
    revoked = {row.revokes for row in rows}
    valid = [row for row in rows if row.revokes is None and row.id not in revoked]
    by_student: dict[int, tuple[Adjustment, ...]] = {}
    for row in valid:
        by_student[row.student_id] = (*by_student.get(row.student_id, ()), Adjustment(row.points, row.why))
    return by_student


def due_times(students: Students, rules: AssignmentPolicy) -> dict[int, LocalTime]:
    """The due times of those who have an extension.

    Raises:
        UsageError: when an extension names nobody clearly.

    """
    return {
        students.named_in_rules(name, "extensions"): extension.until for name, extension in rules.extensions.items()
    }


def without_check(students: Students, rules: AssignmentPolicy) -> set[int]:
    """Those whose hand-ins count without a check of their own. Raises UsageError where a name means nobody clearly."""
    return {students.named_in_rules(name, "without_check") for name in rules.without_check}


def stated_times(students: Students, rules: AssignmentPolicy, zone: ZoneInfo) -> dict[int, dt.datetime]:
    """When those handed in of whom the course's rules say it.

    Raises:
        UsageError: when a name means nobody clearly.

    """
    times = {
        students.named_in_rules(name, "handed_in"): handed_in_at(str(time), zone)
        for name, time in rules.handed_in.items()
    }
    return {student: time for student, time in times.items() if time is not None}


def maxima(clauses: Iterable[tuple[str, float]], judged: Mapping[str, float]) -> dict[str, ClausePoints]:
    """The points of the clauses that the harness judges, of those that they are worth."""
    return {name: ClausePoints(judged.get(name, 0.0), points) for name, points in clauses}
