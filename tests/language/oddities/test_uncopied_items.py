"""An array that Java adds to a list without a copy is named where it changes later; not where each item is its own."""

from __future__ import annotations

from functools import partial

import pytest

from harness.language.oddities.odd_code import odd_code
from tests.counted_calls import counted_calls

LOOP = """\
class Queens {{
    static List<int[]> answers = new ArrayList<>();
    static int[] last;
    static void search(int n) {{
        int[] board = new int[n];
        for ({turns}) {{
            {adds}
            {change}
        }}
        {after}
    }}
    static void next(int[] A) {{ swap(A, 0, 1); }}
    static void swap(int[] B, int i, int j) {{ int t = B[i]; B[i] = B[j]; B[j] = t; }}
    static boolean good(int[] A) {{ return A[0] < A[1]; }}
    static void renew() {{ last = new int[4]; }}
}}
"""


def named(source: str) -> list[tuple[int, str]]:
    found = odd_code({"Queens.java": source.encode()}, ())
    return [(odd.line, odd.name) for odd in found if odd.what == "no-copy"]


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        ({}, "board"),
        ({"adds": "answers.add(board);"}, "board"),
        ({"adds": "this.answers.add(board);", "change": "board[t] = t;"}, "board"),
        ({"adds": "if (good(last)) answers.add(last);", "change": "next(last);"}, "last"),
        ({"turns": "; n > 0; n--", "change": "swap(board, 0, n - 1);"}, "board"),
        ({"adds": "answers.add(board.clone());"}, ""),
        ({"adds": "answers.add(board); board = new int[n];"}, ""),
        ({"adds": "int[] own = new int[n]; own[0] = t; answers.add(own);"}, ""),
        ({"adds": "answers.add(board); break;"}, ""),  # the search ends with the first
        ({"adds": "if (good(board)) { answers.add(board); return; }"}, ""),
        ({"adds": "if (good(board)) answers.add(board); else next(board);", "change": ""}, ""),
        ({"change": "good(board);"}, ""),  # it is only read
        ({"after": "System.out.println(answers.size());"}, ""),  # how many they are is right all the same
        ({"after": "answers.remove(0); print(answers);"}, ""),
        ({"adds": "renew(); answers.add(last);", "change": "next(last);"}, ""),
        ({"adds": "if (good(board)) { answers.add(board); System.exit(0); }"}, ""),
        ({"adds": "board[t] = t;", "change": "if (t == n - 1) answers.add(board);"}, ""),  # when it is filled
        ({"turns": "; n > 0; n = n - 1", "adds": "if (1 == n && good(board)) { answers.add(board); }"}, ""),
        ({"adds": "if (good(board, t)) answers.add(board);"}, "board"),  # it does not compare the counter
        ({"adds": "int c = 0; c++; if (c == 1) answers.add(board);"}, "board"),  # no counter of this loop
    ],
)
def test_an_array_that_a_loop_adds(parts: dict[str, str], name: str) -> None:
    plain = {"turns": "int t = 0; t < n; t++", "adds": "if (good(board)) { answers.add(board); }"}
    source = LOOP.format(**plain | {"change": "next(board);", "after": "print(answers);"} | parts)
    assert named(source) == ([(7, name)] if name else [])


def test_an_array_that_a_while_loop_may_add_once() -> None:
    turns = "if (good(board)) { answers.add(board); }\n board[0] = 1;"
    source = "class Q {{ static void f(int[] board, List<int[]> answers) {{ while (go()) {{ {} }} print(answers); }} }}"
    assert named(source.format(turns)) == [(1, "board")]
    assert named(source.format("board[0] = 1; if (good(board)) { answers.add(board); }")) == []


