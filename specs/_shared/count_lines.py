"""Find the line that tells the number of solutions where it stands above them."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice

from harness.model.finding import Finding

_LONGEST_OUTPUT = 1 << 20
_LONGEST_LINE = 200
_SHOWN = 2
"""Lines that are shown: the count and the first solution."""


def early_count(output: bytes, size: int, counts: Collection[bytes]) -> Finding | None:
    """What is wrong where a line with one of these numbers comes before the first solution; None if none does.

    ``size``: how many numbers a solution has; a line of words with the size alone tells no number of solutions.
    """
    lines = output[:_LONGEST_OUTPUT].splitlines()
    numbers = [re.findall(rb"\d+", line[:_LONGEST_LINE]) for line in lines]
    has_words = [re.search(rb"[A-Za-z]", line[:_LONGEST_LINE]) is not None for line in lines]
    solutions = (at for at, row in enumerate(numbers) if len(row) == size and not has_words[at])
    for at in range(next(solutions, 0)):
        rest = numbers[at][:]
        if b"%d" % size in rest[:-1]:
            rest.remove(b"%d" % size)
        if has_words[at] and not set(counts).isdisjoint(rest):
            shown = islice((line[:_LONGEST_LINE] for line in lines[at:] if line.strip()), _SHOWN)
            text = "the line with the number of solutions comes before the solutions, and not after them"
            return Finding(text, where=f"stdout, line {at + 1}", actual=b"\n".join(shown), kind="count-too-early")
    return None
