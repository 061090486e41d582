"""Take off the numbers or letters that count the rows beside a board, so that what is left is the board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from .drawing import FRAME
from .rows import BARS, MAX_WIDTH
from .words import denies, names_size

MAX_LINES_PER_ROW = 6
"""Lines from one label to the next: squares may be several lines high, with a rule below."""
_UPWARDS = "12345678", "01234567", "abcdefgh"
_LEFT = re.compile(r"\s*(?:row\s*#?|r)?[\[(]?(?P<key>\d|[A-Ha-h])(?![^\W_])", re.IGNORECASE)
_RIGHT = re.compile(r"(?<![^\W_])(?P<key>\d|[A-Ha-h])\s*$")
_SIGN = re.compile(r"[\])]?(?:[-=]>|[:.)>])*(?:\s+(?:[-=]?>|[-:])(?=\s))?")
"""What belongs to a label: ``:``, ``)``, ``->``; also ``-`` between blanks."""


@dataclass(frozen=True, slots=True)
class _Label:
    line: int
    key: str
    at: int
    sign: str = ""
    """What is between the label, which is to the left, and the row."""


def without_row_labels(lines: Sequence[str], sizes: AbstractSet[int]) -> list[str] | None:
    """The same lines without the labels beside boards of these sizes; None if there are none.

    Labels are as many as the board has rows. They count up or down, from 0, 1 or a, in one column, each as far
    from the next as any other.
    """
    bare = [line.expandtabs() if len(line) <= MAX_WIDTH else "" for line in lines]
    right = list(_runs(list(_right_labels(bare)), sizes))
    for run in right:
        _cut_right(bare, run)
    left = list(_runs(list(_left_labels(bare)), sizes))
    for run in left:
        _cut_left(bare, run)
    return bare if left or right else None


def _left_labels(lines: Sequence[str]) -> Iterator[_Label]:
    """The labels before rows. A number by itself is none: it may be a size."""
    for number, line in enumerate(lines):
        match = _LEFT.match(line)
        if match and line[match.end() :].strip() and _may_be_row(line):
            sign = _SIGN.match(line, match.end())
            yield _Label(number, match["key"].lower(), match.start("key"), sign[0] if sign else "")


def _right_labels(lines: Sequence[str]) -> Iterator[_Label]:
    for number, line in enumerate(lines):
        match = _RIGHT.search(line)
        if match and line[: match.start()].strip() and _may_be_row(line):
            yield _Label(number, match["key"].lower(), match.start("key"))


def _may_be_row(line: str) -> bool:
    return not names_size(line) and not denies(line)


def _runs(labels: Sequence[_Label], sizes: AbstractSet[int]) -> Iterator[Sequence[_Label]]:
    """The labels of one board each."""
    at = 0
    while at < len(labels):
        if not _are_next(*labels[at : at + 2]):
            at += 1
            continue
        runs = (labels[at : at + size] for size in sorted(sizes, reverse=True) if 1 < size <= len(labels) - at)
        run = next(filter(_counts, runs), ())
        if run:
            yield run
        at += len(run) or 1


def _are_next(label: _Label, below: _Label | None = None) -> bool:
    """Whether a label may be followed by the next one of its board, the cheapest of what ``_counts`` asks."""
    return below is not None and label.at == below.at and abs(ord(label.key) - ord(below.key)) == 1


def _counts(run: Sequence[_Label]) -> bool:
    keys = "".join(label.key for label in run)
    steps = {below.line - label.line for label, below in pairwise(run)}
    in_turn = any(keys in (count[: len(run)], count[: len(run)][::-1]) for count in _UPWARDS)
    even = len(steps) == 1 and max(steps) <= MAX_LINES_PER_ROW and len({label.at for label in run}) == 1
    return len(run) > 1 and in_turn and even


def _cut_left(lines: list[str], run: Sequence[_Label]) -> None:
    signs = {label.sign for label in run}
    width = run[0].at + 1 + (len(signs.pop()) if len(signs) == 1 else 0)
    bars = [bar.end() for label in run for bar in BARS.finditer(lines[label.line])]
    if len(bars) == len(run) and len(set(bars)) == 1 and not lines[run[0].line][width : bars[0] - 1].strip():
        width = bars[0]  # a rule between the labels and the board
    for number in _around(run, len(lines)):
        if FRAME.fullmatch(lines[number][:width]) or any(label.line == number for label in run):
            lines[number] = lines[number][width:]


def _cut_right(lines: list[str], run: Sequence[_Label]) -> None:
    at = run[0].at
    bars = [bar.start() for label in run for bar in BARS.finditer(lines[label.line])]
    if len(bars) == len(run) and len(set(bars)) == 1 and not lines[run[0].line][bars[0] + 1 : at].strip():
        at = bars[0]
    for number in _around(run, len(lines)):
        if FRAME.fullmatch(lines[number][at:]) or any(label.line == number for label in run):
            lines[number] = lines[number][:at]


def _around(run: Sequence[_Label], count: int) -> range:
    """The lines of a board: those between its labels, and as many above and below as a square has."""
    margin = run[1].line - run[0].line - 1
    return range(max(0, run[0].line - margin), min(count, run[-1].line + margin + 1))
