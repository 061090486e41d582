"""What teachers write about lines of students' work, each comment an event."""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import Connection, select, update

from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.tables import EVENT
from harness.model.grade import Comment

COMMENT = "comment"
"""The kind of event."""


def record_comment(
    connection: Connection, student: str, assignment: str, place: tuple[str, int], source: str, text: str
) -> None:
    """Write a comment down.

    ``student``: whose work it is, as grades name them. ``place``: the file, seen from the submission's folder, and the
    line. ``source``: the text of the line.
    """
    path, line = place
    details = {
        "student": storable(student), "assignment": assignment, "path": storable(path), "line": line,
        "source": storable(source),
    }  # fmt: skip
    add_event(connection, COMMENT, text, details=details)


def read_comments(connection: Connection) -> dict[tuple[str, str], list[Comment]]:
    """All comments by student and assignment, in the order of files and lines."""
    by_work: dict[tuple[str, str], list[Comment]] = {}
    for row in connection.execute(select(EVENT).where(EVENT.c.kind == COMMENT).order_by(EVENT.c.id)):
        details = json.loads(row.details)
        if row.why and details:
            comment = Comment(details["path"], details["line"], details["source"], row.why, row.who, row.at.isoformat())
            by_work.setdefault((details["student"], details["assignment"]), []).append(comment)
    return {work: sorted(listed, key=lambda each: (each.path, each.line)) for work, listed in by_work.items()}


def erase_comments(connection: Connection, students: Collection[str]) -> None:
    """Take out the words of all comments on the work of these students, as grades name them."""
    query = select(EVENT.c.id, EVENT.c.details).where(EVENT.c.kind == COMMENT)
    events = [row.id for row in connection.execute(query) if json.loads(row.details).get("student") in students]
    connection.execute(update(EVENT).where(EVENT.c.id.in_(events)).values(why="", details="{}"))
