"""Where a statement is shown to be missing."""

from __future__ import annotations

import pytest

from harness.grading.explaining.repairs.repair_findings import change_finding
from harness.language.edits.forms.block_heads import block_head
from harness.language.edits.forms.edit_forms import REMOVES_CUT
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

JAVA = """\
class A {
    int f(int n) {
        int most = g(n);
        while (most > 0) {
            n--;
            h();%s
        }
        return n;
    }
}
"""
PYTHON = """\
def f(n):
    most = g(n)
    while most > 0:
        n -= 1
        h()%s
    return n
"""


def additions(path: str, source: str) -> list[Repair]:
    """What may be added about ``most``."""
    return [
        change for change in repairs({path: source.encode()}, [], []) if change.is_addition and change.about == "most"
    ]


@pytest.mark.parametrize(("path", "source"), [("A.java", JAVA), ("a.py", PYTHON)])
def test_a_statement_that_is_missing_at_the_end_of_a_block_is_shown_after_its_last_line(path: str, source: str) -> None:
    found = [change_finding([change]) for change in additions(path, source % "")]
    assert any(
        finding.params.get("stands") == "after" for finding in found if finding.where.source.strip().startswith(b"h()")
    )
    assert not any(finding.where.source.strip() == b"}" for finding in found)


def test_where_a_remark_follows_the_caret_shows_the_place() -> None:
    found = [change_finding([change]) for change in additions("A.java", JAVA % "  // look")]
    inside = [finding for finding in found if b"look" in finding.where.source]
    assert inside
    assert not any("stands" in finding.params for finding in inside)


SEARCHES = """\
bool solve(bool* taken, int row) {
    taken[row] = true;
    if (row > 7)
        if (solve(taken, row + 1))
            return true;
    return false;
}
"""
TAKES = """\
def solve(taken, row):
    taken[row] = True
    if solve(taken, row + 1):
        return True
    return False
"""


@pytest.mark.parametrize(("path", "source"), [("a.cpp", SEARCHES), ("a.py", TAKES)])
def test_a_statement_after_a_block_is_said_to_stand_after_it(path: str, source: str) -> None:
    """The line that is shown may return, and nothing after it in its block would run."""
    made = [change for change in repairs({path: source.encode()}, [], []) if change.is_addition]
    (undone,) = [change for change in made if "= false" in change.edit.new.lower()]
    assert undone.source.strip().startswith(b"return")
    assert change_finding([undone]).params["stands"] == "after-if"


SEEKS = """\
class A { void f(int n) {
    for (int k = 0; k < n; k++)
        if (k > 3) {
            most = k;
        }
} }
"""
RETURNS = """\
class A { void f(int n) {
    if (n > 3) {
        most = n;
    }
    g();
} }
"""


@pytest.mark.parametrize(("source", "leaves"), [(SEEKS, "loop"), (RETURNS, "function")])
def test_a_statement_that_leaves_its_loop_or_its_function_is_said_to(source: str, leaves: str) -> None:
    made = [change for change in repairs({"A.java": source.encode()}, [], []) if change.is_addition]
    found = [change_finding([change]).params for change in made if change.leaves]
    assert [(each["leaves"], each["stands"]) for each in found] == [(leaves, "after")]


SKIPS = """\
def attacks(q, i):
    count = 0
    for j in range(8):
        if q[i] == q[j] or abs(q[i] - q[j]) == abs(i - j):
            count += 1
    return count
"""


def test_a_test_that_skips_a_turn_is_one_more_statement() -> None:
    made = repairs({"a.py": SKIPS.encode()}, [], [])
    skips = [change for change in made if change.edit.new.strip().endswith("continue")]
    assert skips
    for change in skips:
        params = change_finding([change]).params
        assert (change.line, params["leaves"], params["stands"]) == (4, "turn", "before")


@pytest.mark.parametrize(
    ("body", "line"),
    [("perm(L, Qs),\n    ok(Qs),\n    !.", 4), ("perm(L, Qs), !, ok(Qs).", 2), ("perm(L, Qs),\n    !, ok(Qs).", 3)],
)
def test_a_cut_is_shown_where_it_stands(body: str, line: int) -> None:
    source = f"queens(L, Qs) :-\n    {body}\n".encode()
    cut = [change_finding([each]) for each in repairs({"q.pl": source}, [], []) if each.form.does == REMOVES_CUT]
    (finding,) = [finding for finding in cut if finding.where.line == line]
    shown = finding.where.source.decode()
    assert finding.where.marked is not None
    assert (finding.params["old"], shown[finding.where.marked[0]]) == ("!", "!")


BRACES = """\
int f(int* b, int r)
{
    for (int i = 0; i < r; ++i)
    {
        if (b[i] == b[r])
        {
            return 1;
        }
    }
    return 0;
}
"""


def test_a_brace_alone_is_no_place_but_the_line_at_which_its_block_begins() -> None:
    found = [change for change in repairs({"q.cc": BRACES.encode()}, [], []) if change.leaves == "turn"]
    finding = change_finding(found[:1])
    assert (finding.where.line, finding.where.source.strip()) == (3, b"for (int i = 0; i < r; ++i)")
    assert (finding.where.marked, finding.params["stands"]) == ((4, 30), "in-block")


@pytest.mark.parametrize(
    ("line", "head"),
    [(2, 1), (4, 3), (8, 5), (9, 3), (11, 1), (1, None)],
    ids=str,
)
def test_a_block_begins_at_the_line_with_code_above_its_brace(line: int, head: int | None) -> None:
    lines = BRACES.splitlines(keepends=True)
    begin = block_head(BRACES.encode(), len("".join(lines[: line - 1])), line)
    assert begin == (None if head is None else (head, lines[head - 1].rstrip().encode()))


@pytest.mark.parametrize(("ends", "stands"), [("if", "past-if"), ("loop", "past-loop"), ("", "past-block")])
def test_what_comes_after_a_closing_brace_is_said_of_the_begin_of_its_block(ends: str, stands: str) -> None:
    edit = Edit(9, 9, " f(most);", ends=ends)
    change = Repair("q.cc", edit, -1, "f", 8, b"        }", (9, 9), b"", head=(5, b"        if (b[i])"))
    finding = change_finding([change])
    assert (finding.where.line, finding.params["stands"]) == (5, stands)


CHAIN = """\
int f(int n) {
    if (n > 2) {
        n--;
    } else if (n > 1) {
        // why
        n++;
    } else {
        n = 2;
    }
    return n;
}
"""


@pytest.mark.parametrize(("line", "head"), [(9, 7), (11, 1)])
def test_what_an_else_ends_is_another_block(line: int, head: int) -> None:
    lines = CHAIN.splitlines(keepends=True)
    begin = block_head(CHAIN.encode(), len("".join(lines[: line - 1])), line)
    assert begin == (head, lines[head - 1].rstrip().encode())


def test_a_remark_is_no_head_of_a_block() -> None:
    source = b"if (n > 2)\n// why\n{\n"
    assert block_head(source, source.index(b"{"), 3) == (1, b"if (n > 2)")


@pytest.mark.parametrize(
    ("path", "source", "about"),
    [
        ("a.cc", "int f() { std::shuffle(1); g(); }", "std"),
        ("A.java", "class A { void f() { System.exit(1); g(); } }", "System"),
    ],
)
def test_an_addition_is_about_no_namespace_or_class_of_the_library(path: str, source: str, about: str) -> None:
    assert all(about not in change.added for change in repairs({path: source.encode()}, [], []))
