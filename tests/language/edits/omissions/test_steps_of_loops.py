"""A step that a loop lacks: of what its condition compares, and not of its bound."""

from __future__ import annotations

import ast

import pytest

from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.omissions.python_results import moved
from harness.language.edits.omissions.tree_results import left_out_results
from harness.language.parsing.syntax_trees import FUNCTIONS, LOOPS, parser, walk
from harness.language.python.python_trees import python_tree


def steps(path: str, loop: str) -> set[str]:
    """What is added to a function that is a loop."""
    if path.endswith(".py"):
        source = f"def f(A, i, n):\n    {loop}\n"
        loops = [node for node in walk(python_tree(ast.parse(source), source.encode())) if node.type in LOOPS]
        text = PythonText(source.encode())
        return {edit.new.strip() for node in loops for _, edit in moved(node, text)}
    root = parser("cpp").parse(f"void f(int* A, int i, int n) {{ {loop} }}".encode()).root_node
    functions = [node for node in walk(root) if node.type in FUNCTIONS]
    return {edit.new.strip() for function in functions for _, edit in left_out_results(function)}


@pytest.mark.parametrize(
    ("path", "loop"),
    [
        pytest.param("a.cpp", "while (cin >> n) { f(A, 0, 0); }", id="reads"),
        pytest.param("a.cpp", "while (n > 0) { cin >> n; }", id="reads-in-its-body"),
        pytest.param("a.cpp", "while (i < n) { i++; }", id="counts"),
        pytest.param("a.cpp", "while (i < n) { A[n] = 0; i++; }", id="counts-beside-its-bound"),
        pytest.param("a.cpp", "while (q.size() > n) { q.pop(); }", id="takes-away"),
        pytest.param("a.cpp", "while (i + n) { A[n] = 0; }", id="no-comparison"),
        pytest.param("a.py", "while i < n:\n        i += 1", id="counts-in-python"),
        pytest.param("a.py", "while len(A) > n:\n        A.pop()", id="takes-away-in-python"),
        pytest.param("a.py", "while i in A:\n        print(A[i])", id="is-in"),
    ],
)
def test_what_moves_already_gets_no_step(path: str, loop: str) -> None:
    assert steps(path, loop) == set()


@pytest.mark.parametrize(
    ("path", "loop", "step"),
    [
        ("a.cpp", "while (i < n) { A[i] = 0; }", "i++;"),
        ("a.cpp", "while (i < n) { swap(A, i, n); n--; }", "i++;"),
        ("a.py", "while i < n:\n        print(A[i])", "i += 1"),
        ("a.py", "while i < n:\n        swap(A, i, n)\n        n -= 1", "i += 1"),
    ],
)
def test_what_does_not_move_gets_a_step(path: str, loop: str, step: str) -> None:
    assert step in steps(path, loop)
