"""Programs whose steps depend on more than the state have one fault: it costs one clause, and is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from harness.model.finding import Finding
from harness.model.run import Run
from harness.spec.format.assignment import Assignment
from harness.spec.loading.load import load
from tests.support import ROOT

COLUMNS, ROWS = range(8), range(1, 9)
CASES = ("attacks", "queen-most", "queen-tie", "row-best", "row-tie", "improve", "next-queen", "next-queen-later",
         "stop", "stop-stuck", "repeat", "sequence", "sequence-stuck", "verdict")  # fmt: skip
MOST_LINES = 3000
Climb = Callable[..., Iterator[str]]


@cache
def assignment() -> Assignment:
    return load(ROOT / "specs", "cs771-8queens")


def findings(case: str, output: bytes, *, is_ended: bool = False) -> list[Finding]:
    """What the check of a case finds in an output."""
    stream = next(planned for planned in assignment().cases if planned.name == case).case.stdout
    golden = (ROOT / "specs/cs771-8queens/golden" / f"{case}.stdout").read_bytes()
    run = Run(output, exit=None if is_ended else 0)
    return list(assignment().functions[stream.function](run, golden, **stream.options))  # type: ignore[union-attr]


def starts(case: str) -> list[list[str]]:
    golden = (ROOT / "specs/cs771-8queens/golden" / f"{case}.stdout").read_text()
    return [block.splitlines()[0].split() for block in golden.split("\n\n")]


def attacks(state: Sequence[int | str], column: int, row: int | str) -> int:
    """Python compares text and numbers as JavaScript's === does."""
    others = (other for other in COLUMNS if other != column)
    return sum(state[c] == row or abs(int(state[c]) - int(row)) == abs(c - column) for c in others)


def moves_on(state: list[int | str], *, recounts: bool, prints_each: bool) -> Iterator[str]:
    """Without a break after a move."""
    yield " ".join(map(str, state))
    while most := max(counts := [attacks(state, column, state[column]) for column in COLUMNS]):
        before = list(state)
        for column in COLUMNS:
            count = attacks(state, column, state[column]) if recounts else counts[column]
            fewest, row = min((attacks(state, column, row), row) for row in ROWS)
            if count == most and fewest < most:
                state[column] = row
                if prints_each:
                    yield " ".join(map(str, state))
        if before == state:
            yield "Failure"
            return
        if not prints_each:
            yield " ".join(map(str, state))
    yield "Success"


def keeps_text(state: list[int | str]) -> Iterator[str]:
    """Rows stay text as they were read, until a queen moves."""
    state = list(map(str, state))
    while True:
        yield " ".join(map(str, state))
        counts = [attacks(state, column, state[column]) for column in COLUMNS]
        for column in (column for column in COLUMNS if counts[column] == max(counts) > 0):
            fewest, row = min((attacks(state, column, row), row) for row in ROWS)
            if fewest < max(counts):
                state[column] = row
                break
        else:
            yield "Failure" if any(counts) else "Success"
            return


def counts_once(state: list[int | str]) -> Iterator[str]:
    """n1 is that of the start state."""
    yield " ".join(map(str, state))
    most = max(attacks(state, column, state[column]) for column in COLUMNS)
    while most:
        for column in (column for column in COLUMNS if attacks(state, column, state[column]) == most):
            fewest, row = min((attacks(state, column, row), row) for row in ROWS)
            if fewest < most:
                state[column] = row
                break
        else:
            yield "Failure"
            return
        yield " ".join(map(str, state))
    yield "Success"


def outcome(climb: Climb, case: str, **options: bool | str) -> list[Finding]:
    lines: list[str] = []
    for start in starts(case):
        for line in climb(list(map(int, start)), **options):
            lines.append(line)
            if len(lines) >= MOST_LINES:
                return findings(case, "".join(f"{line}\n" for line in lines).encode(), is_ended=True)
    return findings(case, "".join(f"{line}\n" for line in lines).encode())


