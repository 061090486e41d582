"""A class's roster: names and numbers from a CSV file with the headings of any of the usual systems."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from msgspec import Struct, field

from harness.course.ingest.matching.roster_row import (
    NAMING,
    RosterEntry,
    SkippedRow,
    entry_of_row,
    name_of,
    reduced,
    why_no_student,
)
from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.entries import read_at_most
from harness.course.learning_systems.identifiers import Kind, kind_of_system
from harness.model.errors import UsageError
from harness.model.family import csv
from harness.model.grade import Provenance

NAME = "roster.csv"
_LARGEST = 16 * 1024**2
_MOST_ROWS = 50_000
"""Rows of a file: more students than any class has."""
_MOST_CELLS = 2_000_000
_BETWEEN_CELLS = ",;\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What may end a cell or a line."""


class Roster(Struct, frozen=True):
    """The students of a class."""

    entries: tuple[RosterEntry, ...]
    headings: tuple[str, ...] = ()
    """The headings of the file as they stand there."""
    skipped: tuple[SkippedRow, ...] = ()
    """The rows that are no student's."""
    _by_id: dict[str, list[RosterEntry]] = field(default_factory=dict)
    _by_name: dict[str, list[RosterEntry]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the entries."""
        for entry in self.entries:
            for identity in entry.ids:
                self._by_id.setdefault(identity, []).append(entry)
            for name in entry.names:
                self._by_name.setdefault(name, []).append(entry)

    def entry_of(self, ids: Iterable[str], names: Iterable[str], kind: Kind | None = None) -> RosterEntry | None:
        """The one student that is meant by ids and names; None if none or several are. See ``meant``."""
        entries = self.meant([(kind, text) for text in ids], names)
        return entries[0] if len(entries) == 1 else None

    def meant(self, ids: Iterable[tuple[Kind | None, str]], names: Iterable[str]) -> list[RosterEntry]:
        """The students that are known by one of the ids and by one of the names, of which either may be missing.

        Systems number people each in their own way. So an id of one student with the name of another means neither; a
        number whose kind nobody knows does not outweigh another name; and who is known by the name alone is somebody
        else where both have an identifier of that kind.
        """
        texts = [(None if "@" in text else kind, text) for kind, text in ids if text]
        names = [name for name in names if name]
        by_name = self.called(names)
        by_id = _distinct(entry for kind, text in texts for entry in self.known_by([text], kind))
        if by_id and by_name:
            return [entry for entry in by_id if any(entry is other for other in by_name)]
        if by_id:
            others = {reduced(name) for name in names} - {reduced(text) for _, text in texts}
            return [
                entry
                for entry in by_id
                if not entry.is_called_otherwise(others) or any(entry.surely_has(text, kind) for kind, text in texts)
            ]
        of_known_kind = [(kind, text) for kind, text in texts if kind != "own"]
        return [entry for entry in by_name if not any(entry.has_another(text, kind) for kind, text in of_known_kind)]

    def known_by(self, ids: Iterable[str], kind: Kind | None = None) -> list[RosterEntry]:
        """The students that are known by one of the ids; with a kind: those whose id may be of that kind."""
        return _distinct(
            entry
            for text in ids
            if text
            for entry in self._by_id.get(text.casefold(), ())
            if kind is None or entry.has(text, kind)
        )

    def called(self, names: Iterable[str]) -> list[RosterEntry]:
        """The students of one of the names."""
        return _distinct(entry for key in map(reduced, names) if key for entry in self._by_name.get(key, ()))


def entry_of_submission(roster: Roster, submission: Submission) -> RosterEntry | None:
    """Who of a roster handed in a submission; None if that is nobody, or not clear."""
    provenance = submission.provenance or Provenance("")
    ids = [text for text in (provenance.user_id, provenance.email) if text]
    kind = kind_of_system(provenance.system) if ids else None
    return roster.entry_of(ids or [submission.student], [provenance.name or submission.student], kind)


def _distinct(entries: Iterable[RosterEntry]) -> list[RosterEntry]:
    return list({id(entry): entry for entry in entries}.values())


def read_roster(path: Path) -> Roster:
    """Read a roster.

    Raises:
        UsageError: when it cannot be read, or has no heading that names students.

    """
    rows = decoded_csv(path)
    headings = [reduced(heading) for heading in rows[0]] if rows else []
    if not set(headings) & NAMING:
        raise UsageError(
            f"{path}:1: none of the headings names students; expected such as Student, Name, ID, Login, Email, or "
            "First name and Last name"
        )
    entries: list[RosterEntry] = []
    skipped: list[SkippedRow] = []
    for number, cells in enumerate(rows[1:], 2):
        row = dict(zip(headings, map(str.strip, cells), strict=False))
        entry = entry_of_row(row)
        if entry is not None:
            entries.append(entry)
        elif (reason := why_no_student(row)) and reason[0]:  # what the points possible are is no matter of people
            skipped.append(SkippedRow(number, name_of(row), *reason))
    return Roster(tuple(entries), tuple(map(str.strip, rows[0])), tuple(skipped))


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
    """The line of the row whose quotation takes in the rest of the file; None if each is closed."""
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
    return read_at_most(path, _LARGEST)


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
