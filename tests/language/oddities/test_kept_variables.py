"""The only field or global variable that a function sets and does not reset is found."""

from __future__ import annotations

import pytest

from harness.language.oddities.flags.kept_variables import kept_variable
from harness.language.parsing.source_nodes import nodes_of

JAVA = """\
class Q {{
    int n = 4; boolean hit, seen; int[] rows; List<Integer> all;
    void mark() {{ hit = true; }}
    boolean has(int b) {{ {} }}
}}
"""
CPP = "int total; std::vector<int> rows;\nint add(int b) {{ {} }}\n"


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("if (b > n) { hit = true; } return hit;", ("field", "hit")),
        ("if (b > n) mark(); return hit;", ("field", "hit")),
        ("if (b > n) this.hit = true; return hit;", ("field", "hit")),
        ("rows[b] = 1; return rows[0] > 0;", ("field", "rows")),
        ("hit = false; if (b > n) hit = true; return hit;", None),
        ("hit = false; if (b > n) { hit = true; seen = true; } return seen;", ("field", "seen")),
        ("if (b > n) { hit = true; seen = true; } return hit;", None),
        ("boolean hit = false; if (b > n) hit = true; return hit;", None),
        ("if (b > n) { hit = true; all.add(b); } return hit;", None),
        ("if (b > n) { hit = true; q.seen = true; } return hit;", None),
        ("return b > n;", None),
    ],
)
def test_a_field_of_java(body: str, kept: tuple[str, str] | None) -> None:
    assert kept_variable([*nodes_of("Q.java", JAVA.format(body).encode())], "has") == kept


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("total += b; return total;", ("global", "total")),
        ("total = 0; total += b; return total;", None),
        ("int total = 0; total += b; return total;", None),
        ("total++; rows[0] = b; return total;", None),
    ],
)
def test_a_global_variable_of_cpp(body: str, kept: tuple[str, str] | None) -> None:
    assert kept_variable([*nodes_of("a.cc", CPP.format(body).encode())], "add") == kept


@pytest.mark.parametrize(
    "source",
    ["", "class Q {", "int f( { total = ; }", "int t; int f(int) { t = 1; }", "int total; int f() { ++; total[ = 1; }"],
)
def test_what_is_no_program_keeps_nothing(source: str) -> None:
    for path in ("Q.java", "a.cc"):
        assert kept_variable([*nodes_of(path, source.encode())], "g") is None
        kept_variable([*nodes_of(path, source.encode())], "f")