@pytest.mark.parametrize("prints_each", [True, False])
@pytest.mark.parametrize("recounts", [True, False])
def test_a_loop_that_is_not_left_after_a_move_costs_the_tie(*, recounts: bool, prints_each: bool) -> None:
    options = {"recounts": recounts, "prints_each": prints_each}
    found = {case: outcome(moves_on, case, **options) for case in CASES}
    skips = recounts and not prints_each  # shown by a case of too few climbs to be explained
    assert [case for case in CASES if found[case]] == ["queen-tie", *["sequence-stuck"] * skips]
    assert found["queen-tie"][0].kind == "loop-not-left"
    assert "in which after a move the loop over the queens went on" in found["queen-tie"][0].message
    text = " attacks as many, comes first and can move to attack fewer."
    assert (text in found["queen-tie"][0].message) == prints_each


def test_rows_that_stay_text_cost_the_attacks() -> None:
    found = {case: outcome(keeps_text, case) for case in CASES}
    assert [case for case in CASES if found[case]] == ["attacks"]
    assert found["attacks"][0].kind == "text-rows"
    assert "in which a row from the input (text) never equals a row that is tried" in found["attacks"][0].message


def test_a_move_to_as_many_attacks_is_named_as_one() -> None:
    golden = b"3 7 7 1 8 2 8 6\nFailure\n"
    walk = ["3 7 7 1 8 2 8 6", "3 1 7 1 8 2 8 6", *["3 4 7 1 8 2 8 6", "1 4 7 1 8 2 8 6"] * MOST_LINES]
    run = Run("".join(f"{line}\n" for line in walk).encode(), exit=None)
    (finding, *_) = assignment().functions["steps"](run, golden, rule="improve")
    assert "where it attacks as many as before. A queen moves only where it attacks fewer" in finding.message
    assert "again and again" not in finding.message  # those states come later


def test_attacked_queens_are_named_by_row_and_diagonals() -> None:
    golden, output = b"3 1 8 2 4 4 2 1\n3 1 8 2 5 4 2 1\nFailure\n", b"3 1 1 2 4 4 2 1\n3 1 8 2 4 4 2 1\nFailure\n"
    (finding,) = assignment().functions["steps"](Run(output), golden, rule="repeat")
    assert "attacks 4 queens (in column 6, in the same row; in columns 2, 7 and 8, on diagonals)" in finding.message


def test_a_state_below_a_start_state_that_is_left_out_is_said_to_be_one() -> None:
    golden, climb = b"4 2 8 5 3 1 8 6\n4 2 8 5 3 1 3 6\nFailure\n", b"4 2 8 5 3 1 6 6\nFailure\n"
    steps = assignment().functions["steps"]
    without, whole = (
        next(iter(steps(Run(output), golden, rule="row-tie"))) for output in (climb, b"4 2 8 5 3 1 8 6\n" + climb)
    )
    said = "to row 6, where it attacks 1 queen; rows 3 and 6 are equally good, and the smallest must be taken."
    assert whole.message.endswith(said)
    after = "The expected line is the state after move 1; above it, the start state is missing."
    assert without.message == f"{whole.message} {after}"


def test_start_states_that_are_left_out_are_said_to_be() -> None:
    golden = (ROOT / "specs/cs771-8queens/golden/repeat.stdout").read_text()
    blocks = [block.splitlines() for block in golden.split("\n\n")]
    cut = "".join(f"{line}\n" for block in blocks for line in block[1:])
    (finding,) = findings("start-first", cut.encode())
    assert finding.kind == "no-start"
    assert finding.message == "No block holds its start state: in the first state of each, one queen has moved already."


@pytest.mark.parametrize("number", [0, 1])
def test_one_start_state_that_is_there_keeps_that_from_being_said(number: int) -> None:
    golden = (ROOT / "specs/cs771-8queens/golden/repeat.stdout").read_text()
    blocks = [block.splitlines() for block in golden.split("\n\n")]
    cut = "".join(f"{line}\n" for at, block in enumerate(blocks) for line in block[at != number :])
    assert "No block holds" not in findings("start-first", cut.encode())[0].message


