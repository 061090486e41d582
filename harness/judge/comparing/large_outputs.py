"""Compare outputs that are too large to hold: a piece of each at a time, however long they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from harness.judge.comparing.comparison import explain
from harness.judge.comparing.formatting import candidates, equal_without, first_lines, normalize, smallest_subset
from harness.judge.differences.difference import Pair, describe, first_difference
from harness.judge.near_misses import NEAR_MISSES
from harness.model.finding import Finding
from harness.model.output import CHUNK_SIZE, Output, chunks, is_blank, read_whole

_EXPLAINED = 1 << 24
"""Bytes up to which wrong outputs are held after all, so that every near miss can be found."""
_AROUND = 1 << 17
"""Bytes from the first difference on that show which kinds of form are in play."""


def compare_large(actual: Output, expected: Output) -> tuple[Finding, ...]:
    """One finding with its near misses when two outputs differ, else none."""
    if first_difference(actual, expected) == len(actual) == len(expected):
        return ()
    near_misses = _explain(actual, expected)
    return (replace(describe(actual, expected), near_misses=near_misses),)


def _explain(actual: Output, expected: Output) -> tuple[str, ...]:
    """The near misses that are the whole difference, as far as that can be found piece by piece."""
    if max(len(actual), len(expected)) <= _EXPLAINED:
        return explain(read_whole(actual), read_whole(expected))
    kinds = _formatting_differences(actual, expected)
    if kinds:
        return kinds
    return ("prefix",) if _is_prefix(actual, expected) else ()


def _formatting_differences(actual: Output, expected: Output) -> tuple[str, ...]:
    """The kinds of form that explain the first lines that differ, where they explain all others too."""
    start = actual.rfind(b"\n", 0, first_difference(actual, expected)) + 1
    lines: Pair = first_lines((actual[start : start + _AROUND], expected[start : start + _AROUND]))
    kinds = smallest_subset(candidates(lines), lambda kinds: equal_without(lines, kinds)) or ()
    if not kinds or not all(NEAR_MISSES[kind].line_by_line for kind in kinds):
        return ()
    same = _same_stream(_normalized(actual, start, kinds), _normalized(expected, start, kinds))
    return kinds if same else ()


def _normalized(output: Output, start: int, kinds: Sequence[str]) -> Iterator[bytes]:
    """The output from the beginning of a line on, some whole lines at a time, without these kinds of difference."""
    end = len(output)
    if "final-newline" in kinds:
        while end > start and output[end - 1 : end] == b"\n":
            end -= 1
    rest = b""
    for piece in chunks(output, start, end):
        lines, newline, rest = (rest + piece).rpartition(b"\n")
        yield _normalize_lines(lines + newline, kinds)
    yield _normalize_lines(rest, kinds)


def _normalize_lines(lines: bytes, kinds: Sequence[str]) -> bytes:
    if "blank-lines" in kinds and not lines.strip():
        return b""
    return normalize(lines, [kind for kind in kinds if kind != "final-newline"])


def _same_stream(actual: Iterator[bytes], expected: Iterator[bytes]) -> bool:
    """Whether two streams are equal, wherever their pieces are cut."""
    actual, expected = filter(None, actual), filter(None, expected)
    piece = right_piece = b""
    while True:
        piece, right_piece = piece or next(actual, b""), right_piece or next(expected, b"")
        size = min(len(piece), len(right_piece))
        if not size:
            return piece == right_piece
        if piece[:size] != right_piece[:size]:
            return False
        piece, right_piece = piece[size:], right_piece[size:]


def _is_prefix(actual: Output, expected: Output) -> bool:
    """The output ended early, after a whole line that is not blank (see ``near_misses.lines.prefix``)."""
    end = len(actual)
    if end >= len(expected) or first_difference(actual, expected) < end:
        return False
    at_line_end = b"\n" in {actual[-1:], expected[end : end + 1]}
    last = end if at_line_end else actual.rfind(b"\n", 0, end) + 1
    if is_blank(actual[: min(last, CHUNK_SIZE)]):
        return False
    missing = b"".join(islice(chunks(expected, end), 1))
    return actual[-1:] == b"\n" or bool(missing.partition(b"\n")[2].strip())
