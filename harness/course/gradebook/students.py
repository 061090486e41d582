"""The students of a course: who they are by the roster or a learning system, and whose a hand-in is."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field
from sqlalchemy import Connection, insert, select

from harness.course.gradebook.storage.tables import IDENTITY, STUDENT
from harness.course.ingest.matching.roster import Roster
from harness.course.ingest.matching.roster_row import RosterEntry, name_forms
from harness.course.learning_systems.base import Person
from harness.course.learning_systems.identifiers import IN_WORDS, Kind
from harness.model.errors import UsageError

UNDONE = "undone"
"""The kind of a row that takes back another, whose number it holds."""
_TWO = 2
_LIKE = 5
"""Students that are named where several could be meant."""


class Student(Struct, frozen=True):
    """A student as a reader of marks knows them."""

    id: int
    """The number in the gradebook, which stays the same and says nothing of the person."""
    name: str = ""
    number: str = ""
    """The number or login in the learning system."""
    email: str = ""
    also: tuple[str, ...] = ()
    """Further numbers and logins."""
    typed: tuple[tuple[Kind, str], ...] = ()
    """All of them whose kind is known, also former ones; of each kind the last counts."""
    section: str = ""
    left: bool = False
    """Whether they left the course: they keep the marks that they have, and nothing more is expected of them."""

    def id_of(self, kind: Kind) -> str:
        """Their identifier of a kind; empty where none is known."""
        return next((value for own, value in reversed(self.typed) if own == kind), "")

    @property
    def known(self) -> bool:
        """Whether anything is known of them; False for who was forgotten."""
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
    _same_names: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Count who has which name."""
        for student in self.by_id.values():
            self._same_names[student.shown] = self._same_names.get(student.shown, 0) + 1

    def match(self, ids: Iterable[str], names: Iterable[str], kind: Kind | None = None) -> Student | None:
        """The one student who is known by one of the ids, else by one of the names; None where none or several are.

        Systems number people each in their own way: an id of one student with the name of another means neither, and
        one of another kind than ``kind`` means nobody.
        """
        by_id = self.roster.known_by([text for text in ids if text], kind)
        by_name = self.roster.called([text for text in names if text])
        both = [entry for entry in by_id if any(entry is other for other in by_name)]
        entries = both if by_id and by_name else by_id or by_name
        return self.by_id[self.ids[id(entries[0])]] if len(entries) == 1 else None

    def label(self, student: Student) -> str:
        """What a student is called in a list: with their number where another one has the same name."""
        if self._same_names.get(student.shown, 0) < _TWO:
            return student.shown
        return f"{student.shown} ({student.number or f'#{student.id}'})"

    def on_roster(self, entry: RosterEntry) -> Student | None:
        """The student that a roster's row is about; two of one name and with different numbers are two.

        Raises:
            UsageError: when the row may be about several students.

        """
        entries = self.known_by_row(entry)
        if not entries:
            namesakes = self.roster.called([entry.person.name])
            entries = [other for other in namesakes if not (other.person.id and entry.person.id)]
        if len(entries) > 1:
            names = " and ".join(f"{other.person.name} ({other.person.id})" for other in entries)
            raise UsageError(f"the roster's {entry.person.name} ({entry.person.id}) may be {names}")
        return self.by_id[self.ids[id(entries[0])]] if entries else None

    def known_by_row(self, entry: RosterEntry) -> list[RosterEntry]:
        """The students who are known by a number, a login or an address of a roster's row, each by its own kind."""
        kinds: dict[str, Kind] = {value.casefold(): kind for kind, value in entry.typed}
        entries = [known for text in sorted(entry.ids) for known in self.roster.known_by([text], kinds.get(text))]
        return list({id(known): known for known in entries}.values())

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
    rows = connection.execute(select(IDENTITY).order_by(IDENTITY.c.id)).all()
    undone = {int(row.value) for row in rows if row.kind == UNDONE}
    for row in rows:
        if row.kind != UNDONE and row.id not in undone:
            values[row.student_id].setdefault(row.kind, []).append(row.value)
    by_id = {student: _student(student, known) for student, known in values.items()}
    entries = {student: _entry(values[student]) for student in by_id if values[student]}
    return Students(by_id, Roster(tuple(entries.values())), {id(entry): student for student, entry in entries.items()})


def _student(student: int, known: dict[str, list[str]]) -> Student:
    name, number, email, section = (known.get(kind, [""])[-1] for kind in ("name", "id", "email", "section"))
    left = bool(known.get("left", [""])[-1])
    typed = _typed(known)
    others = (*known.get("id", ()), *known.get("also", ()), *(value for _, value in typed))
    also = tuple(value for value in dict.fromkeys(others) if value != number)
    return Student(student, name, number, email, also, typed, section, left)


def _typed(known: dict[str, list[str]]) -> tuple[tuple[Kind, str], ...]:
    return tuple((kind, value) for kind in IN_WORDS for value in known.get(kind, ()))


def _entry(known: dict[str, list[str]]) -> RosterEntry:
    """The student as a roster has them: former numbers and names still find them."""
    typed = _typed(known)
    ids = [*(value for kind in ("id", "also") for value in known.get(kind, ())), *(value for _, value in typed)]
    emails = known.get("email", [])
    person = Person(known.get("name", [""])[-1], known.get("id", [""])[-1], emails[-1] if emails else "")
    logins = [email.partition("@")[0] for email in emails]
    names = {form for name in known.get("name", ()) for form in name_forms(name)}
    known_by = frozenset(value.casefold() for value in (*ids, *emails, *logins))
    local: list[tuple[Kind, str]] = [("login", login) for login in logins]
    return RosterEntry(person, known_by, frozenset(names), typed=(*typed, *local))


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
