"""cs689-prog11: what is said about boards is true of those that are drawn, and of all of them."""

from __future__ import annotations

import pytest

from harness.model.finding import Finding
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT


def board(*columns: int) -> bytes:
    """A board with a queen in these columns, counted from 1; 0 is a row without one."""
    size = len(columns)
    lines = (" ".join("Q" if col + 1 == queen else "." for col in range(size)) for queen in columns)
    return "\n".join((f"N = {size}", *lines, "")).encode()


def faults(stdin: bytes, *boards: bytes, function: str = "solution") -> list[Finding]:
    check = load(ROOT / "specs", "cs689-prog11", goldens=False).functions[function]
    return list(check(Run(b"\n".join(boards), exit=0, stdin=stdin), None))


def test_nothing_is_said_of_queens_above_the_first_row() -> None:
    (finding, *_) = faults(b"5\n", board(0, 5, 0, 0, 3))
    assert finding.message == "The board for 5 shows 2 queens, not 5. Row 1 shows none."


@pytest.mark.parametrize("boards", [[board(0, 5, 1, 6, 4, 2)], [board(0, 4, 1, 3), board(0, 1, 4, 2, 5)]])
def test_boards_that_all_lack_their_first_row_alone_show_where_the_search_begins(boards: list[bytes]) -> None:
    findings = faults(b"6\n4\n5\n", *boards)
    assert {finding.kind for finding in findings} == {"first-row-empty"}
    assert findings[0].message.endswith("Row 1 shows none, and each row below it has one.")


@pytest.mark.parametrize(
    "boards",
    [
        [board(0, 4, 1, 3), board(2, 4, 1, 3)],
        [board(0, 4, 1, 3), board(0, 5, 0, 0, 2)],
        [board(0, 5, 5, 1, 2)],
        [b"N = 1\n.\n", board(1, 4, 2, 5, 0)],
    ],
)
def test_other_boards_do_not(boards: list[bytes]) -> None:
    assert "first-row-empty" not in {finding.kind for finding in faults(b"1\n4\n4\n5\n", *boards)}
