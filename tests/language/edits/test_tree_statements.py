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


COUNTS = "int hits(int row) { int n = 0; while (row < 8) { if (row > 2) { n++; break; } row++; } return n; }"
PYTHON = """\
def f(n):
    for at in range(9):
        if at > n:
            n += 1
            {}
    return n
"""
IN_LOOP = """\
void climb() {
    clear();
    while (more()) {
        if (better()) {
            move();
        } else {
            stuck[at()] = 1;
        }
    }
}
"""


@pytest.mark.parametrize(
    ("path", "source", "right"),
    [
        ("a.cc", COUNTS, COUNTS.replace("break;", ";")),
        ("A.java", f"class A {{ {COUNTS} }}", f"class A {{ {COUNTS.replace('break;', ';')} }}"),
        ("a.cc", COUNTS.replace("n++", "n += 2"), COUNTS.replace("n++; break;", "n += 2; ;")),
        (
            "a.py",
            PYTHON.format("break"),
            PYTHON.format("pass"),
        ),
    ],
)
def test_what_is_counted_may_have_to_be_counted_to_the_end(path: str, source: str, right: str) -> None:
    assert right in programs(path, source, most=-1)


def test_a_break_after_anything_else_is_no_likely_slip() -> None:
    sets = COUNTS.replace("n++", "n = row")
    assert sets.replace("break;", ";") not in programs("a.cc", sets, most=-1)


def test_a_call_before_a_loop_may_be_missing_at_the_end_of_a_branch_of_it() -> None:
    right = IN_LOOP.replace("move();", "move(); clear();")
    changes = repairs({"a.cc": IN_LOOP.encode()}, (), ())
    change = next(each for each in changes if each.apply(IN_LOOP.encode()).decode() == right)
    assert (change.is_addition, change.about, change.place_of_addition) == (True, "clear", "after")
    assert IN_LOOP.replace("= 1;", "= 1; clear();") in programs("a.cc", IN_LOOP, most=0)
    assert "clear(); clear();" not in "".join(programs("a.cc", right, most=0))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.cc", "int count = 0;\nint f(int n) { count += n; return count; }\n"),
        ("a.js", "let count = 0;\nfunction f(n) { count += n; return count; }\n"),
    ],
)
def test_what_keeps_its_value_between_calls_is_set_in_the_function(path: str, source: str) -> None:
    first = repairs({path: source.encode()}, (), ())[0]
    assert first.apply(source.encode()).decode() == source.replace("{ count", "{ count = 0; count")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("Q.java", "class Q { int depth; void walk(int n) { if (depth == n) return; walk(n); } }"),
        ("q.cc", "int depth; void walk(int n) { if (depth == n) return; walk(n); }"),
        ("q.py", "depth = 0\ndef walk(n):\n    if depth == n: return\n    walk(n)\n"),
    ],
)
def test_what_is_compared_with_a_shared_variable_may_have_to_stay(path: str, source: str) -> None:
    less = "walk(n - 1)".join(source.rsplit("walk(n)", 1))
    assert less not in programs(path, source, most=1)
    own = source.replace("depth == n", "0 == n")
    assert less.replace("depth == n", "0 == n") in programs(path, own, most=1)