@pytest.mark.parametrize(
    ("begin", "adds", "is_named"),
    [
        ("row = new int[n];", "if (good(row)) answers.add(row);", False),
        ("row[0] = 1;", "if (good(row)) answers.add(row);", True),
        ("row = new int[n];", "answers.add(row);", True),
    ],
)
def test_an_array_of_which_the_outer_loop_makes_another(begin: str, adds: str, *, is_named: bool) -> None:
    turns = f"for (int t = 0; t < n; t++) {{ {begin} for (int c = 0; c < n; c++) {{\nrow[c] = t; {adds} }} }}"
    source = f"class Q {{ static void f(int n, int[] row, List<int[]> answers) {{ {turns} print(answers); }} }}"
    assert named(source) == ([(2, "row")] if is_named else [])


@pytest.mark.parametrize(
    "steps", ["c++; if (c == n) answers.add(row); row[1] = 0;", "if (c == 1) answers.add(row); c++; row[1] = c;"]
)
def test_an_array_that_a_for_loop_adds_at_a_count_of_its_own(steps: str) -> None:
    turns = f"int c = 0; for (int value : values) {{ row[c] = value; {steps} }}"
    source = f"class Q {{ static void f(int n, int[] row, List<int[]> answers) {{ {turns} print(answers); }} }}"
    assert named(source) == []


RECURSION = """\
class Queens {{
    List<int[]> answers = new ArrayList<>();
    {returns} place(int[] board, int column) {{
        if (column == board.length) {{ answers.add({item}); {leaves} return{value}; }}
        for (int row = 0; row < board.length{more}; row++) {{
            board[column] = row;
            {call};
        }}
        {end}
    }}
    boolean isDone() {{ return answers.size() >= 1; }}
    void print() {{ for (int[] board : answers) System.out.println(board[0]); }}
}}
"""


@pytest.mark.parametrize(
    ("parts", "is_named"),
    [
        ({}, True),
        ({"item": "board.clone()"}, False),
        ({"call": "place(board.clone(), column + 1)"}, False),
        ({"call": "if (place(board, column + 1)) return true", "returns": "boolean", "value": " true"}, False),
        ({"leaves": "done = true;", "more": " && !done"}, False),
        ({"leaves": "this.done = true;", "more": " && !done"}, False),
        ({"leaves": "used[column] = false;"}, True),  # a mark on a column ends nothing
        ({"leaves": "if (true) throw new RuntimeException();"}, True),
        ({"leaves": "throw new RuntimeException(); //"}, False),
        ({"leaves": "System.exit(0);"}, False),
        ({"more": " && answers.isEmpty()"}, False),
        ({"call": "place(board, column + 1); if (this.answers.size() == 1) return"}, False),
        ({"more": " && !isDone()"}, False),
    ],
)
def test_an_array_that_a_recursion_adds(parts: dict[str, str], *, is_named: bool) -> None:
    plain = {"returns": "void", "value": "", "item": "board", "call": "place(board, column + 1)", "end": ""}
    plain |= {"leaves": "", "more": ""}
    assert named(RECURSION.format(**plain | parts)) == ([(4, "board")] if is_named else [])


METHOD = "void m{0}(int[] a) {{ for (int i = 0; i < 3; i++) {{ a[i] = 1; answers.add(a); }} m{1}(a); }}\n"
SWAP = "for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) {{ int t = a[i]; a[i] = a[j]; a[j] = t; }}\n"


@pytest.mark.parametrize(
    ("line", "around"),
    [
        (METHOD, "LINES"),
        ("void m{0}(int[] a) {{ answers.add(a); m{1}(a); }}\n", "LINES"),
        (SWAP, "void f(int[] a) { LINES }"),
    ],
)
def test_that_a_long_file_takes_little_more(line: str, around: str) -> None:
    short, long = (counted_calls(partial(named, _lines(line, around, count))) for count in (40, 320))
    assert long < 12 * short  # eight times as many; of each with each other it would be 64 times


def _lines(line: str, around: str, count: int) -> str:
    lines = "".join(line.format(at, at + 1) for at in range(count))
    return f"class Q {{ List<int[]> answers; void p() {{ print(answers); }}\n{around.replace('LINES', lines)} }}"
