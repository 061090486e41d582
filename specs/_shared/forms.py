"""Read solutions that are printed in another form than that of a handout, as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from . import nqueens
from .boards.drawing import Drawing
from .boards.page import page_of

Columns = tuple[int, ...]
_COUNT_BEHIND = re.compile(rb"(?<=[)\]}>\d])[ ,;]+\d{1,2}-queens[^\n]{0,200}\s*\Z", re.IGNORECASE)
"""The count where it stands on the line of the last solution."""
_WORDS = re.compile(rb"[A-Za-z]{2}|[A-Za-z].*\d|\d.*[A-Za-z]|^\s*\d+\.\d+\s*$")
"""What a solution has not: a word, ``0.2 s``, or the seconds alone."""
_NUMBER = re.compile(rb"\d{1,12}")
_NO_COUNT = re.compile(
    rb"\d+(?:\.\d+)?\s*(?:[mn]?s|m?secs?|(?:milli|nano)?seconds?|min|minutes?)\b|\d+\.\d+", re.IGNORECASE
)
"""A time, as ``0.2 s``."""
_PRODUCT = re.compile(rb"\b(\d+)\s*[x*]\s*\1\b", re.IGNORECASE)
_LONGEST = 1 << 16
"""Bytes in which solutions are looked for: those of n = 8, drawn with squares of a line, take a fourth of it."""
_LONGEST_LINE = 1000
"""Bytes of a line that are looked at; a line of ours has 60 at most."""
_GLUED = 9
"""The largest board of whose solutions each column is one digit."""


def is_words(line: bytes) -> bool:
    """Tell a line of words from a solution, with words around it or not. No solution has two or three numbers."""
    line = line[:_LONGEST_LINE]
    numbers = re.search(rb"[(\[{<]\W*\d[^)\]}>]*|\d+(?:[ ,;]+\d+)+", line)
    return bool(_WORDS.search(line)) and (numbers is None or len(_numbers_in(numbers[0])) in (2, 3))


def counting_numbers(line: bytes) -> list[bytes]:
    """The numbers in the beginning of a line that may count solutions or queens: no times; ``8 x 8`` is one number."""
    return _numbers_in(_PRODUCT.sub(rb"\1", _NO_COUNT.sub(b" ", line[:_LONGEST_LINE])))


def form_misses(output: bytes, size: int) -> tuple[str, ...]:
    """The near misses of a list that holds every solution and nothing else, in another form or order; else none."""
    right = list(nqueens.solutions(size))
    readings = list(_readings(_without_count(output[:_LONGEST]), size, len(right)))
    if right in readings:
        return ("wording",)
    return ("line-order", "wording") if any(sorted(listed) == right for listed in readings) else ()


def printed_columns(output: bytes, size: int) -> Columns:
    """The columns of one solution, whatever stands around them: brackets, words, a number in front, a board."""
    output = output[:_LONGEST]
    lines = [line for line in output.splitlines() if line.strip()]
    (*_, inside) = re.findall(rb"[(\[{<]([^()\[\]{}<>]*)[)\]}>]\W*\Z", output) or [b""]
    numbers = (
        _numbers_in(inside) if len(_numbers_in(inside)) == size else [*chain.from_iterable(map(_numbers_in, lines))]
    )
    drawings = page_of(output, [size]).drawings
    if not numbers and len(drawings) == 1:
        return _drawn(drawings[0])
    return columns_of([int(number) for number in numbers], size)


def _drawn(drawing: Drawing) -> Columns:
    return tuple(column + 1 for _, column in sorted(drawing.queens))


def _without_count(output: bytes) -> list[bytes]:
    """The lines that are not blank, without that with the count, at the end or else at the beginning."""
    lines = [line for line in _COUNT_BEHIND.sub(b"", output).splitlines() if line.strip()]
    for line, others in ((lines[-1:], lines[:-1]), (lines[:1], lines[1:])):
        if line and (is_words(line[0]) or line[0].strip().isdigit()):
            return others
    return lines


def _readings(body: Sequence[bytes], size: int, count: int) -> Iterator[list[Columns]]:
    """The lists of solutions that lines can be read as."""
    rows = [numbers for line in body if (numbers := [int(number) for number in _numbers_in(line)])]
    yield [columns_of(row, size) for row in rows]
    listed = [row for line, row in zip(body, map(_numbers_in, body), strict=True) if row and not is_words(line)]
    yield [columns_of([int(number) for number in row], size) for row in listed]
    for step in (size, 2 * size):  # a queen or some a line
        numbers = list(chain.from_iterable(rows))
        yield [columns_of(numbers[at : at + step], size) for at in range(0, len(numbers), step)]
    drawings = page_of(b"\n".join(body), [size] * count).drawings
    yield [_drawn(drawing) for drawing in drawings]


def _numbers_in(text: bytes) -> list[bytes]:
    return _NUMBER.findall(text)


def columns_of(numbers: Sequence[int], size: int) -> Columns:
    """The columns of a solution: as they are, glued together, after a number, or in pairs with their rows."""
    if len(numbers) == 1 < size <= _GLUED and len(str(numbers[0])) == size:
        return tuple(map(int, str(numbers[0])))
    if len(numbers) == size + 1:
        return tuple(numbers[1:])
    if len(numbers) == 2 * size and list(numbers[::2]) == list(range(1, size + 1)):
        return tuple(numbers[1::2])
    return tuple(numbers)
