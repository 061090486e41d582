"""An array that Java adds to a list without a copy is named where it changes later; not where each item is its own."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

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


RECURSION = """\
class Queens {{
    List<int[]> answers = new ArrayList<>();
    {returns} place(int[] board, int column) {{
        if (column == board.length) {{ answers.add({item}); return{value}; }}
        for (int row = 0; row < board.length; row++) {{
            board[column] = row;
            {call};
        }}
        {end}
    }}
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
    ],
)
def test_an_array_that_a_recursion_adds(parts: dict[str, str], *, is_named: bool) -> None:
    plain = {"returns": "void", "value": "", "item": "board", "call": "place(board, column + 1)", "end": ""}
    assert named(RECURSION.format(**plain | parts)) == ([(4, "board")] if is_named else [])
