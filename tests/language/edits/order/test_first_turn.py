"""What a loop prints at the end of each turn may have to be printed before its first turn too."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

PYTHON = """\
def run(board):
    while board.attacks():
        board.move()
        print(board)
"""
JAVA = """\
class A {
    void run(int[] board) {
        while (attacks(board) > 0) {
            board[0] = next(board);
            show(board);
        }
    }
}
"""
CPP = """\
void run(Board& board) {
    while (board.attacks() > 0) {
        board.move();
        std::cout << board << std::endl;
    }
}
"""


def early(path: str, source: str) -> set[str]:
    """The programs that are tried first."""
    return {
        change.apply(source.encode()).decode()
        for change in repairs({path: source.encode()}, (), ())
        if change.rank < 0 and change.is_addition
    }


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        pytest.param("a.py", PYTHON, "while", "print(board)\n    while", id="python"),
        pytest.param("A.java", JAVA, "while", "show(board); while", id="java"),
        pytest.param("a.cpp", CPP, "while", "std::cout << board << std::endl; while", id="cpp"),
    ],
)
def test_the_first_state_is_printed_too(path: str, source: str, old: str, new: str) -> None:
    assert source.replace(old, new) in early(path, source)


@pytest.mark.parametrize(
    ("path", "source", "kept"),
    [
        pytest.param(
            "a.py", PYTHON.replace("board.move()", "board = best(board)"), "print(board)\n    while", id="set"
        ),
        pytest.param("a.py", PYTHON.replace("print(board)", "print()"), "print()\n    while", id="no-value"),
        pytest.param("A.java", JAVA.replace("board[0] =", "board ="), "show(board); while", id="set-in-java"),
    ],
)
def test_what_is_only_known_in_a_turn_is_not_printed_before(path: str, source: str, kept: str) -> None:
    assert not any(kept in program for program in early(path, source))


@pytest.mark.parametrize(
    ("path", "source", "again"),
    [
        pytest.param("A.java", JAVA, "show(board);", id="java"),
        pytest.param("a.cpp", CPP, "std::cout << board << std::endl;", id="cpp"),
    ],
)
@pytest.mark.parametrize("around", ["\n{}\n", "\nif (found) {{ {} done(); }}\n"])
def test_what_each_turn_prints_may_be_printed_once_too_often_after_the_loop(
    path: str, source: str, again: str, around: str
) -> None:
    end = source.index("    }\n") + len("    }") if path == "a.cpp" else source.index("        }\n") + len("        }")
    twice = source[:end] + around.format(again) + source[end:]
    changes = [change for change in repairs({path: twice.encode()}, (), ()) if change.rank < 0]
    assert source[:end] + around.format(";") + source[end:] in {each.apply(twice.encode()).decode() for each in changes}
    other = twice.replace(again, again.replace("board", "other"), 1)
    assert not [
        change for change in repairs({path: other.encode()}, (), ()) if change.edit.new == ";" and change.rank < 0
    ]
