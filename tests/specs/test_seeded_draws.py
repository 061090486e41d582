"""cs689-prog11: what twenty moments show of a generator that is seeded before each draw."""

from __future__ import annotations

from itertools import cycle, islice, permutations

import pytest

from harness.model.finding import COURSE, Finding
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

SIZE = 8


def solutions() -> list[tuple[int, ...]]:
    """All boards of size 8, as the column of each row."""
    return [
        columns
        for columns in permutations(range(SIZE))
        if len({row + col for row, col in enumerate(columns)}) == SIZE
        and len({row - col for row, col in enumerate(columns)}) == SIZE
    ]


def drawn(columns: tuple[int, ...]) -> bytes:
    lines = (" ".join("Q" if col == queen else "." for col in range(SIZE)) for queen in columns)
    return "\n".join((str(SIZE), *lines, "")).encode()


def faults(outputs: list[bytes]) -> list[Finding]:
    """What is found where the runs print these."""
    function = load(ROOT / "specs", "cs689-prog11", goldens=False).functions["independent"]
    return list(function([Run(stdout, exit=0, stdin=b"1\n8\n") for stdout in outputs]))


@pytest.mark.parametrize(
    ("different", "kinds"), [(1, [COURSE]), (2, ["seeded-often"]), (8, ["seeded-often"]), (9, []), (20, [])]
)
def test_no_more_boards_than_columns_are_one_for_each_first_column(different: int, kinds: list[str]) -> None:
    boards = map(drawn, cycle(solutions()[:different]))
    assert [finding.kind for finding in faults(list(islice(boards, 20)))] == kinds


def test_boards_that_are_wrong_or_missing_are_charged_elsewhere() -> None:
    right = list(map(drawn, islice(cycle(solutions()[:3]), 20)))
    assert faults([*right[:-1], b"8\nno solution\n"]) == []
    assert faults([*right[:-1], drawn(tuple(range(SIZE)))]) == []


def test_without_any_board_nothing_is_random() -> None:
    (finding,) = faults([b"8\nno solution\n"] * 20)
    assert finding.message.startswith("No board is drawn in any run")
