"""cs689-prog11: what twenty moments show of a generator that is seeded before each draw."""

from __future__ import annotations

from itertools import cycle, islice, permutations
from types import SimpleNamespace

import pytest

from harness.model.finding import OWN_FAULT, Finding
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
    ("different", "kinds"), [(1, ["same-boards"]), (2, ["seeded-often"]), (8, ["seeded-often"]), (9, []), (20, [])]
)
def test_no_more_boards_than_columns_are_one_for_each_first_column(different: int, kinds: list[str]) -> None:
    boards = map(drawn, cycle(solutions()[:different]))
    assert [finding.kind for finding in faults(list(islice(boards, 20)))] == kinds


def test_boards_that_are_wrong_or_missing_are_charged_elsewhere() -> None:
    right = list(map(drawn, islice(cycle(solutions()[:3]), 20)))
    assert faults([*right[:-1], b"8\nno solution\n"]) == []
    assert faults([*right[:-1], drawn(tuple(range(SIZE)))]) == []


def test_runs_after_the_deciding_one_are_not_read() -> None:
    functions = load(ROOT / "specs", "cs689-prog11", goldens=False).functions
    unread = [SimpleNamespace(stdin=b"8\n")] * 10
    right = [Run(drawn(columns), exit=0, stdin=b"8\n") for columns in solutions()[: SIZE + 1]]
    wrong = [Run(drawn((0, *columns)), exit=0, stdin=b"8\n") for columns in WRONG[:2]]

    assert not list(functions["independent"]([*right, *unread]))
    assert not list(functions["reached"]([*wrong, *unread]))  # wrong boards are charged elsewhere


def test_without_any_board_nothing_is_random() -> None:
    (finding,) = faults([b"8\nno solution\n"] * 20)
    assert finding.message.startswith("No board is drawn in any run")


WRONG = [(2, 4, 6, 0, 3, 1, 7), (0, 4, 7, 5, 2, 6, 1), (3, 1, 6, 2, 5, 7, 0)]
"""The columns of the rows below the first one."""


def without_first_row(*boards: tuple[int, ...]) -> bytes:
    return b"\n".join(drawn((-1, *columns)) for columns in boards)


def repeated(function: str, outputs: list[bytes]) -> list[Finding]:
    check = load(ROOT / "specs", "cs689-prog11", goldens=False).functions[function]
    return list(check([Run(stdout, exit=0, stdin=b"8\n8\n") for stdout in outputs]))


@pytest.mark.parametrize("function", ["reached", "independent"])
def test_wrong_boards_that_differ_in_a_run_and_are_the_same_in_all_have_one_seed(function: str) -> None:
    (finding,) = repeated(function, [without_first_row(*WRONG[:2])] * 12)
    assert "drew the same boards. In initBoard, seed the generator that draws" in finding.message
    assert finding.params[OWN_FAULT] is True


@pytest.mark.parametrize("function", ["reached", "independent"])
@pytest.mark.parametrize(
    "outputs",
    [
        [without_first_row(WRONG[0], WRONG[0])] * 12,  # a fault may leave the search one board alone
        [without_first_row(*WRONG[:2])] * 9,
        [*[without_first_row(*WRONG[:2])] * 11, without_first_row(*WRONG[1:])],
    ],
)
def test_other_wrong_boards_say_nothing_of_the_seed(function: str, outputs: list[bytes]) -> None:
    assert repeated(function, outputs) == []
