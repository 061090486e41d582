"""Scores that a person has written into a file, YAML or CSV, for many students at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from harness.course.gradebook.marks.decisions import RubricItem
from harness.course.ingest.matching.roster import decoded_csv
from harness.model.errors import UsageError
from harness.model.struct import Model
from harness.spec.conversion.convert import convert
from harness.spec.yaml.source import read, with_written_keys

_COLUMNS = ("student", "clause", "points", "items", "comment")


class Item(Model, frozen=True):
    """A remark of the rubric, and what it gives or takes off."""

    points: float
    text: str


class Given(Model, frozen=True):
    """What a student gets, with a comment."""

    points: float | None = None
    items: tuple[str, ...] = ()
    comment: str = ""


class ScoreFile(Model, frozen=True):
    """A file of scores for one clause."""

    clause: str
    scores: dict[str, float | tuple[str, ...] | Given]
    """By student (name, number, login, e-mail) or by work (the first figures of its hash): points, or items."""
    rubric: dict[str, Item] = {}


class Entry(Struct, frozen=True):
    """A line of a file: what somebody gets for a clause."""

    who: str
    clause: str
    points: float | None
    items: tuple[str, ...]
    comment: str
    where: str
    """File and line."""


class GivenScores(Struct, frozen=True):
    """What a file holds."""

    entries: tuple[Entry, ...]
    rubric: Mapping[str, Mapping[str, RubricItem]] = {}
    """Items by clause and name."""


def read_scores(path: Path) -> GivenScores:
    """Read a file of scores: CSV by its ending, else YAML.

    Raises:
        UsageError: when it cannot be read or says what it may not; with file and line.

    """
    return _from_csv(path) if path.suffix.lower() == ".csv" else _from_yaml(path)


def _from_yaml(path: Path) -> GivenScores:
    source = with_written_keys(read(path), ("scores",), ("rubric",))
    file = convert(source, ScoreFile)
    items = {name: RubricItem(name, item.text, item.points) for name, item in file.rubric.items()}
    entries = []
    for who, given in file.scores.items():
        where = str(source.at(("scores", who)))
        if isinstance(given, Given):
            entries.append(Entry(who, file.clause, given.points, given.items, given.comment, where))
        elif isinstance(given, tuple):
            entries.append(Entry(who, file.clause, None, given, "", where))
        else:
            entries.append(Entry(who, file.clause, given, (), "", where))
    return GivenScores(tuple(entries), {file.clause: items})


def _from_csv(path: Path) -> GivenScores:
    lines = decoded_csv(path)
    if not lines or not {"student", "clause"} <= set(lines[0]) or not set(lines[0]) <= set(_COLUMNS):
        raise UsageError(f"{path}:1: expected the headings student, clause, points; also known: items, comment")
    return GivenScores(tuple(_entries(path, lines)))


def _entries(path: Path, lines: list[list[str]]) -> Iterator[Entry]:
    for number, line in enumerate(lines[1:], 2):
        row = dict(zip(lines[0], map(str.strip, line), strict=False))
        where, text = f"{path}:{number}", row.get("points", "")
        try:
            points = float(text.replace(",", ".")) if text else None
        except ValueError:
            raise UsageError(f'{where}: expected points, got "{text}"') from None
        if points is not None and not math.isfinite(points):
            raise UsageError(f'{where}: expected points, got "{text}"')
        items = tuple(row.get("items", "").split())
        yield Entry(row["student"], row["clause"], points, items, row.get("comment", ""), where)
