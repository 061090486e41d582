"""The tables of a gradebook that hold what people decide: manual scores, adjustments, marks, what was published.

Rows that are taken back stay: what stood before them counts again, and nothing is deleted.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    select,
)

from harness.course.gradebook.storage.tables import ATTEMPT, METADATA, STUDENT, SUBMISSION, add_rows, event_column

RUBRIC_ITEM = Table(
    "rubric_item", METADATA,
    Column("id", Integer, primary_key=True),
    Column("assignment", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("points", Float, nullable=False),
    event_column(),
)  # fmt: skip
"""A remark that many get, with what it takes off or gives; of several of one name the last counts for new scores."""

MANUAL_SCORE = Table(
    "manual_score", METADATA,
    Column("id", Integer, primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), nullable=False),
    Column("assignment", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("points", Float, nullable=False),
    Column("comment", Text, nullable=False),
    Column("marker", Text, nullable=False),
    Column("final", Boolean, nullable=False),
    Column("content_sha256", String(64)),
    event_column(),
    Index("manual_score_of", "student_id", "assignment"),
)  # fmt: skip
"""What a person gave for a clause: of each marker the last counts, and a final one settles what two disagree on.

It counts for the work of ``content_sha256``, which was seen; without one, in gradebooks of before, for any.
"""

MANUAL_ITEM = Table(
    "manual_item", METADATA,
    Column("manual_score_id", ForeignKey(MANUAL_SCORE.c.id), primary_key=True),
    Column("rubric_item_id", ForeignKey(RUBRIC_ITEM.c.id), primary_key=True),
)  # fmt: skip

ADJUSTMENT = Table(
    "adjustment", METADATA,
    Column("id", Integer, primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), nullable=False),
    Column("assignment", Text, nullable=False),
    Column("points", Float, nullable=False),
    Column("revokes", Integer),
    event_column(),
)  # fmt: skip
"""Points given or taken for a reason, which the event tells; one that revokes another takes it back."""

MARK = Table(
    "mark", METADATA,
    Column("id", Integer, primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), nullable=False),
    Column("assignment", Text, nullable=False),
    Column("attempt_id", ForeignKey(ATTEMPT.c.id)),
    Column("submission_id", ForeignKey(SUBMISSION.c.id)),
    Column("points", Float, nullable=False),
    Column("max_points", Float, nullable=False),
    Column("sum", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("accepted", Boolean, nullable=False),
    Column("rules_sha256", String(64)),
    event_column(),
    Index("mark_of", "assignment", "student_id"),
)  # fmt: skip
"""A mark that was proposed and accepted, or rejected: of the accepted ones the last is the student's mark.
``sum`` tells how it came about: ``78 - 10 (1 day late) = 68``."""

PUBLICATION = Table(
    "publication", METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("assignment", Text, nullable=False),
    event_column(),
)  # fmt: skip

PUBLISHED = Table(
    "published", METADATA,
    Column("publication_id", ForeignKey(PUBLICATION.c.id), primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), primary_key=True),
    Column("mark_id", ForeignKey(MARK.c.id), nullable=False),
)  # fmt: skip
"""The marks of a publication, which stay as they are."""

UPLOAD = Table(
    "upload", METADATA,
    Column("id", Integer, primary_key=True),
    Column("publication_id", ForeignKey(PUBLICATION.c.id), nullable=False),
    Column("format", String(20), nullable=False),
    event_column(),
)  # fmt: skip

UPLOADED = Table(
    "uploaded", METADATA,
    Column("upload_id", ForeignKey(UPLOAD.c.id), primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), primary_key=True),
    Column("mark_id", ForeignKey(MARK.c.id), nullable=False),
)  # fmt: skip
"""The marks that a file for a learning system held."""

UNDONE = Table(
    "undone", METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_name", String(20), nullable=False),
    Column("row_id", Integer, nullable=False),
    Column("student_id", ForeignKey(STUDENT.c.id)),
    event_column(),
    Index("undone_of", "table_name", "row_id"),
)  # fmt: skip
"""A row of ``manual_score``, ``owner`` or ``publication`` that was taken back: what stood before it counts again.

``student_id`` is whom the row is about, where that is one student.
"""

REGRADE_REQUEST = Table(
    "regrade_request", METADATA,
    Column("id", Integer, primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), nullable=False),
    Column("assignment", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("request", Text, nullable=False),
    event_column(),
    Index("regrade_request_of", "assignment", "student_id"),
)  # fmt: skip
"""What a student asks to be looked at again; without a clause the mark as a whole."""

REGRADE_ANSWER = Table(
    "regrade_answer", METADATA,
    Column("id", Integer, primary_key=True),
    Column("request_id", ForeignKey(REGRADE_REQUEST.c.id), nullable=False, index=True),
    Column("student_id", ForeignKey(STUDENT.c.id), nullable=False),
    Column("answer", Text, nullable=False),
    Column("points_before", Float),
    Column("points", Float),
    event_column(),
)  # fmt: skip
"""The answer, and the points of the mark before and after it, where it changed them; the last one counts."""


def stands(table: Table) -> ColumnElement[bool]:
    """Whether a row of a table was not taken back; for the WHERE of a query."""
    return table.c.id.not_in(select(UNDONE.c.row_id).where(UNDONE.c.table_name == table.name))


def take_back(
    connection: Connection, table: Table, rows: Iterable[int], event: int, *, student: int | None = None
) -> None:
    """Take rows of a table back, by a row for each.

    ``rows``: their numbers. ``event``: who takes them back, and why. ``student``: whom they are about; None: several,
    or nobody.
    """
    values = [{"table_name": table.name, "row_id": row, "student_id": student, "event_id": event} for row in rows]
    add_rows(connection, UNDONE, values)
