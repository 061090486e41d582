"""The parts of a fixed input: its lines, or the words of its one line, and the few of them with which a fault shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from harness.model.finding import Finding
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Case

_MOST_GUESSES = 2
"""Single parts that are tried before halves."""


def fixed_input(assignment: Assignment, case: Case) -> bytes:
    """What a case's program reads: its standard input, or else its only file; empty if there is neither."""
    if stdin := assignment.content(case.stdin):
        return stdin
    return assignment.content(next(iter(case.files.values()))) if len(case.files) == 1 else b""


def with_input(assignment: Assignment, case: Case, part: bytes) -> Case:
    """The case with a part of its input, wherever the same bytes are handed over."""
    whole, text = fixed_input(assignment, case), part.decode()
    files = {name: text if assignment.content(source) == whole else source for name, source in case.files.items()}
    stdin = text if assignment.content(case.stdin) == whole else case.stdin
    return replace(case, stdin=stdin, files=files)


def parts_of(content: bytes) -> list[bytes]:
    """The lines of an input, or the words of its only one, each with what ends it."""
    lines = content.splitlines(keepends=True)
    return lines if len(lines) > 1 else [word + b" " for word in content.split()]


def joined(parts: Sequence[bytes]) -> bytes:
    """Some of the parts as an input; words as a line."""
    text = b"".join(parts)
    return text if b"\n" in text else text.removesuffix(b" ") + b"\n"


def is_in_one_piece(output: bytes, whole: bytes) -> bool:
    """Whether an output stands in another one: its lines one after the other, or the words of its only line."""
    items, all_items = _items(output, whole), _items(whole, whole)
    begins = range(len(all_items) - len(items) + 1)
    return bool(items) and any(all_items[begin : begin + len(items)] == items for begin in begins)


def begins_and_ends(whole: bytes, first: bytes, last: bytes) -> bool:
    """Whether an output begins with one and ends with another: with their lines, or the words of its only line."""
    begin, end, all_items = (_items(output, whole) for output in (first, last, whole))
    is_there = bool(begin and end)
    return is_there and all_items[: len(begin)] == begin and all_items[-len(end) :] == end


def _items(output: bytes, whole: bytes) -> list[bytes]:
    """The lines of an output, or its words where the output for the whole input has one line."""
    return output.split() if len(whole.splitlines()) <= 1 else output.splitlines()


def likely_parts(parts: Sequence[bytes], finding: Finding) -> list[bytes]:
    """The parts that are tried alone: those in what was found wrong, then the one at its line, then the first."""
    said = b"\n".join((finding.message.encode(), finding.expected or b"", finding.actual or b""))
    words = b" %s " % b" ".join(said.replace(b",", b" ").split())
    stands = (part for part in parts if part.strip() and b" %s " % b" ".join(part.split()) in words)
    at_line = parts[line - 1 : line] if (line := finding.where.line) else ()
    return [*dict.fromkeys((*stands, *at_line, parts[0]))][:_MOST_GUESSES]


def smallest_part(
    parts: Sequence[bytes], likely: Sequence[bytes], fails: Callable[[Sequence[bytes]], bool]
) -> Sequence[bytes]:
    """The smallest part with which a program was seen to fail: a likely one alone, or what halving leaves."""
    for part in likely:
        if fails([part]):
            return [part]
    failing = parts
    while len(failing) > 1:
        middle = len(failing) // 2
        half = next((half for half in (failing[:middle], failing[middle:]) if fails(half)), None)
        if half is None:
            break
        failing = half
    return failing
