"""Take apart what the program prints: numbers, the line with the count, the usage message, an exception."""

from __future__ import annotations

import re

from harness.model.finding import FIRST_CHARACTER, Parameter

USAGE = b"Usage: Queens [-v] number\nOption: -v    verbose output, print all solutions\n"
LONGEST_LINE = 1000
"""Bytes of a line that are looked at; a right one has 60 at most."""
READ_IN_PART: dict[str, Parameter] = {"cause": "argument-read-in-part", FIRST_CHARACTER: True}
"""Of what is wrong where the beginning of an argument alone is read."""
MAX_BYTES = 1 << 21
"""Bytes of an output that are looked at: all permutations of 8 take half of them."""
_EXCEPTION = re.compile(rb"(?m)^(?=Exception in thread )")
"""Where the virtual machine begins to tell of an uncaught exception."""


def before_exception(stderr: bytes) -> bytes:
    """What the program itself wrote: a stack trace holds numbers of lines, and the clause on quitting charges it."""
    return _EXCEPTION.split(stderr, maxsplit=1)[0]


def without_count_line(output: bytes) -> bytes:
    """Take out the line that tells the count, the last or else the first, and the newlines that set it apart."""
    before, _, last = output.rstrip().rpartition(b"\n")
    if tells_count(last):
        return before.strip(b"\r\n")
    body = output.strip(b"\r\n")
    first, _, after = body.partition(b"\n")
    return after.strip(b"\r\n") if tells_count(first) else body


def option_blanks(output: bytes) -> bytes:
    """Make one blank of those, or of tabs, on both sides of ``-v``: how many the handout has there is not certain."""
    return re.sub(rb"(?m)^Option:[ \t]+-v[ \t]+", b"Option: -v ", output)


def numbers_in(line: bytes) -> list[bytes]:
    """The numbers in the beginning of a line, as they are written."""
    return re.findall(rb"\d+", line[:LONGEST_LINE])


def tells_count(line: bytes) -> bool:
    """Whether the line has words, or is one number and nothing else: a solution, in whatever form, is neither."""
    start = line[:LONGEST_LINE].strip()
    return start.isdigit() or re.search(rb"[A-Za-z]", start) is not None


def answered_size(output: bytes) -> tuple[int, int] | None:
    """The size that the last line names, and the number of solutions that it tells; None if it tells none."""
    line = output[-LONGEST_LINE:].rstrip().rpartition(b"\n")[2]
    match = re.search(rb"(?<!\d)(\d{1,3})-Queens\D+(\d+)", line)
    return None if match is None else (int(match[1]), int(match[2]))


def is_read_in_part(argument: str, size: int) -> bool:
    """Whether a program that answers for this size has read the beginning of its argument alone."""
    return argument != str(size) and argument.startswith(str(size))
