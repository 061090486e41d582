"""What was handed in, as rows: each submission once, with its content's hash, its time and where it came from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from harness.course.gradebook.storage.grade_rows import escape_strings, storable
from harness.course.gradebook.storage.mark_tables import stands
from harness.course.gradebook.storage.tables import (
    ASSIGNMENT,
    GROUP_MEMBER,
    OWNER,
    STUDENT_GROUP,
    SUBMISSION,
    add_row,
    add_rows,
)
from harness.course.gradebook.students import Student, read_students
from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.own_check import OwnCheck
from harness.model.finding import Finding
from harness.model.grade import Provenance
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import SPEC_FILE

_SAME = ("assignment", "label", "content_sha256", "submitted", "system", "person_id")
"""The columns by which a submission that is brought in again is known."""


class HandedIn(Struct, frozen=True):
    """A submission and the hash of its content, 64 hexadecimal digits; None if nothing was handed in."""

    submission: Submission
    content: str | None
    source: str = ""
    """Where it came from, such as the download's path."""
    intake_notes: tuple[Finding, ...] = ()
    """What was left out when it was copied into the store."""
    own_check: OwnCheck | None = None
    """The check of one's own that came with it; None: nobody asked for one."""


class Recorded(Struct, frozen=True):
    """The row of a submission: its id, whether it is new, and whose it is as far as that is known."""

    id: int
    new: bool
    student: Student | None


def record_submissions(connection: Connection, handed_in: Sequence[HandedIn], event: int) -> list[Recorded | None]:
    """Add the submissions that are not there yet, each with its student where that is clear; None for empty ones."""
    students = read_students(connection)
    known = _known(connection, {item.submission.assignment for item in handed_in})
    recorded: list[Recorded | None] = []
    for item in handed_in:
        if item.content is None:
            recorded.append(None)
            continue
        row = _row(item, event)
        identity = tuple(row[column] for column in _SAME)
        is_new = identity not in known
        if is_new:
            known[identity] = add_row(connection, SUBMISSION, **row)
        recorded.append(Recorded(known[identity], is_new, students.of_submission(item.submission)))
    _settle(connection, [entry for entry in recorded if entry is not None], event)
    _record_groups(connection, handed_in, recorded, event)
    return recorded


def _known(connection: Connection, assignments: Iterable[str]) -> dict[tuple[Any, ...], int]:
    columns = [SUBMISSION.c[name] for name in _SAME]
    query = select(SUBMISSION.c.id, *columns).where(SUBMISSION.c.assignment.in_(list(assignments)))
    return {tuple(row[1:]): row[0] for row in connection.execute(query)}


def _row(item: HandedIn, event: int) -> dict[str, Any]:
    submission, origin = item.submission, item.submission.provenance or Provenance("")
    return {
        "assignment": submission.assignment,
        "content_sha256": item.content,
        "submitted": origin.submitted,
        "claimed": origin.claimed,
        "late": origin.late,
        "label": storable(submission.student),
        "system": origin.system,
        "person_name": storable(origin.name),
        "person_id": storable(origin.user_id),
        "person_email": storable(origin.email),
        "group_name": storable(origin.group),
        "entries": json.dumps([storable(entry) for entry in origin.entries]),
        "source": storable(item.source),
        "unclear": storable(submission.unclear),
        "more": _notes(item),
        "event_id": event,
    }


def own_check_of_row(more: bytes | None) -> OwnCheck | None:
    """The check of one's own that came with a submission, from its column ``more``; None: nobody asked for one."""
    check: OwnCheck | None = msgspec.msgpack.decode(more).get("own_check") if more else None
    return check


def _notes(item: HandedIn) -> bytes | None:
    notes = {"notes": item.submission.notes, "intake": item.intake_notes}
    given: dict[str, Any] = {} if item.own_check is None else {"own_check": item.own_check}
    given |= {
        name: escape_strings(msgspec.to_builtins(findings, builtin_types=(bytes,)))
        for name, findings in notes.items()
        if findings
    }
    return msgspec.msgpack.encode(given) if given else None


