"""The numbers of an output apart from the text around them, and the lines in which two outputs differ.

A line's *shape* is the line with each run of digits as one ``0``. Outputs of any length have few different shapes, so
that tests made on shapes are made a few times only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from harness.judge.differences.difference import Pair, first_difference, same_at_end
from harness.model.output import line_blocks

DIGITS = b"0123456789"
DIGITS_AS_ZERO = bytes.maketrans(DIGITS, b"0" * 10)
NO_DIGITS = bytes(code for code in range(256) if code not in DIGITS)
_NO_DIGITS_AS_BLANK = bytes.maketrans(NO_DIGITS, b" " * len(NO_DIGITS))
_NO_DIGITS_IN_LINE = NO_DIGITS.replace(b"\n", b"")
_LINES_APART = bytes(b" \n"[code == ord("\n")] if code not in DIGITS else code for code in range(256))


def shape(output: bytes) -> bytes:
    """The output with each run of digits as one ``0``."""
    return _single(output.translate(DIGITS_AS_ZERO), b"0")


def numbers(output: bytes) -> list[bytes]:
    """The runs of digits, in order."""
    return joined_numbers(output).split()


def joined_numbers(output: bytes) -> bytes:
    """The runs of digits with one blank between: equal for equal numbers, and made without a list of them."""
    return _single(output.translate(_NO_DIGITS_AS_BLANK), b" ").strip()


def numbers_by_line(output: bytes) -> list[bytes]:
    """The numbers of each line, as ``joined_numbers`` gives them."""
    return [line.strip() for line in _single(output.translate(_LINES_APART), b" ").split(b"\n")]


def _single(output: bytes, mark: bytes) -> bytes:
    """A mark for each run of it."""
    while 2 * mark in output:
        output = output.replace(2 * mark, mark)
    return output


def digits_by_line(output: bytes) -> list[bytes]:
    """All digits of each line run together: the same for the same numbers, and made far faster than these."""
    return output.translate(None, _NO_DIGITS_IN_LINE).split(b"\n")


def differing_lines(actual: bytes, expected: bytes) -> Iterator[Pair]:
    """Each line that differs from the line at the same place in the other; both have equally many."""
    pairs = zip(*(chain.from_iterable(lines) for lines in lines_between(actual, expected)), strict=True)
    return (pair for pair in pairs if pair[0] != pair[1])


def lines_between(actual: bytes, expected: bytes) -> tuple[Iterator[list[bytes]], Iterator[list[bytes]]]:
    """The lines of both from the first that differs to the last; few are held at once."""
    start = actual.rfind(b"\n", 0, first_difference(actual, expected)) + 1
    same = same_at_end(actual, expected, min(len(actual), len(expected)) - start)
    return _lines(actual, start, same), _lines(expected, start, same)


def _lines(output: bytes, start: int, same: int) -> Iterator[list[bytes]]:
    """The lines from ``start`` on, except for the whole ones among the last ``same`` bytes."""
    newline = output.find(b"\n", len(output) - same)
    for block in line_blocks(output, start, newline if newline >= 0 else None):
        yield block.split(b"\n")
