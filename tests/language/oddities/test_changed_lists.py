"""A loop that takes elements off the list it goes over is named; not one that ends there, or puts them back."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

KINDS = ("shrinking-list", "growing-list")


def changed(path: str, source: str) -> list[tuple[str, int, str]]:
    found = odd_code({path: source.encode()}, ())
    return [(odd.what, odd.line, odd.name) for odd in found if odd.what in KINDS]


@pytest.mark.parametrize(
    ("loop", "is_named"),
    [
        ("for j in columns:\n        columns.remove(j)\n        count(j)", True),
        ("for j in columns:\n        if j > 2:\n            columns.pop(columns.index(j))", True),
        ("for i, j in enumerate(columns):\n        if j > 2:\n            del columns[i]", True),
        ("for j in columns:\n        columns.remove(j)\n        if count(j):\n            return j", True),
        ("for j in columns:\n        for k in range(2):\n            columns.remove(j)\n            break", True),
        ("for j in columns:\n        columns.remove(j)\n        break", False),
        ("for j in columns:\n        if j > 2:\n            columns.remove(j)\n            return j", False),
        ("for j in columns:\n        if j > 2:\n            columns.remove(j)\n        break", False),
        (
            "for i, j in enumerate(columns):\n        columns.pop(i)\n        count(j)\n        columns.insert(i, j)",
            False,
        ),
        ("for j in columns[:]:\n        columns.remove(j)", False),
        ("for j in list(columns):\n        columns.remove(j)", False),
        ("for j in columns:\n        columns = [k for k in columns if k != j]\n        columns.remove(j)", False),
        ("for j in columns:\n        if 2 * j in columns:\n            columns.remove(2 * j)", False),
        ("for j in columns:\n        columns.append(j // 2)", False),  # a list of what is left to do
        ("for j in columns:\n        others.remove(j)", False),
    ],
)
def test_a_loop_of_python(loop: str, *, is_named: bool) -> None:
    source = f"def search(columns, others):\n    {loop}\n    return 0\n"
    assert changed("Queens.py", source) == ([("shrinking-list", 2, "columns")] if is_named else [])


@pytest.mark.parametrize(
    ("loop", "is_named"),
    [
        ("for (int i = 0; i < rows.size(); i++) { if (rows.get(i) > 2) rows.remove(i); }", True),
        ("for (int i = 0; i < rows.size(); ++i) { if (rows.get(i) > 2) { rows.remove(i); count++; } }", True),
        ("for (int i = 0; i < rows.size(); i++) { if (rows.get(i) > 2) { rows.remove(i); i--; } }", False),
        ("for (int i = 0; i < rows.size(); i++) { if (rows.get(i) > 2) { rows.remove(i); break; } }", False),
        ("for (int i = 0; i < rows.size(); i++) { int r = rows.remove(i); go(); rows.add(i, r); }", False),
        ("for (int i = 0; i < rows.size(); i++) { if (rows.get(i) > 2) return rows.remove(i); }", False),
        ("for (int i = rows.size() - 1; i >= 0; i--) { if (rows.get(i) > 2) rows.remove(i); }", False),
        ("for (int i = 0; i < rows.size(); i++) { others.remove(i); }", False),
        ("for (int i = 0; i < rows.size(); ) { if (rows.get(i) > 2) rows.remove(i); else i++; }", False),
    ],
)
def test_a_loop_of_java(loop: str, *, is_named: bool) -> None:
    source = f"class Q {{\n  int drop(List<Integer> rows) {{\n    {loop}\n    return 0;\n  }}\n}}\n"
    assert changed("Q.java", source) == ([("shrinking-list", 3, "rows")] if is_named else [])


@pytest.mark.parametrize(
    ("loop", "what"),
    [
        ("for (int r : rows) if (r > 2) rows.erase(find(rows.begin(), rows.end(), r));", "shrinking-list"),
        ("for (size_t i = 0; i < rows.size(); i++) if (rows[i] > 2) rows.erase(rows.begin() + i);", "shrinking-list"),
        ("for (int r : rows) { if (r > 2) { rows.push_back(r - 1); } }", "growing-list"),
        ("for (int r : rows) { if (r > 2) { rows.push_back(r - 1); break; } }", ""),
        ("for (int r : seen) { if (r > 2) seen.erase(r - 1); }", ""),
        ("for (int r : rows) { others.push_back(r); }", ""),
        ("for (int i = 0; i < rows.size(); i++) if (rows[i] > 2) { rows.erase(rows.begin() + i); i--; }", ""),
        ("for (int i = 0; i < rows.size(); i++) if (rows[i] > 2) { rows.push_back(1); }", ""),
    ],
)
def test_a_loop_of_cpp(loop: str, what: str) -> None:
    source = f"void drop(std::vector<int>& rows, std::set<int>& seen, std::vector<int>& others) {{\n    {loop}\n}}\n"
    assert changed("rows.cc", source) == ([(what, 2, "rows")] if what else [])
