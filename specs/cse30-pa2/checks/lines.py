"""Take apart what the program prints: warnings, lines of words, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from _shared.forms import counting_numbers, is_words
from harness.model.run import Run

LONGEST_LINE = 1000
"""Bytes of a line that are looked at; a line of ours has 60 at most."""
LONGEST_OUTPUT = 1 << 20
"""Bytes of an output that the checks look at; a right one has 3,000 at most."""
_WARNING = re.compile(rb"^[^:\n]*\.py:\d+: \w*Warning: .*\n(?:  .*\n)?", re.MULTILINE)
CRASH = b"Traceback (most recent call last):\n"
"""How the interpreter begins to tell of an exception: that there is one is for the clause on quitting to charge."""
_NONE = re.compile(rb"\b(?:no|not|cannot|zero)\b|n't\b", re.IGNORECASE)


def without_warnings(output: bytes) -> bytes:
    """Take out the interpreter's warnings about the source: the program itself did not write them."""
    return _WARNING.sub(b"", output)


def printed_text(run: Run) -> bytes:
    """What the program wrote on either stream.

    A warning and the report of an exception are the interpreter's: they quote the source, and paths with any numbers.
    """
    return run.stdout + without_warnings(run.stderr).partition(CRASH)[0]


def numbers_in(line: bytes) -> list[bytes]:
    """The numbers in the beginning of a line, as they are written."""
    return re.findall(rb"\d+", line[:LONGEST_LINE])


def tells_count(line: bytes) -> bool:
    """Tell a line of words, or of one bare number, from a solution, which has no words in whatever form."""
    return bool(re.search(rb"[A-Za-z]", line[:LONGEST_LINE]) or re.fullmatch(rb"\s*\d+\s*", line[:LONGEST_LINE]))


def says_count(lines: Sequence[bytes], n: int, count: int) -> bool:
    """Whether the last line that tells a number of solutions tells this one, in any words, with n or without.

    ``Total: 92``, ``Found 92 solutions for 8 queens``, ``92`` and, for 0, ``No solution for 2 queens``.
    """
    counts = [line[:LONGEST_LINE] for line in lines if tells_count(line) and (is_words(line) or line.strip().isdigit())]
    last = next((line for line in reversed(counts) if numbers_in(line) or _NONE.search(line)), b"")
    numbers = [int(number) for number in counting_numbers(last)]
    if count == n:
        return bool(numbers) and set(numbers) == {n}
    others = {number for number in numbers if number != n}
    return others == {count} or (count == 0 and not others and _NONE.search(last) is not None)
