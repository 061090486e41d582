"""Erase a person: identity, work and all that quotes it; their marks stay, without a name, for statistics."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from harness.course.gradebook.gradebook import erase_comments
from harness.course.gradebook.storage.mark_tables import (
    ADJUSTMENT,
    MANUAL_SCORE,
    MARK,
    REGRADE_ANSWER,
    REGRADE_REQUEST,
    UNDONE,
)
from harness.course.gradebook.storage.tables import (
    ATTEMPT,
    EVENT,
    FINDING,
    GROUP_MEMBER,
    IDENTITY,
    NOTE,
    OWNER,
    RESULT,
    STUDENT_GROUP,
    SUBMISSION,
)

ERASED = "forgotten"


def forget(connection: Connection, student: int) -> list[str]:
    """Erase all that says who a student is; return the contents, by hash, that nobody else has handed in.

    What stays are points: of clauses and cases, and of marks, under a number that says nothing. Names in the details of
    their own events, and their groups, go too.
    """
    submissions = connection.execute(select(OWNER.c.submission_id).where(OWNER.c.student_id == student)).scalars().all()
    contents = _own_contents(connection, list(submissions))
    labels = connection.execute(select(SUBMISSION.c.label).where(SUBMISSION.c.id.in_(submissions))).scalars().all()
    names = connection.execute(select(IDENTITY.c.value).where(IDENTITY.c.student_id == student)).scalars().all()
    owned = ATTEMPT.c.submission_id.in_(submissions)
    alone = ATTEMPT.c.submission_id.is_(None) & ATTEMPT.c.student.in_([*labels, *names])
    attempts = connection.execute(select(ATTEMPT.c.id).where(owned | alone)).scalars().all()
    for start in range(0, len(attempts), 500):
        batch = attempts[start : start + 500]
        connection.execute(delete(FINDING).where(FINDING.c.attempt_id.in_(batch)))
        connection.execute(delete(NOTE).where(NOTE.c.attempt_id.in_(batch)))
        connection.execute(update(RESULT).where(RESULT.c.attempt_id.in_(batch)).values(reproduce=None, more=None))
        connection.execute(
            update(ATTEMPT).where(ATTEMPT.c.id.in_(batch)).values(student=f"{ERASED} {student}", key="", more=None)
        )
    empty = dict.fromkeys(("person_name", "person_id", "person_email", "group_name", "source", "unclear"), "")
    connection.execute(
        update(SUBMISSION)
        .where(SUBMISSION.c.id.in_(submissions))
        .values(**empty, label=f"{ERASED} {student}", entries="[]", content_sha256="", more=None)
    )
    _erase_words(connection, student)
    erase_comments(connection, {*labels, *names})
    connection.execute(delete(GROUP_MEMBER).where(GROUP_MEMBER.c.student_id == student))
    groups = select(GROUP_MEMBER.c.group_id)
    connection.execute(delete(STUDENT_GROUP).where(STUDENT_GROUP.c.id.not_in(groups)))
    connection.execute(delete(IDENTITY).where(IDENTITY.c.student_id == student))
    return contents


def _own_contents(connection: Connection, submissions: list[int]) -> list[str]:
    """The contents of these submissions that are in no other one."""
    own = connection.execute(
        select(SUBMISSION.c.content_sha256).where(SUBMISSION.c.id.in_(submissions)).distinct()
    ).scalars()
    others = set(
        connection.execute(select(SUBMISSION.c.content_sha256).where(SUBMISSION.c.id.not_in(submissions))).scalars()
    )
    return [content for content in own if content and content not in others]


def _erase_words(connection: Connection, student: int) -> None:
    """Take out what people wrote about them: comments, and the reasons of what concerns them alone."""
    connection.execute(update(MANUAL_SCORE).where(MANUAL_SCORE.c.student_id == student).values(comment=""))
    connection.execute(update(MARK).where(MARK.c.student_id == student).values(sum="", facts="{}"))
    connection.execute(update(REGRADE_REQUEST).where(REGRADE_REQUEST.c.student_id == student).values(request=""))
    connection.execute(update(REGRADE_ANSWER).where(REGRADE_ANSWER.c.student_id == student).values(answer=""))
    for table in (ADJUSTMENT, OWNER, MANUAL_SCORE, MARK, UNDONE, REGRADE_REQUEST, REGRADE_ANSWER):
        own = select(table.c.event_id).where(table.c.student_id == student)
        others = select(table.c.event_id).where(table.c.student_id != student)
        connection.execute(
            update(EVENT).where(EVENT.c.id.in_(own), EVENT.c.id.not_in(others)).values(why="", details="{}")
        )
