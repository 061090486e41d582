"""Two functions of which one undoes what the other does: what is added to one of them, and how that is said."""

from __future__ import annotations

import ast

import pytest

from harness.language.edits.forms.ranked_edits import Ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.omissions import python_counterparts, tree_counterparts
from harness.language.edits.omissions.steps import FunctionSteps, Step, lacks
from harness.language.edits.order import python_undo
from harness.language.parsing.syntax_trees import FUNCTIONS, parser, walk
from harness.language.python.python_trees import python_tree

_PAIRS = 400


def edits(path: str, source: str) -> list[Ranked]:
    """The changes to a file of Python, Java or C++."""
    if path.endswith(".py"):
        tree, text = ast.parse(source), PythonText(source.encode())
        nodes = [*walk(python_tree(tree, text.source))]
        return [*python_counterparts.of_counterparts(tree, nodes, text), *python_undo.missing_undo(tree, text)]
    nodes = [*walk(parser("java" if path.endswith(".java") else "cpp").parse(source.encode()).root_node)]
    functions = [node for node in nodes if node.type in FUNCTIONS]
    return [*tree_counterparts.of_counterparts(functions, nodes, source.encode())]


def programs(path: str, source: str) -> list[str]:
    """The changed files."""
    return [f"{source[: edit.start]}{edit.new}{source[edit.end :]}" for _, edit in edits(path, source)]


MARKS = """\
def put(B, i, j):
    B[i][0] = j
    for k in B:
        B[k][j] -= 1
        B[k][i] -= 1
def take(B, i, j):
    B[i][0] = 0
    for k in B:
        B[k][j] += 1
"""
MARKED = f"{MARKS}        B[k][i] += 1\n"
SAME = "def show(B, n):\n    line(n)\n    print(B)\n    line(n)\ndef draw(B, n):\n    line(n)\n    print(B)\n"
JAVA = """\
class A {
    void put(int i, int j) { for (int k = 0; k < n; k++) { up[k] += 1; down[k] += 1; } }
    void take(int i, int j) { for (int k = 0; k < n; k++) up[k] -= 1; }
}
"""
OVERLOADED = "class A { void f(int i) { up[i] = 1; down[i] = 1; } } class B { void f(int i) { up[i] = 0; } }"
ELSE = """\
void put(int i) { if (i) a[i] = 1; else { b[i] = 1; c[i] = 1; } }
void take(int i) { if (i) a[i] = 0; else b[i] = 0; }
"""


def test_a_counterpart_is_named_only_if_it_undoes_something() -> None:
    assert {edit.counterpart for _, edit in edits("a.py", MARKS) if edit.new.strip() == "B[k][i] += 1"} == {"put"}
    assert [edit.counterpart for _, edit in edits("a.py", SAME) if edit.new.strip() == "line(n)"] == [""]
    assert [edit.counterpart for _, edit in edits("A.java", OVERLOADED) if edit.new.strip() == "down[i] = 0;"] == [""]


@pytest.mark.parametrize(
    ("path", "source", "right"),
    [
        pytest.param("a.py", MARKS, MARKED, id="python"),
        pytest.param("a.py", MARKS.replace("    ", "\t"), MARKED.replace("    ", "\t"), id="tabs"),
        pytest.param("A.java", JAVA, JAVA.replace("up[k] -= 1;", "{ up[k] -= 1; down[k] -= 1; }"), id="no-braces"),
        pytest.param("a.cpp", ELSE, ELSE.replace("b[i] = 0;", "{ b[i] = 0; c[i] = 0; }"), id="no-braces-after-else"),
    ],
)
def test_what_is_left_out_comes_into_its_block(path: str, source: str, right: str) -> None:
    assert right in programs(path, source)


TABBED = """\
def solve(B, i, j, n):
	for k in B:
		B[j - k] = 1
		if B[i] == B[k]:
			n += abs(i - k)
	for k in B:
		B[i] = k
	while i < n:
		solve(B, i, j, n)
	return False
"""
ONE_LINERS = """\
def put(B, i, j, n):
    for k in B: B[i] += 1; B[j] += 1
    while i < n: put(B, i, j, n)
    for k in B: B[j - k] = 1
    if n: print(B[i - 1])
    return False
def take(B, i, j, n):
    for k in B: B[i] -= 1
    while i < n: take(B, i, j, n)
    for k in B: B[j - k] = 1
    if n: print(B[i - 1])
    return False
"""


@pytest.mark.parametrize("source", [TABBED, ONE_LINERS], ids=["tabs", "one-line"])
def test_each_changed_program_can_be_parsed(source: str) -> None:
    changed = programs("a.py", source)
    assert changed
    for program in changed:
        ast.parse(program)


def test_the_pairs_of_functions_are_limited() -> None:
    short, long = ([Step(f"f{number}()", 0, 0) for number in range(count)] for count in (1, 2))
    functions = [FunctionSteps(f"f{number}", "a", tuple((short, long)[number % 2])) for number in range(100)]
    assert len([*lacks(functions)]) < _PAIRS
