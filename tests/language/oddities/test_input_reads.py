"""Numbers of the input that a C++ program reads and loses."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

AGAIN = "int main() {\n unsigned n;\n cin >> n; // the first\n while (cin >> n)\n  solve(n);\n}\n"
LINES = """\
int main() {
  string word;
  while (getline(cin, word)) {
    int n = atoi(word.c_str());
    solve(n);
  }
}
"""


def lost(source: str) -> list[tuple[str, int, str]]:
    found = odd_code({"q.cc": source.encode()}, ())
    return [(odd.what, odd.line, odd.name) for odd in found if odd.what in ("read-twice", "one-a-line")]


@pytest.mark.parametrize("loop", ["while (cin >> n)", "while (std::cin >> n)", "for (; cin >> n;)"])
def test_a_read_before_a_loop_that_reads_the_same_is_named(loop: str) -> None:
    assert lost(AGAIN.replace("while (cin >> n)", loop)) == [("read-twice", 3, "n")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cin >> n;", "cin >> n; solve(n);"),
        ("cin >> n;", "cin >> count;"),
        ("while (cin >> n)", "while (cin)"),
        ("while (cin >> n)", "while (file >> n)"),
        ("while (cin >> n)", "while (cin >> n >> m)"),
        ("while (cin >> n)\n  solve(n);", "do { solve(n); } while (cin >> n);"),
    ],
)
def test_a_read_that_is_used_is_not(old: str, new: str) -> None:
    assert lost(AGAIN.replace(old, new)) == []


@pytest.mark.parametrize(("old", "new"), [("", ""), ("atoi(word.c_str())", "stoi(word)")])
def test_the_only_number_that_is_taken_of_a_line_is_named(old: str, new: str) -> None:
    source = LINES.replace(old, new) if old else LINES
    assert lost(source) == [("one-a-line", 4, "stoi" if old else "atoi")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("solve(n);", "solve(n); rest(word);"),
        ("getline(cin, word)", "getline(cin, other)"),
        ("getline(cin, word)", "getline(file, word)"),
        ("getline(cin, word)", "cin >> word"),
        ("getline(cin, word)", "getline(cin, word, ' ')"),
        ("atoi(word.c_str())", "word.size()"),
    ],
)
def test_other_uses_of_a_line_are_not(old: str, new: str) -> None:
    assert lost(LINES.replace(old, new)) == []
