"""The globals in which a C++ program keeps an argument of a call."""

from __future__ import annotations

import pytest

from harness.language.parsing.cpp_globals import globals_holding

SOLVE = "void solve(const unsigned& n) { }\n"


@pytest.mark.parametrize(
    ("source", "held"),
    [
        ("unsigned N;\nint main() { while (cin >> N) solve(N); }", ("N",)),
        ("int N = 0, other;\nint main() { unsigned n; cin >> n; N = n; solve(n); }", ("N",)),
        ("long N;\nint main() { int n; cin >> n; N = static_cast<long>(n); solve((unsigned)n); }", ("N",)),
        (
            "static size_t side;\nvoid keep(int k) { side = k; }\nint main() { int n; cin >> n; keep(n); solve(n); }",
            ("side",),
        ),
        ("int a, b;\nint main() { cin >> a; b = a; solve(b); }", ("a", "b")),
        ("int count;\nint main() { int n; cin >> n; count = 0; solve(n); }", ()),  # something else
        ("const int N = 8;\nint main() { solve(N); }", ()),  # nothing sets it
        ("int N;\nint main() { int N; cin >> N; solve(N); }", ()),  # another N
        ("int N;\nint main(int N) { solve(N + 1); solve(8); }", ()),
    ],
)
def test_globals_that_hold_the_argument(source: str, held: tuple[str, ...]) -> None:
    found = globals_holding(f"{SOLVE}{source}\n".encode(), [], {"solve"})
    assert found == ({"solve": {0: held}} if held else {})


def test_a_header_may_declare_them() -> None:
    source = b'#include "a.h"\nint main() { int n; N = n; solve(1, n); }\n'
    assert globals_holding(source, [b"extern int N;\n"], {"solve"}) == {"solve": {1: ("N",)}}


def test_a_function_that_calls_itself_sets_nothing() -> None:
    assert globals_holding(b"int N;\nvoid solve(int k) { N = k; solve(k); }\n", [], {"solve"}) == {}
