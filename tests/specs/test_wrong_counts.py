"""A wrong count of attacks, and the last of several queens alone, are one fault: it costs one clause, and is named."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest

from harness.model.run import Run
from tests.specs.test_wrong_climbs import CASES, COLUMNS, ROWS, assignment, findings, outcome, starts

MOST_STEPS = 100
Count = Callable[[Sequence[int], int, int], int]
"""How many others the queen of a column (from 0) attacks from a row."""


def counting(attacks: Callable[[int, int, int, int], int]) -> Count:
    """Count by a test of the queen's column and row, and those of another."""

    def count(state: Sequence[int], column: int, row: int) -> int:
        return sum(attacks(column, row, other, state[other]) for other in COLUMNS if other != column)

    return count


def is_attacked(i: int, qi: int, j: int, qj: int) -> bool:
    return qi == qj or abs(qi - qj) == abs(i - j)


RIGHT = counting(is_attacked)
MIXED = counting(lambda i, qi, j, qj: qi == qj or abs(qi - i) == abs(qj - j))
MIXED_FROM_ONE = counting(lambda i, qi, j, qj: qi == qj or abs(qi - i - 1) == abs(qj - j - 1))
SUMS = counting(lambda i, qi, j, qj: qi == qj or qi + qj == i + j + 2)
NO_DIAGONAL = counting(lambda _i, qi, _j, qj: qi == qj)
UP_TO_THREE = counting(lambda i, qi, j, qj: abs(i - j) <= 3 and is_attacked(i, qi, j, qj))
ROWS_TWICE = counting(lambda i, qi, j, qj: 2 * (qi == qj) + (abs(qi - qj) == abs(i - j)))
NEIGHBOURS = counting(lambda _i, qi, _j, qj: abs(qi - qj) <= 1)
UNKNOWN = counting(lambda i, qi, j, qj: qi == qj or abs(qi - qj) == 2 * abs(i - j))


def climb(
    state: list[int | str],
    *,
    n1: Count = RIGHT,
    n2: Count | None = None,
    queens: slice = slice(None),
    rows: Sequence[int] = ROWS,
    last_row: bool = False,
) -> Iterator[str]:
    """Climb, right but for what is given, and give up after some steps.

    ``queens``: which of those with most attacks are tried, in order.
    """
    now = [*map(int, state)]
    for _ in range(MOST_STEPS):
        yield " ".join(map(str, now))
        counts = [n1(now, column, now[column]) for column in COLUMNS]
        if max(counts) == 0:
            yield "Success"
            return
        for column in [column for column in COLUMNS if counts[column] == max(counts)][queens]:
            choice = [((n2 or n1)(now, column, row), -row if last_row else row) for row in rows]
            fewest, row = min(choice)
            if fewest < max(counts):
                now[column] = abs(row)
                break
        else:
            yield "Failure"
            return


def charged(**options: object) -> dict[str, str]:
    """The cases in which something is found, with the first message."""
    found = {case: outcome(climb, case, **options) for case in CASES}  # type: ignore[arg-type]
    return {case: findings[0].message for case, findings in found.items() if findings}


@pytest.mark.parametrize(
    ("count", "seen"),
    [
        (MIXED, "the test of diagonals was not |Qi - Qj| = |i - j|, but |Qi - i| = |Qj - j|"),
        (MIXED_FROM_ONE, "the test of diagonals was not |Qi - Qj| = |i - j|, but |Qi - i| = |Qj - j|"),
        (SUMS, "the test of diagonals was not |Qi - Qj| = |i - j|, but Qi + Qj = i + j"),
        (UP_TO_THREE, "queens were compared with those up to 3 columns away only"),
        (ROWS_TWICE, "a queen in the same row counted twice"),
    ],
)
def test_a_wrong_count_costs_the_attacks(count: Count, seen: str) -> None:
    messages = charged(n1=count)
    assert [*messages] == ["attacks"]
    assert messages["attacks"].startswith(f"All sequences are those of a program in which {seen}. From ")


def test_a_count_that_is_wrong_for_standing_queens_alone_is_said_to_be() -> None:
    messages = charged(n1=NO_DIAGONAL, n2=RIGHT)
    assert [*messages] == ["attacks"]
    assert "in which only n1 (queens where they stand) was wrong, and no diagonal was looked at." in messages["attacks"]


def test_a_count_that_is_wrong_for_tried_rows_alone_is_said_to_be() -> None:
    messages = charged(n1=RIGHT, n2=NEIGHBOURS)
    seen = "only n2 (rows that are tried) was wrong, and queens in neighbouring rows attacked each other"
    assert seen in messages["attacks"]


def test_the_last_queen_alone_costs_the_tie() -> None:
    messages = charged(queens=slice(-1, None))
    assert [*messages] == ["queen-tie"]
    assert "in which only the last of several queens with most attacks was tried." in messages["queen-tie"]


def test_two_faults_cost_two_clauses_and_are_both_named() -> None:
    messages = charged(n1=MIXED, rows=ROWS[:-1])
    assert [*messages] == ["attacks", "row-best"]
    assert "but |Qi - i| = |Qj - j|, and row 8 was never tried." in messages["attacks"]
    assert "in which row 8 was never tried, and the test of diagonals was not" in messages["row-best"]


