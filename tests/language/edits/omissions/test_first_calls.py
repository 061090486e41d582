"""A call at the begin of a function of one that prepares what it works with."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

CPP = """\
void clear(int row) { for (int j = 0; j < 8; j++) used[row][j] = false; }
void show(int row) { cout << row; count++; }
void init() { for (int i = 0; i < 8; i++) { clear(i); show(i); } }
bool solve(Board& board, int row) { while (left[row]) if (place(board, row)) return true; return false; }
"""


def begins(source: str) -> list[str]:
    """What is added at the begin of a function, of the likeliest changes."""
    changes = [change for change in repairs({"queens.cc": source.encode()}, (), ()) if change.rank < 0]
    return [f"{change.function}: {change.edit.new.strip()}" for change in changes if change.is_addition]


def test_what_clears_a_row_may_be_missing_where_one_is_tried() -> None:
    assert "solve: clear(row);" in begins(CPP)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("clear(i); ", ""),  # nobody calls it
        ("bool solve(Board& board, int row) {", "bool solve(Board& board, int row) { clear(row);"),
        ("used[row][j] = false", "cout << used[row][j]"),
        ("void clear(int row)", "void clear(int line)"),
    ],
)
def test_other_functions_are_not_called(old: str, new: str) -> None:
    assert "solve: clear(row);" not in begins(CPP.replace(old, new))


def test_what_prints_is_not_called() -> None:
    assert "solve: show(row);" not in begins(CPP)
