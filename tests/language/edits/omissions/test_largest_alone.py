"""What is done for an element that is larger than something is done for the largest alone."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import ONLY_LARGEST
from harness.language.edits.ordered_repairs import repairs

TREE = "void f() {{ for (int c : order) {{ if (n2 < {}) {{ move(c); return; }} }} }}\n"


@pytest.mark.parametrize(
    ("path", "source", "condition", "term"),
    [
        ("q.py", "for c in order:\n    if n2 < n[c]:\n        move(c)\n", "n2 < n[c]", " and n[c] == max(n)"),
        ("q.py", "for c in order:\n    if n[c] > f(c):\n        move(c)\n", "n[c] > f(c)", " and n[c] == max(n)"),
        ("q.js", TREE.format("n[c]"), "n2 < n[c]", " && n[c] === Math.max(...n)"),
        ("q.js", TREE.format("n[c]").replace("n2", "f(a, b)"), "f(a, b) < n[c]", " && n[c] === Math.max(...n)"),
        ("Q.java", f"class Q {{\n{TREE.format('n[c]')}}}\n", "n2 < n[c]",
         " && n[c] == java.util.Arrays.stream(n).max().getAsInt()"),
        ("q.cpp", f"using namespace std;\n{TREE.format('n[c]')}", "n2 < n[c]",
         " && n[c] == *std::max_element(std::begin(n), std::end(n))"),
        ("q.c", TREE.format("n[c]"), "n2 < n[c]", ""),
        ("q.py", "for c in order:\n    if n2 < n[0]:\n        move(c)\n", "n2 < n[0]", ""),
        ("q.py", "for c in order:\n    if n2 < most:\n        move(c)\n", "n2 < most", ""),
    ],
)  # fmt: skip
def test_the_condition_gets_one_more_term(path: str, source: str, condition: str, term: str) -> None:
    changes = repairs({path: source.encode()}, (), ())
    changed = {change.apply(source.encode()).decode() for change in changes if change.form.does == ONLY_LARGEST}
    assert changed == ({source.replace(condition, condition + term)} if term else set())
