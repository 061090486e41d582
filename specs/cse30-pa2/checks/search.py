"""Check the search by the calls that the program makes of its own functions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from harness.model.finding import Finding
from harness.model.run import Run

from .lines import LONGEST_LINE
from .recursive_search import Search, noted_calls, printed_inside
from .table import table_fault


def starts_well(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that the program calls findSolutions on a table of zeros, from row 1, and in the mode asked for."""
    *options, number = run.args
    calls = noted_calls(run)
    first = next((call for call in calls if call[0] == "F" and len(call) > 4), None)  # noqa: PLR2004 - see watch_calls
    if first is None:
        yield Finding("the program should call findSolutions(B, 1, mode)", where="calls")
        return
    _, i, _, mode, table = first[:5]
    fault = table_fault(table, int(number))
    if fault:
        yield Finding(
            f"the first table that findSolutions is called with {fault}", where="calls", actual=_json_text(table)
        )
    elif i != 1:
        yield Finding(f"the first call should be findSolutions(B, 1, mode), it was with {i} for 1", where="calls")
    elif options and mode != "verbose" and not printed_inside(calls):
        yield Finding(
            'with -v findSolutions should be called with the mode "verbose"', "calls", actual=_json_text(mode)
        )
    elif not options and mode == "verbose":
        yield Finding('without -v findSolutions should not be called with the mode "verbose"', where="calls")


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
    n = int(run.args[-1])
    search = Search(n)
    for call in noted_calls(run):
        fault = search.next(call)
        if fault:
            yield Finding(fault, where="calls")
            return
    if not search.begun:
        yield Finding(f"findSolutions was not called to solve the problem for n = {n}", where="calls")


def _json_text(value: Any) -> bytes:
    return json.dumps(value)[:LONGEST_LINE].encode()
