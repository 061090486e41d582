"""The students of a course: who they are by the roster or a learning system, and whose a hand-in is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select

from harness.course.gradebook.storage.database import new_id
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.tables import IDENTITY, STUDENT
from harness.course.ingest.matching.roster import Roster, RosterEntry, name_forms
from harness.course.learning_systems.base import Person
from harness.model.errors import UsageError

_LIKE = 5
"""Students that are named where several could be meant."""


class Student(Struct, frozen=True):
    """A student as a reader of marks knows him."""

    id: int
    """The number in the gradebook, which stays the same and says nothing of the person."""
    name: str = ""
    number: str = ""
    """The number or login in the learning system."""
    email: str = ""
    also: tuple[str, ...] = ()
    """Further numbers and logins."""
    section: str = ""
    left: bool = False
    """Whether he left the course: he keeps the marks that he has, and nothing more is expected of him."""

    @property
    def known(self) -> bool:
        """Whether anything is known of him; False for who was forgotten."""
        return bool(self.name or self.number or self.email)

    @property
    def shown(self) -> str:
        """What the student is called; who was forgotten has a number only."""
        return self.name or self.number or self.email or f"student {self.id}"


class Students(Struct, frozen=True):
    """All students of a gradebook, to be found by number, login, e-mail or name."""

    by_id: dict[int, Student]
    roster: Roster
    ids: dict[int, int]
    """The identity of a roster's entry as an object -> the student."""

    def match(self, ids: Iterable[str], names: Iterable[str]) -> Student | None:
        """The one student who is known by one of the ids, else by one of the names; None where none or several are.

        Systems number people each in their own way: an id of one student with the name of another means neither.
        """
        by_id = self.roster.known_by([text for text in ids if text])
        by_name = self.roster.called([text for text in names if text])
        both = [entry for entry in by_id if any(entry is other for other in by_name)]
        entries = both if by_id and by_name else by_id or by_name
        return self.by_id[self.ids[id(entries[0])]] if len(entries) == 1 else None

    def on_roster(self, entry: RosterEntry) -> Student | None:
        """The student that a roster's row is about; two of one name and with different numbers are two.

        Raises:
            UsageError: when the row may be about several students.

        """
        entries = self.roster.known_by(entry.ids)
        if not entries:
            namesakes = self.roster.called([entry.person.name])
            entries = [other for other in namesakes if not (other.person.id and entry.person.id)]
        if len(entries) > 1:
            names = " and ".join(f"{other.person.name} ({other.person.id})" for other in entries)
            raise UsageError(f"the roster's {entry.person.name} ({entry.person.id}) may be {names}")
        return self.by_id[self.ids[id(entries[0])]] if entries else None

    def named(self, text: str) -> Student:
        """The student whom a person means: by number, login, e-mail or name, or ``#7`` for the gradebook's own number.

        Raises:
            UsageError: when there is none, or several are meant.

        """
        if text.startswith("#") and text[1:].isdecimal() and int(text[1:]) in self.by_id:
            return self.by_id[int(text[1:])]
        student = self.match([text], [text])
        if student is None:
            forms = name_forms(text)
            like = [
                entry
                for entry in self.roster.entries
                if any(form and form in name for form in forms for name in entry.names)
            ]
            near = "; ".join(f"{entry.person.name} ({entry.person.id})" for entry in like[:_LIKE])
            raise UsageError(f'no student is clearly meant by "{text}"' + (f": perhaps {near}" if near else ""))
        return student


def read_students(connection: Connection) -> Students:
    """Read the students and all by which they are known."""
    values: dict[int, dict[str, list[str]]] = {
        student: {} for student in connection.execute(select(STUDENT.c.id).order_by(STUDENT.c.id)).scalars()
    }
    for row in connection.execute(select(IDENTITY).order_by(IDENTITY.c.id)):
        values[row.student_id].setdefault(row.kind, []).append(row.value)
    by_id = {student: _student(student, known) for student, known in values.items()}
    entries = {student: _entry(values[student]) for student in by_id if values[student]}
    return Students(by_id, Roster(tuple(entries.values())), {id(entry): student for student, entry in entries.items()})


