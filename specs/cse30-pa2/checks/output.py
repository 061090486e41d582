"""What no general checker can say about n-Queens by recursion."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from _shared import nqueens
from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.model.run import Run

from .recursive_search import Search, Table, noted_calls, printed_inside, table_fault

_LONGEST_LINE = 1000
"""Bytes of a line that are looked at; a line of ours has 60 at most."""
_LONGEST_OUTPUT = 1 << 20
"""Bytes of an output that the checks look at; a right one has 3,000 at most."""

_WARNING = re.compile(rb"^[^:\n]*\.py:\d+: \w*Warning: .*\n(?:  .*\n)?", re.MULTILINE)
_CRASH = b"Traceback (most recent call last):\n"
"""How the interpreter begins to tell of an exception: that there is one is for the clause on quitting to charge."""
_RESULT = re.compile(rb"\d-queens|\d solution|^[(\[ \t]*\d+(?:[, \t]+\d|[ \t\r]*$)", re.IGNORECASE | re.MULTILINE)
"""A count line, or the start of a solution in whatever brackets. The usage message has "python3 Queens", no result."""

_COUNT_LINE = re.compile(rb"(?im)^(?=.*\d).*(?:queens|solution)")
_NUMBERING = re.compile(rb"(?m)^([^\d\n]{0,40})\d{1,4}([^\w\n]{1,10})(?=[(\[{<] *\d)")
"""What stands before a solution in ``1: (2, 4, 1, 3)`` and ``Solution 1 = (2, 4, 1, 3)``."""

_WORDS = re.compile(rb"[A-Za-z]{2}|[A-Za-z].*\d|\d.*[A-Za-z]|^\s*\d+\.\d+\s*$")
"""What a solution has not: a word, ``0.2 s``, or the seconds alone."""
_USAGE = re.compile(rb"usage|(?<!\w)-v", re.IGNORECASE)


def without_warnings(output: bytes) -> bytes:
    """Take out the interpreter's warnings about the source: the program itself did not write them."""
    return _WARNING.sub(b"", output)


def option_blanks(output: bytes) -> bytes:
    """Make one blank of any run of them after ``-v`` on the second line, and take out what the interpreter says."""
    return re.sub(rb"(?m)^(Option: -v)[ \t]+(?=verbose)", rb"\1 ", without_warnings(output).partition(_CRASH)[0])


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
    kept = [line for line in lines if not _is_words(line)]
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
    inside = re.search(rb"[(\[{<]([^()\[\]{}<>]*)[)\]}>]\W*\Z", output[:_LONGEST_LINE])
    return b" ".join(_numbers(inside[1] if inside else output)) + b"\n"


def last_line(output: bytes) -> bytes:
    """Leave the line with the count, with blank lines around it and all that follows; else the last that is not blank.

    That ``no`` stands for 0 is charged where there is no -v.
    """
    at = max((found.start() for found in _COUNT_LINE.finditer(output)), default=_last_line(output))
    above = output[:at].rstrip(b"\r\n")
    blank = output[len(above) : at].partition(b"\n")[2] if above else output[:at]
    return blank + re.sub(rb"\bhas no (?=solution)", b"has 0 ", output[at:])


