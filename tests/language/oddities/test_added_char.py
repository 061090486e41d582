"""A separator of Java in single quotes is named where it is added to a number that becomes text."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

CLASS = """\
class Queens {{
    static int[] rows; static char[] signs;
    static int row(int c) {{ return rows[c]; }}
    static String show() {{
        StringBuilder out = null; double d = 0; char sign = 0; String s = ""; int n = 0; long sum = 0;
        {}
        return s;
    }}
}}
"""


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("s += row(n) + ' ';", "row(n) + ' '"),
        ("s += rows[n] + ',';", "rows[n] + ','"),
        ("s += (n + 1) + '\\t';", "(n + 1) + '\\t'"),
        ("s += ' ' + n;", "' ' + n"),
        ("out.append(n + ' ');", "n + ' '"),
        ("System.out.print(sum + ' ');", "sum + ' '"),
        ("s = n + ' ' + \"\";", "n + ' '"),
        ('s += n + " ";', ""),
        ("s += \"\" + n + ' ';", ""),
        ("s = s + n + ' ';", ""),
        ("out.append((char) (n + ' '));", ""),
        ("out.append(n + 'a');", ""),  # a letter may be computed
        ("sum += n + ' ';", ""),
        ("n = n + ' ';", ""),
        ("s += signs[n] + ' ';", ""),
        ("s += sign + ' ';", ""),
        ("s += d + ' ';", ""),
        ("s += other.row(n) + ' ';", ""),
    ],
)
def test_a_separator_that_is_added_to_a_number_is_named(statement: str, named: str) -> None:
    found = [(odd.what, odd.line, odd.name) for odd in odd_code({"Queens.java": CLASS.format(statement).encode()}, ())]
    assert found == ([("added-char", 6, named)] if named else [])
