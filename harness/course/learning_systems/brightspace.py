"""Brightspace (D2L): its download of submissions, its import of grades, and its folders of feedback."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from harness.course.ingest.taking_in.entries import visible_entries
from harness.course.learning_systems.base import (
    Download,
    Field,
    GradeRow,
    HandedInFile,
    HandIn,
    Person,
    inert,
    shown,
    unknown_entries,
)
from harness.course.learning_systems.identifiers import Kind
from harness.model.grade import Provenance
from harness.model.patterns import lazy_regex

_TIME = r"(?P<month>[A-Z][a-z]{2})[a-z]*\.? (?P<day>\d{1,2}), (?P<year>\d{4}) (?P<clock>\d{3,4}) ?(?P<half>[AP]M)"
ENTRY = lazy_regex(
    rf"(?P<user>\d+)-(?P<item>\d+) ?- (?P<name>.+?) ?- ?{_TIME}(?: - (?P<original>.+))?",
    re.DOTALL | re.IGNORECASE,
    needs=", ",
)
_METADATA = ("index.html",)


class Brightspace:
    """Brightspace: the download of an assignment's submissions, with folders and without; grades and feedback.

    The ``#`` in front of numbers keeps spreadsheets from changing them.
    """

    system = "Brightspace"
    kinds: Mapping[Field, Kind] = {"number": "orgid", "login": "login"}
    numbered_column = False

    def read(self, folder: Path) -> Download | None:
        """Read the attempts: the files of one have its number, name and time in front or lie below such a folder."""
        attempts: dict[tuple[Person, str], list[tuple[Path, str]]] = {}
        for path in visible_entries(folder):
            match = ENTRY.fullmatch(path.name)
            if match and path.is_dir() != bool(match["original"]):
                attempt = Person(match["name"], match["user"]), _time(match)
                attempts.setdefault(attempt, []).append((path, match["original"] or ""))
        hand_ins = [_hand_in(person, when, entries) for (person, when), entries in attempts.items()]
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins, _METADATA)) if hand_ins else None

    def known(self, row: GradeRow) -> bool:
        """Whether the line has a number or the user name."""
        return bool(row.number or row.login)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; Brightspace knows the maximum itself."""
        del max_points
        yield "OrgDefinedId", "Username", f"{column} Points Grade", "End-of-Line Indicator"
        for row in rows:
            yield f"#{row.number}" if row.number else "", f"#{row.login}" if row.login else "", shown(row.points), "#"

    def name(self, provenance: Provenance, ending: str) -> str:
        """The feedback in the attempt's folder; files that were downloaded without one have its name in front."""
        for entry in provenance.entries:
            if match := ENTRY.fullmatch(entry):
                folder = entry.removesuffix(f" - {match['original']}") if match["original"] else entry
                return f"{inert(folder)}/feedback{ending}"
        return ""


def _time(match: re.Match[str]) -> str:
    """The time as ISO 8601; empty if there is no such day."""
    written = f"{match['month']} {match['day']} {match['year']} {match['clock'].zfill(4)} {match['half']}"
    try:
        return datetime.strptime(written, "%b %d %Y %I%M %p").isoformat()  # noqa: DTZ007 - the school's own time
    except ValueError:
        return ""


def _hand_in(person: Person, when: str, entries: list[tuple[Path, str]]) -> HandIn:
    folder = next((path for path, _ in entries if path.is_dir()), None)
    handed_in = tuple(HandedInFile(path, original) for path, original in entries if original)
    return HandIn((person,), handed_in, folder, submitted=when)


IMPORTER = FEEDBACK = Brightspace()
GRADE_FILES = {"brightspace": IMPORTER}
