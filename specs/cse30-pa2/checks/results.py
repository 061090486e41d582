"""Check findSolutions and removeQueen by the results of single calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any

from msgspec.structs import replace

from _shared import nqueens
from _shared.evidence import partial_boards
from _shared.evidence import text as text_of
from _shared.forms import Columns, printed_columns
from harness.judge.comparing.comparison import compare_texts
from harness.judge.finding_kinds import WRONG_ARGUMENT
from harness.model.finding import CHANGES_COPY, SHOWN_CALL, Finding, Parameter, Place
from harness.model.result import CallResult

from .attack_faults import is_one_value, is_stopped_by_opposite
from .lines import LONGEST_LINE, LONGEST_OUTPUT, numbers_in
from .normalise import columns
from .returned_counts import counting_fault
from .table import Table, differing, past_the_edge, taken_back, wrong_line, wrong_places

_IN_BRACKETS = re.compile(rb"[(\[{<]([^()\[\]{}<>]*)[)\]}>]\W*\Z")
_OF_THIS_CALL: dict[str, Parameter] = {"all_calls": 1}
"""The call says what the cause is, so it is the one that is shown."""


def undone(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that removeQueen brings back the table without her.

    Three calls: removeQueen on a right table; placeQueen and removeQueen on another. It is enough that removeQueen
    undoes what the program's own placeQueen does, if that does anything: what she attacks is judged by other cases.
    """
    removed, placed = map(Table.after, results[:2])
    again = Table.after(replace(results[2], args=(results[0].args[0], *results[2].args[1:])))  # tables of one size
    if removed.without_queen() == removed.rows or (again.without_queen() == again.rows != placed.rows):
        return
    call = f"removeQueen(B, {removed.i}, {removed.j})"
    right, came = removed.without_queen(), removed.rows
    shown = _table_text(right, came), _table_text(came, right)
    if _is_copy_changed(results[0], removed):
        said: dict[str, Parameter] = {"call": call, "variable": "B", "cause": CHANGES_COPY, SHOWN_CALL: 0}
        yield Finding.of(WRONG_ARGUMENT, Place(part="arguments"), *shown, **said)
        return
    kind, message = _left_square(removed, results[0].args[0])
    yield Finding(f"after {call} {message}", "the arguments", *shown, kind=kind, params={SHOWN_CALL: 0})


def _is_copy_changed(call: CallResult, removed: Table) -> bool:
    """Whether the call left its table as it was, and returned the right one."""
    returned = Table.after(replace(call, after=(call.returned,)))
    return call.after[:1] == call.args[:1] and returned.rows == removed.without_queen()


