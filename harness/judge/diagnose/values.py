"""What a wrong output and the right one have in numbers and items: two numbers, two lists, lines of numbers."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from operator import ne

from msgspec import Struct

from harness.model.patterns import lazy_regex

_NUMBER = lazy_regex(rb"(?<![\w.])-?\d{1,40}(?![\w.]*\d)")
_LIST = lazy_regex(rb"\s*[\[({](?P<items>[^\[\](){}]*)[\])}]\s*")
_MARKS = 2
"""So many different words of a table may be drawn, such as ``Q`` and ``.``."""
_BESIDE = 2
"""Numbers of a line of which one is an answer, as in "8 has 92 solutions"."""
_WHOLE_LINES = 2
"""Lines of evidence that are sure to be all there are: of longer outputs only a window is kept."""

Items = Sequence[bytes | int]
Grids = Sequence[list[list[bytes]]]
_ROW = lazy_regex(rb"\[([^\[\]]*)\]")
_LIST_OF_ROWS = lazy_regex(rb"\s*\[(?:\s*\[[^\[\]]*\]\s*,?)+\s*\]\s*")
_TEXT = lazy_regex(rb"\"([^\"]*)\"|'([^']*)'")


class Difference(Struct, frozen=True):
    """How one wrong output differs from the right one."""

    text: str
    """The wrong output's first line that differs."""
    wanted: int | None = None
    """The one number that differs; None if more does."""
    came: int | None = None
    alone: bool = False
    """Whether that number is an answer, beside at most one other in its line, and not part of a row of numbers."""
    only: bool = False
    """Whether no other line differs."""
    items_wanted: Items | None = None
    """The lines, or the items of a list; None if there is no list."""
    items_came: Items | None = None
    lines: tuple[list[bytes], list[bytes]] = ([], [])
    """The lines of both, of longer outputs those around the first that differs."""
    grids: Grids = ()
    """The rows of both where they are tables; empty if they are none."""
    number_lines: Sequence[tuple[list[int], list[int]]] = ()
    """The numbers of each line, where all else is the same."""
    other_lines: Sequence[tuple[list[int], list[int]]] = ()
    """The numbers of each line, where more differs."""


def without_items(text: bytes, left_out: Container[object]) -> bytes:
    """A list as text without the items at these indices; anything else as it is."""
    match = _LIST.fullmatch(text)
    if match is None:
        return text
    items = match["items"].split(b",")
    return b"[%s]" % b",".join(item for at, item in enumerate(items) if at not in left_out).strip()


def differences_of(pairs: Sequence[tuple[bytes, bytes]]) -> list[Difference]:
    """The differences of these pairs of expected and actual."""
    return [_difference(expected, actual) for expected, actual in pairs]


def shape_of(item: bytes | int) -> bytes:
    """What an item is apart from its numbers."""
    return _NUMBER.sub(b"#", item if isinstance(item, bytes) else b"%d" % item)


def number_pair(expected: bytes, actual: bytes) -> tuple[int, int] | None:
    """The one number in which two lines differ, and nothing else; None if there is no such."""
    differing = _differing_line(expected, actual)
    if differing is None or len({*map(shape_of, differing)}) > 1:
        return None
    expected_numbers, actual_numbers = map(numbers_in, differing)
    if len(expected_numbers) != len(actual_numbers):  # a # that was printed stands for no number
        return None
    numbers = [pair for pair in zip(expected_numbers, actual_numbers, strict=True) if pair[0] != pair[1]]
    return numbers[0] if len(numbers) == 1 else None


def answer_pair(expected: bytes, actual: bytes) -> tuple[int, int] | None:
    """The one number in which two outputs differ, and no other line with it; None if more does."""
    left, right = _lines(expected), _lines(actual)
    is_only = len(left) == len(right) and sum(map(ne, left, right)) == 1
    return number_pair(expected, actual) if is_only else None


def _differing_line(expected: bytes, actual: bytes) -> tuple[bytes, bytes] | None:
    pairs = zip(expected.split(b"\n"), actual.split(b"\n"), strict=False)
    return next(((left, right) for left, right in pairs if left != right), None)


def _difference(expected: bytes, actual: bytes) -> Difference:
    wanted, came = number_pair(expected, actual) or (None, None)
    left, right = _lines(expected), _lines(actual)
    items = _items(left, right)
    numbers = [(numbers_in(line), numbers_in(other_line)) for line, other_line in zip(left, right, strict=False)]
    same_text = [*map(shape_of, left)] == [*map(shape_of, right)]
    same_text = same_text and all(len(of_line) == len(of_other) for of_line, of_other in numbers)  # as of a printed #
    _, text = _differing_line(expected, actual) or (b"", b"")
    lines = [pair for pair in numbers if pair[0]]
    alone = len(numbers_in(text)) <= _BESIDE
    same_lines, other_lines = (lines, []) if same_text else ([], lines)
    only = answer_pair(expected, actual) is not None
    grids = [_grid(lines) for lines in (left, right)]
    shown = text.decode(errors="replace").strip()
    return Difference(
        shown, wanted, came, alone, only, *items, (left, right), grids if all(grids) else (), same_lines, other_lines
    )


def _grid(lines: list[bytes]) -> list[list[bytes]]:
    """The cells of a table by row: of a list of lists, of texts, or of lines of words; empty if it is none."""
    first = lines[0] if lines else b""
    if len(lines) > 1:
        rows = [line.split() for line in lines]
        if len({word for row in rows for word in row}) <= _MARKS:  # a drawn board may be another right one
            return []
    elif _LIST_OF_ROWS.fullmatch(first):
        rows = [re.split(rb"\s*,\s*", row.strip()) for row in _ROW.findall(first)]
    else:
        match = _LIST.fullmatch(first)
        texts = [double or single for double, single in _TEXT.findall(match["items"])] if match else []
        rows = [[text[at : at + 1] for at in range(len(text))] for text in texts]
    return rows if len(rows) > 1 and len({*map(len, rows)}) == 1 and len(rows[0]) > 1 else []


def _lines(text: bytes) -> list[bytes]:
    return text.rstrip(b"\n").split(b"\n") if text else []


def _items(left: list[bytes], right: list[bytes]) -> tuple[Items | None, Items | None]:
    """The items of two lists of one line each, else the lines where these are all."""
    first, second = (_LIST.fullmatch(lines[0]) if len(lines) == 1 else None for lines in (left, right))
    if first and second:
        return _items_of(first["items"].strip()), _items_of(second["items"].strip())
    return (left, right) if max(len(left), len(right)) <= _WHOLE_LINES else (None, None)


def _items_of(listed: bytes) -> Items:
    return re.split(rb"\s*,\s*", listed) if listed else []


def numbers_in(line: bytes) -> list[int]:
    """The whole numbers of a line."""
    return [int(number) for number in _NUMBER.findall(line)]


_TIMES = 3
"""So often lines come again if that is no chance."""


def repeated_lines(lines: Sequence[bytes]) -> int:
    """After how many lines the same ones come again, all along and a few times; 0 if they do not."""
    longest = len(lines) // _TIMES
    return next((step for step in range(1, longest + 1) if lines[step:] == lines[:-step]), 0)
