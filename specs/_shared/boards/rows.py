"""How one line of an output is read as a row of a board, in many styles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

MAX_WIDTH = 250
"""Characters of a line; longer ones are no rows."""
MAX_MARK = 8
"""Characters of a square, for example ``false``."""
LARGEST = 8
"""Squares of a row at most."""

Row = tuple[str, ...]
"""The marks of one row's squares; an empty square that is drawn as a blank is ``" "``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A line read as a row: its marks, and the labels beside them."""

    marks: Row
    labels: tuple[str, ...]


_LEFT = (
    re.compile(r"\s*(?:row\s*)?(\d\d?|[A-Za-z])()", re.IGNORECASE),
    re.compile(r"\s*(?:row\s*)?(\d\d?|[A-Za-z])\s*(->|=>|[:.)\]>=-])", re.IGNORECASE),
)
_RIGHT = re.compile(r"(?<![^\W_])(\d\d?|[A-Za-z])\s*$")
BARS = re.compile("[|\u00a6\u2502\u2503\u2551]")
_FRAMED = re.compile("\\s*[|\u00a6\u2502\u2503\u2551\\[({#*<](.*)[|\u00a6\u2502\u2503\u2551\\])}#*>,;]\\s*")
_PICTURE = re.compile("[\u2580-\U0001ffff]")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}|<([^<>]*)>")


@lru_cache(maxsize=4096)
def readings(line: str) -> dict[str, Reading]:
    """Read the line as a row in every style, by the style's name: the most squares first, then the plainest style."""
    if len(line) > MAX_WIDTH:
        return {}
    bodies = list(_bodies(line))
    readings_by_style: dict[str, Reading] = {}
    for read in (_by_bars, _by_brackets, _by_commas, _by_blanks, _by_separator, _by_character, _by_columns):
        for where, labels, body in bodies:
            for style, marks in read(body):
                if 1 <= len(marks) <= LARGEST and max(map(len, marks)) <= MAX_MARK:
                    readings_by_style[f"{style} {where}"] = Reading(tuple(mark or " " for mark in marks), labels)
    return dict(sorted(readings_by_style.items(), key=lambda item: -len(item[1].marks)))


def _bodies(line: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Take off labels and outer frame: yields what was taken off, the labels, and the rest."""
    starts = [(str(which), match[1], match.end()) for which, left in enumerate(_LEFT) if (match := left.match(line))]
    for left_kind, left_label, start in [("", "", 0), *starts]:
        ends = [("", "", len(line))]
        if (right := _RIGHT.search(line, start)) is not None:
            ends.append(("right", right[1], right.start()))
        for right_kind, right_label, end in ends:
            labels = tuple(label for label in (left_label, right_label) if label)
            body = line[start:end]
            yield f"{left_kind}{right_kind}", labels, body
            if (inner := _FRAMED.fullmatch(body)) is not None:
                yield f"{left_kind}{right_kind} framed", labels, inner[1]


def _by_bars(body: str) -> Iterator[tuple[str, list[str]]]:
    if not BARS.search(body):
        return
    parts = [part.strip() for part in BARS.split(body)]
    first, last = bool(BARS.match(body)), bool(BARS.match(body[-1:]))
    inner = body.strip()
    if BARS.match(inner) and BARS.match(inner[-1]):
        yield "bars around", parts[1:-1]
    if len(parts) > 1 and not first:
        yield "bars after", parts[:-1] if last else parts
    if len(parts) > 1 and not last:
        yield "bars before", parts[1:] if first else parts


def _by_brackets(body: str) -> Iterator[tuple[str, list[str]]]:
    if body.lstrip().startswith(("[", "(", "{", "<")) and not _BRACKETS.sub("", body).strip():
        yield "brackets", ["".join(groups).strip() for groups in _BRACKETS.findall(body)]


def _by_commas(body: str) -> Iterator[tuple[str, list[str]]]:
    if "," in body or ";" in body:
        parts = [part.strip() for part in re.split("[,;]", re.sub(r"[\[\](){}]", " ", body))]
        yield "commas", parts
        yield "commas after", parts[:-1] if not parts[-1] else parts


def _by_blanks(body: str) -> Iterator[tuple[str, list[str]]]:
    yield "blanks", body.split()


def _by_separator(body: str) -> Iterator[tuple[str, list[str]]]:
    """Split single marks with the same single character between any two of them."""
    marks = body.strip()
    between = set(marks[1::2])
    if len(marks) % 2 and len(between) == 1 and between.isdisjoint(marks[::2]):
        yield f"separator {marks[1]}", list(marks[::2])


def _by_character(body: str) -> Iterator[tuple[str, list[str]]]:
    marks = body.strip()
    if len(marks.split()) == 1:
        yield "characters", list(marks)
    elif _PICTURE.search(marks) and not BARS.search(marks):
        yield "pictures", list("".join(marks.split()))  # of two widths, with blanks that make up for it


def _by_columns(body: str) -> Iterator[tuple[str, list[str]]]:
    """Cut columns of equal width, perhaps after one more blank: blanks may be empty squares."""
    if " " in body and len(body) <= LARGEST * MAX_MARK and not BARS.search(body):
        for width in range(max(1, (len(body) - 1) // LARGEST), MAX_MARK):
            for start in (0, 1):
                columns = range(start, len(body), width)
                if len(columns) <= LARGEST and not body[:start].strip():
                    yield f"columns {width} {start}", [body[at : at + width].strip() for at in columns]
