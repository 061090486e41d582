"""The students of a course: who they are by the roster or a learning system, and whose a hand-in is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from harness.course.gradebook.storage.tables import IDENTITY, STUDENT, add_rows
from harness.course.ingest.matching.roster import Roster, entry_of_submission
from harness.course.ingest.matching.roster_row import RosterEntry, name_forms
from harness.course.ingest.submission import Submission
from harness.course.learning_systems.base import Person
from harness.course.learning_systems.identifiers import IN_WORDS, Kind
from harness.model.errors import UsageError

UNDONE = "undone"
"""The kind of a row that takes back another, whose number it holds."""
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
    has_namesake: bool = False
    """Whether another student has the same name."""

    def id_of(self, kind: Kind) -> str:
        """Their identifier of a kind; empty if none is known."""
        return next((value for own, value in reversed(self.typed) if own == kind), "")

    @property
    def known(self) -> bool:
        """Whether anything is known about them; False for who was forgotten."""
        return bool(self.name or self.number or self.email)

    @property
    def shown(self) -> str:
        """What the student is called, with a number beside it where another one has the same name."""
        called = self.name or self.number or self.email or f"student {self.id}"
        return f"{called} ({self.number or f'#{self.id}'})" if self.has_namesake else called

    @property
    def with_number(self) -> str:
        """What the student is called, with a number in any case."""
        return self.shown if self.has_namesake else f"{self.shown} ({self.number or f'#{self.id}'})"


class Students(Struct, frozen=True):
    """All students of a gradebook, to be found by number, login, e-mail or name."""

    by_id: dict[int, Student]
    roster: Roster
    ids: dict[int, int]
    """The identity of a roster's entry as an object -> the student."""

    def match(self, ids: Iterable[str], names: Iterable[str], kind: Kind | None = None) -> Student | None:
        """The one student who is meant by ids and names, as ``Roster.meant`` says; None if none or several are."""
        return self._student_of(self.roster.entry_of(ids, names, kind))

    def of_submission(self, submission: Submission) -> Student | None:
        """The student whose a submission is; None if that is nobody, or not clear."""
        return self._student_of(entry_of_submission(self.roster, submission))

    def of_row(self, row: RosterEntry) -> Student | None:
        """The one student whose a row of a system's file is: each identifier is taken for what its heading says."""
        ids: list[tuple[Kind | None, str]] = list(row.typed)
        ids.append((None, row.person.email))
        entries = self.roster.meant(ids, [row.person.name] if row.names else ())
        return self._student_of(entries[0] if len(entries) == 1 else None)

    def _student_of(self, entry: RosterEntry | None) -> Student | None:
        return None if entry is None else self.by_id[self.ids[id(entry)]]

    def on_roster(self, entry: RosterEntry, taken: Collection[int] = ()) -> Student | None:
        """The student that a roster's row is about; two of one name with different numbers of a kind are two.

        ``taken``: who is known by the numbers of other rows, and so not by the name alone.

        Raises:
            UsageError: when the row may be about several students.

        """
        entries = self.known_by_row(entry)
        if not entries:
            namesakes = self.roster.called(entry.names)
            entries = [
                other
                for other in namesakes
                if self.ids[id(other)] not in taken
                and not any(other.has_another(text, kind) for kind, text in entry.typed)
            ]
        if len(entries) > 1:
            students = (self.by_id[self.ids[id(other)]] for other in entries)
            names = " and ".join(student.with_number for student in students)
            own = f" ({entry.person.id})" if entry.person.id else ""
            raise UsageError(f"the roster's {entry.person.name}{own} may be {names}")
        return self._student_of(entries[0] if entries else None)

    def known_by_row(self, entry: RosterEntry) -> list[RosterEntry]:
        """The students who are known by a number, a login or an address of a roster's row, each by its own kind."""
        kinds: dict[str, set[Kind]] = {}
        for kind, value in entry.typed:
            kinds.setdefault(value.casefold(), set()).add(kind)
        local = entry.person.email.casefold().partition("@")[0]
        kinds.setdefault(local, {"login"})
        entries = [
            known
            for text in sorted(entry.ids)
            for known in self.roster.known_by([text])
            if text not in kinds or any(known.has(text, kind) for kind in kinds[text])
        ]
        return list({id(known): known for known in entries}.values())

    def named_in_rules(self, name: str, key: str) -> int:
        """The number of the student whom a key of the course's rules names; UsageError as ``named`` raises it."""
        try:
            return self.named(name).id
        except UsageError as error:
            raise UsageError(f"course.yaml: {key}: {error}") from None

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
    times = Counter(student.shown for student in by_id.values())
    by_id = {number: replace(student, has_namesake=times[student.shown] > 1) for number, student in by_id.items()}
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
    return RosterEntry(person, known_by, frozenset(names), typed=typed)


def mark_left(connection: Connection, students: Iterable[Student], event: int, *, left: bool) -> int:
    """Write down that students left the course, or came back; return how many of them had not before."""
    rows = [
        {"student_id": student.id, "kind": "left", "value": "yes" if left else "", "event_id": event}
        for student in students
        if student.left != left
    ]
    add_rows(connection, IDENTITY, rows)
    return len(rows)
