"""A class's roster: names and numbers from a CSV file with the headings of any of the usual systems."""

from __future__ import annotations

import contextlib
import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import islice
from pathlib import Path

from msgspec import Struct, field

from harness.course.learning_systems.base import Person
from harness.model.errors import UsageError

NAME = "roster.csv"
_LARGEST = 16 * 1024**2
_MOST_ROWS = 50_000
"""Rows of a file: more students than any class has."""
_MOST_CELLS = 2_000_000
_BETWEEN_CELLS = ",;\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What may end a cell or a line."""
_LONGEST_NAME = 300
"""Letters of a name or a heading that count."""
_NAMES = ("student", "name", "fullname", "studentname", "displayname", "rostername")
_LAST = ("lastname", "surname", "familyname", "nachname")
_FIRST = ("firstname", "givenname", "vorname")
_IDS = (
    "sisuserid", "sisloginid", "githubusername", "username", "login", "loginid", "id", "studentid", "userid", "sid",
    "idnumber", "orgdefinedid", "identifier", "githubid", "matriculation", "matrikelnummer", "netid", "number",
)  # fmt: skip
_SECTIONS = ("section", "sections", "groupname", "tutorial")
_EMAILS = ("email", "emailaddress", "mail")
_TIMES = (
    "%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%d %B %Y, %I:%M %p", "%d %B %Y, %H:%M",
    "%A, %B %d, %Y, %I:%M %p", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M",
)  # fmt: skip
"""Moodle's times, by its languages of English."""
_NO_STUDENTS = {"pointspossible", "studenttest", "teststudent"}
"""Rows that Canvas writes beside those of students."""


class RosterEntry(Struct, frozen=True):
    """A student of a roster, and all by which he may be known."""

    person: Person
    ids: frozenset[str]
    """Numbers, logins and the e-mail address, in small letters."""
    names: frozenset[str]
    """His name in every order, reduced to letters and digits."""
    section: str = ""
    """The section of the class, where the roster has any."""
    columns: Mapping[str, str] = {}
    """What stands under each heading, by the heading reduced to letters and digits; empty cells are left out."""


class Roster(Struct, frozen=True):
    """The students of a class."""

    entries: tuple[RosterEntry, ...]
    headings: tuple[str, ...] = ()
    """The headings of the file as they stand there."""
    _by_id: dict[str, list[RosterEntry]] = field(default_factory=dict)
    _by_name: dict[str, list[RosterEntry]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the entries."""
        for entry in self.entries:
            for identity in entry.ids:
                self._by_id.setdefault(identity, []).append(entry)
            for name in entry.names:
                self._by_name.setdefault(name, []).append(entry)

    def entry_of(self, ids: Iterable[str], names: Iterable[str]) -> RosterEntry | None:
        """The one student that is known by one of the ids, else by one of the names; None where none or several are."""
        entries = self.known_by(ids) or self.called(names)
        return entries[0] if len(entries) == 1 else None

    def known_by(self, ids: Iterable[str]) -> list[RosterEntry]:
        """The students that are known by one of the ids."""
        return _distinct(entry for text in ids if text for entry in self._by_id.get(text.casefold(), ()))

    def called(self, names: Iterable[str]) -> list[RosterEntry]:
        """The students of one of the names."""
        return _distinct(entry for key in map(reduced, names) if key for entry in self._by_name.get(key, ()))


def _distinct(entries: Iterable[RosterEntry]) -> list[RosterEntry]:
    return list({id(entry): entry for entry in entries}.values())


def read_roster(path: Path) -> Roster:
    """Read a roster.

    Raises:
        UsageError: when it cannot be read, or has no heading that names students.

    """
    rows = decoded_csv(path)
    headings = [reduced(heading) for heading in rows[0]] if rows else []
    if not set(headings) & {*_NAMES, *_IDS, *_EMAILS, *_LAST}:
        raise UsageError(
            f"{path}:1: none of the headings names students; expected such as Student, Name, ID, Login, Email, or "
            "First name and Last name"
        )
    entries = (entry_of_row(dict(zip(headings, map(str.strip, row), strict=False))) for row in rows[1:])
    return Roster(tuple(entry for entry in entries if entry is not None), tuple(map(str.strip, rows[0])))


def decoded_csv(path: Path) -> list[list[str]]:
    """The rows of a CSV file that are not empty, whatever its encoding and its delimiter are.

    Raises:
        UsageError: when it cannot be read.

    """
    text = _decode(read_csv(path))
    try:
        check_cells(text)
        rows = list(islice(csv.reader(text.splitlines(), delimiter=_delimiter(text)), _MOST_ROWS + 1))
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    except csv.Error as error:
        raise UsageError(f"{path}: this is no CSV file: {error}") from None
    if len(rows) > _MOST_ROWS:
        raise UsageError(f"{path}: this has more than {_MOST_ROWS} rows")
    line = _unclosed(text)
    if line is not None:
        raise UsageError(f'{path}:{line}: a quotation begins in this row and ends nowhere; write " as "" in a cell')
    return [row for row in rows if any(map(str.strip, row))]


def check_cells(text: str) -> None:
    """UsageError where the lines or the cells of a text are so many that they would take much memory or time."""
    if sum(map(text.count, _BETWEEN_CELLS)) > _MOST_CELLS:
        raise UsageError(f"this has more than {_MOST_CELLS} cells")


def _unclosed(text: str) -> int | None:
    """The line of the row whose quotation takes in the rest of the file; None where each is closed."""
    reader = csv.reader(text.splitlines(), delimiter=_delimiter(text), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            next(reader)
        except StopIteration:
            return None
        except csv.Error as error:
            return line if "end of data" in str(error) else None


def read_csv(path: Path) -> bytes:
    """The bytes of a CSV file; UsageError when it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path}: it cannot be read: {error.strerror}") from None
    if len(content) > _LARGEST:
        raise UsageError(f"{path}: this is larger than {_LARGEST // 1024**2} MiB")
    return content


def reduced(text: str) -> str:
    """The letters and digits of a text, small and without accents: ``Müller, Hans`` is ``mullerhans``."""
    decomposed = unicodedata.normalize("NFKD", text[:_LONGEST_NAME]).casefold()
    return "".join(letter for letter in decomposed if letter.isalnum())


def _decode(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def entry_of_row(row: Mapping[str, str]) -> RosterEntry | None:
    """A student by the row's values under the reduced headings; None where the row is no student's."""
    last, first = _value(row, _LAST), _value(row, _FIRST)
    name = _value(row, _NAMES) or f"{first} {last}".strip()
    ids = [value for heading in _IDS if (value := row.get(heading, "").removeprefix("#"))]  # Brightspace's sign
    email = _value(row, _EMAILS)
    if reduced(name) in _NO_STUDENTS or not (name or ids or email):
        return None
    numbers = [match[1] for value in ids if (match := re.fullmatch(r"Participant (\d+)", value))]
    known = {value.casefold() for value in (*ids, *numbers, email, email.partition("@")[0]) if value}
    names = {reduced(f"{last}{first}"), reduced(f"{first}{last}"), *name_forms(name)} - {""}
    person = Person(name or ids[0] if ids else name or email, ids[0] if ids else "", email)
    columns = {heading: value for heading, value in row.items() if heading and value}
    return RosterEntry(person, frozenset(known), frozenset(names), _value(row, _SECTIONS), columns)


def submitted(entry: RosterEntry) -> str:
    """When he handed in, ISO 8601 without a zone, where the roster is a grading worksheet of Moodle's; else empty."""
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
