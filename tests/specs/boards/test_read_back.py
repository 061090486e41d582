"""Boards drawn in generated styles are read back, and what is no board is not read as one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from _shared import nqueens
from _shared.boards import page
from _shared.boards.eight_read import read
from _shared.boards.page import blank_board, page_of, unread_lines


@dataclass(frozen=True)
class Style:
    width: int
    height: int
    rule: str
    bar: str
    corner: str
    border: bool
    labels: bool
    filled: bool
    queen: str
    light: str
    dark: str


_EMPTY = st.sampled_from(["  ", "..", "__", "--", "00", "**", " #", "\u2591\u2593", "  "])
STYLES = st.builds(
    lambda empty, queen, **drawn: Style(light=empty[0], dark=empty[1], queen=queen, **drawn),
    _EMPTY,
    st.sampled_from("QQq\u265bX@"),
    width=st.integers(1, 5),
    height=st.integers(1, 4),
    rule=st.sampled_from(["", "-", "_", "=", "\u2500"]),
    bar=st.sampled_from(["", "|", "\u2502"]),
    corner=st.sampled_from("+-|"),
    border=st.booleans(),
    labels=st.booleans(),
    filled=st.booleans(),
)
SIZES = st.integers(4, 8)
SETTINGS = settings(max_examples=60, deadline=None, derandomize=True)


def drawn(columns: tuple[int, ...], style: Style) -> list[str]:
    """The lines of a board with a queen in the given column, from 1, of each row."""
    size, outer = len(columns), style.bar if style.border else ""
    corner = style.corner if style.bar else ""
    edge = corner if style.border else ""
    margin = "   " if style.labels else ""
    rule = [margin + edge + corner.join([style.rule * style.width] * size) + edge] if style.rule else []
    lines: list[str] = [*rule] if style.border else []
    for row, column in enumerate(columns):
        for line in range(style.height):
            squares = [
                _square(style, dark=(row + at) % 2 == 1, queen=at + 1 == column, middle=line == style.height // 2)
                for at in range(size)
            ]
            label = f"{row + 1}  " if style.labels and line == style.height // 2 else "   " if style.labels else ""
            lines.append(label + outer + style.bar.join(squares) + outer)
        lines += rule if row + 1 < size or style.border else []
    return lines


def _square(style: Style, *, dark: bool, queen: bool, middle: bool) -> str:
    empty = style.dark if dark else style.light
    square = empty * style.width if style.filled else (empty if middle else " ").center(style.width)
    at = (style.width - 1) // 2
    return square[:at] + style.queen + square[at + 1 :] if queen and middle else square


def queens(columns: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((row, column - 1) for row, column in enumerate(columns))


def _is_plain(style: Style) -> bool:
    """Whether nothing shows where a square begins: only queens on blank ground, with neither rules nor bars."""
    return style.light == style.dark == " " and not style.bar and not style.rule


@SETTINGS
@given(STYLES, SIZES, st.data())
def test_a_board_in_any_style_is_read_back(style: Style, size: int, data: st.DataObject) -> None:
    columns = data.draw(st.sampled_from(sorted(nqueens.solutions(size))))
    page = page_of("\n".join([f"Size: {size}", *drawn(columns, style)]).encode(), [size])
    assert [drawing.queens for drawing in page.drawings] == [queens(columns)]
    assert not unread_lines(page)


@SETTINGS
@given(STYLES, SIZES, st.data())
def test_a_wrong_board_is_read_as_it_is(style: Style, size: int, data: st.DataObject) -> None:
    assume(not _is_plain(style))
    columns = tuple(data.draw(st.lists(st.integers(1, size), min_size=size, max_size=size)))
    assume(len(set(columns)) > 1)
    page = page_of("\n".join([f"Size: {size}", *drawn(columns, style), ""]).encode(), [size])
    assert [drawing.queens for drawing in page.drawings] == [queens(columns)]


@SETTINGS
@given(STYLES, SIZES, st.sampled_from([" A solution was found.", "Enter N: ", "N = 3"]), st.data())
def test_a_sentence_on_the_last_line_is_none_of_the_board(
    style: Style, size: int, sentence: str, data: st.DataObject
) -> None:
    assume(not _is_plain(style) and not (style.rule and style.border and len(style.rule * style.width * size) < 6))
    columns = data.draw(st.sampled_from(sorted(nqueens.solutions(size))))
    assume(drawn(columns, style)[-1].strip())  # else nobody can tell where the board ends
    page = page_of(("\n".join([f"Size: {size}", *drawn(columns, style)]) + sentence).encode(), [size])
    assert [drawing.queens for drawing in page.drawings] == [queens(columns)]
    assert any(sentence.strip() in page.lines[line] for line in page.text)


@SETTINGS
@given(STYLES, st.data())
def test_a_board_of_eight_is_read_by_the_same_reader(style: Style, data: st.DataObject) -> None:
    columns = data.draw(st.sampled_from(sorted(nqueens.solutions(8))))
    (board, _), *others = read("\n".join(["Solution", *drawn(columns, style), ""]).encode())
    assert set(board.queens) == {(column, row) for row, column in queens(columns)}
    assert not others


@pytest.mark.parametrize(
    "text",
    [
        "The board is\nas good as drawn\nbut it is not\ndrawn at all\n",
        "+---+---+---+---+\n" * 5,
        "|   |   |   |   |\n|   |   |   |   |\n" * 4,
        "Q\nQ Q\nQ Q Q\nQ Q Q Q\n",
        "2 4 1 3\n",
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n",
        "....\n" * 12,
        ". Q . . . . .\n. . . Q . . .\n. . . . . Q .\nQ . . . . . .\n. . Q . . . .\n. . . . Q . .\n",
        "Q Q Q Q\n" * 4,
    ],
)
def test_what_is_no_board_is_not_read_as_one(text: str) -> None:
    assert page_of(text.encode(), [4]).drawings == ()


def test_lines_that_are_drawn_but_cannot_be_read_are_named() -> None:
    page = page_of(b"N = 4\n/\\  /\\ Q\n \\//\n  Q /\\ \\/\\\n/\\ Q\n", [4])
    assert page.drawings == ()
    assert unread_lines(page) == [1, 2, 3, 4]


def test_a_sentence_between_boards_keeps_the_number_of_its_line() -> None:
    page = page_of(b"N = 4\n.Q..\n...Q\nQ...\n..Q.No more\nThat is all.\n", [4])
    assert [(page.lines[line], page.numbers[line]) for line in page.text][1:3] == [("No more", 4), ("That is all.", 5)]


@settings(max_examples=25, deadline=None, derandomize=True)
@given(STYLES, st.lists(SIZES, min_size=2, max_size=6), st.lists(st.integers(1, 8), max_size=6), st.data())
def test_all_boards_are_read_whatever_was_asked_for(
    style: Style, sizes: list[int], asked: list[int], data: st.DataObject
) -> None:
    assume(not _is_plain(style))
    boards = [data.draw(st.sampled_from(sorted(nqueens.solutions(size)))) for size in sizes]
    lines = [line for columns in boards for line in (f"Size: {len(columns)}", *drawn(columns, style), "")]
    page = page_of("\n".join(lines).encode(), asked)
    assert [drawing.queens for drawing in page.drawings] == [queens(columns) for columns in boards]


CHECKERED = STYLES.map(
    lambda style: replace(
        style, light=" ", dark="#", filled=True, width=max(2, style.width), height=max(2, style.height)
    )
)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(CHECKERED, st.integers(6, 8), SIZES, st.data())
def test_no_board_is_cut_out_of_a_wrong_larger_one(style: Style, size: int, asked: int, data: st.DataObject) -> None:
    columns = (*data.draw(st.sampled_from(sorted(nqueens.solutions(size))))[:-1], 0)
    page = page_of("\n".join([f"Size: {size}", *drawn(columns, style), ""]).encode(), [asked] * 3)
    assert {drawing.size for drawing in page.drawings} <= {size}


LABELS = ["{up} ", "{zero}: ", "{down}) ", "{letter}  ", "Row {up}: ", "[{up}] ", "{up} - ", "{down}\t"]
GLUED = [("..", "QQ", ""), ("...", "QQQ", ""), (".", "Q", "   "), ("   ", " Q ", ""), (" ", "Q", " "), (" .", " Q", "")]


def labelled(rows: list[str], label: str, *, behind: bool = False) -> list[str]:
    size = len(rows)
    names = [label.format(up=at + 1, zero=at, down=size - at, letter="abcdefgh"[at]) for at in range(size)]
    return [f"{row} {name.strip()}" if behind else name + row for name, row in zip(names, rows, strict=True)]


@pytest.mark.parametrize("frame", ["", "|", "| "])
@pytest.mark.parametrize(("empty", "queen", "between"), GLUED)
@pytest.mark.parametrize("label", ["", *LABELS])
def test_labels_and_wide_squares_are_distinguished_from_the_board(
    label: str, empty: str, queen: str, between: str, frame: str
) -> None:
    for columns in ((2, 4, 1, 3), (4, 1, 5, 2, 6, 3), (5, 3, 1, 7, 2, 8, 6, 4), (2, 4, 1, 1), (3, 3, 1, 2, 4, 5)):
        rows = [
            between.join(queen if at == column else empty for at in range(1, len(columns) + 1)) for column in columns
        ]
        lines = labelled([frame + row + frame[::-1] for row in rows], label)
        page = page_of("\n".join(["N", *lines, ""]).encode(), [len(columns)])
        if not empty.strip() and frame != "|" and len(set(columns)) < len(columns):
            # Nothing shows where a square begins: it may be read as another board, but not as a right one.
            assert not any(drawing.complete() and drawing.safe() for drawing in page.drawings)
        else:
            assert [drawing.queens for drawing in page.drawings] == [queens(columns)], lines


@pytest.mark.parametrize("label", ["{up}", "{down}", "{zero}"])
def test_labels_after_rows_of_blank_squares_are_none_of_them(label: str) -> None:
    rows = labelled(["  Q    ", "      Q", "Q      ", "    Q  "], label, behind=True)
    assert [drawing.queens for drawing in page_of("\n".join(rows).encode(), [4]).drawings] == [queens((2, 4, 1, 3))]


def test_a_rule_between_labels_and_squares_is_none_of_the_board() -> None:
    rows = labelled(["..QQ....", "......QQ", "QQ......", "....QQ.."], "{letter} | ")
    assert [drawing.queens for drawing in page_of("\n".join(rows).encode(), [4]).drawings] == [queens((2, 4, 1, 3))]


def test_numbered_queens_in_the_first_column_are_no_labels() -> None:
    page = page_of(b"1 0 0 0\n2 0 0 0\n3 0 0 0\n4 0 0 0\n", [4])
    assert not any(drawing.safe() for drawing in page.drawings)


BLANK = [". .", "_|_", "| . | . |", "|   |   |", "[ ][ ]", "-- --", "0 0", "false false", "1 . .", "1: |   |   |"]


@pytest.mark.parametrize("row", BLANK)
def test_a_board_without_queens_is_one_in_any_style(row: str) -> None:
    page = page_of(f"2\nNo solution\n{row}\n{row.replace('1', '2')}\n".encode(), [2])
    assert blank_board(page, 2) == 2


def test_a_board_without_queens_may_be_of_two_colours() -> None:
    assert blank_board(page_of(b"No solution\n##|  \n  |##\n", [2]), 2) == 1


@pytest.mark.parametrize(
    "text", ["-- --\nNo solution\n", "no no\nno no\n", "2 2\nNo solution\n", "1. none\n2. none\n", ". Q . .\n. . . Q\n"]
)
def test_text_is_no_board_without_queens(text: str) -> None:
    assert blank_board(page_of(text.encode(), [2]), 2) is None


CELLS = {
    "behind": lambda row, column, queen: f"({row},{column}){'*' if queen else ' '}",
    "before": lambda row, column, queen: f"{'Q' if queen else ' '}({row}, {column})",
    "in place": lambda row, column, queen: "  Q  " if queen else f"({row},{column})",
    "column first": lambda row, column, queen: f"({column},{row}){'*' if queen else ''}",
    "both marked": lambda row, column, queen: f"[{row}][{column}]{'Q' if queen else '-'}",
    "chess": lambda row, column, queen: f"{'abcdefgh'[column]}{8 - row}{'*' if queen else ' '}",
}


@pytest.mark.parametrize("between", ["", " ", " | "])
@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("cell", CELLS)
def test_squares_with_coordinates_are_a_board(cell: str, base: int, between: str) -> None:
    if cell == "chess" and base:
        return
    for columns in ((2, 4, 1, 3), (4, 1, 5, 2, 6, 3), (5, 3, 1, 7, 2, 8, 6, 4), (2, 4, 1, 1), (3, 3, 1, 2, 4, 5)):
        rows = [
            between.join(CELLS[cell](row + base, column + base, column + 1 == queen) for column in range(len(columns)))
            for row, queen in enumerate(columns)
        ]
        page = page_of("\n".join([f"Size {len(columns)}", *rows, "Size 1", "(0,0)*", ""]).encode(), [len(columns), 1])
        assert [drawing.queens for drawing in page.drawings] == [queens(columns), ((0, 0),)], rows


@pytest.mark.parametrize("cell", CELLS)
def test_squares_with_coordinates_are_a_board_of_eight(cell: str) -> None:
    columns = (5, 3, 1, 7, 2, 8, 6, 4)
    rows = [
        " ".join(CELLS[cell](row, column, column + 1 == queen) for column in range(8))
        for row, queen in enumerate(columns)
    ]
    (board, _), *others = read("\n".join(["Solution", *rows, ""]).encode())
    assert set(board.queens) == {(column, row) for row, column in queens(columns)}
    assert not others


@pytest.mark.parametrize("text", ["(0,1)\n(1,3)\n(2,0)\n(3,2)\n", "(0,0) (0,1)\n(1,0) (1,1)\n", "1,2 3,4\n2,2 3,1\n"])
def test_coordinates_without_marks_are_no_board(text: str) -> None:
    assert page_of(f"Size 4\n{text}".encode(), [4]).drawings == ()


SQUARES = [
    " www\n(   )\n \\_/",
    "WWW\n\\Q/\n---",
    " ___\n|   |\n|_Q_|",
    "####\n#QQ#\n####",
    "**\n**",
    " /\\ \n/QQ\\\n----",
]
NO_SQUARES = [
    "+---+\n|   |\n+---+",
    " ___\n|   |\n|___|",
    "...\n...\n...",
    "000\n000",
    "Q.\n..",
    "...\n.Q.\n...",
    "Q-.\n.--\n---",
    "[Q][ ]\n[ ][ ]",
    "+---+---+\n| Q |   |\n+---+---+\n|   |   |\n+---+---+",
    "\n".join(["Q......."] + ["........"] * 7),
]


@pytest.mark.parametrize("square", [*SQUARES, *NO_SQUARES])
def test_the_only_square_may_have_several_lines_but_is_one(square: str) -> None:
    for text, sizes in (
        (f"Size 1:\n{square}\n", [1]),
        (f"Size 1:\n{square}\nSize 4\n.Q..\n...Q\nQ...\n..Q.\n", [1, 4]),
        (f"1\n{square}\n4\n.Q..\n...Q\nQ...\n..Q.\n", [1, 4]),
    ):
        lone = [drawing.queens for drawing in page_of(text.encode(), sizes).drawings if drawing.size == 1]
        assert lone == ([((0, 0),)] if square in SQUARES else [])
    assert all(drawing.size > 1 for drawing in page_of(f"Size 4:\n{square}\n".encode(), [4]).drawings)


MATRICES = {
    "on one line": lambda rows: "{" + ", ".join("{" + ",".join(row) + "}" for row in rows) + "};",
    "a row a line": lambda rows: "[" + ",\n ".join("[" + ", ".join(row) + "]" for row in rows) + "]",
    "with blanks": lambda rows: (
        "[" + "\n ".join(f"[{' '.join(mark.strip() or '-' for mark in row)}]" for row in rows) + "]"
    ),
    "behind a name": lambda rows: "board = (" + ",\n".join("(" + ",".join(row) + ",)" for row in rows) + ")",
    "of strings": lambda rows: "[" + ", ".join('"' + "".join(row) + '"' for row in rows) + "]",
    "of words": lambda rows: "{{" + "}, {".join(", ".join(f"'{mark}'" for mark in row) for row in rows) + "}}",
    "without brackets around": lambda rows: "".join("(" + ",".join(row) + ")" for row in rows),
}


@pytest.mark.parametrize("marks", ["Q.", "10", "* "])
@pytest.mark.parametrize("form", MATRICES)
def test_matrices_are_boards(form: str, marks: str) -> None:
    for columns in ((2, 4, 1, 3), (4, 1, 5, 2, 6, 3), (5, 3, 1, 7, 2, 8, 6, 4), (2, 4, 1, 1), (3, 3, 1, 2, 4, 5)):
        rows = [[marks[at != column] for at in range(1, len(columns) + 1)] for column in columns]
        text = f"Size {len(columns)}\n{MATRICES[form](rows)}\nDone.\n"
        assert [drawing.queens for drawing in page_of(text.encode(), [len(columns), 4]).drawings] == [queens(columns)]
        if len(columns) == 8 and len(set(columns)) == 8:
            assert [set(board.queens) for board, _ in read(text.encode())] == [
                {(c - 1, r) for r, c in enumerate(columns)}
            ]


@pytest.mark.parametrize(
    "text", ["[(0, 1), (1, 3), (2, 0), (3, 2)]", "{{1, 2}, {3, 4}}", "[[2, 4, 1, 3], [3, 1, 4, 2]]"]
)
def test_other_matrices_are_none(text: str) -> None:
    assert page_of(f"Size 4\n{text}\n".encode(), [4]).drawings == ()


def test_what_one_reading_explains_is_not_read_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    tall: list[object] = []

    def tall_boards(lines: object, _sizes: object) -> dict[int, object]:
        tall.append(lines)
        return {}

    monkeypatch.setattr(page, "tall_boards", tall_boards)
    rows = [" ".join("Q" if at == column else "." for at in range(4)) for column in (1, 3, 0, 2)]

    assert [drawing.size for drawing in page_of("\n".join(["Size: 4", *rows]).encode(), [4]).drawings] == [4]
    assert not tall
    diagonal = sorted(rows)
    assert [drawing.queens for drawing in page_of("\n".join(["Size: 4", *diagonal]).encode(), [4]).drawings] == [
        queens((4, 3, 2, 1))
    ]
    assert not tall
    page_of("\n".join(["Size: 4", *diagonal]).encode(), [5])  # another size was asked for
    assert tall
    tall.clear()
    page_of("\n".join(["Size: 4", *(f"|{row.replace(' ', '|')}|" for row in diagonal)]).encode(), [4])
    assert tall


@pytest.mark.parametrize("brackets", ["[]", "()", "{}", '""', "''"])
def test_rows_in_brackets_or_quotes_are_a_board(brackets: str) -> None:
    left, right = brackets[0], brackets[1]
    rows = ["".join("Q" if at == column else "." for at in range(4)) for column in (1, 3, 0, 2)]
    text = "{" + ", ".join(f"{left}{row}{right}" for row in rows) + "}"

    assert [drawing.queens for drawing in page_of(text.encode(), [4]).drawings] == [queens((2, 4, 1, 3))]
