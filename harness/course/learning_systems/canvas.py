"""Canvas: all files flat, ``<name>[_LATE]_<user id>_<file id>_<original name>``; a text or link as ``_text.html``.

Canvas, "Import Grades": five columns that name the student, and one headed ``Name (assignment id)``.

Canvas, "Upload Submissions": files of the very names that were downloaded.

Canvas knows a file by the first two numbers of its name, those of the student and of their file; it shows the feedback
under the name that their file had.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from harness.course.ingest.taking_in.entries import files
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
from harness.model.escape import defuse_formula
from harness.model.grade import Provenance
from harness.model.patterns import lazy_regex

_FILE = r"(?:question_\d+_)?\d+_(?P<original>.+)|(?P<text>text|link)\.html"
_NAMED = lazy_regex(rf"(?P<name>.+?)_(?P<late>LATE_)?(?P<id>\d+)_(?:{_FILE})", re.DOTALL, needs="_")
_ANONYMOUS = lazy_regex(
    rf"(?P<late>LATE_)?(?P<name>anon)_(?P<late2>LATE_)?(?P<id>[A-Za-z0-9]+)_(?:{_FILE})", re.DOTALL, needs="anon_"
)
"""The first place where the numbers can be is theirs: what the student may have chosen comes after them."""
_NUMBERS = 2


class Canvas:
    """Canvas: "Download Submissions", feedback, and its gradebook, whose second line holds the maximum."""

    system = "Canvas"
    kinds: Mapping[Field, Kind] = {"number": "canvas", "login": "login", "sis_id": "sis"}
    numbered_column = True

    def read(self, folder: Path) -> Download | None:
        """Read a flat folder; the files of a student are those with their number."""
        students: dict[Person, list[re.Match[str]]] = {}
        paths: dict[str, Path] = {}
        for path in files(folder):
            match = _ANONYMOUS.fullmatch(path.name) or _NAMED.fullmatch(path.name)
            if match:
                paths[path.name] = path
                students.setdefault(_person(match), []).append(match)
        hand_ins = [_hand_in(person, matches, paths) for person, matches in students.items()]
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins)) if hand_ins else None

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the number that Canvas itself gave, or that of the register."""
        return bool(row.number or row.sis_id or row.login)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file."""
        yield "Student", "ID", "SIS User ID", "SIS Login ID", "Section", column
        yield "    Points Possible", "", "", "", "", shown(max_points)
        for row in rows:
            yield defuse_formula(row.name), row.number, row.sis_id, row.login, row.section, shown(row.points)

    def name(self, provenance: Provenance, ending: str) -> str:
        """The name of the student's first file; a text or a link that they handed in has no number of a file."""
        del ending
        return next((inert(entry) for entry in provenance.entries if _names_a_file(entry)), "")


def _person(match: re.Match[str]) -> Person:
    name = f"anon_{match['id']}" if "late2" in match.groupdict() else match["name"]  # of _ANONYMOUS
    return Person(name, match["id"])


def _hand_in(person: Person, matches: Sequence[re.Match[str]], paths: dict[str, Path]) -> HandIn:
    handed_in = tuple(
        HandedInFile(paths[match[0]], match["original"] or f"{match['text']}.html", by_system=bool(match["text"]))
        for match in matches
    )
    return HandIn((person,), handed_in, late=any("LATE_" in match[0][: match.end("id")] for match in matches))


def _names_a_file(entry: str) -> bool:
    parts = entry.split("_")
    numbers = [part for part in parts if part.isascii() and part.isdigit()]
    anonymous = "anon" in parts[:2]
    return len(numbers) >= _NUMBERS - anonymous and parts[-1] not in ("text.html", "link.html")


IMPORTER = FEEDBACK = Canvas()
GRADE_FILES = {"canvas": IMPORTER}
