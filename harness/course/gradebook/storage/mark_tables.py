"""The tables of a gradebook that hold what people decide: manual scores, adjustments, marks, what was published.

Rows that are taken back stay: what stood before them counts again, and nothing is deleted.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Boolean, Column, ColumnElement, Connection, Float, Index, Integer, String, Table, Text, select

from harness.course.gradebook.storage.columns import optional, reference, required, row_id, texts
from harness.course.gradebook.storage.tables import METADATA, add_rows

RUBRIC_ITEM = Table(
    "rubric_item", METADATA,
    row_id(),
    *texts("assignment", "clause", "name", "text"),
    Column("points", Float, nullable=False),
    reference("event"),
)  # fmt: skip
"""A remark that many get, with what it takes off or gives; of several of one name the last counts for new scores."""

MANUAL_SCORE = Table(
    "manual_score", METADATA,
    row_id(),
    reference("student"),
    *texts("assignment", "clause"),
    Column("points", Float, nullable=False),
    *texts("comment", "marker"),
    Column("final", Boolean, nullable=False),
    Column("content_sha256", String(64)),
    reference("event"),
    Index("manual_score_of", "student_id", "assignment"),
)  # fmt: skip
"""What a person gave for a clause: of each marker the last counts, and a final one settles what two disagree on.

It counts for the work of ``content_sha256``, which was seen; without one, in gradebooks of before, for any.
"""

MANUAL_ITEM = Table(
    "manual_item", METADATA,
    reference("manual_score", primary_key=True),
    reference("rubric_item", primary_key=True),
)  # fmt: skip

ADJUSTMENT = Table(
    "adjustment", METADATA,
    row_id(),
    reference("student"),
    Column("assignment", Text, nullable=False),
    Column("points", Float, nullable=False),
    Column("revokes", Integer),
    reference("event"),
)  # fmt: skip
"""Points given or taken for a reason, which the event tells; one that revokes another takes it back."""

MARK = Table(
    "mark", METADATA,
    row_id(),
    reference("student"),
    Column("assignment", Text, nullable=False),
    reference("attempt", nullable=True),
    reference("submission", nullable=True),
    *required(Float, "points", "max_points"),
    *texts("sum", "facts"),
    Column("accepted", Boolean, nullable=False),
    Column("rules_sha256", String(64)),
    reference("event"),
    Index("mark_of", "assignment", "student_id"),
)  # fmt: skip
"""A mark that was proposed and accepted, or rejected: of the accepted ones the last is the student's mark.
``sum`` tells how it came about: ``78 - 10 (1 day late) = 68``."""

PUBLICATION = Table(
    "publication", METADATA,
    row_id(),
    Column("name", Text, nullable=False, unique=True),
    Column("assignment", Text, nullable=False),
    reference("event"),
)  # fmt: skip

PUBLISHED = Table(
    "published", METADATA,
    reference("publication", primary_key=True),
    reference("student", primary_key=True),
    reference("mark"),
)  # fmt: skip
"""The marks of a publication, which stay as they are."""

UPLOAD = Table(
    "upload", METADATA,
    row_id(),
    reference("publication"),
    Column("format", String(20), nullable=False),
    reference("event"),
)  # fmt: skip

UPLOADED = Table(
    "uploaded", METADATA,
    reference("upload", primary_key=True),
    reference("student", primary_key=True),
    reference("mark"),
)  # fmt: skip
"""The marks that a file for a learning system held."""

UNDONE = Table(
    "undone", METADATA,
    row_id(),
    Column("table_name", String(20), nullable=False),
    Column("row_id", Integer, nullable=False),
    reference("student", nullable=True),
    reference("event"),
    Index("undone_of", "table_name", "row_id"),
)  # fmt: skip
"""A row of ``manual_score``, ``owner`` or ``publication`` that was taken back: what stood before it counts again.

``student_id`` is whom the row is about, where that is one student.
"""

REGRADE_REQUEST = Table(
    "regrade_request", METADATA,
    row_id(),
    reference("student"),
    *texts("assignment", "clause", "request"),
    reference("event"),
    Index("regrade_request_of", "assignment", "student_id"),
)  # fmt: skip
"""What a student asks to be looked at again; without a clause the mark as a whole."""

REGRADE_ANSWER = Table(
    "regrade_answer", METADATA,
    row_id(),
    reference("regrade_request", "request_id", index=True),
    reference("student"),
    Column("answer", Text, nullable=False),
    *optional(Float, "points_before", "points"),
    reference("event"),
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
