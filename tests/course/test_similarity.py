"""What is alike is found, whatever it was changed into; what everybody has is not; no source does harm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.course.fingerprint import prints, tokens
from harness.course.similarity import Comparison, Work, compare
from tests.support import write

QUEENS = """\
import sys


def attacked(board, row, column):
    for other in range(row):
        if board[other] == column or abs(board[other] - column) == row - other:
            return True
    return False


def solve(board, row, size, found):
    if row == size:
        found.append(list(board))
        return len(found)
    for column in range(size):
        if not attacked(board, row, column):
            board[row] = column
            solve(board, row + 1, size, found)
    return len(found)


def main():
    size = int(sys.argv[1])
    found = []
    count = solve([0] * size, 0, size, found)
    for solution in found:
        print(tuple(column + 1 for column in solution))
    print(size, "queens:", count)


main()
"""
OTHER = """\
import sys
from itertools import permutations


class Board:
    def __init__(self, rows):
        self.rows = rows

    @property
    def safe(self):
        rising = {row + column for row, column in enumerate(self.rows)}
        falling = {row - column for row, column in enumerate(self.rows)}
        return len(rising) == len(falling) == len(self.rows)


boards = [Board(rows) for rows in permutations(range(int(sys.argv[-1])))]
safe = [board for board in boards if board.safe]
if "-v" in sys.argv:
    print("\\n".join(str(board.rows) for board in safe))
print(f"{sys.argv[-1]}-Queens has {len(safe)} solutions")
"""
FUNCTIONS = QUEENS.split("\n\n\n")
CHANGED = {
    "renamed": re.sub(
        r"\b(board|row|column|found|size|solve|attacked|other|count)\b", lambda match: f"x_{match[0]}9", QUEENS
    ),
    "reordered": "\n\n\n".join([FUNCTIONS[0], FUNCTIONS[2], FUNCTIONS[1], *FUNCTIONS[3:]]),
    "commented": re.sub(r"\n(?=\s*\S)", lambda match: f"  # {match.start()}\n\n", QUEENS),
    "other texts": QUEENS.replace('"queens:"', "'the number of ways is'").replace("+ 1 for", "+ 100 for"),
}


def works(folder: Path, programs: dict[str, str], **groups: str) -> list[Work]:
    for name, program in programs.items():
        write(folder / name, {"main.py": program})
    return [Work(name, folder / name, ("main.py",), groups.get(name, "")) for name in programs]


@pytest.mark.parametrize("change", CHANGED)
def test_what_is_changed_in_words_only_is_found(tmp_path: Path, change: str) -> None:
    assert CHANGED[change] != QUEENS
    comparison = compare(works(tmp_path, {"ann": QUEENS, "bob": CHANGED[change], "cat": OTHER}))
    (pair,) = comparison.pairs
    assert (pair.name, pair.other) == ("ann", "bob")
    assert pair.share > 0.7
    longest = pair.passages[0]
    assert longest.last - longest.first > 4


def test_what_was_written_apart_is_not_alike(tmp_path: Path) -> None:
    assert compare(works(tmp_path, {"ann": QUEENS, "bob": OTHER}), least=0.1).pairs == []


def test_what_all_were_given_does_not_count(tmp_path: Path) -> None:
    given = works(tmp_path / "given", {"template": QUEENS})
    both = works(tmp_path, {"ann": QUEENS + OTHER, "bob": QUEENS})
    assert compare(both).pairs != []
    assert compare(both, given).pairs == []


def test_what_most_of_a_class_has_does_not_count(tmp_path: Path) -> None:
    programs = {f"s{number}": QUEENS for number in range(7)} | {"t1": OTHER, "t2": OTHER}
    pairs = compare(works(tmp_path, programs)).pairs
    assert [(pair.name, pair.other) for pair in pairs] == [("t1", "t2")]


def test_those_of_a_group_are_not_compared(tmp_path: Path) -> None:
    three = works(tmp_path, {"ann": QUEENS, "bob": QUEENS, "cat": QUEENS}, ann="red", bob="red")
    assert [(pair.name, pair.other) for pair in compare(three).pairs] == [("ann", "cat"), ("bob", "cat")]


def test_a_source_that_cannot_be_read_is_reported_and_stops_nobody(tmp_path: Path) -> None:
    programs = {
        "ann": QUEENS,
        "bob": QUEENS,
        "big": "x = 1\n" * 200_000,
        "deep": "(" * 5_000,
        "nul": "\0\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
    }
    comparison: Comparison = compare(works(tmp_path, programs))
    assert [(pair.name, pair.other) for pair in comparison.pairs] == [("ann", "bob")]
    assert comparison.unread == ["big: main.py: larger than 256 KiB"]


JAVA = """\
class Queens {
    int solve(int[] a, int n) { for (int i = 0; i < n; i++) { a[i] = i * n; } return a[0]; }
}
"""
CPP = """\
#include <vector>
int solve(std::vector<int>& a) { for (auto& x : a) { x += 1; if (x > 3) return x; } return 0; }
"""
PROLOG = """\
queens(N, Qs) :- numlist(1, N, L), permutation(L, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
"""


@pytest.mark.parametrize(("name", "text"), [("Queens.java", JAVA), ("queens.cpp", CPP), ("queens.pl", PROLOG)])
def test_other_languages(name: str, text: str) -> None:
    renamed = re.sub(
        r"\b(solve|a|Qs|Queens|x)\b", lambda match: match[0] + ("Z" if match[0][0].isupper() else "z"), text
    )
    mine, other = ([entry.hash for entry in prints(tokens(name, source))] for source in (text, renamed))
    assert mine
    assert mine == other
    assert tokens("notes.txt", text) == []


def test_the_lines_are_those_of_the_source() -> None:
    compared = tokens("main.py", QUEENS)
    lines = QUEENS.splitlines()
    assert all("return" in lines[token.line - 1] for token in compared if token.text == "return")
