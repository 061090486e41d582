"""The first difference of two outputs, described for a first-year student.

No loop looks at single bytes: 16 MB take milliseconds.
"""

from __future__ import annotations

from msgspec.structs import replace

from harness.judge.finding_kinds import LINE_DIFFERS, OUTPUT_EMPTY
from harness.model.finding import Finding, Place
from harness.model.output import Output, chunks

Pair = tuple[bytes, bytes]
"""An actual output and the expected one."""

_BLOCK = 1 << 16
_LINES_AROUND = 2
_WIDTH = 160
"""Bytes of one line that a window shows at most; the rest is marked as cut."""
_CUT = b"[...]"


def first_difference(actual: Output, expected: Output) -> int:
    """The number of bytes at the start that both have in common."""
    end = min(len(actual), len(expected))
    low = 0
    while low < end and actual[low : low + _BLOCK] == expected[low : low + _BLOCK]:
        low += _BLOCK
    low, high = min(low, end), min(low + _BLOCK, end)
    while low < high:
        middle = (low + high + 1) // 2
        if actual[low:middle] == expected[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def same_at_end(actual: bytes, expected: bytes, most: int) -> int:
    """The number of bytes at the end that both have in common, as far as ``most``."""
    same = 0
    while same < most:
        step = min(_BLOCK, most - same)
        block, expected_block = (
            output[len(output) - same - step : len(output) - same] for output in (actual, expected)
        )
        if block != expected_block:
            return same + first_difference(block[::-1], expected_block[::-1])
        same += step
    return same


def line_and_column(output: Output, offset: int) -> tuple[int, int]:
    """The place of a byte, both counted from 1, the column in characters; bad UTF-8 counts as replacements."""
    start = output.rfind(b"\n", 0, offset) + 1
    # A byte inside a character belongs to the character's first byte, at most three before it.
    first = next(
        (index for index in range(offset, max(start, offset - 4), -1) if _begins_character(output, index)), offset
    )
    if output[first : first + 1] >= b"\xc0":
        offset = first
    column = sum(len(piece.decode("utf-8", "replace")) for piece in chunks(output, start, offset))
    return output.count(b"\n", 0, start) + 1, column + 1


def _begins_character(output: Output, index: int) -> bool:
    return not b"\x80" <= output[index : index + 1] < b"\xc0"


def line_count(output: Output) -> int:
    """The number of lines; a last one without its newline counts too."""
    return output.count(b"\n") + (output[-1:] not in {b"", b"\n"})


def line_start(output: bytes, line: int) -> int:
    """Where a line starts; the length of the output if there is no such line."""
    parts = output.split(b"\n", line - 1)
    return len(output) - len(parts[-1]) if len(parts) == line else len(output)


def window(output: Output, offset: int) -> bytes:
    """A few lines around a byte, each cut around its column where it is long."""
    start = output.rfind(b"\n", 0, offset) + 1
    column = offset - start
    above = 0
    while start and above < _LINES_AROUND:
        start = output.rfind(b"\n", 0, start - 1) + 1
        above += 1
    lines = []
    for _ in range(above + 1 + _LINES_AROUND):
        end = output.find(b"\n", start)
        lines.append(_cut(output, start, end if end >= 0 else len(output), column))
        if end < 0:
            return b"\n".join(lines)
        start = end + 1
    return b"\n".join(lines) + b"\n"


def cut(line: bytes, column: int = 0) -> bytes:
    """A line, or where it is long the part around a byte of it."""
    return _cut(line, 0, len(line), column)


def _cut(output: Output, start: int, end: int, column: int) -> bytes:
    """``cut`` for the line of an output from ``start`` to ``end``."""
    if end - start <= _WIDTH:
        return output[start:end]
    first = start + max(min(column - _WIDTH // 2, end - start - _WIDTH), 0)
    last = first + _WIDTH
    return (_CUT if first > start else b"") + output[first:last] + (_CUT if last < end else b"")


def describe(actual: Output, expected: Output, *, shown: tuple[bytes, bytes] | None = None) -> Finding:
    """The finding for two outputs that differ: one sentence, the place, a window of each.

    ``shown``: the outputs as they were before they were normalized for the comparison. The windows show these when
    their lines still correspond; no column is given then, for it would be one of the normalized text.
    """
    offset = first_difference(actual, expected)
    line, column = line_and_column(actual if offset < len(actual) else expected, offset)
    where = Place(line=line, column=column)
    sides: tuple[Output, Output] = actual, expected
    offsets = offset, offset
    if shown is not None and shown != sides and all(map(_same_lines, shown, sides)):
        sides, where = shown, Place(line=line)
        offsets = (line_start(shown[0], line), line_start(shown[1], line))
    return replace(
        _finding(actual, expected, offset, line),
        where=where,
        expected=window(sides[1], offsets[1]),
        actual=window(sides[0], offsets[0]),
    )


def _finding(actual: Output, expected: Output, offset: int, line: int) -> Finding:
    if not actual:
        return Finding.of(OUTPUT_EMPTY)
    if not expected:
        return Finding.of("lines-not-wanted", lines=line_count(actual))
    if offset == len(actual):
        return _too_short(actual, expected, line)
    if offset == len(expected) and b"\n" in {expected[-1:], actual[offset : offset + 1]}:
        return _too_long(actual, expected)
    return Finding.of(LINE_DIFFERS, line=line)


def _too_long(actual: Output, expected: Output) -> Finding:
    last = line_count(expected)
    extra = line_count(actual) - last
    if not extra:
        return Finding.of("newline-extra", line=last)
    return Finding.of("output-too-long", line=last, extra=extra)


def _too_short(actual: Output, expected: Output, line: int) -> Finding:
    if len(expected) == len(actual) + 1 and expected[-1:] == b"\n":
        return Finding.of("newline-missing", line=line)
    whole = actual[-1:] == b"\n" or expected[len(actual) : len(actual) + 1] == b"\n"
    ended = line_count(actual)
    if not whole:
        return Finding.of("output-ends-inside-line", line=line)
    return Finding.of("output-too-short", line=ended, missing=line_count(expected) - ended)


def _same_lines(shown: Output, compared: Output) -> bool:
    return shown.count(b"\n") == compared.count(b"\n")