def _student(student: int, known: dict[str, list[str]]) -> Student:
    name, number, email, section = (known.get(kind, [""])[-1] for kind in ("name", "id", "email", "section"))
    left = bool(known.get("left", [""])[-1])
    return Student(student, name, number, email, tuple(dict.fromkeys(known.get("also", ()))), section, left)


def _entry(known: dict[str, list[str]]) -> RosterEntry:
    """The student as a roster has him: former numbers and names still find him."""
    ids = [value for kind in ("id", "also") for value in known.get(kind, ())]
    emails = known.get("email", [])
    person = Person(known.get("name", [""])[-1], known.get("id", [""])[-1], emails[-1] if emails else "")
    logins = [email.partition("@")[0] for email in emails]
    names = {form for name in known.get("name", ()) for form in name_forms(name)}
    return RosterEntry(person, frozenset(value.casefold() for value in (*ids, *emails, *logins)), frozenset(names))


def _with_own_ids(entries: Sequence[RosterEntry]) -> list[RosterEntry]:
    """The entries without what two addresses have before their @, by which neither student is known.

    Raises:
        UsageError: when two have the same number, login or address.

    """
    if not all(entry.columns for entry in entries):
        return list(entries)  # those who are in a download
    owner: dict[str, RosterEntry] = {}
    owned: list[RosterEntry] = []
    counts = Counter(text for entry in entries for text in entry.ids)
    for entry in entries:
        cells = {value.casefold().removeprefix("#") for value in entry.columns.values()}
        ids = {text for text in entry.ids if counts[text] == 1 or text in cells}
        known = {text: owner[text] for text in sorted(ids) if text in owner}
        for text, other in known.items():
            if not other.names & entry.names:
                names = f"{other.person.name} and {entry.person.name}"
                raise UsageError(f'the roster has "{text}" for two students, {names}; each needs one of his own')
        if not known:  # else he stands there twice, as where he is in two sections
            owned.append(replace(entry, ids=frozenset(ids)))
            owner |= dict.fromkeys(ids, entry)
    return owned


def add_students(connection: Connection, entries: Sequence[RosterEntry], event: int) -> tuple[int, int]:
    """Add a roster's students, and what it tells anew of those who are known; how many are new, and how many changed.

    Raises:
        UsageError: when a row of the roster may be one of several students.

    """
    entries = _with_own_ids(entries)
    students = read_students(connection)
    added = changed = 0
    for entry in entries:
        known = students.on_roster(entry)
        if known is None:
            student = new_id(connection.execute(insert(STUDENT), {"event_id": event}).inserted_primary_key)
            added += 1
        else:
            student = known.id
        rows = [
            {"student_id": student, "kind": kind, "value": storable(value), "event_id": event}
            for kind, value in _stated(entry)
            if value and (known is None or not _has(known, kind, value))
        ]
        changed += bool(rows and known)
        if rows:
            connection.execute(insert(IDENTITY), rows)
    return added, changed


def mark_left(connection: Connection, students: Iterable[Student], event: int, *, left: bool) -> int:
    """Write down that students left the course, or came back; return how many of them had not before."""
    rows = [
        {"student_id": student.id, "kind": "left", "value": "yes" if left else "", "event_id": event}
        for student in students
        if student.left != left
    ]
    if rows:
        connection.execute(insert(IDENTITY), rows)
    return len(rows)


def _stated(entry: RosterEntry) -> Iterator[tuple[str, str]]:
    person = entry.person
    yield from (("name", person.name), ("id", person.id), ("email", person.email), ("section", entry.section))
    usual = {person.id.casefold(), person.email.casefold(), person.email.casefold().partition("@")[0]}
    yield from (("also", value) for value in sorted(entry.ids - usual))


def _has(known: Student, kind: str, value: str) -> bool:
    """Whether that is known; ``Ann Lee`` is no other name than ``Lee, Ann``."""
    if kind == "name" and name_forms(known.name) & name_forms(value):
        return True
    present = {"name": known.name, "id": known.number, "email": known.email, "section": known.section}
    if kind == "also":
        return value in known.also or value == known.number.casefold()
    return present[kind] == value or (kind == "id" and value.casefold() in known.also)
