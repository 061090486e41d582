"""A search that returns the opposite is shown with its call, both answers and the board, and a hint on this row."""

from __future__ import annotations

import pytest

from harness.model.finding import HINT
from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT

ON = [[False, True, False, False], [False] * 4, [False] * 4, [False] * 4]
LAST = [[False, True, False, False], [False, False, False, True], [True, False, False, False], [False] * 4]
FULL = [[True, False], [False, False]]


@pytest.mark.parametrize(
    ("function", "board", "row", "returned", "message", "hint"),
    [
        ("placed", ON, 1, False, "false, expected true: from row 1 on (counted from 0) queens can be placed.", ""),
        (
            "placed",
            LAST,
            3,
            False,
            "false, expected true: from row 3 on (counted from 0) queens can be placed.",
            "last-row-refused",
        ),
        ("refused", FULL, 1, True, "true, expected false: from row 1 on (counted from 0) no queens can be placed.", ""),
    ],
)
def test_the_opposite_is_shown(
    function: str, board: list[list[bool]], row: int, *, returned: bool, message: str, hint: str
) -> None:
    assignment = load(ROOT / "specs", "cs689-prog11", goldens=False)
    result = CallResult("solveNqueensUtil", (board, row), returned=returned, after=(board, row))
    (finding,) = assignment.functions[function]([result], {})
    assert finding.message == f"solveNqueensUtil(board, {row}) returned {message}"
    sides = (str(not returned).lower().encode(), str(returned).lower().encode())
    assert (finding.expected, finding.actual) == sides
    assert finding.picture is not None
    assert finding.picture.text.split().count("Q") == sum(map(sum, board))
    assert finding.params.get(HINT, "") == hint
    assert {finding.kind, hint} - {""} <= {*assignment.clauses["util"].hints}
