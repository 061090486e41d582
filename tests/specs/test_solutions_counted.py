"""What a call prints is held against what it counts, in a sentence that is true of both."""

from __future__ import annotations

import pytest

from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT


@pytest.mark.parametrize(
    ("returned", "said"),
    [(0, "returned 0, and it printed nothing; there are solutions"), (2, "returned 2, but it printed nothing")],
)
def test_nothing_printed_contradicts_only_another_number(returned: int, said: str) -> None:
    board = [[0] * 5 for _ in range(5)]
    result = CallResult("findSolutions", (board, 1, "verbose"), returned=returned)
    (finding,) = load(ROOT / "specs", "cse30-pa2", goldens=False).functions["prints_solutions"]([result], {})
    assert said in finding.message
