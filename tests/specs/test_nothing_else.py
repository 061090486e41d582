"""cse30-pa2: what is printed beside the solutions and their number is named."""

from __future__ import annotations

import pytest

from harness.model.finding import COURSE, Finding
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

SOLUTIONS = ("(2, 4, 1, 3)", "(3, 1, 4, 2)")
COUNT = "4-Queens has 2 solutions"


def faults(*lines: str) -> list[Finding]:
    check = load(ROOT / "specs", "cse30-pa2", goldens=False).functions["nothing_else"]
    return list(check(Run("\n".join((*lines, "")).encode(), exit=0, args=("-v", "4")), None))


@pytest.mark.parametrize(
    ("lines", "kind", "end"),
    [
        ((SOLUTIONS[0], "None", SOLUTIONS[1], "None", COUNT), "none-printed", "2 times, after each solution"),
        ((*SOLUTIONS, "None", COUNT), "none-printed", "None is printed once"),
        ((*SOLUTIONS, COUNT, "None"), "none-printed", "None is printed once"),
        (("None", *SOLUTIONS, "None", COUNT), "none-printed", "None is printed 2 times"),
        ((*SOLUTIONS, "None", "looking at row 4", COUNT), COURSE, "nothing should be printed"),
    ],
)
def test_none_is_named_with_where_it_comes(lines: tuple[str, ...], kind: str, end: str) -> None:
    (finding,) = faults(*lines)
    assert (finding.kind, finding.message[-len(end) :]) == (kind, end)


def test_what_is_printed_beside_the_solutions_clears_no_function() -> None:
    (finding,) = faults("placing a queen", *SOLUTIONS, COUNT)
    assert finding.params == {"outcome": False}