def test_the_largest_number_counted_once_has_a_hint_of_its_own() -> None:
    (finding,) = outcome(counts_once, "repeat")
    assert finding.kind == "first-n1"
    assert finding.kind in assignment().clauses["repeat"].hints


def ends_by_moved_queen(state: list[int | str]) -> Iterator[str]:
    """Success is decided by the moved queen's attacks."""
    yield " ".join(map(str, state))
    fewest = 8
    while fewest and (most := max(counts := [attacks(state, column, state[column]) for column in COLUMNS])):
        choices = (
            (column, min((attacks(state, column, row), row) for row in ROWS))
            for column in COLUMNS
            if counts[column] == most
        )
        move = next((move for move in choices if move[1][0] < most), None)
        if move is None:
            yield "Failure"
            return
        column, (fewest, state[column]) = move
        yield " ".join(map(str, state))
    yield "Success"


def test_success_by_the_moved_queen_alone_costs_the_verdict() -> None:
    found = {case: outcome(ends_by_moved_queen, case) for case in CASES}
    assert [case for case in CASES if found[case]] == ["verdict"]
    (finding,) = found["verdict"]
    assert finding.kind == "success-of-queen"
    assert finding.kind in assignment().clauses["verdict"].hints
    assert "in which Success depended on n2 (the moved queen's attacks), not on n1." in finding.message
    assert "After this state another move has to follow." in finding.message
    assert re.fullmatch(rb"([1-8] ){7}[1-8]\n", finding.expected or b"")  # neither word is right there


def test_no_move_follows_a_state_that_is_off_the_board() -> None:
    start = " ".join(starts("verdict")[0])
    last = f"{start[:-1]}0"
    finding, *_ = findings("verdict", f"{start}\n{last}\nSuccess\n".encode())
    assert f"In the last state, {last}," in finding.message
    assert " move has to follow" not in finding.message
    assert finding.expected == b"Failure\n"


def moves_first_that_attacks(state: list[int | str], *, twice: str) -> Iterator[str]:
    """The queen that moves need not attack most, and states are printed twice: ``all``, or the ``last`` one."""
    while True:
        yield " ".join(map(str, state))
        if twice == "all":
            yield " ".join(map(str, state))
        counts = [attacks(state, column, state[column]) for column in COLUMNS]
        for column in (column for column in COLUMNS if counts[column]):
            fewest, row = min((attacks(state, column, row), row) for row in ROWS)
            if fewest < counts[column]:
                state[column] = row
                break
        else:
            if twice == "last":
                yield " ".join(map(str, state))
            yield "Failure" if any(counts) else "Success"
            return


@pytest.mark.parametrize(("twice", "which"), [("last", "last"), ("all", "same")])
def test_states_printed_twice_hide_no_other_fault(twice: str, which: str) -> None:
    found = {case: outcome(moves_first_that_attacks, case, twice=twice) for case in CASES}
    assert [case for case in CASES if found[case]] == ["queen-most", "sequence", "sequence-stuck"]
    assert "in which the first queen that attacks any was moved." in found["queen-most"][0].message
    assert found["sequence"][0].message == f"The {which} state is printed twice."


def jumps(state: list[int | str]) -> Iterator[str]:
    """No rule is kept, and states come twice."""
    for row in dict.fromkeys((state[7], 8, 5, 2)):
        state[7] = row
        yield from [" ".join(map(str, state))] * 2
    yield "Failure"


def test_states_printed_twice_are_said_to_be_in_one_place() -> None:
    messages = [finding.message for case in CASES for finding in outcome(jumps, case)]
    assert any(message.endswith("state is printed twice.") for message in messages)
    assert not any("the same state comes again" in message for message in messages)
