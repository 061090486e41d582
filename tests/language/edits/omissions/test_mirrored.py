"""Statements that look in one direction, and the same in the other: only what can be compiled, with its bound."""

from __future__ import annotations

import pytest

from harness.language.edits.omissions import tree_counterparts
from harness.language.edits.omissions.mirrored import mirrored
from harness.language.parsing.syntax_trees import FUNCTIONS, parser, walk


def additions(path: str, source: str) -> list[str]:
    """What is added to a file of Java or C++."""
    nodes = [*walk(parser("java" if path.endswith(".java") else "cpp").parse(source.encode()).root_node)]
    functions = [node for node in nodes if node.type in FUNCTIONS]
    return [edit.new for _, edit in tree_counterparts.of_counterparts(functions, nodes, source.encode())]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("A.java", "int a = b[i - 1];", id="java"),
        pytest.param("a.cpp", "auto a = b[i - 1];", id="cpp"),
        pytest.param("a.cpp", "int b[i + k];", id="size"),
        pytest.param("A.java", "a = new int[n - 1];", id="size-of-a-new-array"),
        pytest.param("A.java", "a = new int[2][n - 1];", id="second-size"),
    ],
)
def test_what_cannot_stand_twice_in_a_block_is_not_turned(path: str, body: str) -> None:
    source = f"class A {{ void f(int i) {{ {body} }} }};"
    assert additions(path, source) == []


def test_a_loop_is_not_turned_together_with_the_declaration_before_it() -> None:
    body = "for (int k = 0; k < m; k++) n++; int j = i - 1; while (j >= 0) { if (b[j]) n = n + 1; j--; }"
    assert not [new for new in additions("A.java", f"class A {{ void f(int i) {{ {body} }} }}") if "int j" in new]
    assert additions("A.java", "class A { void f(int i) { b[i - 1] = 0; } }") == ["\nb[i + 1] = 0;"]


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("for (int j = i + 1; j < A.length - 1; j++) n += A[j];", "for (int j = i - 1; j >= 0; j--) n += A[j];"),
        ("while j + k < len(A) - 1 and A[j + k]: k += 1", "while j - k >= 0 and A[j - k]: k += 1"),
    ],
)
def test_a_bound_is_turned_as_a_whole(text: str, turned: str) -> None:
    assert turned in [*mirrored(text, [])]


@pytest.mark.parametrize(
    "text", ["for (int j = i + 1; j < n * 2; j++) n += 1;", "for (int j = i + 1; j < n - 1 - k; j++) n += 1;"]
)
def test_a_bound_of_which_only_a_part_is_read_is_left_alone(text: str) -> None:
    assert [*mirrored(text, [])] == []