def test_two_wrong_ties_cost_two_clauses_and_no_attacks() -> None:
    messages = charged(queens=slice(None, None, -1), last_row=True)
    assert [*messages] == ["queen-tie", "row-tie"]
    both = "the last of several queens with most attacks was moved, and the last of several best rows was taken."
    assert both in messages["queen-tie"]


def test_a_count_that_is_not_known_is_not_named() -> None:
    messages = charged(n1=UNKNOWN)
    assert {"attacks", "queen-most", "row-best"} <= {*messages}
    assert not any("as if" in message for message in messages.values())


def test_what_is_known_of_one_step_is_no_hint_where_all_climbs_are_explained() -> None:
    (finding,) = outcome(climb, "attacks", n1=UP_TO_THREE)  # type: ignore[arg-type]
    assert finding.kind == "explained"
    assert finding.kind in assignment().clauses["attacks"].hints


def leaves_in_last_row(state: list[int | str]) -> Iterator[str]:
    """A queen that was tried in all rows, and cannot improve, is not put back."""
    now = [*map(int, state)]
    has_moved = True
    while has_moved and (most := max(RIGHT(now, column, now[column]) for column in COLUMNS)):
        yield " ".join(map(str, now))
        has_moved = False
        for column in COLUMNS:
            if RIGHT(now, column, now[column]) == most:
                fewest, row = min((RIGHT(now, column, row), row) for row in ROWS)
                has_moved = fewest < most
                now[column] = row if has_moved else 8
                if has_moved:
                    break
    is_solved = not any(RIGHT(now, column, now[column]) for column in COLUMNS)
    if is_solved:
        yield " ".join(map(str, now))
    yield "Success" if is_solved else "Failure"


def test_queens_that_are_left_in_the_last_row_cost_improve() -> None:
    found = {case: outcome(leaves_in_last_row, case) for case in CASES}
    assert [case for case in CASES if found[case]] == ["improve"]
    assert "in which a queen that cannot improve was left in row 8." in found["improve"][0].message
    assert found["improve"][0].kind == "not-put-back"


def test_a_climb_that_ends_too_early_shows_its_word_in_the_place_of_the_next_state() -> None:
    golden = b"3 1 8 2 4 4 2 1\n3 1 8 2 5 4 2 1\nFailure\n"
    output = b"3 1 1 2 4 4 2 1\n3 1 8 2 4 4 2 1\nFailure\n"
    (finding,) = assignment().functions["steps"](Run(output), golden, rule="repeat")
    assert (str(finding.where), finding.actual) == ("line 3", b"Failure\n")


def test_states_of_the_block_before_are_shown_where_they_stand() -> None:
    blocks: list[list[str]] = []
    for start in starts("many"):
        blocks.append([*(blocks[-1][:-1] if blocks else []), *climb(list(map(int, start)))])
    printed = "".join(f"{line}\n" for block in blocks for line in block).encode()
    (finding,) = findings("many", printed)
    at = len(blocks[0])
    assert finding.message.startswith(f"Block 2 begins with {at - 1} states of block 1 once more.")
    assert str(finding.where) == f"line {at + 1}"
    assert finding.actual == f"{blocks[0][0]}\n".encode()
    assert finding.expected == f"{' '.join(starts('many')[1])}\n".encode()


def is_wrong(climb: Any, right: Sequence[Sequence[int]]) -> bool:
    solved = not any(RIGHT(right[-1], column, right[-1][column]) for column in COLUMNS)
    return list(climb.states) != right or (not climb.cut and climb.solved != solved)


def test_each_known_way_is_seen_in_a_case_of_a_clause_that_it_violates() -> None:
    """Else a program that climbs so would lose nothing: it explains what is wrong in the other cases."""
    checks = assignment().functions["steps"].__module__.rpartition(".")[0]
    ways, pairs, climbs, rules = (
        sys.modules[f"{checks}.{name}"] for name in ("wrong_ways", "wrong_pairs", "wrong_climbs", "hill_climbing")
    )
    given = {case: [tuple(map(int, start)) for start in starts(case)] for case in CASES}

    def wrong_cases(way: Any, cases: Iterable[str]) -> Iterator[str]:
        for case in cases:
            climb = climbs.climbed.__wrapped__
            if any(is_wrong(climb(way, start), rules.right_climb(start)) for start in given[case]):
                yield case

    known = [(way, [way.rule]) for way in ways.WAYS]
    known += [(pair.way, [*pair.seen]) for pair in (*pairs.two_counts(), *pairs.two_faults())]
    unseen = []
    for way, clauses in known:
        own = [case for case in CASES for clause in clauses if case.startswith(clause)]
        if not any(wrong_cases(way, own)) and any(wrong_cases(way, CASES)):
            unseen.append((clauses, way.seen))
    assert not unseen


def repeats_where_it_ends(state: list[int | str]) -> Iterator[str]:
    *states, word = climb(state)
    yield from [*states, *[states[-1]] * (word == "Failure"), word]


def test_two_faults_are_not_looked_for_where_a_state_comes_twice() -> None:
    assert [case for case in CASES if outcome(repeats_where_it_ends, case)] == ["sequence-stuck"]
