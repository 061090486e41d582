"""One list in all rows of a table is named where a row is changed; not where rows are copied, or only read."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

TABLE = """\
import copy

def make(n):
    row = [0] * n
    table = []
    for i in range(n):
        {adds}
    return table

def place(board, i, j):
    {changes}

board = {makes}
place(board, 1, 2)
"""
ADDS, CHANGES, MAKES = "table.append(row)", "board[i][j] += 1", "make(8)"


@pytest.mark.parametrize(
    ("adds", "changes", "makes", "is_named"),
    [
        (ADDS, CHANGES, MAKES, True),
        (ADDS, "board[i].append(j)", MAKES, True),
        ("table.append(row[:])", CHANGES, MAKES, False),
        ("table.append(list(row))", CHANGES, MAKES, False),
        ("row = [0] * n; table.append(row)", CHANGES, MAKES, False),
        (ADDS, "print(board[i][j])", MAKES, False),  # only read
        (ADDS, "board[i] = board[i][:]; board[i][j] = 1", MAKES, False),
        (ADDS, CHANGES, "copy.deepcopy(make(8))", False),
        (ADDS, CHANGES, "[row[:] for row in make(8)]", False),
        (ADDS, "board = [[0] * 8 for _ in board]; board[i][j] = 1", MAKES, False),
        (ADDS.replace("row", "i"), CHANGES, MAKES, False),
    ],
)
def test_a_row_that_a_loop_adds_again_and_again(adds: str, changes: str, makes: str, *, is_named: bool) -> None:
    source = TABLE.format(adds=adds, changes=changes, makes=makes)
    named = [(odd.what, odd.line, odd.name) for odd in odd_code({"main.py": source.encode()}, ())]
    found = [each for each in named if each[0] != "own-parameter"]  # one line replaces a parameter
    assert found == ([("shared-row", 7, "row")] if is_named else [])


@pytest.mark.parametrize(
    ("made", "name"),
    [
        ("[[0] * n] * n", ""),
        ("[row] * n", "row"),
        ("[row for _ in range(n)]", "row"),
        ("[row for row in range(n)]", None),
        ("[[0] * n for _ in range(n)]", None),
        ("[[0] * n] * 1", None),
        ("[0] * n", None),
        ("[(0,) * n] * n", None),
    ],
)
@pytest.mark.parametrize("way", ["table = {}\n    table[1][2] = 5\n    return table", "return {}", "self.x = {}"])
def test_a_table_made_by_repeating_a_row(made: str, name: str | None, way: str) -> None:
    use = "\n\nboard = make(8)\nboard[1][2] = 4\nself.x[1][2] = 3\n"
    source = f"def make(n):\n    row = [0] * n\n    {way.format(made)}{use}"
    found = [(odd.what, odd.line, odd.name) for odd in odd_code({"main.py": source.encode()}, ())]
    assert found == ([] if name is None else [("shared-row", 3, name)])


CLIMB = """\
def climb(state):
    states = []
    {begin}while improves(state):
        state[1] = {value}
        {adds}
        {after}
    return {result}

print(climb([1, 2]))
"""


@pytest.mark.parametrize(
    ("changes", "is_named"),
    [
        ({}, True),
        ({"adds": "states.append(state[:])"}, False),
        ({"adds": "states.append(tuple(state))"}, False),
        ({"value": "2; state = [*state]"}, False),
        ({"value": "2; states = []"}, False),
        ({"after": "states.pop()"}, False),
        ({"after": "return states"}, False),  # one turn
        ({"result": "len(states)"}, False),  # how many they are is right all the same
        ({"adds": "if state[0]: states.append(state)"}, False),  # perhaps only once
    ],
)
def test_a_state_that_is_kept_and_changed(changes: dict[str, str], *, is_named: bool) -> None:
    parts = {"begin": "", "value": "2", "adds": "states.append(state)", "after": "pass", "result": "states"}
    source = CLIMB.format(**parts | changes)
    found = [(odd.what, odd.line, odd.name) for odd in odd_code({"main.py": source.encode()}, ())]
    found = [odd for odd in found if odd[0] != "one-turn"]
    assert found == ([("no-copy", 5, "state")] if is_named else [])


def test_a_list_that_each_call_makes_is_added_by_recursion() -> None:
    source = (
        "def search(rows, found):\n    for row in range(4):\n        longer = [*rows, row]\n"
        "        found.append(longer)\n        longer[0] = row\n        search(longer, found)\n\nsearch([], [])\n"
    )
    assert [*odd_code({"main.py": source.encode()}, ())] == []


JAVA = """\
class Board {{
    int[][] board;
    void make(int n) {{
        int[] row = new int[n];
        for (int i = 0; i < n; i++) {{
            {puts}
        }}
        {after}
    }}
    void place(int i, int j) {{
        {changes}
    }}
}}
"""


@pytest.mark.parametrize(
    ("puts", "after", "changes", "is_named"),
    [
        ("board[i] = row;", "", "board[i][j] = 1;", True),
        ("this.board[i] = row;", "", "board[i][j]++;", True),
        ("row[0] = i; board[i] = row;", "", "", True),
        ("board[i] = row.clone();", "", "board[i][j] = 1;", False),
        ("row = new int[n]; board[i] = row;", "", "board[i][j] = 1;", False),
        ("board[i] = row;", "", "f(board[i][j]);", False),
        ("board[i] = row;", "", "row[i] = j;", False),  # of another function
        ("board[i] = row;", "board[0] = new int[n];", "board[i][j] = 1;", False),
        ("board[i] = n;", "", "board[i][j] = 1;", False),
    ],
)
def test_an_array_in_all_rows_of_java(puts: str, after: str, changes: str, *, is_named: bool) -> None:
    source = JAVA.format(puts=puts, after=after, changes=changes)
    found = [(odd.what, odd.line, odd.name) for odd in odd_code({"Board.java": source.encode()}, ())]
    assert found == ([("shared-array", 6, "row")] if is_named else [])


@pytest.mark.parametrize(
    ("path", "source"),
    [
        pytest.param("a.py", "b = [[0]] * 2\nb = [[0] * 9 for _ in range(9)]\nb[1][0] = 1\n", id="made-again"),
        pytest.param(
            "a.py",
            "class A:\n    def make(self, n):\n        self.b = [['.'] * n] * n\n\n"
            "class B:\n    def make(self, n):\n        self.b = [[0] * n for _ in 'ab']\n        self.b[0][0] = 1\n",
            id="two-classes",
        ),
        pytest.param(
            "a.py",
            "cur = []\nfound = []\ndef reset():\n    global cur\n    cur = [0] * 8\n\n"
            "for i in range(8):\n    reset()\n    cur[i] = i\n    found.append(cur)\nprint(found)\n",
            id="made-by-a-call",
        ),
        pytest.param(
            "a.py",
            "def climb(cur, found):\n    for i in range(8):\n        cur[i] = i\n        found.append(cur)\n"
            "        found[-1] = cur[:]\n    print(found)\n",
            id="item-replaced",
        ),
        pytest.param(
            "A.java",
            "class A { void f(int[][] b) { for (int i = 0; i < 8; i++) { int[] r = new int[8];"
            " for (int j = 0; j < 8; j++) { b[i] = r; r[j] = j; } } } }",
            id="array-of-each-turn",
        ),
    ],
)
def test_what_is_made_again_is_not_one_list_in_all_rows(path: str, source: str) -> None:
    kinds = {odd.what for odd in odd_code({path: source.encode()}, ())}
    assert kinds.isdisjoint(("shared-row", "no-copy", "shared-array"))
