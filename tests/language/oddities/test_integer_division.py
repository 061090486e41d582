"""A quotient of whole numbers that is compared with 1 is named; one that keeps what remains is not."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

JAVA = """\
class Queens {{
    int[] rows; double[] weights; int n;
    boolean attacks(int a, int b, int row) {{
        int rise = row - rows[a], run = b - a;
        {}
    }}
}}
"""
CPP = "vector<int> rows(8);\nbool attacks(int a, int b, int row) {{\n    int rise = row - a, run = b - a;\n    {}\n}}\n"


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("int slope = rise / run; return slope == 1 || slope == -1;", "rise / run"),
        ("int slope = (row - rows[a]) / (b - a); return Math.abs(slope) == 1;", "(row - rows[a]) / (b - a)"),
        ("return Math.abs(rise) / Math.abs(run) == 1;", "Math.abs(rise) / Math.abs(run)"),
        ("return (rise / run) == (-1);", "rise / run"),
        ("double slope = (double) rise / run; return slope == 1 || slope == -1;", ""),
        ("double slope = rise * 1.0 / run; return Math.abs(slope) == 1;", ""),
        ("double slope = rise / run; return slope == 1;", "rise / run"),
        ("double rise2 = rise; return rise2 / run == 1;", ""),
        ("return weights[a] / weights[b] == 1;", ""),
        ("return rise / run == 1 && rise % run == 0;", ""),
        ("int half = n / 2; return half == 1;", ""),
        ("return rise / run == 2;", ""),
        ("return other(rise) / run == 1;", ""),
        ("for (double rise : weights) if (rise / run == 1) return true; return false;", ""),
    ],
)
def test_a_slope_of_whole_numbers_is_named_in_java(body: str, named: str) -> None:
    found = [odd[:1] + odd[2:4] for odd in odd_code({"Queens.java": JAVA.format(body).encode()}, ())]
    assert found == ([("integer-division", 5, named)] if named else [])


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("return abs(rise / run) == 1;", "rise / run"),
        ("int slope = abs(rise) / abs(run); return slope == 1;", "abs(rise) / abs(run)"),
        ("return (double) rise / run == 1;", ""),
        ("return rise / 1.0f == 1;", ""),
        ("return rise == run || rise == -run;", ""),
    ],
)
def test_a_slope_of_whole_numbers_is_named_in_cpp(body: str, named: str) -> None:
    found = [odd[:1] + odd[2:4] for odd in odd_code({"queens.cc": CPP.format(body).encode()}, ())]
    assert found == ([("integer-division", 4, named)] if named else [])


def test_a_field_that_another_class_has_as_a_double_is_not_known() -> None:
    source = b"class A { int x, y; }\nclass B { double x, y; boolean isOne() { return x / y == 1; } }\n"
    assert [*odd_code({"B.java": source}, ())] == []
