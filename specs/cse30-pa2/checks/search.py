"""Check the search by the calls that the program makes of its own functions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from harness.model.finding import Finding
from harness.model.run import Run

from .lines import LONGEST_LINE
from .output import tells_right_number
from .recursive_search import Search, noted_calls, of_this_mode, other_mode, printed_inside, was_stopped
from .table import shared_rows, table_fault


def starts_well(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that the program calls findSolutions on a table of zeros, from row 1, and in the mode asked for."""
    *options, number = run.args
    calls = noted_calls(run)
    verbose = bool(options) is not bool(other_mode(calls))  # where one mode cannot be used, which is charged elsewhere
    first = next((call for call in calls if call[0] == "F" and len(call) > 4), None)  # noqa: PLR2004 - see watch_calls
    if first is None:
        yield Finding("the program should call findSolutions(B, 1, mode)", where="calls", kind="search-not-called")
        return
    _, i, _, mode, table = first[:5]
    fault = table_fault(table, int(number)) or shared_rows(first[5:6])
    if fault:
        yield Finding(
            f"the first table that findSolutions is called with {fault}",
            where="calls",
            actual=_json_text(table),
            kind="wrong-table",
        )
    elif i != 1:
        text = f"the first call should be findSolutions(B, 1, mode), it was with {i} for 1"
        yield Finding(text, where="calls", kind="wrong-first-row")
    elif verbose and mode != "verbose" and not printed_inside(calls):
        yield Finding(
            'with -v findSolutions should be called with the mode "verbose"',
            "calls",
            actual=_json_text(mode),
            kind="wrong-mode",
        )
    elif not verbose and mode == "verbose":
        text = 'without -v findSolutions should not be called with the mode "verbose"'
        yield Finding(text, where="calls", kind="wrong-mode")


def prints_by_print_board(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that findSolutions calls printBoard when it has found a solution.

    Where -v cannot be used, which is charged elsewhere, nothing can be seen.
    """
    calls = noted_calls(run)
    seen_without_option = other_mode(calls) and any(call[0] == "F" for call in calls)
    placed = [call for call in calls if call[0] == "P"]
    if not printed_inside(calls) and placed and not any(call[1] == int(run.args[-1]) for call in placed):
        text = "findSolutions came to no solution to print: no queen was placed in the last row"
        yield Finding(text, where="calls", kind="no-last-row", params={"outcome": True})
    elif not printed_inside(calls) and not seen_without_option:
        text = "findSolutions should print each solution by calling printBoard, which it did not"
        other = next((call[3] for call in calls if call[0] == "F" and call[3:] and call[3] != "verbose"), None)
        if isinstance(other, str) and len(run.args) > 1:
            text = f'{text}: it was called with the mode "{other}"'
        yield Finding(text, where="calls", kind="no-print-board")


def recurs(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand the search of the pseudo-code, behind a call of findSolutions.

    Each safe square of a row, and no other, gets a queen by placeQueen, then the rows below have their turn, then comes
    removeQueen. Which functions call each other is free, as long as one is at work for each row above. Which squares
    are safe follows from the program's own table, and any order will do: others judge these. Where findSolutions is not
    called the other mode shows the search, but only if this one gives no right answer: each mode has to go this way.
    """
    n = int(run.args[-1])
    search, calls = Search(n), noted_calls(run)
    if other_mode(calls) and tells_right_number(of_this_mode(run.stdout, calls), n):
        mode = "with -v" if len(run.args) > 1 else "without -v"
        text = f"{mode} the number for n = {n} was printed, but findSolutions was not called to find it"
        yield Finding(text, where="calls", kind="search-not-called")
        return
    names = {"P": "placeQueen", "R": "removeQueen"}
    unused = [name for kind, name in names.items() if not any(call[0] == kind for call in calls)]
    if len(unused) == 1:
        yield Finding(f"{unused[0]} was never called", where="calls", kind="function-not-called")
        return
    for call in calls:
        fault = search.next(call)
        if fault:
            text = f"{search.swapped}; then {fault}" if search.swapped else fault
            yield Finding(f"in the search of findSolutions {text}", where="calls")
            return
    if was_stopped(calls) and len(unused) == len(names):
        yield Finding("the search of findSolutions went on without a call of placeQueen", where="calls")
    if not search.begun:
        yield Finding(f"findSolutions was not called to solve the problem for n = {n}", where="calls")


def _json_text(value: Any) -> bytes:
    return json.dumps(value)[:LONGEST_LINE].encode()
