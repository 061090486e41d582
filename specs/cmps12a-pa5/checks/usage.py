"""Check the answer to wrong arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from _shared import nqueens
from harness.judge.comparing.comparison import explain
from harness.judge.differences.difference import describe
from harness.model.finding import Finding
from harness.model.run import Run

from .lines import (
    LONGEST_LINE,
    MAX_BYTES,
    READ_IN_PART,
    USAGE,
    answered_size,
    before_exception,
    is_read_in_part,
    numbers_in,
    option_blanks,
)

GOES_ON = "goes-on"
"""A near miss that no case makes cheaper; but the message that did come speaks for its words and its stream."""


def message_alone(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand a message without a result; its words, its stream and what is beside it are near misses."""
    if any_message(run.stdout + b"\n" + run.stderr) != USAGE:
        yield _instead_of_message(run)
        return
    faults = {
        "other-stream": ("the usage message belongs on stderr", _is_on_stdout(run)),
        "wording": ("the usage message does not have the handout's words", not _has_right_words(run)),
        "extra-lines": ("more than the usage message was printed", _has_more(run)),
    }
    near_misses = tuple(name for name, (_, violated) in faults.items() if violated)
    if near_misses:
        yield Finding(
            "; ".join(faults[name][0] for name in near_misses),
            expected=USAGE,
            actual=(run.stdout + run.stderr)[:LONGEST_LINE],
            near_misses=near_misses,
        )


def _instead_of_message(run: Run) -> Finding:
    """What to say where something else came, or a result beside the right message."""
    if option_blanks(run.stderr) == option_blanks(USAGE):  # which of the two streams came first is not known
        results = [line for line in run.stdout[:MAX_BYTES].splitlines() if _holds_result(line)]
        return Finding(
            "the usage message is right, but a result is printed as well: the program has to end after the message",
            actual=(results[0] if results else run.stdout + run.stderr)[:LONGEST_LINE],
            near_misses=(GOES_ON,),
            kind="went-on-after-message",
        )
    printed = run.stdout + run.stderr
    text = "a result was printed, and only the usage message belongs here" if printed.strip() else "nothing was printed"
    answer = answered_size(run.stdout)
    in_part = bool(run.args) and answer is not None and is_read_in_part(run.args[-1], answer[0])
    return Finding(
        f"{text}: only the beginning of {run.args[-1]} is read" if in_part else text,
        expected=USAGE,
        actual=printed[:LONGEST_LINE],
        kind="result-printed",
        params=READ_IN_PART if in_part else {},
    )


def has_right_words(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand the handout's words on either stream, whatever comes after them and on the other one."""
    printed = replace(run, stderr=before_exception(run.stderr))
    if not _has_right_words(printed):
        shown = printed.stderr if printed.stderr.strip() else printed.stdout
        finding = Finding(
            "the usage message does not have the handout's words", expected=USAGE, actual=shown[:LONGEST_LINE]
        )
        form = explain(option_blanks(shown[:MAX_BYTES]), option_blanks(USAGE))  # a blank too many is no other word
        yield replace(describe(shown, USAGE), near_misses=form) if form else finding


def on_stderr(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand a message on stderr, in whatever words, and none on stdout."""
    message = before_exception(run.stderr)
    if _is_on_stdout(replace(run, stderr=message)) or any_message(message) != USAGE:
        text = "the usage message belongs on stderr"
        if run.stdout.strip() and re.search(rb"(?im)^\s*(?:usage|option)\s*:", message):
            text = "a part of the usage message is on stdout; all of it belongs on stderr"
        yield Finding(text, expected=USAGE, actual=run.stdout[:LONGEST_LINE])


def _is_on_stdout(run: Run) -> bool:
    """Whether the message, or a line of it, is on stdout."""
    return bool(run.stdout.strip()) and (
        not run.stderr.strip() or re.search(rb"(?im)^\s*(?:usage|option)\s*:", run.stdout) is not None
    )


def _has_more(run: Run) -> bool:
    """Whether lines stand below the message, or beside it on stdout; an exception is for the program's end to tell."""
    right = option_blanks(USAGE)
    streams = (option_blanks(before_exception(run.stderr)), option_blanks(run.stdout))
    below = any(stream.startswith(right) and stream.removeprefix(right).strip() for stream in streams)
    return below or (bool(run.stdout.strip()) and not _is_on_stdout(run))


def _has_right_words(run: Run) -> bool:
    """Whether the message is the handout's, on one stream or begun on one and ended on the other, whatever follows."""
    right = option_blanks(USAGE)
    ways = (run.stderr, run.stdout, run.stdout + run.stderr, run.stderr + run.stdout)
    return any(option_blanks(printed).startswith(right) for printed in ways)


def any_message(output: bytes) -> bytes:
    """Turn any message into the usage message; what holds a result, or nothing, stays as it is."""
    return USAGE if output.strip() and not _holds_result(output) else output


def usage_or_solutions(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Accept a message, or a listing that holds all solutions; the form of either is for other cases to judge."""
    printed = run.stdout + run.stderr
    if any_message(printed) == USAGE:
        return
    n = int(run.args[0])
    listed = {tuple(numbers_in(line)) for line in run.stdout[:MAX_BYTES].splitlines()}
    if all(tuple(b"%d" % row for row in rows) in listed for rows in nqueens.solutions(n)):
        return
    if option_blanks(run.stderr) == option_blanks(USAGE):
        yield _instead_of_message(run)
    else:
        yield Finding(
            f'"{n} -v" should be answered by the usage message, or by all solutions as "-v {n}" is',
            expected=USAGE,
            actual=printed[:LONGEST_LINE],
        )


def _holds_result(output: bytes) -> bool:
    """Whether a line tells a number of solutions, or is made of numbers alone."""
    starts = (line[:LONGEST_LINE] for line in output[:MAX_BYTES].splitlines())
    return any(
        re.search(rb"\d", start) and (re.search(rb"(?i)\bhas\b|solution", start) or not re.search(rb"[A-Za-z]", start))
        for start in starts
    )
