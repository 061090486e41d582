"""Moodle: ``<name>_<participant id>_assignsubmission_file_``, as a folder or in front of each file's name.

Moodle, "Import" of grades as CSV: columns that name the student, the grade, and a comment.

Moodle's grading worksheet, "Upload grading worksheet": participants' numbers, which its downloads tell, too.

Moodle, "Upload multiple feedback files in a zip": a folder a participant, as it is downloaded.

Moodle splits the folder's name at each ``_`` and reads the second part, the participant's number; so the name in
front of it must hold none, and the last ``_`` must be there.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from harness.course.ingest.taking_in.copy_submission import fingerprint
from harness.course.ingest.taking_in.entries import files, visible_entries
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

_ENTRY = lazy_regex(
    r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)(?:_(?P<original>.*))?",
    re.DOTALL,
    needs="_assignsubmission_",
)


_MOST_HYPHENS = 20
"""Hyphens of a name in front of which a team may stand."""
_PARTICIPANT = "Participant "
_NUMBER = lazy_regex(r"(?:Participant )?(\d+)")
_LONGEST = 100


class Moodle:
    """Moodle: "Download all submissions", with folders and without; grades and feedback.

    Its import of grades asks which column names the student, ``ID number`` or ``Email address``.
    """

    system = "Moodle"
    kinds: Mapping[Field, Kind] = {"number": "register", "login": "login"}
    numbered_column = False

    def read(self, folder: Path) -> Download | None:
        """Read the entries of each participant: the folder of their files, or the files, and their text beside them."""
        entries: dict[Person, list[tuple[Path, re.Match[str]]]] = {}
        for path in visible_entries(folder):
            if match := _ENTRY.fullmatch(path.name):
                blind = match["name"].endswith("Participant")
                name = f"{match['name']}_{match['id']}" if blind else match["name"]
                entries.setdefault(Person(name, match["id"]), []).append((path, match))
        hand_ins = [_hand_in(person, matched) for person, matched in entries.items()]
        unknown = unknown_entries(folder, hand_ins)
        return Download(tuple(_join_teams(hand_ins)), unknown) if hand_ins else None

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the ID number, the user name or the address."""
        return bool(row.number or row.login or row.email)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; Moodle knows the maximum itself."""
        del max_points
        yield "Full name", "ID number", "Username", "Email address", column, "Feedback comments"
        for row in rows:
            name, comment = defuse_formula(row.name), defuse_formula(row.comment)
            yield name, row.number, row.login, row.email, shown(row.points), comment

    def name(self, provenance: Provenance, ending: str) -> str:
        """The feedback in the student's own folder, also of one who handed in nothing, if their number is known."""
        match = _NUMBER.fullmatch(provenance.user_id)
        if match is None or (provenance.system != self.system and match[0] == match[1]):
            return ""  # a number that the roster alone has may be another one, and so another student's
        group = f"{provenance.group}-" if provenance.group else ""
        name = inert(f"{group}{provenance.name}").replace("_", " ").strip()[:_LONGEST] or "Participant"
        name = "Participant" if name == f"Participant {match[1]}" else name
        return f"{name}_{match[1]}_assignsubmission_file_/feedback{ending}"


def _hand_in(person: Person, entries: list[tuple[Path, re.Match[str]]]) -> HandIn:
    folders = [path for path, match in entries if path.is_dir() and match["kind"] == "file"]
    handed_in: list[HandedInFile] = []
    for path, match in entries:
        is_text = match["kind"] == "onlinetext"
        if path.is_dir() and path not in folders[:1]:
            handed_in += [HandedInFile(file, file.name, by_system=is_text) for file in files(path)]
        elif path.is_file():
            handed_in.append(HandedInFile(path, match["original"] or path.name, by_system=is_text))
    return HandIn((person,), tuple(handed_in), folders[0] if folders else None)


def _join_teams(hand_ins: list[HandIn]) -> list[HandIn]:
    """Make one hand-in of those of a team: Moodle writes the team's files once for each member, ``<team>-<name>``.

    Only where every name has such a part in front, and those who share it handed in the very same: a name may hold a
    hyphen of its own.
    """
    if not all("-" in hand_in.people[0].name for hand_in in hand_ins):
        return hand_ins
    contents = {hand_in.people: _content(hand_in) for hand_in in hand_ins}
    shared = Counter((team, contents[hand_in.people]) for hand_in in hand_ins for team in _possible_teams(hand_in))
    teams: dict[tuple[str, bytes], list[HandIn]] = {}
    for hand_in in hand_ins:
        content = contents[hand_in.people]
        team = next((team for team in _possible_teams(hand_in) if shared[team, content] > 1), "")
        teams.setdefault((team, content), []).append(hand_in)
    joined: list[HandIn] = []
    for (team, _), members in teams.items():
        if not team:
            joined += members
            continue
        people = tuple(
            replace(member.people[0], name=member.people[0].name.removeprefix(f"{team}-")) for member in members
        )
        joined.append(replace(members[0], people=people, group=team))
    return joined


def _possible_teams(hand_in: HandIn) -> Iterator[str]:
    """The parts of a name in front of each of its first hyphens, the longest first."""
    parts = hand_in.people[0].name.split("-")
    for length in range(min(len(parts) - 1, _MOST_HYPHENS), 0, -1):
        yield "-".join(parts[:length])


def _content(hand_in: HandIn) -> bytes:
    if hand_in.folder is not None:
        return fingerprint(hand_in.folder)
    import hashlib  # noqa: PLC0415 - it takes a while to load, and few hand-ins are compared

    digest = hashlib.sha256()
    for file in hand_in.files:
        digest.update(file.name.encode("utf-8", "surrogateescape"))
        try:
            with file.path.open("rb") as content:
                digest.update(hashlib.file_digest(content, "sha256").digest())
        except OSError:  # nobody can say that it is the same as another's
            digest.update(os.fsencode(file.path))
    return digest.digest()


class MoodleWorksheet:
    """The worksheet of an assignment: what it does not have stays as it is in Moodle."""

    kinds: Mapping[Field, Kind] = {"number": "moodle"}
    numbered_column = False

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the participant's number."""
        return bool(row.number)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; the worksheet is of one assignment, so that its name does not be there."""
        del column
        yield (
            "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
            "Last modified (submission)", "Last modified (grade)", "Feedback comments",
        )  # fmt: skip
        for row in rows:
            identifier = _PARTICIPANT + row.number.removeprefix(_PARTICIPANT) if row.number else ""
            name, comment = defuse_formula(row.name), defuse_formula(row.comment)
            yield identifier, name, row.email, "", shown(row.points), shown(max_points), "Yes", "-", "-", comment


IMPORTER = FEEDBACK = Moodle()
GRADE_FILES = {"moodle": IMPORTER, "moodle_worksheet": MoodleWorksheet()}
