"""The marks of an assignment as they follow from what is recorded: proposed, until a person accepts them."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from harness.course.gradebook.marks.late_tokens import tokens_left
from harness.course.gradebook.marks.mark_inputs import (
    RecordedHandIn,
    Scored,
    adjustments,
    due_times,
    hand_ins,
    last_of,
    manual_scores,
    maxima,
    stated_times,
    with_points,
    without_check,
)
from harness.course.gradebook.storage.mark_tables import MARK
from harness.course.gradebook.students import Student, Students, read_students
from harness.course.policy.load import zone_of
from harness.course.policy.marks import Adjustment, Candidate, ClausePoints, Mark, MarkInputs, counting, mark_of
from harness.course.policy.model import AssignmentPolicy, Policy
from harness.course.policy.times import LocalTime
from harness.spec.format.assignment import Assignment

Selection = Literal["latest", "best", "all"]


class RecordedMark(Struct, frozen=True):
    """A mark as it was accepted or rejected."""

    id: int
    points: float
    max_points: float
    sum: str
    attempt: int | None
    submission: int | None
    facts: dict[str, Any]
    rules: str = ""
    """The hash of the rules that it follows from; empty in marks of before."""


class Proposal(Struct, frozen=True):
    """The mark that a student would have now, and the one that they have."""

    student: Student
    mark: Mark
    hand_in: RecordedHandIn | None
    current: RecordedMark | None = None
    rejected: bool = False
    """Whether a person has rejected this very mark."""

    @property
    def changed(self) -> bool:
        """Whether it differs from the mark that the student has, in points or in how it comes about."""
        return self.current is None or (self.current.sum, self.current.max_points) != (
            self.mark.sum,
            self.mark.max_points,
        )


class Marking:
    """Works out the marks of an assignment from the gradebook."""

    def __init__(
        self,
        connection: Connection,
        assignment: Assignment,
        policy: Policy,
        *,
        who: str | None = None,
        every: bool = False,
    ) -> None:
        """Read what is recorded.

        ``who``: the one student whose mark is asked for; None: everybody. ``every``: whether the points of hand-ins are
        read that the rules do not count.

        Raises:
            UsageError: when the rules, or ``who``, name a student who is not clearly one.

        """
        self.assignment, self.policy = assignment, policy
        self.rules = policy.assignments.get(assignment.id, AssignmentPolicy())
        self.zone: ZoneInfo = zone_of(policy)
        self.students: Students = read_students(connection)
        alone = None if who is None else self.students.named(who).id
        self._manual = manual_scores(connection, assignment.id)
        self._adjustments = adjustments(connection, assignment.id)
        self._due = due_times(self.students, self.rules)
        self._tokens = tokens_left(connection, assignment.id, policy, self.students, alone)
        self._without_check = without_check(self.students, self.rules)
        self._stated_times = stated_times(self.students, self.rules, self.zone)
        self._marks = recorded_marks(connection, assignment.id, accepted=True, student=alone)
        self._rejected = recorded_marks(connection, assignment.id, accepted=False, student=alone)
        without_points = hand_ins(connection, assignment.id, self.zone, alone)
        self._counted = None if every or self._by_points else set(self._counted_by_time(without_points))
        self.hand_ins = with_points(connection, without_points, self._counted)

    @property
    def _by_points(self) -> bool:
        """Whether the points say which hand-in counts."""
        return (self.rules.counts or self.policy.counts) == "best"

    def _counted_by_time(self, of_student: Mapping[int, list[RecordedHandIn]]) -> Iterator[int]:
        """The submissions that count, where their times alone say it."""
        for number, candidates in of_student.items():
            student = self.students.by_id[number]
            marks = [self._candidate(student, hand_in, plain=True) for hand_in in candidates]
            counted = counting(marks, self.rules, self.policy)
            if counted is not None:
                yield counted.submission

    def proposals(self, chosen: Iterable[Student] | None = None) -> list[Proposal]:
        """The marks of all students who are known, or of the chosen ones, in the order of their names.

        Who has left the course and has neither a mark nor handed in is not missing.
        """
        everybody = [
            student
            for student in self.students.by_id.values()
            if student.known
            and not (student.left and student.id not in self._marks and student.id not in self.hand_ins)
        ]
        students = everybody if chosen is None else list(chosen)
        return [
            self._proposal(student)
            for student in sorted(students, key=lambda student: (student.shown.casefold(), student.id))
        ]

    def _proposal(self, student: Student) -> Proposal:
        candidates = {
            hand_in.submission: hand_in
            for hand_in in self.hand_ins.get(student.id, ())
            if self._counted is None or hand_in.submission in self._counted
        }
        marks = [self._candidate(student, hand_in) for hand_in in candidates.values()]
        counted = counting(marks, self.rules, self.policy)
        current, rejected = self._marks.get(student.id), self._rejected.get(student.id)
        if counted is None:
            mark, hand_in = self._nothing(student), None
        else:
            mark, hand_in = counted.mark, candidates[counted.submission]
        is_rejected = (
            rejected is not None and (current is None or rejected.id > current.id) and rejected.sum == mark.sum
        )
        return Proposal(student, mark, hand_in, current, is_rejected)

    def _candidate(self, student: Student, hand_in: RecordedHandIn, *, plain: bool = False) -> Candidate:
        """A hand-in with its mark; ``plain``: with no points, as those of a time alone."""
        submitted, due = self._submitted(student, hand_in), self._due_of(student)
        inputs = (
            MarkInputs({}, submitted=submitted, late=hand_in.late, due=due) if plain else self._inputs(student, hand_in)
        )
        mark = mark_of(inputs, self.rules, self.policy, self.zone)
        own_check = None if student.id in self._without_check else hand_in.own_check
        return Candidate(hand_in.submission, inputs.submitted, mark, own_check)

    def _inputs(self, student: Student, hand_in: RecordedHandIn) -> MarkInputs:
        clauses, is_open = self._clauses(student, hand_in)
        return MarkInputs(
            clauses,
            gate_closed=bool(hand_in.judged and hand_in.judged.gate_closed),
            submitted=self._submitted(student, hand_in),
            late=hand_in.late,
            due=self._due_of(student),
            tokens=self._tokens.get(student.id, 0),
            adjustments=self._adjustments.get(student.id, ()),
            open=tuple(is_open),
        )

    def _submitted(self, student: Student, hand_in: RecordedHandIn) -> dt.datetime | None:
        """The time that the system gives; what the rules say about it counts before a student's own claim."""
        stated = self._stated_times.get(student.id)
        return stated if stated is not None and (hand_in.claimed or hand_in.submitted is None) else hand_in.submitted

    def _due_of(self, student: Student) -> LocalTime | None:
        return self._due.get(student.id, self.rules.due)

    def _clauses(self, student: Student, hand_in: RecordedHandIn) -> tuple[dict[str, ClausePoints], list[str]]:
        """The points of each clause, a person's before the harness's, and what is open."""
        judged, spec = hand_in.judged, self.assignment.clauses
        manual = self._scored(student, hand_in)
        automatic = [
            (name, clause.points) for name, clause in spec.items() if not clause.manual and not clause.untestable
        ]
        clauses = maxima(automatic, judged.clauses if judged else {})
        is_open = [] if judged else ["it is not graded yet"]
        undecided = judged.undecided if judged else ()
        unscored = [name for name in undecided if name not in manual and (name or len(undecided) == 1)]
        is_open += [f"{name or 'a case'} has no verdict and needs a person" for name in unscored]
        for name, clause in spec.items():
            scored = manual.get(name)
            if scored is not None and scored.stale:
                is_open += [f"{name}: {scored.open}"]
                if clause.manual:
                    clauses[name] = ClausePoints(0.0, clause.points, by_person=True)
            elif scored is not None:
                clauses[name] = ClausePoints(min(scored.points, clause.points), clause.points, by_person=True)
                is_open += [f"{name}: {scored.open}"] if scored.open else []
            elif clause.manual:
                clauses[name] = ClausePoints(0.0, clause.points, by_person=True)
                is_open += [f"nobody has scored {name}"] if clause.points else []
        return clauses, is_open

    def _scored(self, student: Student, hand_in: RecordedHandIn) -> dict[str, Scored]:
        """What people gave for the clauses of a work, and what they gave for other work of the student's."""
        given = self._manual.get(student.id)
        if given is None:
            return {}
        scores = {name: given.of(name, hand_in.content, self.policy.markers) for name in self.assignment.clauses}
        return {name: scored for name, scored in scores.items() if scored is not None}

    def _nothing(self, student: Student) -> Mark:
        worth = {name: clause.points for name, clause in self.assignment.clauses.items() if not clause.untestable}
        clauses = {name: ClausePoints(0.0, points) for name, points in worth.items()}
        given: tuple[Adjustment, ...] = self._adjustments.get(student.id, ())
        inputs = MarkInputs(clauses, adjustments=given, handed_in=False)
        if self.hand_ins.get(student.id):
            inputs = replace(inputs, nothing="handed in without a check of one's own")
        return mark_of(inputs, self.rules, self.policy, self.zone)

    def to_grade(self, selection: Selection | None) -> list[int]:
        """The submissions that are to be graded: those asked for, else those that may count by the rules."""
        wanted: list[int] = []
        for number, candidates in self.hand_ins.items():
            student = self.students.by_id[number]
            if not student.known:
                continue
            marks = [self._candidate(student, hand_in) for hand_in in candidates]
            wanted += self._selected(marks, selection)
        return sorted(wanted)

    def _selected(self, marks: Sequence[Candidate], selection: Selection | None) -> list[int]:
        if selection == "all" or (selection is None and self._by_points):
            return [candidate.submission for candidate in marks]
        rules = self.rules
        if selection is not None:
            rules = AssignmentPolicy(counts="last" if selection == "latest" else "best")
        chosen = counting(marks, rules, self.policy)
        return [] if chosen is None else [chosen.submission]


def recorded_marks(
    connection: Connection, assignment: str, *, accepted: bool, student: int | None = None
) -> dict[int, RecordedMark]:
    """The last mark of each student, or of one, for an assignment that was accepted, or rejected."""
    which = [MARK.c.assignment == assignment, MARK.c.accepted == accepted]
    which += [] if student is None else [MARK.c.student_id == student]
    last = last_of(MARK, MARK.c.student_id, *which)
    query = select(MARK).join(last, last.c.id == MARK.c.id)
    return {row.student_id: recorded_mark(row) for row in connection.execute(query)}


def recorded_mark(row: Any) -> RecordedMark:
    """A row of the table of marks."""
    return RecordedMark(
        row.id,
        row.points,
        row.max_points,
        row.sum,
        row.attempt_id,
        row.submission_id,
        json.loads(row.facts),
        row.rules_sha256 or "",
    )
