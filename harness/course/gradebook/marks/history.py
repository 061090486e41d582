"""How a student's mark came about: every fact and decision with its time, its person and its reason."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, Select, Table, Text, and_, cast, literal, select

from harness.course.gradebook.kept_setup import kept
from harness.course.gradebook.marks.explain import reasons
from harness.course.gradebook.marks.marking import Proposal
from harness.course.gradebook.marks.requests import requests
from harness.course.gradebook.marks.rule_changes import rule_changes
from harness.course.gradebook.storage.mark_tables import (
    ADJUSTMENT,
    MANUAL_ITEM,
    MANUAL_SCORE,
    MARK,
    PUBLICATION,
    PUBLISHED,
    RUBRIC_ITEM,
    UNDONE,
)
from harness.course.gradebook.storage.tables import ASSIGNMENT, ATTEMPT, EVENT, OWNER, SUBMISSION
from harness.course.gradebook.students import Student, Students
from harness.course.gradebook.submissions import own_check_of_row
from harness.course.policy.marks import number

Entry = tuple[dt.datetime, str]


def history(connection: Connection, proposal: Proposal, assignment: str, students: Students, rules: bytes) -> list[str]:
    """The lines, the oldest first; then the mark as it is, and what it would be now by the rules."""
    student = proposal.student.id
    entries = [
        *_submissions(connection, student, assignment),
        *_attempts(connection, student, assignment),
        *_scores(connection, student, assignment),
        *_adjustments(connection, student, assignment),
        *_marks(connection, proposal.student, assignment, students),
        *_published(connection, student, assignment),
        *_undone(connection, student, assignment),
        *_requests(connection, student, assignment),
    ]
    lines = [f"{time:%Y-%m-%d %H:%M}  {text}" for time, text in sorted(entries, key=lambda entry: entry[0])]
    return [*lines, *_now(connection, proposal), *_rules_now(connection, proposal, assignment, students, rules)]


def _now(connection: Connection, proposal: Proposal) -> Iterator[str]:
    current, mark = proposal.current, proposal.mark
    yield f"mark: {current.sum} of {number(current.max_points)}" if current else "mark: none is accepted"
    if mark.open:
        yield f"open: {'; '.join(mark.open)}"
    elif proposal.changed:
        yield f"it would be now: {mark.sum} of {number(mark.max_points)}" + (" (rejected)" if proposal.rejected else "")
        yield from (f"  because {reason}" for reason in reasons(connection, proposal))


def _with_event(table: Table) -> Select[Any]:
    """A query of the rows of a table, each with who caused it, when and why."""
    query = select(table, EVENT.c.at, EVENT.c.who, EVENT.c.why, EVENT.c.kind)
    return query.join(EVENT, table.c.event_id == EVENT.c.id)


def _by(row: Any) -> str:
    """Who did it and why."""
    return f"by {row.who}" + (f": {row.why}" if row.why else "")


def _when(time: dt.datetime) -> dt.datetime:
    """A time of the database, which in SQLite lacks its zone: UTC."""
    return time if time.tzinfo else time.replace(tzinfo=dt.UTC)


def _submissions(connection: Connection, student: int, assignment: str) -> Iterator[Entry]:
    query = (
        select(SUBMISSION, EVENT.c.at, EVENT.c.who, EVENT.c.why, OWNER.c.student_id)
        .join(OWNER, OWNER.c.submission_id == SUBMISSION.c.id)
        .join(EVENT, OWNER.c.event_id == EVENT.c.id)
        .where(OWNER.c.student_id == student, SUBMISSION.c.assignment == assignment)
    )
    for row in connection.execute(query):
        time = f", handed in {row.submitted}{' as the student says' if row.claimed else ''}" if row.submitted else ""
        late = ", late" if row.late else ""
        check = own_check_of_row(row.more)
        late += f", own check: {check}" if check else ""
        source = f" from {row.system}" if row.system else ""
        yield _when(row.at), f"hand-in {row.id}{source}{time}{late}, content {row.content_sha256[:8]}, {_by(row)}"


def _attempts(connection: Connection, student: int, assignment: str) -> Iterator[Entry]:
    query = (
        select(ATTEMPT, ASSIGNMENT.c.spec_sha256)
        .join(OWNER, OWNER.c.submission_id == ATTEMPT.c.submission_id)
        .join(ASSIGNMENT, ATTEMPT.c.assignment_id == ASSIGNMENT.c.id, isouter=True)
        .where(OWNER.c.student_id == student, ATTEMPT.c.assignment == assignment)
    )
    for row in connection.execute(query.distinct()):
        spec = f" by spec {row.spec_sha256[:8]}" if row.spec_sha256 else ""
        points = f"{number(row.score)} of {number(row.max_score)}"
        yield (
            _when(row.graded_at),
            f"hand-in {row.submission_id} graded{spec}: {row.verdict} {points}, attempt {row.id}",
        )


def _scores(connection: Connection, student: int, assignment: str) -> Iterator[Entry]:
    same = MANUAL_SCORE.c.student_id == student, MANUAL_SCORE.c.assignment == assignment
    for row in connection.execute(_with_event(MANUAL_SCORE).where(*same)).all():
        items = select(RUBRIC_ITEM).join(MANUAL_ITEM, MANUAL_ITEM.c.rubric_item_id == RUBRIC_ITEM.c.id)
        remarks = [
            f"{item.points:+g} {item.text}"
            for item in connection.execute(items.where(MANUAL_ITEM.c.manual_score_id == row.id))
        ]
        remark = "; ".join(filter(None, (*remarks, row.comment, row.why)))
        final = ", finally" if row.final else ""
        final += f", for work {row.content_sha256[:8]}" if row.content_sha256 else ""
        final += f", carried over by {row.who}" if row.kind == "carry over" else ""
        yield (
            _when(row.at),
            f"{row.clause}: {number(row.points)} points by {row.marker}{final}" + (f": {remark}" if remark else ""),
        )


def _adjustments(connection: Connection, student: int, assignment: str) -> Iterator[Entry]:
    same = ADJUSTMENT.c.student_id == student, ADJUSTMENT.c.assignment == assignment
    for row in connection.execute(_with_event(ADJUSTMENT).where(*same)):
        said = "taken back" if row.revokes is not None else "adjusted"
        yield _when(row.at), f"{said}: {row.points:+g} points {_by(row)}"


def _rules_now(
    connection: Connection, proposal: Proposal, assignment: str, students: Students, rules: bytes
) -> Iterator[str]:
    """What the rules have become since the mark was accepted."""
    before = kept(connection, proposal.current.rules) if proposal.current else None
    if before is not None and before != rules:
        for change in rule_changes(before, rules, assignment, proposal.student, students):
            yield f"  a rule changed since: {change}"


def _rules_then(
    connection: Connection, rows: Sequence[Any], assignment: str, student: Student, students: Students
) -> Iterator[Entry]:
    """What of the rules changed between two marks, and who took the second by them."""
    for old, new in pairwise(rows):
        if old.rules_sha256 and new.rules_sha256 and old.rules_sha256 != new.rules_sha256:
            texts = [kept(connection, row.rules_sha256) or b"" for row in (old, new)]
            for change in rule_changes(texts[0], texts[1], assignment, student, students):
                yield _when(new.at), f"a rule changed before this mark: {change}, taken by {new.who}"


def _marks(connection: Connection, of: Student, assignment: str, students: Students) -> Iterator[Entry]:
    same = MARK.c.student_id == of.id, MARK.c.assignment == assignment
    rows = connection.execute(_with_event(MARK).where(*same).order_by(MARK.c.id)).all()
    yield from _rules_then(connection, rows, assignment, of, students)
    for row in rows:
        said = "accepted" if row.accepted else "rejected"
        yield _when(row.at), f"mark {said}: {row.sum} of {number(row.max_points)}, {_by(row)}"


def _published(connection: Connection, student: int, assignment: str) -> Iterator[Entry]:
    query = (
        select(PUBLICATION.c.name, EVENT.c.at, EVENT.c.who, EVENT.c.why, MARK.c.points)
        .join(PUBLISHED, PUBLISHED.c.publication_id == PUBLICATION.c.id)
        .join(MARK, PUBLISHED.c.mark_id == MARK.c.id)
        .join(EVENT, PUBLICATION.c.event_id == EVENT.c.id)
        .where(PUBLISHED.c.student_id == student, PUBLICATION.c.assignment == assignment)
    )
    for row in connection.execute(query):
        yield _when(row.at), f'published in "{row.name}": {number(row.points)}, {_by(row)}'


def _requests(connection: Connection, student: int, assignment: str) -> Iterator[Entry]:
    """What the student asked to be looked at again, and the last answer to it."""
    for request in requests(connection, assignment, student):
        clause = f", {request.clause}" if request.clause else ""
        yield _when(request.at), f"request {request.id}{clause}: {request.text}, written down by {request.who}"
        if (answer := request.answer) is not None:
            change = ""
            if answer.points is not None:
                change = f", the mark {number(answer.points_before or 0.0)} -> {number(answer.points)}"
            yield _when(answer.at), f"request {request.id} answered by {answer.who}: {answer.text}{change}"


def _undone(connection: Connection, student: int, assignment: str) -> Iterator[Entry]:
    """What was taken back of scores, of sets with the student's mark, and of whose a hand-in is."""
    scores = select(EVENT, literal("the score").label("what"), MANUAL_SCORE.c.clause.label("which"))
    sets = select(EVENT, literal("published").label("what"), PUBLICATION.c.name.label("which"))
    owners = select(EVENT, literal("whose it is: hand-in").label("what"), cast(SUBMISSION.c.id, Text).label("which"))
    queries = (
        _taken_back(scores, MANUAL_SCORE).where(
            MANUAL_SCORE.c.student_id == student, MANUAL_SCORE.c.assignment == assignment
        ),
        _taken_back(sets, PUBLICATION)
        .join(PUBLISHED, PUBLISHED.c.publication_id == PUBLICATION.c.id)
        .where(PUBLISHED.c.student_id == student, PUBLICATION.c.assignment == assignment),
        _taken_back(owners, OWNER)
        .join(SUBMISSION, SUBMISSION.c.id == OWNER.c.submission_id)
        .where(OWNER.c.student_id == student, SUBMISSION.c.assignment == assignment),
    )
    for query in queries:
        yield from (
            (_when(row.at), f"taken back: {row.what} {row.which}, {_by(row)}") for row in connection.execute(query)
        )


def _taken_back(query: Select[Any], table: Table) -> Select[Any]:
    """A query of what was taken back of a table, joined with that."""
    return (
        query.select_from(UNDONE)
        .join(EVENT, UNDONE.c.event_id == EVENT.c.id)
        .join(table, and_(UNDONE.c.table_name == table.name, UNDONE.c.row_id == table.c.id))
    )
