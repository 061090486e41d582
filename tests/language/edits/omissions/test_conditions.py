"""Terms that conditions lack: no bound that is there already, and none that changes what ``not`` stands for."""

from __future__ import annotations

import ast

import pytest

from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.omissions import python_counterparts, tree_counterparts
from harness.language.parsing.syntax_trees import FUNCTIONS, parser, walk
from harness.language.python.python_trees import python_tree


def additions(path: str, source: str) -> list[str]:
    """What stands in the place of the conditions of a file."""
    if path.endswith(".py"):
        tree = ast.parse(source)
        nodes = [*walk(python_tree(tree, source.encode()))]
        edits = python_counterparts.of_counterparts(tree, nodes, PythonText(source.encode()))
    else:
        nodes = [*walk(parser("cpp").parse(source.encode()).root_node)]
        functions = [node for node in nodes if node.type in FUNCTIONS]
        edits = tree_counterparts.of_counterparts(functions, nodes, source.encode())
    return [edit.new for _, edit in edits]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("a.cpp", "if (col-up>=0 && b[col-up]) n = 1;", id="no-blanks"),
        pytest.param("a.cpp", "if (0<=col-up && b[col-up]) n = 1;", id="turned"),
        pytest.param("a.cpp", "if (col-up >= 0) { if (b[col - up] == 1) n = 1; }", id="around"),
        pytest.param("a.cpp", "for (int k = 0; k < 8 && col - k > 0; k++) if (b[col - k]) n = 1;", id="loop-around"),
        pytest.param("a.cpp", "if (col - up > 0 && (n || b[col - up])) n = 1;", id="condition-around"),
        pytest.param("a.py", "if col-up>=0 and b[col-up]: n = 1", id="no-blanks-in-python"),
        pytest.param("a.py", "if col - up >= 0:\n        if b[col-up] == 1: n = 1", id="around-in-python"),
        pytest.param("a.py", "n = 1 if col > up and 0 <= col - up and (n or b[col - up]) else 0", id="inner"),
    ],
)
def test_a_bound_that_is_there_is_not_added(path: str, body: str) -> None:
    source = f"def f(b, col, up):\n    {body}\n" if path.endswith(".py") else f"void f(int col, int up) {{ {body} }}"
    assert [new for new in additions(path, source) if ">= 0" in new or ">= 1" in new] == []


def test_a_bound_that_is_elsewhere_is_added() -> None:
    source = "def f(b, i, j):\n    if j - i > 0:\n        return 1\n    if b[j-i]:\n        return 2\n"
    assert "j-i >= 0 and b[j-i]" in additions("a.py", source)


def test_what_is_negated_stays_together() -> None:
    source = "def f(x, y, z):\n    return not x == y - z\n"
    assert additions("a.py", source) == ["(x == y - z or x == y + z)"]


@pytest.mark.parametrize(
    ("path", "source", "new"),
    [
        pytest.param("a.cpp", "void f(int n) { if (n < 4) return; }", "n > 1 && n < 4", id="native"),
        pytest.param("a.py", "def f(n):\n    if n <= 3:\n        return 0\n", "n > 1 and n <= 3", id="python"),
    ],
)
def test_the_smallest_size_may_be_left_out(path: str, source: str, new: str) -> None:
    assert additions(path, source) == [new]
    assert additions(path, source.replace("4", "8").replace("3", "8")) == []
    assert additions(path, source.replace("4", "2").replace("3", "1")) == []  # no number is above 1 and below 2


def test_a_condition_may_ask_the_same_of_another_variable() -> None:
    source = "def f(n1, n2):\n    if n1 == 0:\n        return 1\n    if n2 == 0:\n        return 2\n"
    assert additions("a.py", source) == ["n2 == 0", "n1 == 0"]
    assert additions("a.py", source.replace("n2 == 0", "n2 == 1")) == []
    many = "".join(f"    if {name} == 0: return\n" for name in "abcd")
    assert additions("a.py", f"def f(a, b, c, d):\n{many}") == []
