"""A separator after each element is left out after the last one."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

PYTHON = "def show(s):\n    line = ''\n    for i in range(8):\n        line = line + str(s[i]) + {}\n    print(line)\n"
EACH = "def show(s):\n    for row in s:\n        print({}, end={})\n    print()\n"
CPP = "void show(int *s, int n) {{\n    for (int i = 0; i {} n; i++) {{\n        {};\n    }}\n    cout << endl;\n}}\n"


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        ("q.py", PYTHON.format('" "'), '" "', '(" " if i + 1 < 8 else "")'),
        ("q.py", PYTHON.format("', '"), "', '", "(', ' if i + 1 < 8 else '')"),
        ("q.py", EACH.format("row + 1", "' '"), "for row in s:", "print(*[row + 1 for row in s], sep=' ', end=\"\")"),
        ("q.cc", CPP.format("<", 'cout << s[i] << " "'), '" "', '(i + 1 < n ? " " : "")'),
        ("q.cc", CPP.format("<=", "cout << s[i] << ' '"), "' '", '(i + 1 <= n ? " " : "")'),
        ("q.c", CPP.format("<", 'printf("%d ", s[i])'), '"%d "', '(i + 1 < n ? "%d " : "%d")'),
        ("q.cc", CPP.format("<", r'cout << s[i] << "\t"'), r'"\t"', r'(i + 1 < n ? "\t" : "")'),
        (
            "Q.java",
            "class Q {{ {} }}".format(CPP.format("<", 'System.out.print(s[i] + " ")').replace("int *s", "int[] s")),
            '" "',
            '(i + 1 < n ? " " : "")',
        ),
    ],
)
def test_a_separator_is_left_out_in_the_last_turn(path: str, source: str, old: str, new: str) -> None:
    edits = [each for each in repairs({path: source.encode()}, [], []) if each.form.does == "only-between"]
    assert [each.form.part.strip("'\"") for each in edits] == [{"', '": ", ", r'"\t"': r"\t"}.get(old, " ")]
    assert [(each.text.decode().startswith(old), each.edit.new) for each in edits] == [(True, new)]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("q.py", PYTHON.format('"."')),
        ("q.py", PYTHON.format('f"{s[0]} "')),
        ("q.py", EACH.format("row", "''") + "    print(' ')\n"),
        ("q.cc", CPP.format(">", 'cout << s[i] << " "')),
        ("q.cc", CPP.format("<", "for (int k = n; k; k--) cout << ' '")),
    ],
)
def test_other_texts_stay(path: str, source: str) -> None:
    assert not [each for each in repairs({path: source.encode()}, [], []) if each.form.does == "only-between"]
