"""Comparing outputs that are too large to hold: a piece of each at a time, however long they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from harness.diagnose.difference import describe, first_difference
from harness.diagnose.explanation import explain
from harness.diagnose.form import Pair, agree, first_lines, in_play, smallest
from harness.diagnose.normalization import normalize
from harness.model.finding import Finding
from harness.model.output import CHUNK_SIZE, Output, chunks, is_blank, read_whole

_EXPLAINED = 1 << 24
"""Bytes up to which wrong outputs are held after all, so that every near miss can be told."""
_AROUND = 1 << 17
"""Bytes from the first difference on that tell which kinds of form are in play."""


def differ_stored(actual: Output, expected: Output) -> tuple[Finding, ...]:
    """One finding with its near misses when two outputs differ, else none."""
    if first_difference(actual, expected) == len(actual) == len(expected):
        return ()
    near_misses = _explain(actual, expected)
    return (replace(describe(actual, expected), near_misses=near_misses),)


def _explain(actual: Output, expected: Output) -> tuple[str, ...]:
    """The near misses that are the whole difference, as far as that can be told piece by piece."""
    if max(len(actual), len(expected)) <= _EXPLAINED:
        return explain(read_whole(actual), read_whole(expected))
    kinds = _form(actual, expected)
    if kinds:
        return kinds
    return ("prefix",) if _is_prefix(actual, expected) else ()


def _form(actual: Output, expected: Output) -> tuple[str, ...]:
    """The kinds of form that explain the first lines that differ, where they explain all others too."""
    offset = first_difference(actual, expected)
    start = actual.rfind(b"\n", 0, offset) + 1
    lines: Pair = first_lines((actual[start : start + _AROUND], expected[start : start + _AROUND]))
    kinds = smallest(in_play(lines), lambda kinds: agree(lines, kinds)) or ()
    if "blanks" in kinds:  # whether a blank may go depends on the whole output
        return ()
    return kinds if kinds and _same(_loosened(actual, start, kinds), _loosened(expected, start, kinds)) else ()


def _loosened(output: Output, start: int, kinds: Sequence[str]) -> Iterator[bytes]:
    """The output from the beginning of a line on, some whole lines at a time, without these kinds of difference."""
    end = len(output)
    if "final-newline" in kinds:
        while end > start and output[end - 1 : end] == b"\n":
            end -= 1
    rest = b""
    for piece in chunks(output, start, end):
        lines, newline, rest = (rest + piece).rpartition(b"\n")
        yield _without(lines + newline, kinds)
    yield _without(rest, kinds)


def _without(lines: bytes, kinds: Sequence[str]) -> bytes:
    if "blank-lines" in kinds and not lines.strip():
        return b""
    return normalize(lines, [kind for kind in kinds if kind != "final-newline"])


def _same(one: Iterator[bytes], other: Iterator[bytes]) -> bool:
    """Whether two streams are equal, wherever their pieces are cut."""
    came = right = b""
    one, other = filter(None, one), filter(None, other)
    while True:
        came, right = came or next(one, b""), right or next(other, b"")
        size = min(len(came), len(right))
        if not size:
            return came == right
        if came[:size] != right[:size]:
            return False
        came, right = came[size:], right[size:]


def _is_prefix(actual: Output, expected: Output) -> bool:
    """The output ended early, after a whole line that is not blank (see ``content.prefix``)."""
    end = len(actual)
    if end >= len(expected) or first_difference(actual, expected) < end:
        return False
    at_line_end = b"\n" in {actual[-1:], expected[end : end + 1]}
    last = end if at_line_end else actual.rfind(b"\n", 0, end) + 1
    if is_blank(actual[: min(last, CHUNK_SIZE)]):
        return False
    missing = b"".join(islice(chunks(expected, end), 1))
    return actual[-1:] == b"\n" or bool(missing.partition(b"\n")[2].strip())