def submission_of(row: Mapping[str, Any], folder: Path) -> Submission:
    """The submission that a row of the table stands for, as it can be graded from its folder in the store."""
    notes = msgspec.msgpack.decode(row["more"]) if row["more"] else {}
    kept, intake = (msgspec.convert(notes.get(name, []), tuple[Finding, ...]) for name in ("notes", "intake"))
    origin = Provenance(
        row["system"], row["person_id"], row["person_name"], row["person_email"], row["group_name"],
        row["submitted"], row["claimed"], row["late"], tuple(json.loads(row["entries"])),
    )  # fmt: skip
    return Submission(
        row["label"], row["assignment"], folder, unclear=row["unclear"], notes=(*kept, *intake),
        provenance=origin if origin.system else None,
    )  # fmt: skip


def _settle(connection: Connection, recorded: Sequence[Recorded], event: int) -> None:
    """Write down whose the submissions are that nobody has settled yet."""
    settled = set(connection.execute(select(OWNER.c.submission_id).where(stands(OWNER))).scalars())
    owners = {entry.id: entry.student.id for entry in recorded if entry.student and entry.id not in settled}
    rows = [{"submission_id": key, "student_id": student, "event_id": event} for key, student in owners.items()]
    add_rows(connection, OWNER, rows)


def _record_groups(
    connection: Connection, handed_in: Sequence[HandedIn], recorded: Sequence[Recorded | None], event: int
) -> None:
    """Write down who handed in together: by the group's name where the system tells one, else by the shared work."""
    together: dict[tuple[str, str], set[int]] = {}
    for item, entry in zip(handed_in, recorded, strict=True):
        origin = item.submission.provenance
        name = origin.group or next(iter(origin.entries), "") if origin else ""
        if entry is not None and entry.student is not None and name:
            together.setdefault((item.submission.assignment, storable(name)), set()).add(entry.student.id)
    query = select(STUDENT_GROUP.c.assignment, GROUP_MEMBER.c.group_id, GROUP_MEMBER.c.student_id).join(STUDENT_GROUP)
    present: dict[tuple[str, int], set[int]] = {}
    for row in connection.execute(query):
        present.setdefault((row.assignment, row.group_id), set()).add(row.student_id)
    known = {(assignment, frozenset(members)) for (assignment, _), members in present.items()}
    for (assignment, name), members in together.items():
        if len(members) > 1 and (assignment, frozenset(members)) not in known:
            known.add((assignment, frozenset(members)))
            group = add_row(connection, STUDENT_GROUP, assignment=assignment, name=name, event_id=event)
            rows = [{"group_id": group, "student_id": member} for member in sorted(members)]
            connection.execute(insert(GROUP_MEMBER), rows)


def record_assignments(
    connection: Connection, assignments: Iterable[Assignment], contracts: Mapping[str, str]
) -> dict[str, int]:
    """Add the assignments as they stand, if they are not known so; the ids of their rows by name.

    ``contracts``: the hash of all that decides a grade, by assignment.
    """
    ids = {}
    for assignment in assignments:
        spec = hashlib.sha256((assignment.folder / SPEC_FILE).read_bytes()).hexdigest()
        same = {"name": assignment.id, "spec_sha256": spec, "contract_sha256": contracts[assignment.id]}
        query = select(ASSIGNMENT.c.id).where(*(ASSIGNMENT.c[name] == value for name, value in same.items()))
        known_id = connection.execute(query).scalar()
        if known_id is None:
            values = {"title": storable(assignment.spec.title), **_points(assignment), "seen_at": datetime.now(UTC)}
            known_id = add_row(connection, ASSIGNMENT, **same, **values)
        ids[assignment.id] = int(known_id)
    return ids


def _points(assignment: Assignment) -> dict[str, float]:
    clauses = assignment.clauses.values()
    return {
        "max_score": sum(clause.points for clause in clauses if not clause.manual and not clause.untestable),
        "manual_score": sum(clause.points for clause in clauses if clause.manual),
    }
