"""What no general checker can say about n-Queens by recursion."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import nqueens

from harness.model.finding import Finding
from harness.model.run import Run

_LONGEST_LINE = 1000
"""Bytes of a line that are looked at; a line of ours has 60 at most."""
_LONGEST_OUTPUT = 1 << 20
"""Bytes of an output that the checks look at; a right one has 3,000 at most."""

_WARNING = re.compile(rb"^[^:\n]*\.py:\d+: \w*Warning: .*\n(?:  .*\n)?", re.MULTILINE)
_RESULT = re.compile(rb"\d-queens|\d solution|^[(\[ \t]*\d+(?:[, \t]+\d|[ \t\r]*$)", re.IGNORECASE | re.MULTILINE)
"""A count line, or the start of a solution in whatever brackets. The usage message has "python3 Queens", no result."""

_USAGE = re.compile(rb"usage|(?<!\w)-v", re.IGNORECASE)


def without_warnings(output: bytes) -> bytes:
    """Take out the interpreter's warnings about the source: the program itself did not write them."""
    return _WARNING.sub(b"", output)


def option_blanks(output: bytes) -> bytes:
    """Make one blank of any run of them after ``-v`` on the second line, and take out the interpreter's warnings."""
    return re.sub(rb"(?m)^(Option: -v)[ \t]+(?=verbose)", rb"\1 ", without_warnings(output))


def accepted_count(output: bytes) -> bytes:
    """Turn the forms of the count line that are as good as ``n-Queens has k solutions`` into it.

    One sample line of the handout says ``4-Queens.py``, and ``1 solution`` is plain English.
    """
    output = re.sub(rb"(?m)^(\d{1,2}-Queens)\.py(?= has )", rb"\1", output)
    return re.sub(rb"(?m)^(1-Queens has 1 solution)\b", rb"\1s", output)


def listing(output: bytes) -> bytes:
    """Leave the solutions alone: take out the line with the count where it is the last one, or else the first.

    Blank lines between it and the solutions go with it. Python writes a tuple of one number as ``(1,)``, which is
    as good as ``(1)``.
    """
    start = _last_line(output)
    end = _first_line_end(output)
    if _tells_count(output[start:]):
        written = len(output[:start].rstrip())
        output = output[: output.find(b"\n", written) + 1] if written else b""
    elif _tells_count(output[:end].lstrip()):
        output = output[end:].lstrip(b"\r\n")
    return re.sub(rb"(?m)^\(1,\)", b"(1)", output)


def last_line(output: bytes) -> bytes:
    """Leave the last line that is not blank, with all that follows."""
    return output[_last_line(output) :]


def ends_with_count(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that the last line tells how many solutions there are, in any form.

    A program that lists the wrong solutions and counts them rightly is not charged for its count as well.
    """
    n = int(run.args[-1])
    *listed, last = [line for line in run.stdout[-_LONGEST_OUTPUT:].splitlines() if line.strip()] or [b""]
    tuples = sum(len(_numbers(line)) == n for line in listed)
    if not _tells_count(last):
        message = "the output should end with a line that tells the number of solutions"
    elif {b"%d" % nqueens.COUNTS[n], b"%d" % tuples}.isdisjoint(_numbers(last)):
        message = f"the last line should tell the number of solutions; {tuples} were printed above it"
    else:
        return
    right = b"%d-Queens has %d solutions" % (n, nqueens.COUNTS[n])
    yield Finding(message, where="last line", expected=right, actual=last[:_LONGEST_LINE])


def refuses(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand a message that tells the usage, on either stream and in any words, and no result."""
    yield from _usage_faults(run.stdout + run.stderr, run.args)


def on_stderr(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that a message that tells the usage, in any words, comes on stderr alone."""
    if _USAGE.search(run.stdout[:_LONGEST_OUTPUT]):
        yield Finding("the usage message came on stdout, it belongs on stderr", actual=run.stdout[:_LONGEST_LINE])
    else:
        yield from _usage_faults(run.stderr, run.args)


def refuses_or_solves(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand the usage message, or all solutions, in whatever order and form: other cases judge these."""
    if not any(_usage_faults(run.stdout + run.stderr, run.args)):
        return
    n = int(run.args[0])
    lines = map(_numbers, run.stdout[-_LONGEST_OUTPUT:].splitlines())
    listed = Counter(tuple(line) for line in lines if len(line) == n)
    if listed != Counter(tuple(b"%d" % column for column in columns) for columns in nqueens.solutions(n)):
        yield Finding(
            f'"{" ".join(run.args)}" should be answered by the usage message or, as "-v {n}" is, by all solutions',
            where="whole output",
            expected=b"Usage: python3 Queens.py [-v] number",
            actual=(run.stdout + run.stderr)[:_LONGEST_LINE],
        )


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:  # noqa: ARG001 - every oracle is given both
    """Tell what the program prints for n, or -v and n, by the bitmask solver; None for other arguments."""
    *options, number = args or ("",)
    if options not in ([], ["-v"]) or not re.fullmatch(r"[1-9]|1[0-3]", number):
        return None
    n = int(number)
    tuples = [f"({', '.join(map(str, columns))})\n" for columns in nqueens.solutions(n)] if options else []
    return ("".join(tuples) + f"{n}-Queens has {nqueens.count(n)} solutions\n").encode()


def _usage_faults(output: bytes, args: tuple[str, ...]) -> Iterator[Finding]:
    output = output[:_LONGEST_OUTPUT]
    typed = f'"{" ".join(args)}"' if args else "no argument"
    if _RESULT.search(output):
        fault = f"{typed} should be answered by the usage message alone, but a result was printed"
    elif _USAGE.search(output):
        return
    else:
        fault = f"{typed} should be answered by the usage message"
    yield Finding(fault, expected=b"Usage: python3 Queens.py [-v] number", actual=output[:_LONGEST_LINE])


def _last_line(output: bytes) -> int:
    """Tell where the last line begins that is not blank."""
    return output.rfind(b"\n", 0, len(output.rstrip())) + 1


def _first_line_end(output: bytes) -> int:
    """Tell where the first line ends that is not blank, its newline included."""
    return output.find(b"\n", len(output) - len(output.lstrip())) + 1 or len(output)


def _numbers(line: bytes) -> list[bytes]:
    return re.findall(rb"\d+", line[:_LONGEST_LINE])


def _tells_count(line: bytes) -> bool:
    """Tell a line of words, or of one bare number, from a solution, which has no words in whatever form."""
    return bool(re.search(rb"[A-Za-z]", line[:_LONGEST_LINE]) or re.fullmatch(rb"\s*\d+\s*", line[:_LONGEST_LINE]))
