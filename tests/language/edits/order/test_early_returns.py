"""A loop that returns whatever it found in its first turn."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import RETURNS_IF
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

PYTHON = """\
def solve(rows, n):
    for row in range(n):
        {}
            ok = solve(rows, n)
            return ok
    return False
"""
OWN = "def solve(rows, n):\n    while n > 0:\n        return solve(rows, n - 1)\n    return False\n"
CPP = """\
bool solve(int row) {
    while (row < 8) {
        bool ok = solve(row + 1);
        return ok;
    }
    return false;
}
"""
JAVA = f"class Board {{\n{CPP.replace('bool', 'boolean')}}}\n"


def changed(path: str, source: str) -> dict[str, Repair]:
    """The changes that are tried early, by the programs that they make."""
    possible = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode(): change for change in possible if change.rank <= 0}


@pytest.mark.parametrize(("path", "source"), [("board.cc", CPP), ("Board.java", JAVA)])
def test_a_loop_returns_a_flag_only_where_it_decides(path: str, source: str) -> None:
    found = changed(path, source)
    assert found[source.replace("return ok;", "if (ok) return ok;")].form.does == RETURNS_IF
    assert source.replace("return ok;", "if (!ok) return ok;") in found


@pytest.mark.parametrize("value", ["solve(row + 1)", "this->solve(row + 1)"])
def test_a_loop_returns_what_its_own_call_gives_only_where_it_decides(value: str) -> None:
    source = CPP.replace("return ok;", f"return {value};").replace("bool ok = solve(row + 1);", "row++;")
    is_own = source.replace(f"return {value};", f"if ({value}) return true;") in changed("board.cc", source)
    assert is_own == (value == "solve(row + 1)")


def test_a_loop_of_python_returns_a_flag_only_where_it_decides() -> None:
    source = PYTHON.format("if row:")
    found = changed("board.py", source)
    right = source.replace("return ok", "if ok:\n                return ok")
    assert found[right].form.does == RETURNS_IF
    assert right.replace("if ok", "if not ok") in found
    assert OWN.replace("return solve(rows, n - 1)", "if solve(rows, n - 1):\n            return True") in changed(
        "board.py", OWN
    )


def test_what_was_set_before_a_call_is_undone_where_the_loop_goes_on() -> None:
    placed = CPP.replace("bool ok = solve(row + 1);", "used[row] = true;").replace("ok;", "solve(row + 1);")
    right = placed.replace("return solve(row + 1);", "if (solve(row + 1)) return true; used[row] = false;")
    form = changed("board.cc", placed)[right].form
    assert (form.part, form.other, form.direction) == ("solve(row + 1)", "true", "undoes")
    python = OWN.replace("        return", "        used[n] = True\n        return")
    undone = "if solve(rows, n - 1):\n            return True\n        used[n] = False"
    assert python.replace("return solve(rows, n - 1)", undone) in changed("board.py", python)
    nothing = placed.replace("used[row] = true;", "show(row);")
    assert not any("show(row); }" in program for program in changed("board.cc", nothing))
