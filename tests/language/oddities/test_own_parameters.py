"""A parameter that becomes something new which the caller never sees is named, and none whose new value is used."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

JAVA = "class Q {{\n  static {} start(int[] rows, java.util.List<Integer> all) {{\n    {}\n  }}\n}}\n"
PYTHON = "def start(rows, n):\n    {}\n\n\nstart([], 8)\n"


def own(path: str, source: str) -> list[tuple[int, str]]:
    found = odd_code({path: source.encode()}, ())
    return [(odd.line, odd.name) for odd in found if odd.what == "own-parameter"]


@pytest.mark.parametrize(
    "body",
    [
        "rows = new int[8];",
        "rows = new int[8]; for (int i = 0; i < rows.length; i++) rows[i] = -1;",
        "show(rows); rows = new int[3];",
    ],
)
def test_a_new_array_of_java_is_named(body: str) -> None:
    assert own("Q.java", JAVA.format("void", body)) == [(3, "rows")]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("void", "rows = new int[8]; show(rows);"),
        ("void", "rows = new int[8]; all.add(rows[0]);"),
        ("void", "if (rows == null) rows = new int[8]; rows[0] = 1; last = rows;"),
        ("void", "if (rows == null) rows = new int[8]; rows[0] = 1;"),
        ("void", "if (rows.length != 8) { rows = new int[8]; } for (int i = 0; i < 8; i++) rows[i] = -1;"),
        ("void", "try { rows[7] = 0; } catch (RuntimeException e) { rows = new int[8]; }"),
        ("void", "for (int i = 0; i < 8; i++) { show(rows); rows = new int[8]; }"),
        ("int[]", "rows = new int[8]; return rows;"),
        ("void", "rows[0] = 1;"),
        ("void", "this.rows = new int[8];"),
        ("void", "rows = all.isEmpty() ? rows : other;"),
    ],
)
def test_an_array_of_java_that_is_used_is_not_named(kind: str, body: str) -> None:
    assert own("Q.java", JAVA.format(kind, body)) == []


@pytest.mark.parametrize(
    "body",
    [
        "rows = [0] * n",
        "rows = [[0] * n for _ in range(n)]",
        "rows = []\n    for i in range(n):\n        rows.append(0)",
        "rows = rows + [n]",
        "print(rows)\n    rows = rows[1:]",
        "rows = list(range(n))\n    rows[0] = len(rows)",
    ],
)
def test_a_new_list_of_python_is_named(body: str) -> None:
    assert [name for _, name in own("q.py", PYTHON.format(body))] == ["rows"]


@pytest.mark.parametrize(
    "body",
    [
        "rows = [0] * n\n    return rows",
        "rows = [0] * n\n    print(rows)",
        "rows = rows + [n]\n    start(rows, n - 1)",
        "rows[:] = [0] * n",
        "while rows:\n        print(rows[0])\n        rows = rows[1:]",
        "rows = [0] * n\n    yield rows",
        "rows = sorted(rows)\n    show(lambda: rows)",
        "rows = None",
        "if rows is None:\n        rows = []\n    rows.append(n)",
        "if len(rows) != n:\n        rows = [0] * n\n    rows[0] = 1",
        "rows = [] if rows is None else rows\n    rows.append(n)",
        "try:\n        rows[n] = 0\n    except IndexError:\n        rows = [0] * n",
        "other = [0] * n",
    ],
)
def test_a_list_of_python_that_is_used_is_not_named(body: str) -> None:
    assert own("q.py", PYTHON.format(body)) == []
