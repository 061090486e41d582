"""A list is taken from its other end, or gone through in the other direction."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import TURNS_ROUND
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

PYTHON = "def go(todo, n):\n    {}\n"
LOOP = "for j in {}:\n        go(todo, j)"
FIRST = "for j in {}:\n        if todo[j]:\n            return j"
JAVA = "class A {{ void go(List<Integer> todo, int n) {{ {} }} }}\n"
CPP = "void go(std::{}<int>& todo, int n) {{ {} }}\n"


def changed(path: str, source: str) -> dict[str, Repair]:
    """The changes that turn an order round, by the programs that they make."""
    possible = repairs({path: source.encode()}, (), ())
    return {each.apply(source.encode()).decode(): each for each in possible if each.form.does == TURNS_ROUND}


@pytest.mark.parametrize(
    ("template", "path", "wrong", "right"),
    [
        (PYTHON, "a.py", "j = todo.pop()", "j = todo.pop(0)"),
        (PYTHON, "a.py", "j = todo.pop(0)", "j = todo.pop()"),
        (PYTHON, "a.py", "j = todo[-1]", "j = todo[0]"),
        (PYTHON, "a.py", "todo.append(n)", "todo.insert(0, n)"),
        (PYTHON, "a.py", "todo.insert(0, n)", "todo.append(n)"),
        (PYTHON, "a.py", "todo = sorted(todo)", "todo = sorted(todo, reverse=True)"),
        (PYTHON, "a.py", "j = sorted(i for i in todo)", "j = sorted((i for i in todo), reverse=True)"),
        (PYTHON, "a.py", "j = sorted (todo, key=abs, )", "j = sorted(todo, key=abs, reverse=True)"),
        (PYTHON, "a.py", "todo.sort( )", "todo.sort(reverse=True)"),
        (PYTHON, "a.py", "todo.sort(reverse=True)", "todo.sort(reverse=False)"),
        (PYTHON, "a.py", LOOP.format("range(1, n)"), LOOP.format("reversed(range(1, n))")),
        (PYTHON, "a.py", LOOP.format("reversed(todo)"), LOOP.format("todo")),
        (PYTHON, "a.py", FIRST.format("reversed(range(n))"), FIRST.format("range(n)")),
        (JAVA, "A.java", "n = todo.removeLast();", "n = todo.removeFirst();"),
        (JAVA, "A.java", "n = todo.remove(0);", "n = todo.remove(todo.size() - 1);"),
        (JAVA, "A.java", "todo.add(n);", "todo.add(0, n);"),
        (
            JAVA,
            "A.java",
            "for (int i = 1; i <= n; i++) go(todo, i);",
            "for (int i = n; i >= 1; i--) go(todo, i);",
        ),
        (CPP.format("vector", "{}"), "a.cc", "n = todo.back();", "n = todo.front();"),
        (CPP.format("deque", "{}"), "a.cc", "todo.push_back(n);", "todo.push_front(n);"),
        (
            CPP.format("vector", "{}"),
            "a.cc",
            "for (int i = n - 1; i >= 0; i--) { go(todo, i); }",
            "for (int i = 0; i <= n - 1; i++) { go(todo, i); }",
        ),
        (
            CPP.format("vector", "{}"),
            "a.cc",
            "for (int i = n; i >= 1; i--) { if (todo[i] > 1) break; }",
            "for (int i = 1; i <= n; i++) { if (todo[i] > 1) break; }",
        ),
    ],
)
def test_the_other_end(template: str, path: str, wrong: str, right: str) -> None:
    assert template.replace("{}", right).replace("{{", "{").replace("}}", "}") in changed(
        path, template.replace("{}", wrong).replace("{{", "{").replace("}}", "}")
    )


@pytest.mark.parametrize(
    ("template", "path", "plain"),
    [
        (PYTHON, "a.py", "todo[0] = n"),
        (PYTHON, "a.py", "for j in range(n):\n        todo[j] += 1"),
        (JAVA, "A.java", "for (int i = 1; i <= n; i += 2) go(todo, i);"),
        (CPP.format("vector", "{}"), "a.cc", "todo.push_back(n);"),
        (CPP.format("vector", "{}"), "a.cc", "for (unsigned i = 0; i < n; i++) go(todo, i);"),
    ],
)
def test_what_has_no_other_end(template: str, path: str, plain: str) -> None:
    assert not changed(path, template.replace("{}", plain).replace("{{", "{").replace("}}", "}"))
