"""Moodle: ``<name>_<participant id>_assignsubmission_file_``, as a folder or in front of each file's name."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from harness.course.ingest.importers.base import Download, HandedInFile, HandIn, Person, unknown_entries
from harness.course.ingest.taking_in.copy_submission import fingerprint
from harness.course.ingest.taking_in.entries import files, visible_entries
from harness.model.patterns import lazy_regex

_ENTRY = lazy_regex(
    r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)(?:_(?P<original>.*))?", re.DOTALL
)


_MOST_HYPHENS = 20
"""Hyphens of a name in front of which a team may stand."""


class Moodle:
    """Moodle, "Download all submissions", with folders and without."""

    system = "Moodle"

    def read(self, folder: Path) -> Download | None:
        """Read the entries of each participant: the folder of his files, or the files, and his text beside them."""
        entries: dict[Person, list[tuple[Path, re.Match[str]]]] = {}
        for path in visible_entries(folder):
            if match := _ENTRY.fullmatch(path.name):
                blind = match["name"].endswith("Participant")
                name = f"{match['name']}_{match['id']}" if blind else match["name"]
                entries.setdefault(Person(name, match["id"]), []).append((path, match))
        hand_ins = [_hand_in(person, matched) for person, matched in entries.items()]
        unknown = unknown_entries(folder, hand_ins)
        return Download(tuple(_join_teams(hand_ins)), unknown) if hand_ins else None


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
    digest = hashlib.sha256()
    for file in hand_in.files:
        digest.update(file.name.encode("utf-8", "surrogateescape"))
        try:
            with file.path.open("rb") as content:
                digest.update(hashlib.file_digest(content, "sha256").digest())
        except OSError:  # nobody can say that it is the same as another's
            digest.update(os.fsencode(file.path))
    return digest.digest()


IMPORTER = Moodle()