def ends_with_count(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that a line behind the solutions, or on stderr, tells how many there are, in any form.

    A program that lists the wrong solutions and counts them rightly is not charged for its count as well.
    """
    n = int(run.args[-1])
    lines = [line for line in _written(run)[-_LONGEST_OUTPUT:].splitlines() if line.strip()] or [b""]
    listed = [number for number, line in enumerate(lines) if len(_numbers(line)) == n]
    tuples, last = len(listed), lines[-1]
    right_or_so = {b"%d" % nqueens.COUNTS[n], b"%d" % tuples}
    behind = lines[listed[-1] + 1 :] if listed else lines
    if any(_tells_count(line) and not right_or_so.isdisjoint(_numbers(line)) for line in behind):
        return
    if not _tells_count(last):
        message = "the output should end with a line that tells the number of solutions"
    else:
        message = f"the last line should tell the number of solutions; {tuples} were printed above it"
    right = b"%d-Queens has %d solutions" % (n, nqueens.COUNTS[n])
    yield Finding(message, where="last line", expected=right, actual=last[:_LONGEST_LINE])


def refuses(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand a message that tells the usage, on either stream and in any words, and no result."""
    faults = [*_usage_faults(_written(run), run.args)]
    if not faults and run.stdout.strip() and not _USAGE.search(run.stdout[:_LONGEST_OUTPUT]):
        text = "the usage message should come alone, but something was printed on stdout as well"
        faults.append(Finding(text, actual=run.stdout[:_LONGEST_LINE]))
    yield from faults


def nothing_else(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that with -v at most one line of words comes, which has a number: that with the count."""
    others = [line for line in run.stdout[:_LONGEST_OUTPUT].splitlines() if _is_words(line)]
    count = b"%d" % nqueens.COUNTS[int(run.args[-1])]
    told = [line for line in others if count in _numbers(line)] or [line for line in others if _numbers(line)]
    if told:  # the last of these is the count
        others.remove(told[-1])
    if others:
        text = "besides the solutions and the line with their number nothing should be printed"
        yield Finding(text, actual=others[0][:_LONGEST_LINE])
    elif not run.stdout.strip():
        yield Finding("nothing was printed, so that nothing speaks for the program")


def on_stderr(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that a message that tells the usage, in any words, comes on stderr alone."""
    if _USAGE.search(run.stdout[:_LONGEST_OUTPUT]):
        yield Finding("the usage message came on stdout, it belongs on stderr", actual=run.stdout[:_LONGEST_LINE])
    else:
        yield from _usage_faults(without_warnings(run.stderr).partition(_CRASH)[0], run.args)


def refuses_or_solves(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand the usage message, or solutions, in whatever order and form and right or not: other cases judge these."""
    if not any(_usage_faults(_written(run), run.args)):
        return
    n = int(run.args[0])
    lines = map(_numbers, run.stdout[-_LONGEST_OUTPUT:].splitlines())
    if sum(len(line) >= n for line in lines) < 2:  # noqa: PLR2004 - one alone is not all
        yield Finding(
            f'"{" ".join(run.args)}" should be answered by the usage message or, as "-v {n}" is, by all solutions',
            where="whole output",
            expected=b"Usage: python3 Queens.py [-v] number",
            actual=(run.stdout + run.stderr)[:_LONGEST_LINE],
        )


def undone(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that removeQueen brings back the table without her.

    Three calls: removeQueen on a right table; placeQueen and removeQueen on another. It is enough that removeQueen
    undoes what the program's own placeQueen does, if that does anything: what she attacks is judged by other cases.
    """
    removed, placed, again = (Table.after(one) for one in results)
    if removed.without_queen() == removed.rows or (again.without_queen() == again.rows != placed.rows):
        return
    yield Finding(
        f"after removeQueen(B, {removed.i}, {removed.j}) the table is not what it was before placeQueen(B, "
        f"{removed.i}, {removed.j}); row 0 is not shown",
        where="the arguments",
        expected=_drawn(removed.without_queen()),
        actual=_drawn(removed.rows),
    )


def prints_solutions(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that a call with "verbose" prints as many solutions as it counts; which ones, and how, others judge."""
    for one in results:
        yield from _unprinted(one)


def prints_nothing(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that the calls behind the first print nothing; the first, with "verbose", must have printed."""
    verbose, *others = results
    yield from _unprinted(verbose)
    for one in others:
        if one.stdout.strip():
            lines = len(one.stdout.splitlines())
            yield Finding(
                f"{_call(one)} should print nothing, but {lines} line{'s' * (lines != 1)} came",
                where="stdout of the call",
                actual=one.stdout[:_LONGEST_LINE],
            )
            return


def starts_well(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that the program calls findSolutions on a table of zeros, from row 1, and in the mode asked for."""
    *options, number = run.args
    calls = noted_calls(run)
    first = next((call for call in calls if call[0] == "F" and len(call) > 4), None)  # noqa: PLR2004 - see watch_calls
    if first is None:
        yield Finding("the program should call findSolutions(B, 1, mode)", where="calls")
        return
    _, i, _, mode, table = first[:5]
    told = table_fault(table, int(number))
    if told:
        yield Finding(f"the first table that findSolutions is called with {told}", where="calls", actual=_shown(table))
    elif i != 1:
        yield Finding(f"the first call should be findSolutions(B, 1, mode), it was with {i} for 1", where="calls")
    elif options and mode != "verbose" and not printed_inside(calls):
        yield Finding('with -v findSolutions should be called with the mode "verbose"', "calls", actual=_shown(mode))
    elif not options and mode == "verbose":
        yield Finding('without -v findSolutions should not be called with the mode "verbose"', where="calls")


def works_on(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that the program is at work on a large number when it is stopped, or has told the count already."""
    n = int(run.args[-1])
    if ["T"] not in noted_calls(run) and b"%d" % nqueens.COUNTS[n] not in _numbers(run.stdout[-_LONGEST_LINE:]):
        text = f"{n} is a number that the program should work on, but it ended before it knew the number of solutions"
        yield Finding(text, actual=(run.stdout + run.stderr)[:_LONGEST_LINE])


def prints_by_print_board(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that findSolutions calls printBoard when it has found a solution."""
    if not printed_inside(noted_calls(run)):
        yield Finding("findSolutions should print each solution by calling printBoard, which it did not", where="calls")


def recurs(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand the search of the pseudo-code.

    In each call of findSolutions each safe square of its row, and no other, gets a queen by placeQueen, then comes
    a call for the next row, then removeQueen. Where the next row has no safe square, or there is none, the call may be
    left out. Which squares are safe is told by the program's own table, and any order will do: others judge these.
    """
    found, n = Search(int(run.args[-1])), int(run.args[-1])
    for call in noted_calls(run):
        told = found.next(call)
        if told:
            yield Finding(told, where="calls")
            return
    if not found.seen:
        yield Finding(f"findSolutions was not called to solve the problem for n = {n}", where="calls")


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:  # noqa: ARG001 - every oracle is given both
    """Tell what the program prints for n, or -v and n, by the bitmask solver; None for other arguments."""
    *options, number = args or ("",)
    if options not in ([], ["-v"]) or not re.fullmatch(r"[1-9]|1[0-3]", number):
        return None
    n = int(number)
    tuples = [f"({', '.join(map(str, columns))})\n" for columns in nqueens.solutions(n)] if options else []
    return ("".join(tuples) + f"{n}-Queens has {nqueens.count(n)} solutions\n").encode()


def _written(run: Run) -> bytes:
    """What the program wrote on either stream; a warning quotes its source, and names a path with any numbers."""
    return run.stdout + without_warnings(run.stderr)


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


def _is_words(line: bytes) -> bool:
    """Tell a line of words from a solution, with words around it or not. No solution has two or three numbers."""
    line = line[:_LONGEST_LINE]
    found = re.search(rb"[(\[{<]\W*\d[^)\]}>]*|\d+(?:[ ,;]+\d+)+", line)
    return bool(_WORDS.search(line)) and (found is None or len(_numbers(found[0])) in (2, 3))


def _numbers(line: bytes) -> list[bytes]:
    return re.findall(rb"\d+", line[:_LONGEST_LINE])


def _tells_count(line: bytes) -> bool:
    """Tell a line of words, or of one bare number, from a solution, which has no words in whatever form."""
    return bool(re.search(rb"[A-Za-z]", line[:_LONGEST_LINE]) or re.fullmatch(rb"\s*\d+\s*", line[:_LONGEST_LINE]))


def _unprinted(call: CallResult) -> Iterator[Finding]:
    """A finding when a call does not print a number of lines that goes with its solutions, counted rightly or not."""
    lines = [line for line in call.stdout.splitlines() if line.strip()]
    counts = {_solutions_from(call)} | ({call.returned} if type(call.returned) is int else set())
    apart = b"\n" in call.stdout.strip()
    if not lines or (not any(len(lines) % count == 0 for count in counts if count > 0) and (apart or counts == {1})):
        came = f"{len(lines)} line{'s' * (len(lines) != 1)} came" if lines else "nothing was printed"
        text = f"{_call(call)} should print each solution that it counts, but {came}"
        yield Finding(text, where="stdout of the call", actual=call.stdout[:_LONGEST_LINE])


def _solutions_from(call: CallResult) -> int:
    """How many solutions go on from the queens in the rows above that of the call."""
    table = Table.after(replace(call, args=(call.args[0], call.args[1], 0)))
    above = tuple(row[0] if row else 0 for row in table.rows[: table.i - 1])
    return sum(solution[: len(above)] == above for solution in nqueens.solutions(min(len(table.rows), 8)))


def _call(call: CallResult) -> str:
    """A call of findSolutions as it is written."""
    _, i, mode = call.args
    return f'findSolutions(B, {i}, "{mode}")'


def _drawn(rows: Sequence[Sequence[Any]]) -> bytes:
    """A table, a row a line."""
    return "\n".join(str(list(row)) for row in rows)[: 2 * _LONGEST_LINE].encode(errors="replace")


def _shown(value: Any) -> bytes:
    return json.dumps(value)[:_LONGEST_LINE].encode()