def attacks_noted(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Say what the squares have in common that placeQueen left wrong; that they are wrong, the expected table says."""
    (result,) = results
    placed = Table.after(result)
    right, beyond = placed.with_queen(), past_the_edge(placed)
    if is_one_value(right, result.args[0], placed, -1):
        text = "every square that the queen attacks is -1 after the call; each must be 1 less than it was"
        yield Finding(text, where="the arguments", kind="value-set", params=_OF_THIS_CALL)
        return
    if is_stopped_by_opposite(right, placed):
        text = "wrong are the squares on a diagonal whose opposite, on the other diagonal, is off the board"
        yield Finding(text, where="the arguments", kind="opposite-off-board", params=_OF_THIS_CALL)
        return
    where = wrong_places(right, placed) or ("" if beyond else wrong_line(right, placed))
    if where or beyond:
        yield Finding(where or beyond, where="the arguments", kind="some-squares" if where else "past-the-edge")
    elif (wrong := differing(right, placed.rows)) and placed.has_its_size() and all(row < placed.i for row, _ in wrong):
        yield Finding("all that is wrong is above the queen", where="the arguments", kind="rows-above")


def _left_square(removed: Table, before: Any) -> tuple[str, str]:
    """The kind and the words for what is not as it was before the queen was placed, with the first such square.

    ``before``: the table as removeQueen got it.
    """
    right = removed.without_queen()
    if not removed.has_its_size():
        return "square", "the table does not have the rows and columns that it had before the call"
    column = taken_back(removed)
    if column is not None:
        taken = f"the attacks of a queen in column {column} are taken back, and not those in column {removed.j}"
        return ("column-of-0" if column == 0 else "square"), taken
    wrong = differing(right, removed.rows)
    row, at = wrong[0]
    square = f"B[{row}][{at}] is {str(removed.rows[row - 1][at])[:20]} and must be {right[row - 1][at]}"
    if wrong == [(removed.i, 0)]:
        return "column-0", f"{square}, as it was before the queen was placed"
    is_zero = is_one_value(right, before, removed, 0)
    where = wrong_places(right, removed)
    many = f"{where}; " if where else f"{len(wrong)} squares are wrong, the first of them: " if len(wrong) > 1 else ""
    if is_zero or where:
        zeros = f"every square that the queen attacked is 0; {square}, 1 more than it was"
        return ("value-set", zeros) if is_zero else ("some-squares", many + square)
    if at == 0 or row == removed.i or (row, at) in removed.attacked():
        return "square", many + square
    return "square-not-attacked", f"{many}{square}; the queen does not attack it"


def counts_solutions(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand the number of solutions of the first call, or that the second call counts so many more than the first."""
    first, second = results
    right = _solutions_from(first)
    if type(first.returned) is int and type(second.returned) is int and second.returned - first.returned == right:
        return
    if type(first.returned) is not int or first.returned != right:
        yield _wrong_count(first)


def counts_from_each_start(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Demand the number of solutions from each table, or that each call counts so many more than the one before.

    What all wrong numbers come from is said where one simple fault gives every number that came.
    """
    right = [_solutions_from(call) for call in results]
    returned = [call.returned if type(call.returned) is int else None for call in results]
    counted = [later - came for came, later in pairwise(returned) if came is not None and later is not None]
    is_right = [came == number for came, number in zip(returned, right, strict=True)]
    is_added = [more == number for more, number in zip(counted, right[1:], strict=False)]
    if all(is_right) or counted == right[1:]:
        return
    wrong = results[is_right.index(False)]
    if sum(is_added) > sum(is_right) and len(is_added) == len(results) - 1:
        yield _wrong_addition(results[is_added.index(False) + 1], counted[is_added.index(False)])
        return
    first = _wrong_count(wrong)
    starts = [(len(table) - 1, [row[0] for row in table[1:i]]) for table, i, _ in (call.args for call in results)]
    fault = counting_fault(starts, returned)
    if fault is None:
        yield first
    else:
        message = f"{fault.text}. {first.message}"
        params = {"all_calls": len(results), SHOWN_CALL: results.index(wrong)}
        yield replace(first, message=message, kind=fault.kind, params=params)


def _wrong_addition(call: CallResult, added: int) -> Finding:
    """The finding on a call that counts on from the one before, as those around it do, by another number."""
    right, text = _solutions_from(call), _call_text(call)
    message = f"{text} returned {added} more than the call before, expected {right} more, as each call here adds to it"
    return Finding(message, where="the returned value", kind="count-differs")


def _wrong_count(call: CallResult) -> Finding:
    """The finding on a call that returned another number of solutions, or something else."""
    right, returned = _solutions_from(call), call.returned
    came = returned.get("!repr") if isinstance(returned, dict) else returned
    return Finding(
        f"{_call_text(call)} returned {str(came)[:100]}, expected {right}",
        where="the returned value",
        kind="count-too-large" if type(returned) is int and returned > right else "count-differs",
        expected=b"%d" % right,
        actual=str(came)[:LONGEST_LINE].encode(errors="replace"),
    )


def prints_columns(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that printBoard prints the columns of column 0 from row 1 on, in any form: tuple-format judges that."""
    (call,) = results
    table = call.after[0] if call.after and isinstance(call.after[0], list) else []
    right = tuple(row[0] if isinstance(row, list) and row else 0 for row in table[1:])  # if it is still what it was
    glued = b"".join(numbers_in(call.stdout)) == "".join(map(str, right)).encode()
    line, from_row_0 = b"(%s)\n" % ", ".join(map(str, right)).encode(), _from_row_0(call.stdout, table)
    if from_row_0:
        text = f"printBoard(B) prints {from_row_0}; the queens' columns are B[1][0] to B[{len(right)}][0]"
        yield Finding(text, "stdout of the call", line, call.stdout[:LONGEST_LINE], kind="row-0-printed")
    elif glued and (torn := _torn_number(call.stdout, right)):
        text = f"printBoard(B) prints {torn} as {len(torn)} numbers: {', '.join(torn)}"
        shown = call.stdout[:LONGEST_LINE]
        yield Finding(text, "stdout of the call", line, shown, kind="number-torn", params={"outcome": False})
    elif not glued and printed_columns(call.stdout, len(right)) != right:
        yield from compare_texts(call.stdout[:LONGEST_OUTPUT], line, normalizer=columns)


def _torn_number(stdout: bytes, right: Sequence[int]) -> str:
    """The first number of several digits, where each digit is printed as a number of its own; empty for none."""
    long = [str(number) for number in right if len(str(number)) > 1]
    return long[0] if long and all(len(number) == 1 for number in numbers_in(stdout)) else ""


def _from_row_0(stdout: bytes, table: Sequence[Any]) -> str:
    """Which squares of column 0 are printed in brackets, from that of row 0 on; empty if they begin in row 1."""
    noted = [row[0] if isinstance(row, list) and row else 0 for row in table]
    lines = [[int(number) for number in numbers_in(line)] for line in stdout[:LONGEST_OUTPUT].splitlines()]
    (*_, inside) = _IN_BRACKETS.findall(stdout[:LONGEST_OUTPUT]) or [b""]
    printed = [int(number) for number in numbers_in(inside)]
    is_long = len(noted) > len("01") and len(printed) >= len(noted) - 1  # two numbers may be a row and a column
    is_from_0 = is_long and printed == noted[: len(printed)] and noted[1:] not in (printed, *lines)
    return f"B[0][0] to B[{len(printed) - 1}][0]" if is_from_0 else ""


def prints_solutions(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that a call with "verbose" prints as many solutions as it counts; which ones, and how, others judge."""
    for result in results:
        yield from _print_faults(result)


def prints_nothing(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:  # noqa: ARG001
    """Demand that the calls after the first print nothing; the first, with "verbose", must have printed.

    Where just one other word than "verbose" prints that is the fault of another case.
    """
    verbose, *quiet = results
    loud = [result.args[2] for result in results if result.stdout.strip()]
    if len(loud) == 1 and loud != ["normal"]:
        return
    if not verbose.stdout.strip():
        yield from _print_faults(verbose)
    for result in quiet:
        if result.stdout.strip():
            lines = len(result.stdout.splitlines())
            yield Finding(
                f"{_call_text(result)} should print nothing, but {lines} line{'s' * (lines != 1)} came",
                where="stdout of the call",
                expected=b"",
                actual=result.stdout[:LONGEST_LINE],
                kind="printed-in-other-mode",
                params={SHOWN_CALL: results.index(result)},
            )
            return


def _print_faults(call: CallResult) -> Iterator[Finding]:
    """A finding when a call does not print a number of lines that goes with its solutions, counted rightly or not."""
    lines = [line for line in call.stdout.splitlines() if line.strip()]
    counts = {_solutions_from(call)} | ({call.returned} if type(call.returned) is int else set())
    apart = b"\n" in call.stdout.strip()
    if not lines or (not any(len(lines) % count == 0 for count in counts if count > 0) and (apart or counts == {1})):
        partial = partial_boards([tuple(map(int, numbers_in(line))) for line in lines])
        if partial and len(lines) - len(partial) in counts:
            yield _of_partial_boards(call, partial)
            return
        came = f"{len(lines)} line{'s' * (len(lines) != 1)}" if lines else "nothing"
        counted = f"returned {call.returned}" if type(call.returned) is int else "should print each solution"
        agrees = not lines and call.returned == 0  # with itself: what is wrong is that it finds no solution
        text = f"{_call_text(call)} {counted}, {'and' if agrees else 'but'} it printed {came}"
        text += "; there are solutions" if agrees and _solutions_from(call) else ""
        yield Finding(text, where="stdout of the call", actual=call.stdout[:LONGEST_LINE])


def _of_partial_boards(call: CallResult, partial: Sequence[Columns]) -> Finding:
    """The finding on a call that prints boards on which queens are missing beside its solutions."""
    example = next((columns for columns in partial if columns.count(0) > 1), partial[0])
    return Finding(
        f"{_call_text(call)} also prints boards that are not complete, such as {text_of(example)}",
        where="stdout of the call",
        actual=call.stdout[:LONGEST_LINE],
        kind="partial-boards",
        params={"cause": "partial-boards"},
    )


def _solutions_from(call: CallResult) -> int:
    """How many solutions go on from the queens in the rows above that of the call."""
    table = Table.after(replace(call, args=(call.args[0], call.args[1], 0)))
    above = tuple(row[0] if row else 0 for row in table.rows[: table.i - 1])
    return sum(solution[: len(above)] == above for solution in nqueens.solutions(min(table.size, 8)))


def _call_text(call: CallResult) -> str:
    """A call of findSolutions as it is written."""
    _, i, mode = call.args
    return f'findSolutions(B, {i}, "{mode}")'


def _table_text(rows: Sequence[Sequence[Any]], others: Sequence[Sequence[Any]]) -> bytes:
    """The rows of a table that are not those of another one, a row a line; row 0, which may hold anything, is none."""
    pairs = enumerate(zip_longest(rows, others), 1)
    named = [f"B[{number}] = {[*row]}" for number, (row, other) in pairs if row is not None and row != other]
    return "\n".join(named)[: 2 * LONGEST_LINE].encode(errors="replace")
