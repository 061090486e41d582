"""Blackboard: its download of submissions, its file of grades, and the names under which feedback goes back."""

from __future__ import annotations

import contextlib
import os
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

_ENTRY = lazy_regex(
    r"(?P<head>.+?)_attempt_(?P<date>\d{4}-\d\d-\d\d)-(?P<time>\d\d-\d\d-\d\d)(?:_(?P<original>.+)|\.txt)",
    re.DOTALL,
    needs="_attempt_",
)
_NAME_LINE = lazy_regex(r"Name:(?P<name>.*)\((?P<login>[^()]+)\)\s*")
_LONGEST_LINE = 1000


class Blackboard:
    """Blackboard Learn: "Assignment File Download", the grade center, the feedback of assignments."""

    system = "Blackboard"
    kinds: Mapping[Field, Kind] = {"number": "register", "login": "blackboard"}
    numbered_column = True

    def read(self, folder: Path) -> Download | None:
        """Read the attempts; the text beside an attempt names the student, and is no part of what they handed in."""
        attempts: dict[tuple[str, str], list[tuple[Path, re.Match[str]]]] = {}
        for path in files(folder):
            if match := _ENTRY.fullmatch(path.name):
                when = f"{match['date']}T{match['time'].replace('-', ':')}"
                attempts.setdefault((match["head"], when), []).append((path, match))
        if not attempts:
            return None
        people = dict(_people(attempts))
        hand_ins = [_hand_in(people[head], when, entries) for (head, when), entries in attempts.items()]
        known = [path.name for entries in attempts.values() for path, _ in entries]
        titles = {head.removesuffix(f"_{people[head].id}") for head in people}
        title = titles.pop() if len(titles) == 1 else ""
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins, tuple(known)), title)

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the user name."""
        return bool(row.login)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; Blackboard knows the maximum itself."""
        del max_points
        yield "Last Name", "First Name", "Username", "Student ID", column
        for row in rows:
            last, first = _parts(row.name)
            yield defuse_formula(last), defuse_formula(first), row.login, row.number, shown(row.points)

    def name(self, provenance: Provenance, ending: str) -> str:
        """A file of the student's attempt."""
        matches = map(_ENTRY.fullmatch, provenance.entries)
        return next((f"{inert(match[0][: match.end('time')])}_feedback{ending}" for match in matches if match), "")


def _people(attempts: dict[tuple[str, str], list[tuple[Path, re.Match[str]]]]) -> Iterator[tuple[str, Person]]:
    """Yield the student of each head: as the text beside the attempt names them, else by what only their names hold."""
    texts: dict[str, list[Path]] = {}
    for (head, _), entries in attempts.items():
        texts.setdefault(head, []).extend(path for path, match in entries if not match["original"])
    heads = sorted(texts)
    shared = os.path.commonprefix(heads)  # noqa: RUF071 - names, no paths
    title = shared[: shared.rfind("_") + 1] if len(heads) > 1 else heads[0][: heads[0].rfind("_") + 1]
    for head in heads:
        named = next(filter(None, (_named_in(text, head) for text in texts[head])), None)
        yield head, named or Person(head[len(title) :], head[len(title) :])


def _named_in(text: Path, head: str) -> Person | None:
    """Read the student from the text's first line; None if it does not agree with the file's own name."""
    line = ""
    with contextlib.suppress(OSError), text.open("rb") as file:
        line = file.readline(_LONGEST_LINE).decode("utf-8-sig", "replace").strip()
    match = _NAME_LINE.fullmatch(line)
    return Person(match["name"].strip(), match["login"]) if match and head.endswith(f"_{match['login']}") else None


def _hand_in(person: Person, when: str, entries: list[tuple[Path, re.Match[str]]]) -> HandIn:
    handed_in = tuple(HandedInFile(path, match["original"]) for path, match in entries if match["original"])
    texts = tuple(
        HandedInFile(path, "comments.txt", by_system=True) for path, match in entries if not match["original"]
    )
    return HandIn((person,), handed_in or texts, submitted=when)


def _parts(name: str) -> tuple[str, str]:
    """Last and first name of ``Lee, Ann`` or ``Ann Lee``."""
    if "," in name:
        last, _, first = name.partition(",")
    else:
        first, _, last = name.rpartition(" ")
    return last.strip(), first.strip()


IMPORTER = FEEDBACK = Blackboard()
GRADE_FILES = {"blackboard": IMPORTER}
