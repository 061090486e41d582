"""Normalise what the program prints before it is compared: one function for each ``normalise`` of the spec."""

from __future__ import annotations

import re

from _shared.forms import is_words

from .lines import CRASH, LONGEST_LINE, numbers_in, without_warnings

_COUNT_LINE = re.compile(rb"(?im)^(?=.*\d).*(?:queens|solution)")
_NUMBERING = re.compile(rb"(?m)^([^\d\n]{0,40})\d{1,4}([^\w\n]{1,10})(?=[(\[{<] *\d)")
"""What is before a solution in ``1: (2, 4, 1, 3)`` and ``Solution 1 = (2, 4, 1, 3)``."""


def option_blanks(output: bytes) -> bytes:
    """Make one blank of those on both sides of ``-v`` on the second line; take out what the interpreter says."""
    said = without_warnings(output).partition(CRASH)[0]
    return re.sub(rb"(?m)^Option:[ \t]+-v[ \t]+(?=verbose)", b"Option: -v ", said)


def accepted_count(output: bytes) -> bytes:
    """Turn the forms of the count line that are as good as ``n-Queens has k solutions`` into it.

    One sample line of the handout says ``4-Queens.py``, and ``1 solution`` is plain English.
    """
    output = re.sub(rb"(?m)^(\d{1,2}-Queens)\.py(?= has )", rb"\1", output)
    return re.sub(rb"(?m)^(1-Queens has 1 solution)\b", rb"\1s", output)


def listing(output: bytes) -> bytes:
    """Leave the solutions alone: take out lines of words, as that with the count, and a bare count at either end.

    Blank lines between these and the solutions go with them. Python writes a tuple of one number as ``(1,)``, which is
    as good as ``(1)``. A number in front of a solution becomes the word NUMBER, so that it is a matter of form.
    """
    lines = output.splitlines(keepends=True)
    kept = [line for line in lines if not is_words(line)]
    filled = [number for number, line in enumerate(kept) if line.strip()]
    if len(kept) == len(lines) and filled:
        for end in {filled[0], filled[-1]}:
            if kept[end].strip().isdigit() and len(filled) > 1:
                kept[end] = b""
    text = b"".join(kept)
    if kept != lines:
        text = text.lstrip(b"\r\n")
        text = text.rstrip() + text[len(text.rstrip()) :].partition(b"\n")[0] + b"\n" if text.strip() else b""
    return _NUMBERING.sub(rb"\1NUMBER\2", re.sub(rb"(?m)^\(1,\)", b"(1)", text))


def columns(output: bytes) -> bytes:
    """Leave the numbers of one solution, whatever stands around them: its form is judged by other cases."""
    inside = re.search(rb"[(\[{<]([^()\[\]{}<>]*)[)\]}>]\W*\Z", output[:LONGEST_LINE])
    return b" ".join(numbers_in(inside[1] if inside else output)) + b"\n"


def last_line(output: bytes) -> bytes:
    """Leave the line with the count, with blank lines around it and all that follows; else the last that is not blank.

    That ``no`` stands for 0 is charged if there is no -v.
    """
    at = max((match.start() for match in _COUNT_LINE.finditer(output)), default=_last_line(output))
    above = output[:at].rstrip(b"\r\n")
    blank = output[len(above) : at].partition(b"\n")[2] if above else output[:at]
    return blank + re.sub(rb"\bhas no (?=solution)", b"has 0 ", output[at:])


def _last_line(output: bytes) -> int:
    """Tell where the last line begins that is not blank."""
    return output.rfind(b"\n", 0, len(output.rstrip())) + 1
