"""Check findSolutions and removeQueen by the results of single calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from _shared import nqueens
from harness.model.finding import Finding
from harness.model.result import CallResult

from .lines import LONGEST_LINE
from .table import Table


def undone(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that removeQueen brings back the table without her.

    Three calls: removeQueen on a right table; placeQueen and removeQueen on another. It is enough that removeQueen
    undoes what the program's own placeQueen does, if that does anything: what she attacks is judged by other cases.
    """
    removed, placed, again = (Table.after(result) for result in results)
    if removed.without_queen() == removed.rows or (again.without_queen() == again.rows != placed.rows):
        return
    yield Finding(
        f"after removeQueen(B, {removed.i}, {removed.j}) the table is not what it was before placeQueen(B, "
        f"{removed.i}, {removed.j}); row 0 is not shown",
        where="the arguments",
        expected=_table_text(removed.without_queen()),
        actual=_table_text(removed.rows),
    )


def prints_solutions(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that a call with "verbose" prints as many solutions as it counts; which ones, and how, others judge."""
    for result in results:
        yield from _print_faults(result)


def prints_nothing(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that the calls behind the first print nothing; the first, with "verbose", must have printed."""
    verbose, *quiet = results
    yield from _print_faults(verbose)
    for result in quiet:
        if result.stdout.strip():
            lines = len(result.stdout.splitlines())
            yield Finding(
                f"{_call_text(result)} should print nothing, but {lines} line{'s' * (lines != 1)} came",
                where="stdout of the call",
                actual=result.stdout[:LONGEST_LINE],
            )
            return


def _print_faults(call: CallResult) -> Iterator[Finding]:
    """A finding when a call does not print a number of lines that goes with its solutions, counted rightly or not."""
    lines = [line for line in call.stdout.splitlines() if line.strip()]
    counts = {_solutions_from(call)} | ({call.returned} if type(call.returned) is int else set())
    apart = b"\n" in call.stdout.strip()
    if not lines or (not any(len(lines) % count == 0 for count in counts if count > 0) and (apart or counts == {1})):
        came = f"{len(lines)} line{'s' * (len(lines) != 1)} came" if lines else "nothing was printed"
        text = f"{_call_text(call)} should print each solution that it counts, but {came}"
        yield Finding(text, where="stdout of the call", actual=call.stdout[:LONGEST_LINE])


def _solutions_from(call: CallResult) -> int:
    """How many solutions go on from the queens in the rows above that of the call."""
    table = Table.after(replace(call, args=(call.args[0], call.args[1], 0)))
    above = tuple(row[0] if row else 0 for row in table.rows[: table.i - 1])
    return sum(solution[: len(above)] == above for solution in nqueens.solutions(min(len(table.rows), 8)))


def _call_text(call: CallResult) -> str:
    """A call of findSolutions as it is written."""
    _, i, mode = call.args
    return f'findSolutions(B, {i}, "{mode}")'


def _table_text(rows: Sequence[Sequence[Any]]) -> bytes:
    """A table, a row a line."""
    return "\n".join(str(list(row)) for row in rows)[: 2 * LONGEST_LINE].encode(errors="replace")
