"""A loop that takes only what comes after a thing, or before it, goes through all but the thing itself."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import ALL_OTHERS
from harness.language.edits.ordered_repairs import repairs

C = """\
int attacked(int col, int row) {
    int j, sum = 0;
    for (j = {first}; j < {limit}; j++) {
        if (q[j] == row || abs(q[j] - row) == abs(j - col))
            sum++;
    }
    return sum;
}
int other(void) { for (j = 0; j < N; j++) q[j] = 1; }
"""
PAIRS = """\
class Queens {
    void count(int[] q, int[] hits) {
        for (int i = 1; i <= 8; i++)
            for (int j = i + 1; j <= 8; j++)
                if (q[i] == q[j]) hits[i]++;
    }
}
"""
PYTHON = """\
def attacks(q, col, row):
    n = 0
    for c in range({}):
        if q[c] == row or abs(q[c] - row) == abs(c - col):
            n += 1
    return n


def rows(q):
    return [q[c] for c in range(8)]
"""
GENERATOR = "def attacks(q, col):\n    return sum(q[c] == q[col] for c in range({}))\n"


def all_but(path: str, source: str) -> dict[str, tuple[str, ...]]:
    """What is said of the changes to such loops, by the programs that they make."""
    changes = [change for change in repairs({path: source.encode()}, (), ()) if change.form.does == ALL_OTHERS]
    return {change.apply(source.encode()).decode(): change.edit.form[1:] for change in changes}


def of_c(first: str, limit: str) -> str:
    return C.replace("{first}", first).replace("{limit}", limit)


@pytest.mark.parametrize(
    ("path", "skip"),
    [
        ("q.c", "{ if (j == col) continue;"),
        ("q.cpp", "{ if (j == col) continue;"),
        ("q.js", "{ if (j == col) continue;"),
    ],
)
def test_a_loop_from_the_next_one_on_begins_at_the_first(path: str, skip: str) -> None:
    def source(first: str, limit: str) -> str:
        source = of_c(first, limit)
        if path != "q.js":
            return source
        source = source.replace("int col, int row", "col, row").replace("(void)", "()")
        return (
            source.replace("int attacked", "function attacked")
            .replace("int other", "function other")
            .replace("int ", "let ")
        )

    begun = source("0", "N").replace("{", skip, 2).replace(skip, "{", 1)
    assert all_but(path, source("col + 1", "N")) == {begun: ("col", "0", "before")}
    assert all_but(path, source("0", "col")) == {begun: ("col", "N", "after")}
    assert all_but(path, source("0", "N")) == {}


def test_an_inner_loop_begins_as_the_outer_one_does() -> None:
    changed = PAIRS.replace(
        "j = i + 1; j <= 8; j++)\n                if", "j = 1; j <= 8; j++)\n                if (j != i) if"
    )
    assert all_but("Queens.java", PAIRS) == {changed: ("i", "1", "before")}
    assert all_but("Queens.java", PAIRS.replace("q[i] == q[j]", "q[k] == q[j]").replace("hits[i]", "hits[0]")) == {}


def test_distances_get_sizes_where_they_may_be_negative() -> None:
    source = GENERATOR.format("col").replace("q[c] == q[col]", "abs(q[c] - q[col]) == col - c")
    source += "\n\ndef rows(q):\n    return sorted(range(8), key=q.get)\n"
    programs = all_but("q.py", source)
    changed = source.replace("== col - c", "== abs(col - c)").replace("range(col)", "range(8) if c != col")
    assert programs[changed] == ("col", "8", "after-sized")
    assert len(programs) == len("ab")


@pytest.mark.parametrize(
    ("source", "wrong", "right"),
    [
        (PYTHON, "col + 1, 8", "range(8):\n        if c == col: continue"),
        (PYTHON, "col", "range(8):\n        if c == col: continue"),
        (GENERATOR, "col + 1, len(q)", "range(len(q)) if c != col"),
    ],
)
def test_python_goes_through_the_whole_range(source: str, wrong: str, right: str) -> None:
    begin, _, rest = source.partition("range({})")
    changed = f"{begin}{right}{rest.removeprefix(':') if right.endswith('continue') else rest}"
    assert [*all_but("q.py", source.replace("{}", wrong))] == [changed]
    assert all_but("q.py", source.replace("{}", "1, 8")) == {}
