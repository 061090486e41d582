"""Boards and climbs are drawn so that nothing of them is taken away, and whatever a program printed can be drawn."""

from __future__ import annotations

import re

import pytest

from _shared.boards.picture import LARGEST, board_picture
from _shared.evidence import board_fault
from harness.model.finding import Finding
from harness.model.picture import MAX_SVG
from harness.model.run import Run
from harness.reports.svg import sanitized_svg
from harness.spec.loading.load import load
from tests.support import ROOT

RED = "#c4001a"


def elements(svg: str) -> list[tuple[str, str]]:
    return [(name, " ".join(sorted(rest.rstrip("/").split()))) for name, rest in re.findall(r"<(\w+)([^>]*)>", svg)]


def test_the_pair_is_red_and_the_line_joins_their_squares() -> None:
    picture = board_picture(4, [(0, 1), (1, 3), (2, 2), (3, 0)], "title", pair=[(1, 3), (2, 2)])
    assert picture is not None
    assert picture.svg.count(f'fill="{RED}"') == 2
    assert '<line x1="70" y1="30" x2="50" y2="50"' in picture.svg
    assert picture.text == ". Q . .\n. . . X\n. . X .\nQ . . ."
    assert elements(sanitized_svg(picture.svg)) == elements(picture.svg)


@pytest.mark.parametrize("size", [0, -1, LARGEST + 1, 10**30])
def test_no_board_is_drawn_that_nobody_could_look_at(size: int) -> None:
    assert board_picture(size, [(0, 0)], "title") is None


def test_the_largest_is_small_enough_and_squares_outside_are_left_out() -> None:
    queens = [(row, column) for row in range(-3, 10**2) for column in range(-3, LARGEST + 3)]
    picture = board_picture(LARGEST, [*queens, (10**40, 0)], "title", pair=[(-1, 0), (0, 10**40)], asked=(99, 99))
    assert picture is not None
    assert len(picture.svg) < MAX_SVG
    assert sanitized_svg(picture.svg)


ATTACKS = [("column", 'x1="10" y1="30" x2="30" y2="10"'), ("row", 'x1="30" y1="10" x2="10" y2="30"')]


@pytest.mark.parametrize(("place", "line"), ATTACKS)
def test_numbers_are_rows_by_column_or_columns_by_row(place: str, line: str) -> None:
    fault = board_fault((2, 1, 4, 3), 4, place, "row" if place == "column" else "column")
    assert fault is not None
    assert fault.picture is not None
    assert line in fault.picture.svg


@pytest.fixture(scope="module")
def wrong_step() -> list[Finding]:
    """What the course says about a climb that takes another row than the smallest."""
    assignment = load(ROOT / "specs", "cs771-8queens", goldens=False)
    function = assignment.functions["steps"]
    first = b"1 1 1 1 1 1 1 1\n"
    stopped = Run(stdout=first + b"8 1 1 1 1 1 1 1\n" + b"7 1 1 1 1 1 1 1\n" + b"Failure\n", exit=0)
    return list(function(stopped, first + b"Success\n", rule="row-tie"))


def test_a_climb_is_a_filmstrip_up_to_the_faulty_state(wrong_step: list[Finding]) -> None:
    picture = wrong_step[0].picture
    assert picture is not None
    assert elements(sanitized_svg(picture.svg)) == elements(picture.svg)
    names = re.findall(r">([a-z][a-z0-9 ]*)<", picture.svg)
    assert names[:2] == ["start", "step 1"]
    assert names[-1] == "right"
    assert picture.svg.count(f'stroke="{RED}" stroke-width="5"') == 1
    assert picture.text.splitlines()[0] == "start    1 1 1 1 1 1 1 1"
