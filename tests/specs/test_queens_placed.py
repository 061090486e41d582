"""Of a search that places queens it is said what several calls with one board show together."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT

FORCED = [[False, True, False, False], *([[False] * 4] * 3)]
"""Each of the rows below has one safe column."""
OPEN = [[False] * 4] * 4
RIGHT, UNSAFE = (1, 3, 0, 2), (1, 3, 0, 0)
"""Columns of queens, from the first row on."""
ALWAYS = "It must return true: from row"


def calls(before: Sequence[Sequence[bool]], returned: str, columns: Sequence[int] = RIGHT) -> tuple[CallResult, ...]:
    """The results of calls with one board: a letter each, T for true, F for false and - for none."""
    after = [[col == column for col in range(4)] for column in columns]
    values = [{"T": True, "F": False}.get(letter) for letter in returned]
    args = before, int(before is FORCED)
    return tuple(CallResult("solveNQueensUtil", args, returned=value, after=(after, 0)) for value in values)


@pytest.mark.parametrize(
    ("results", "said"),
    [
        (calls(FORCED, "TTT"), []),
        (calls(FORCED, "FTF"), ["It returned false in 2 of 3 calls"]),
        (calls(FORCED, "TFF"), []),  # what was kept of the first call may be why
        (calls(FORCED, "TFT"), ["It returned false in 1 of 3 calls"]),
        (calls(FORCED, "FFF"), [ALWAYS]),
        (calls(OPEN, "FT"), [ALWAYS]),  # what is tried first may make a difference for other reasons
        ((*calls(FORCED, "T", UNSAFE), *calls(FORCED, "T")), ["The queens marked X attack each other"]),
        (calls(FORCED, "-"), []),
        ((CallResult("solveNQueens", (4,)), *calls(FORCED, "T")), []),
    ],
)
def test_what_calls_with_one_board_show(results: tuple[CallResult, ...], said: Sequence[str]) -> None:
    functions = load(ROOT / "specs", "cs689-prog11", goldens=False).functions
    findings = [*functions["placed"](results, {})]
    assert len(findings) == len(said)
    assert all(finding.message.startswith(text) for finding, text in zip(findings, said, strict=True))


def test_what_is_left_to_chance_has_its_hint() -> None:
    clauses = load(ROOT / "specs", "cs689-prog11", goldens=False).clauses
    assert clauses["util"].hints["left-to-chance"] == clauses["solution"].hints["boards-missing"]
