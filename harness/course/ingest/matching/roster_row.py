"""A row of a roster: whose it is, by what they are known, of what kind each number is; or why it is no student's."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from msgspec import Struct

from harness.course.learning_systems.base import Person
from harness.course.learning_systems.identifiers import HEADINGS, SEVERAL, Kind, kinds_of, may_be_same
from harness.model.patterns import lazy_regex

_LONGEST_NAME = 300
"""Letters of a name or a heading that count."""
_NAMES = ("student", "name", "fullname", "studentname", "displayname", "rostername")
_LAST = ("lastname", "surname", "familyname", "nachname")
_FIRST = ("firstname", "givenname", "vorname")
_SECTIONS = ("section", "sections", "groupname", "tutorial")
_EMAILS = ("email", "emailaddress", "mail")
NAMING = frozenset({*_NAMES, *HEADINGS, *_EMAILS, *_LAST})
"""The headings of which a roster has one at least."""
_TIMES = (
    "%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%d %B %Y, %I:%M %p", "%d %B %Y, %H:%M",
    "%A, %B %d, %Y, %I:%M %p", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M",
)  # fmt: skip
"""Moodle's times, by its languages of English."""
_POINTS_POSSIBLE = "pointspossible"
_TEST_STUDENTS = {"studenttest", "teststudent"}
_TEST_LOGIN = lazy_regex("[0-9a-f]{40}")
"""The login of Canvas's test student, which no person has."""
_PARTICIPANT = lazy_regex(r"Participant (\d+)")


class RosterEntry(Struct, frozen=True):
    """A student of a roster, and all by which they may be known."""

    person: Person
    ids: frozenset[str]
    """Numbers, logins and the e-mail address, in small letters."""
    names: frozenset[str]
    """Their name in every order, reduced to letters and digits."""
    section: str = ""
    """The section of the class, where the roster has any."""
    columns: Mapping[str, str] = {}
    """What is under each heading, by the heading reduced to letters and digits; empty cells are left out."""
    typed: tuple[tuple[Kind, str], ...] = ()
    """The numbers and logins as they are written, each with its kind."""

    def has(self, text: str, kind: Kind) -> bool:
        """Whether a text by which they are known may be their identifier of a kind."""
        kinds = {own for own, value in self.typed if value.casefold() == text.casefold()}
        if any(text.casefold() == known.partition("@")[0] for known in self.ids if "@" in known):
            kinds.add("login")
        return not kinds or any(may_be_same(own, kind) for own in kinds)

    def is_called_otherwise(self, names: Collection[str]) -> bool:
        """Whether none of some reduced names begins as one of theirs does: ``leeann`` may be ``Lee, Ann Marie``."""
        pairs = [(name, own) for name in names for own in self.names]
        return bool(pairs) and not any(name.startswith(own) or own.startswith(name) for name, own in pairs)

    def surely_has(self, text: str, kind: Kind | None) -> bool:
        """Whether a text is their address or their identifier of a kind, not one that only looks like it."""
        if kind is None or "@" in text:
            return text.casefold() in self.ids
        kinds = {own for own, value in self.typed if value.casefold() == text.casefold()} - {"own"}
        return kind != "own" and any(may_be_same(own, kind) for own in kinds)

    def has_another(self, text: str, kind: Kind | None) -> bool:
        """Whether they have an identifier of a kind, and it is not this one."""
        values = {value.casefold() for own, value in self.typed if own == kind}
        return kind not in SEVERAL and bool(values) and text.casefold() not in values


class SkippedRow(Struct, frozen=True):
    """A row of a roster that is taken for no student's."""

    row: int
    """Counted from 1, the headings with it, empty rows without."""
    text: str
    why: str
    sure: bool
    """Whether more than a name says so."""

    def __str__(self) -> str:
        """In words."""
        return f"row {self.row}, {self.text or 'without a name'}: {self.why}"


def reduced(text: str) -> str:
    """The letters and digits of a text, small and without accents: ``Müller, Hans`` is ``mullerhans``."""
    decomposed = unicodedata.normalize("NFKD", text[:_LONGEST_NAME]).casefold()
    return "".join(letter for letter in decomposed if letter.isalnum())


def entry_of_row(row: Mapping[str, str]) -> RosterEntry | None:
    """A student by the row's values under the reduced headings; None if the row is no student's."""
    last, first, name = _value(row, _LAST), _value(row, _FIRST), name_of(row)
    typed = _typed(row)
    ids = [value for _, value in typed]
    email = _value(row, _EMAILS)
    if why_no_student(row) is not None:
        return None
    written = [f"Participant {value}" if kind == "moodle" else value for kind, value in typed]
    known = {value.casefold() for value in (*ids, *written, email, email.partition("@")[0]) if value}
    names = {reduced(f"{last}{first}"), reduced(f"{first}{last}"), *name_forms(name)} - {""}
    person = Person(name or written[0] if written else name or email, written[0] if written else "", email)
    columns = {heading: value for heading, value in row.items() if heading and value}
    return RosterEntry(person, frozenset(known), frozenset(names), _value(row, _SECTIONS), columns, typed)


def name_of(row: Mapping[str, str]) -> str:
    """The name that a row has; empty if none stands there."""
    return _value(row, _NAMES) or f"{_value(row, _FIRST)} {_value(row, _LAST)}".strip()


def _typed(row: Mapping[str, str]) -> tuple[tuple[Kind, str], ...]:
    """The identifiers of a row with their kinds, without what systems write around them."""
    found: list[tuple[Kind, str]] = []
    for heading, kind in kinds_of(row).items():
        value = row[heading].removeprefix("#")  # Brightspace's sign
        participant = _PARTICIPANT.fullmatch(value)
        if value:
            found.append(("moodle", participant[1]) if participant else (kind, value))
    return tuple(found)


def why_no_student(row: Mapping[str, str]) -> tuple[str, bool] | None:
    """Why a row is no student's, and whether more than its name says so; None if it is one's.

    Canvas's test student has a Canvas id, no number of the school's, and a login that no person has. A student of that
    name has one of their own.
    """
    name, ids = reduced(name_of(row)), dict(_typed(row))
    if not (name or ids or _value(row, _EMAILS)):
        return "neither a name nor a number", False
    if name == _POINTS_POSSIBLE and not ids:
        return "", True
    if name in _TEST_STUDENTS and kinds_of(row).get("id") == "canvas" and not ids.get("sis"):
        if _TEST_LOGIN.fullmatch(ids.get("login", "")):
            return "Canvas's test student", True
        if not ids.get("login") and not _value(row, _EMAILS):
            return "Canvas's test student, by its name alone; a student of that name needs a SIS id or a login", False
    return None


def submitted(entry: RosterEntry) -> str:
    """When they handed in, ISO 8601 without a zone, where the roster is a grading worksheet of Moodle's; else empty."""
    text = entry.columns.get("lastmodifiedsubmission", "")
    for form in _TIMES if text else ():
        with contextlib.suppress(ValueError):
            return datetime.strptime(text, form).isoformat()  # noqa: DTZ007 - the school's own time
    return ""


def name_forms(name: str) -> set[str]:
    """A name with its last part in front and at the end, reduced, whether it is written ``Lee, Ann`` or ``Ann Lee``."""
    if "," in name:
        last, _, first = name.partition(",")
        forms = {reduced(name), reduced(first + last)}
    else:
        first, _, last = name.rpartition(" ")
        forms = {reduced(name), reduced(last + first)}
    return forms - {""}


def _value(row: Mapping[str, str], headings: Iterable[str]) -> str:
    return next((row[heading] for heading in headings if row.get(heading)), "")
