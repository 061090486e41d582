"""Put the rows of a board that is written as a matrix, ``{{0, 1}, {1, 0}}``, on lines of their own."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from .marks import MAX_KINDS, PLAIN_KINDS
from .rows import LARGEST

_ROW = r"""[\[{(][^\[\]{}()\n]{1,100}[\]})]|"[^"\n]{1,40}"|'[^'\n]{1,40}'"""
_MATRIX = re.compile(rf"[\[{{(]\s*((?:(?:{_ROW})[\s,;]*){{1,{LARGEST}}})[\]}})]")
"""Rows in brackets or quotes, on one line or several, with brackets around them all."""
_ROWS_IN_A_LINE = re.compile(rf"((?:(?:{_ROW})[ \t,;]*){{4,{LARGEST}}})")
"""The same on one line, without brackets around them: of fewer rows that may be anything."""
_OPENING = re.compile(r"""[\[{("']""")
"""With which rows begin: without any there is no matrix."""
_EMPTY = "."
"""Stands for a square that is written as a blank."""


def unfolded(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Put each row of such a board, and the text before and after it, on lines of their own.

    Returns the lines, and of each the number that it had, counted from 0.
    """
    text = "\n".join(lines)
    if not _OPENING.search(text):
        return list(lines), list(range(len(lines)))
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    pieces: list[tuple[str, int]] = []
    done = 0
    for match, rows in _matrices(text):
        pieces += _around(text, done, match.start(), starts)
        pieces += [(row, bisect_right(starts, at) - 1) for row, at in rows]
        done = match.end()
    if not pieces:
        return list(lines), list(range(len(lines)))
    pieces += _around(text, done, len(text), starts)
    return [piece for piece, _ in pieces], [number for _, number in pieces]


def _around(text: str, start: int, end: int, starts: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The lines of a part of the text with their numbers; of a line that was cut, what says something."""
    at = start
    for line in text[start:end].split("\n"):
        is_whole = (at == 0 or text[at - 1] == "\n") and (at + len(line) == len(text) or text[at + len(line)] == "\n")
        if is_whole or re.search(r"\w", line):
            yield line, bisect_right(starts, at) - 1
        at += len(line) + 1


def _matrices(text: str) -> Iterator[tuple[re.Match[str], list[tuple[str, int]]]]:
    """Each matrix that may be a board, and its rows with blanks between the marks, each with its place in the text."""
    matches = [match for pattern in (_MATRIX, _ROWS_IN_A_LINE) for match in pattern.finditer(text)]
    done = 0
    for match in sorted(matches, key=lambda match: (match.start(), -match.end())):
        bodies = [(row[0][1:-1], match.start(1) + row.start()) for row in re.finditer(_ROW, match[1])]
        rows = [(_marks(body, len(bodies)), at) for body, at in bodies]
        kinds = {mark for marks, _ in rows for mark in marks}
        is_square = all(len(marks) == len(rows) for marks, _ in rows)
        if match.start() >= done and is_square and min(PLAIN_KINDS, len(rows)) <= len(kinds) <= MAX_KINDS:
            done = match.end()
            yield match, [(" ".join(marks), at) for marks, at in rows]


def _marks(row: str, size: int) -> list[str]:
    """The marks of a row without its brackets: each character, or what is between commas or blanks."""
    if len(row) == size:
        return [sign.strip() or _EMPTY for sign in row]
    if "," in row or ";" in row:
        items = [item.strip(" \t'\"") or _EMPTY for item in row.replace(";", ",").split(",")]
        return items if row[-1] not in ",;" else items[:-1]
    return row.split()
