"""Canvas: all files flat, ``<name>[_LATE]_<user id>_<file id>_<original name>``; a text or link as ``_text.html``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from harness.course.ingest.importers.base import Download, HandedInFile, HandIn, Person, unknown_entries
from harness.course.ingest.taking_in.entries import files
from harness.model.patterns import lazy_regex

_FILE = r"(?:question_\d+_)?\d+_(?P<original>.+)|(?P<text>text|link)\.html"
_NAMED = lazy_regex(rf"(?P<name>.+?)_(?P<late>LATE_)?(?P<id>\d+)_(?:{_FILE})", re.DOTALL)
_ANONYMOUS = lazy_regex(rf"(?P<late>LATE_)?(?P<name>anon)_(?P<late2>LATE_)?(?P<id>[A-Za-z0-9]+)_(?:{_FILE})", re.DOTALL)
"""The first place where the numbers can stand is theirs: what the student may have chosen comes behind them."""


class Canvas:
    """Canvas, "Download Submissions"."""

    system = "Canvas"

    def read(self, folder: Path) -> Download | None:
        """Read a flat folder; the files of a student are those with his number."""
        students: dict[Person, list[re.Match[str]]] = {}
        paths: dict[str, Path] = {}
        for path in files(folder):
            match = _ANONYMOUS.fullmatch(path.name) or _NAMED.fullmatch(path.name)
            if match:
                paths[path.name] = path
                students.setdefault(_person(match), []).append(match)
        hand_ins = [_hand_in(person, matches, paths) for person, matches in students.items()]
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins)) if hand_ins else None


def _person(match: re.Match[str]) -> Person:
    name = f"anon_{match['id']}" if "late2" in match.groupdict() else match["name"]  # of _ANONYMOUS
    return Person(name, match["id"])


def _hand_in(person: Person, matches: Sequence[re.Match[str]], paths: dict[str, Path]) -> HandIn:
    handed_in = tuple(
        HandedInFile(paths[match[0]], match["original"] or f"{match['text']}.html", by_system=bool(match["text"]))
        for match in matches
    )
    return HandIn((person,), handed_in, late=any("LATE_" in match[0][: match.end("id")] for match in matches))


IMPORTER = Canvas()
