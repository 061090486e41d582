"""Changes that put a variable in the place of what was taken for it."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

JAVA = """\
class Board {
    int[] rows, first;
    int size;
    boolean same(int a, int b, int row) { int at = rows[a]; return at == rows[b] || row - at == b - a; }
    void next(int a) { first[a] = rows[a] + 1; }
}
"""
CPP = """\
std::vector<int> rows(8); std::vector<int> first(8); std::vector<bool> taken(8);
bool same(int a, int b, int row) { return rows[a] == rows[b] || row - rows[a] == b - a; }
void next(int a) { first[a] = rows[a] + 1; taken[a] = true; }
"""


def programs(path: str, source: str, most: int) -> set[str]:
    """The changed programs whose change is at least so likely."""
    changes = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode() for change in changes if change.rank <= most}


@pytest.mark.parametrize(("path", "source"), [("Board.java", JAVA), ("board.cc", CPP)])
def test_an_element_that_is_compared_may_stand_for_a_parameter(path: str, source: str) -> None:
    assert source.replace("== rows[b]", "== row") in programs(path, source, most=0)
    assert source.replace("== rows[b]", "== b") not in programs(path, source, most=0)  # its own index


@pytest.mark.parametrize(("path", "source"), [("Board.java", JAVA), ("board.cc", CPP)])
def test_an_element_may_be_meant_of_another_array_of_its_type(path: str, source: str) -> None:
    found = programs(path, source, most=1)
    assert source.replace("= rows[a] + 1", "= first[a] + 1") in found
    assert not any("taken[a] + 1" in program or "size[a] + 1" in program for program in found)
