"""A parameter that a recursion leaves out is named where only the end of the recursion reads it."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

PYTHON = """\
def find(board, i, mode="normal"):
    {end}
    total = 0
    for j in range(1, len(board)):
        if board[i][j] == 0:
            {call}
    return total


find(board, 1, "verbose")
"""
END = 'if i == len(board):\n        if mode == "verbose": show(board)\n        return 1'
BRANCHES = """\
def find(board, i, *, show=False):
    for j in range(len(board)):
        if i == len(board):
            print(board if show else i)
        else:
            find(board, i + 1)


find(board, 1, show=True)
"""
METHOD = """\
class Search:
    def find(self, i, show=False):
        if i == self.n:
            return self.print() if show else 1
        return sum(self.find(i + 1) for j in range(self.n))


Search().find(0, True)
"""
CPP = """\
bool find(Board& board, int row, bool show{default}) {{
    if (row == board.size()) {{
        if (show) print(board);
        return true;
    }}
    for (int col = 0; col < board.size(); col++) {{
        {call}
    }}
    return false;
}}
int main() {{ find(board, 0, true); }}
"""


def dropped(path: str, source: str, **others: str) -> list[tuple[int, str, str]]:
    sources = {path: source.encode()} | {f"{name}.h": text.encode() for name, text in others.items()}
    return [(odd.line, odd.name, odd.also) for odd in odd_code(sources, ()) if odd.what == "dropped-default"]


@pytest.mark.parametrize("call", ["total += find(board, i + 1)", "total = total + find(board, i=i + 1)"])
def test_a_recursion_without_the_parameter_is_named(call: str) -> None:
    assert dropped("queens.py", PYTHON.format(end=END, call=call)) == [(8, "mode", "'normal'")]


def test_one_that_is_read_in_the_other_branch_is_named() -> None:
    assert dropped("queens.py", BRANCHES) == [(6, "show", "False")]


def test_one_of_a_method_is_named() -> None:
    assert dropped("queens.py", METHOD) == [(5, "show", "False")]


@pytest.mark.parametrize(
    ("end", "call"),
    [
        (END, "total += find(board, i + 1, mode)"),
        (END, "total += find(board, i + 1, mode=mode)"),
        (END, "total += find(*arguments)"),
        (END, "total += find(board, i + 1, **options)"),
        (END, "total += find(board, i + 1) if i else find(board, i + 1, mode)"),
        ("if i == len(board): return 1", "total += find(board, i + 1)"),
        ("if i == len(board): return 1", "total += find(board, i + 1)\n    if mode: print(total)"),  # at the top alone
        ('if i == 1 and mode == "verbose": print("solutions:")', "total += find(board, i + 1)"),
        (
            "if i == len(board): return 1",
            "if find(board, i + 1):\n                print(mode)\n                return 1",
        ),
        (
            "while i < 9:\n        i += 1\n        if i > 5:\n            if mode: i += 2\n            continue",
            "total += find(board, i + 1)",
        ),  # what is done once is no end
        (END.replace("i == len(board)", 'board[i] == "end"'), "total += find(board, i + 1)"),  # a kind of item
        (END.replace("i == len(board)", "isinstance(i, str)"), "total += find(board, i + 1)"),
        (END, "total += find(board, board[i])"),  # not the next row
        (f"mode = modes[i]\n    {END}", "total += find(board, i + 1)"),
        (END, "total += search(board, i + 1)"),
    ],
)
def test_nothing_is_said_where_it_is_given_or_may_be_meant_for_the_outer_call(end: str, call: str) -> None:
    assert dropped("queens.py", PYTHON.format(end=end, call=call)) == []


def test_nothing_is_said_of_what_no_call_gives() -> None:
    source = PYTHON.format(end=END, call="total += find(board, i + 1)").replace(', "verbose")', ")")
    assert dropped("queens.py", source) == []


def test_nothing_is_said_of_what_a_call_gives_as_the_default_has_it() -> None:
    source = PYTHON.format(end=END, call="total += find(board, i + 1)").replace('"verbose")\n', '"normal")\n')
    assert dropped("queens.py", source) == []
    call = "if (find(board, row + 1)) return true;"
    assert dropped("queens.cc", CPP.format(default=" = false", call=call).replace("0, true", "0, false")) == []


def test_nothing_is_said_of_a_default_that_is_kept_between_calls() -> None:
    source = "def fib(n, known={}):\n    if n in known:\n        return known[n]\n    return fib(n - 1) + fib(n - 2)\n"
    assert dropped("fib.py", f"{source}\n\nfib(3, {{}})\n") == []


def test_a_recursion_of_cpp_without_the_parameter_is_named() -> None:
    call = "if (find(board, row + 1)) return true;"
    assert dropped("queens.cc", CPP.format(default=" = false", call=call)) == [(7, "show", "false")]
    header = "bool find(Board& board, int row, bool show = false);"
    assert dropped("queens.cc", CPP.format(default="", call=call), queens=header) == [(7, "show", "false")]


@pytest.mark.parametrize(
    "call",
    [
        "if (find(board, row + 1, show)) return true;",
        "if (find(board, row + 1)) { if (show) print(board); return true; }",
        "if (search(board, row + 1)) return true;",
    ],
)
def test_nothing_is_said_of_cpp_where_it_is_given_or_read_next_to_the_call(call: str) -> None:
    assert dropped("queens.cc", CPP.format(default=" = false", call=call)) == []


def test_nothing_is_said_where_another_function_has_the_name() -> None:
    source = CPP.format(default=" = false", call="if (find(board, row + 1)) return true;")
    other = "bool find(Board& board, int row) { return find(board, row, true); }\n"
    assert dropped("queens.cc", source + other) == []
