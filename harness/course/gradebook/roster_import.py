"""A roster into the gradebook: what is new in it, what only a person can say, and how that is taken back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection, select

from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import (
    ADJUSTMENT,
    MANUAL_SCORE,
    MARK,
    REGRADE_REQUEST,
    stands,
    take_back,
)
from harness.course.gradebook.storage.tables import EVENT, IDENTITY, OWNER, STUDENT, add_row, add_rows
from harness.course.gradebook.students import UNDONE, Student, Students, read_students
from harness.course.ingest.matching.roster import Roster
from harness.course.ingest.matching.roster_row import RosterEntry, name_forms
from harness.course.learning_systems.identifiers import IN_WORDS, SEVERAL, Kind, as_number
from harness.model.errors import UsageError

ROSTER_EVENT = "roster"
UNDO_EVENT = "undo roster"


def _with_own_ids(entries: Sequence[RosterEntry]) -> list[RosterEntry]:
    """The entries without what two addresses have before their @, by which neither student is known.

    Raises:
        UsageError: when two have the same number, login or address, or nothing tells two of one name from each other.

    """
    if not all(entry.columns for entry in entries):
        return list(entries)  # those who are in a download
    _check_numbers(entries)
    owner: dict[tuple[str, str], RosterEntry] = {}
    owned: list[RosterEntry] = []
    counts = Counter(text for entry in entries for text in entry.ids)
    for entry in entries:
        email = entry.person.email.casefold()
        own = [(str(kind), value.casefold()) for kind, value in entry.typed] + [("email", email)] * bool(email)
        if not own:
            own = [("name", name) for name in sorted(entry.names)]
        known = {text: owner[kind, text] for kind, text in own if (kind, text) in owner}
        if known and not entry.ids:
            raise UsageError(f"the roster has {entry.person.name} twice; a number, login or address tells them apart")
        for text, other in known.items():
            if not other.names & entry.names:
                names = f"{other.person.name} and {entry.person.name}"
                raise UsageError(f'the roster has "{text}" for two students, {names}; each needs one of their own')
        if not known:  # else they are there twice, for instance in two sections
            texts = {text for _, text in own}
            owned.append(replace(entry, ids=frozenset(id_ for id_ in entry.ids if counts[id_] == 1 or id_ in texts)))
            owner |= dict.fromkeys(own, entry)
    return owned


def _check_numbers(entries: Sequence[RosterEntry]) -> None:
    """UsageError where two numbers of a kind are one for who reads them as numbers: ``0042`` and ``42``."""
    read: dict[tuple[Kind, str], tuple[str, RosterEntry]] = {}
    for entry in entries:
        for kind, value in entry.typed:
            other, holder = read.setdefault((kind, as_number(value)), (value, entry))
            if other.casefold() != value.casefold() and not holder.names & entry.names:
                names = f"{holder.person.name} ({other}) and {entry.person.name} ({value})"
                raise UsageError(f"the roster has two numbers that are read as one: {names}")


def matched(students: Students, entries: Sequence[RosterEntry]) -> list[tuple[RosterEntry, Student | None]]:
    """Each row of a roster with the student that it is about; None: a new one. A student's second row is left out.

    Raises:
        UsageError: when a row may be about several students, or two rows about one.

    """
    entries = _with_own_ids(entries)
    by_number = [students.known_by_row(entry) for entry in entries]
    taken = {students.ids[id(known)] for found in by_number for known in found}
    pairs = [(entry, students.on_roster(entry, taken)) for entry in entries]
    rows_of: dict[int, RosterEntry] = {}
    for entry, known in pairs:
        if known is not None and (other := rows_of.setdefault(known.id, entry)) is not entry:
            raise UsageError(f"the roster's {_called(other)} and {_called(entry)} may both be {known.shown}")
    return pairs


def add_students(connection: Connection, entries: Sequence[RosterEntry], event: int) -> tuple[int, int]:
    """Add a roster's students, and what is new in it about those who are known; how many are new, and how many changed.

    Raises:
        UsageError: when a row of the roster may be one of several students.

    """
    students = read_students(connection)
    read_as = {
        (kind, as_number(value)): student for student in students.by_id.values() for kind, value in student.typed
    }
    added = changed = 0
    for entry, known in matched(students, entries):
        for kind, value in entry.typed:
            other = read_as.get((kind, as_number(value)))
            if other is not None and (known is None or other.id != known.id):
                named = f"{entry.person.name} ({value}) has the {IN_WORDS[kind]} of {other.shown} ({other.id_of(kind)})"
                raise UsageError(f"the roster's {named}, or one that is read as that")
        if known is not None and not entry.columns:
            continue  # a download says who handed in, and not what students are called
        if known is None:
            student = add_row(connection, STUDENT, event_id=event)
            added += 1
        else:
            student = known.id
        rows = [
            {"student_id": student, "kind": kind, "value": storable(value), "event_id": event}
            for kind, value in _stated(entry, known)
            if value and (known is None or not _has(known, kind, value))
        ]
        changed += bool(rows and known)
        add_rows(connection, IDENTITY, rows)
    return added, changed


def questions(connection: Connection, roster: Roster) -> list[str]:
    """What a roster would rename, replace, join or leave out, in words; nothing of it is done without a person's word.

    Raises:
        UsageError: when a row of the roster may be one of several students, or two rows have one number.

    """
    asked = [f"left out: {row}" for row in roster.skipped if not row.sure]
    own = _with_own_ids(roster.entries)
    twice = [entry for entry in roster.entries if not any(entry.columns is kept.columns for kept in own)]
    asked += [
        f"joined: {_called(entry)} is there twice; this row is left out" for entry in twice if _differs(entry, own)
    ]
    students = read_students(connection)
    for entry, known in matched(students, own):
        if known is not None:
            by_name = not students.known_by_row(entry)
            asked += _asked_of(known, entry, by_name=by_name)
    return asked


def _differs(entry: RosterEntry, kept: Sequence[RosterEntry]) -> bool:
    """Whether a second row of a student has a number that the first has not."""
    return not any(set(entry.typed) <= set(other.typed) for other in kept if other.ids & entry.ids)


def _asked_of(known: Student, entry: RosterEntry, *, by_name: bool) -> Iterator[str]:
    who = known.with_number
    if entry.names and known.name and not _has(known, "name", entry.person.name):
        yield f"renamed: {who} -> {entry.person.name}"
    if by_name and (entry.typed or entry.person.email):
        identifiers = ", ".join(filter(None, (*(value for _, value in entry.typed), entry.person.email)))
        yield f"joined by the name alone: {who} and {entry.person.name} ({identifiers})"
    for kind, value in entry.typed:
        before = known.id_of(kind)
        if before and kind not in SEVERAL and before.casefold() != value.casefold():
            yield f"another {IN_WORDS[kind]}: {who}: {before} -> {value}"
    if known.email and entry.person.email and known.email.casefold() != entry.person.email.casefold():
        yield f"another address: {who}: {known.email} -> {entry.person.email}"


def _called(entry: RosterEntry) -> str:
    return f"{entry.person.name} ({entry.person.id or entry.person.email})"


def _stated(entry: RosterEntry, known: Student | None) -> Iterator[tuple[str, str]]:
    """What a row tells, by the kind of its row in the table; what it does not have a column for it does not tell.

    The number by which a student is called stays while it is theirs.
    """
    person = entry.person
    if entry.names:
        yield "name", person.name
    kind = entry.typed[0][0] if entry.typed else None
    former = known.id_of(kind) if known is not None and kind else ""
    if known is None or not known.number or (former and former == known.number.removeprefix("Participant ")):
        yield "id", person.id
    yield from (("email", person.email), ("section", entry.section))
    yield from entry.typed


def _has(known: Student, kind: str, value: str) -> bool:
    """Whether that is known; ``Ann Lee`` is no other name than ``Lee, Ann``."""
    if kind == "name" and name_forms(known.name) & name_forms(value):
        return True
    present = {"name": known.name, "id": known.number, "email": known.email, "section": known.section}
    if kind in present:
        return present[kind].casefold() == value.casefold()
    own = [text.casefold() for other, text in known.typed if other == kind]
    return value.casefold() in (own if kind in SEVERAL else own[-1:])


def _in_use(connection: Connection, roster: int) -> set[int]:
    """The students whom a roster brought and of whom more is recorded by now than that roster said."""
    new = select(STUDENT.c.id).where(STUDENT.c.event_id == roster)
    used: set[int] = set()
    for table in (OWNER, MANUAL_SCORE, ADJUSTMENT, MARK, REGRADE_REQUEST):
        own = [stands(OWNER)] if table is OWNER else []
        used |= set(connection.execute(select(table.c.student_id).where(table.c.student_id.in_(new), *own)).scalars())
    return used


def undo_roster(connection: Connection, event: int) -> tuple[str, int]:
    """Take back what the last roster said that is not taken back yet: its file and how many rows are taken back.

    Raises:
        UsageError: when there is none, or students whom it brought have hand-ins.

    """
    done = select(EVENT).where(EVENT.c.kind.in_([ROSTER_EVENT, UNDO_EVENT]), EVENT.c.id != event).order_by(EVENT.c.id)
    open_events = []
    for row in connection.execute(done):
        if row.kind == ROSTER_EVENT:
            open_events.append(row)
        elif open_events:
            open_events.pop()
    if not open_events:
        raise UsageError("there is no roster to take back")
    last = open_events[-1]
    by_roster = connection.execute(select(OWNER.c.id).where(OWNER.c.event_id == last.id, stands(OWNER))).scalars().all()
    take_back(connection, OWNER, by_roster, event)
    students = read_students(connection)
    names = "; ".join(students.by_id[student].shown for student in sorted(_in_use(connection, last.id)))
    if names:
        raise UsageError(f"the last roster brought students who have hand-ins, scores or marks by now: {names}")
    rows = connection.execute(select(IDENTITY).where(IDENTITY.c.event_id == last.id)).all()
    undone = [{"student_id": row.student_id, "kind": UNDONE, "value": str(row.id), "event_id": event} for row in rows]
    add_rows(connection, IDENTITY, undone)
    return str(json.loads(last.details).get("file", "")), len(undone)
