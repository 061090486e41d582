"""Check the form of the lines, and that there are no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress, islice

from harness.model.finding import COURSE, Finding
from harness.model.run import Run

from .climb_faults import (
    SHOWN,
    bare,
    line_of,
    misplaced,
    nothing,
)
from .climb_output import BLANK, MAX_BYTES, lines_of, starts_of, written
from .explained import MAX_FINDINGS


def states_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line with a state holds its digits, a blank between each two, and nothing else."""
    lines = [line for line in lines_of(written(run)) if line.states]
    if not lines:
        yield from nothing(run, starts_of(expected))
    # A line with two states, or a state and an ending, is another clause's matter.
    alone = [line for line in lines if len(line.states) == 1 and line.solved is None]
    wrong = [line for line in alone if line.text != bare(line.states[0])]
    whose = "each state" if len({_blanks_at_ends(line.text) for line in alone}) == 1 < len(alone) else "a state"
    for line in islice(wrong, MAX_FINDINGS):
        kind = "blank-at-end" if line.text.rstrip() == bare(line.states[0]) else COURSE
        yield Finding(
            _wrong_form(line.text, whose),
            f"line {line.number}",
            line_of(line.states[0]),
            line.text[:SHOWN] + b"\n",
            kind=kind,
        )


_EVENLY = re.compile(rb"[1-8]([^1-8]+)[1-8](?:\1[1-8]){6}")
"""Eight digits with the same between each two."""


def _wrong_form(text: bytes, whose: str) -> str:
    """What a line with a state has other than eight digits with one blank between each two; ``whose``: which states."""
    evenly = _EVENLY.fullmatch(text)
    if evenly:
        return f"Between the digits of a state is {_quoted(evenly[1])}, not one blank."
    if _EVENLY.fullmatch(text.strip()):
        ends = compress(("before the first", "after the last"), _blanks_at_ends(text))
        return f"There is a blank {' and '.join(ends)} digit of {whose}."
    return "A line with a state holds more or other than eight digits with one blank between each two."


def _blanks_at_ends(text: bytes) -> tuple[bool, bool]:
    """Whether a line begins with a blank, and whether it ends in one."""
    return text.lstrip() != text, text.rstrip() != text


def _quoted(text: bytes) -> str:
    return f'"{text[:SHOWN].decode(errors="replace")}"'


def words_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line that tells how a climb ended is Success or Failure and nothing else."""
    lines, starts = list(lines_of(written(run))), starts_of(expected)
    if not any(line.states or line.solved is not None for line in lines):
        yield from nothing(run, starts)
    # Blocks without an end are another clause's matter, but where only the start states are shown no climb has begun.
    elif not any(line.solved is not None for line in lines) and sum(len(line.states) for line in lines) <= len(starts):
        message = "No queen is moved, and no line says how a sequence ended."
        yield Finding(message, "", b"Success\n", lines[-1].text[:SHOWN])
    # A line with several states is another clause's matter.
    endings = (line for line in lines if line.solved is not None and len(line.states) <= 1)
    for line in islice((line for line in endings if line.text not in (b"Success", b"Failure")), MAX_FINDINGS):
        right = b"Success\n" if line.solved else b"Failure\n"
        message = f"The line is {_quoted(line.text)}; it has to be {_quoted(right.rstrip())} and nothing else."
        yield Finding(message, f"line {line.number}", right, line.text[:SHOWN] + b"\n")


def layout(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that there are only states and endings, at most one blank line between two blocks, newlines at the end."""
    lines = list(lines_of(written(run)))
    while lines and lines[-1].kind == BLANK:
        lines.pop()
    if not any(line.states for line in lines):
        yield from nothing(run, starts_of(expected))
    yield from islice(misplaced(lines, starts_of(expected)), MAX_FINDINGS)
    if b"\r" in written(run)[:MAX_BYTES]:
        yield Finding("The lines end in a carriage return and a newline; a newline alone ends a line here.")
