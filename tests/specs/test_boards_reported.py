"""cs689-prog11: what is said about boards is true of those that are drawn, and of all of them."""

from __future__ import annotations

import pytest

from harness.model.finding import KEPT_ELEMENTS, ONE_A_LINE, READ_TWICE, Finding
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT


def board(*columns: int) -> bytes:
    """A board with a queen in these columns, counted from 1; 0 is a row without one."""
    size = len(columns)
    lines = (" ".join("Q" if col + 1 == queen else "." for col in range(size)) for queen in columns)
    return "\n".join((f"N = {size}", *lines, "")).encode()


def faults(stdin: bytes, *boards: bytes, function: str = "solution") -> list[Finding]:
    check = load(ROOT / "specs", "cs689-prog11", goldens=False).functions[function]
    return list(check(Run(b"\n".join(boards), exit=0, stdin=stdin), None))


def test_nothing_is_said_of_queens_above_the_first_row() -> None:
    (finding, *_) = faults(b"5\n", board(0, 5, 0, 0, 3))
    assert finding.message == "The board for 5 shows 2 queens, not 5. The first row shows none."


@pytest.mark.parametrize("boards", [[board(0, 5, 1, 6, 4, 2)], [board(0, 4, 1, 3), board(0, 1, 4, 2, 5)]])
def test_boards_that_all_lack_their_first_row_alone_show_where_the_search_begins(boards: list[bytes]) -> None:
    findings = faults(b"6\n4\n5\n", *boards)
    assert {finding.kind for finding in findings} == {"first-row-empty"}
    assert findings[0].message.endswith("The first row shows none, and each row below it has one.")


@pytest.mark.parametrize(
    "boards",
    [
        [board(0, 4, 1, 3), board(2, 4, 1, 3)],
        [board(0, 4, 1, 3), board(0, 5, 0, 0, 2)],
        [board(0, 5, 5, 1, 2)],
        [b"N = 1\n.\n", board(1, 4, 2, 5, 0)],
    ],
)
def test_other_boards_do_not(boards: list[bytes]) -> None:
    assert "first-row-empty" not in {finding.kind for finding in faults(b"1\n4\n4\n5\n", *boards)}


@pytest.mark.parametrize(
    ("stdin", "sizes", "end"),
    [
        (b"5\n4\n1\n", (5, 5, 5), "Read: 5 4 1. Each board has the size that was read first."),
        (b"4\n5\n1\n", (4, 4, 1), "Read: 4 5 1. Drawn: 4 4 1."),
        (b"4\n4\n4\n", (5, 5, 5), "which was not read."),
        (b"5\n4\n1\n5\n4\n1\n5\n", (5,) * 7, "which was read 3 times."),
    ],
)
def test_boards_of_another_size_are_said_with_the_order_of_the_sizes(
    stdin: bytes, sizes: tuple[int, ...], end: str
) -> None:
    solutions = {1: (1,), 4: (2, 4, 1, 3), 5: (1, 3, 5, 2, 4)}
    drawn = [board(*solutions[size]).split(b"\n", 1)[1] for size in sizes]
    named = [b"N = %s\n%s" % (size, lines) for size, lines in zip(stdin.split(), drawn, strict=True)]
    finding = faults(stdin, *named)[0]
    assert finding.kind == "other-size"
    assert finding.message.endswith(end)


@pytest.mark.parametrize(
    ("columns", "cause"), [((0, 2), "first-row-empty"), ((2, 0), None), ((1, 2), "last-row-attacked")]
)
def test_a_board_without_solution_that_lacks_row_1_has_the_cause_of_the_others(
    columns: tuple[int, ...], cause: str | None
) -> None:
    (finding,) = faults(b"2\n2\n", board(*columns), board(*columns), function="no_solution")
    assert finding.params.get("cause") == cause
    (finding, *_) = faults(b"4\n", board(0, 4, 1, 3))
    assert finding.params == {"cause": "first-row-empty"}


@pytest.mark.parametrize(
    ("stdin", "output", "is_own"),
    [
        (b"4 5\n", board(2, 4, 1, 3), True),
        (b"4 5\n", b"N = 4\nno solution\n", True),
        (b"4 4\n", board(2, 4, 1, 3) * 3, True),  # the last number twice
        (b"4 5 6\n", board(2, 4, 1, 3) + b"N = 5\n", False),  # size 5 was read, and no board found
        (b"4 5\n", b".Q..\n...Q\nQ...\n..Q.\n", False),  # sizes are not printed: whether 5 was read is not seen
        (b"4 5\n", board(1, 3, 5, 2, 4), False),
    ],
)
def test_numbers_that_are_not_read_come_of_no_search(stdin: bytes, output: bytes, *, is_own: bool) -> None:
    (finding,) = faults(stdin, output, function="answered")
    assert (finding.params.get("outcome") is False) == is_own
    text = "The input has 2 numbers on one line. The program answers the first only."
    is_first = is_own and output.count(b"N = ") == 1
    assert (finding.message == text) == is_first
    assert finding.kind == ("last-twice" if is_own and b"4 4" in stdin else "course")  # why it stops is not known


def test_numbers_after_the_first_of_each_line_are_named_as_such() -> None:
    output = board(2, 4, 1, 3) + board(1)
    (finding,) = faults(b"4 5\n\n1 4\n", output, function="answered")
    assert finding.message == "Several numbers stand on one line. The program answers only the first of each line."
    assert (finding.kind, finding.params[ONE_A_LINE]) == ("first-of-line", True)
    (finding,) = faults(b"4\n5\n", board(2, 4, 1, 3), function="answered")
    assert ONE_A_LINE not in finding.params
    assert (finding.message, finding.kind) == ("The input has 2 numbers. The program answers the first only.", "course")


LEFT = b"N = 5\nQ . . . .\n. . Q . .\n. . . . Q\n. Q . . Q\n. . . Q .\n"
"""A solution, and a queen in row 4, column 5."""


@pytest.mark.parametrize(
    ("boards", "is_left"),
    [
        ([board(2, 4, 6, 1, 3, 5), LEFT], False),  # none stood there
        ([board(5, 3, 1, 6, 4, 2), LEFT], False),
        ([board(3, 1, 4, 2), LEFT], False),
        ([board(3, 6, 2, 5, 1, 4), LEFT], True),
        ([board(3, 6, 2, 5, 1, 4), LEFT, board(2, 4, 1, 3), LEFT], True),
        ([board(3, 6, 2, 5, 1, 4), LEFT, board(1, 2, 3, 4)], False),  # another fault
        ([LEFT, LEFT], False),  # the first one has it, too
    ],
)
def test_queens_of_a_board_before_are_said_to_be_left(boards: list[bytes], *, is_left: bool) -> None:
    findings = faults(b"6\n5\n4\n", *boards)
    kind = "queens-of-board-before" if boards.count(LEFT) > 1 else "queen-of-board-before"  # one may be chance
    assert ({finding.kind for finding in findings} == {kind}) == is_left
    if is_left:
        (finding,) = findings
        assert finding.message == (
            "The board for 5 shows 6 queens, not 5: 1 queen (marked X) stands where an earlier board had a queen."
            " The first board of the run is right."
        )
        assert finding.actual is not None
        assert finding.actual.splitlines()[3] == b". Q . . X"
        assert finding.params == {KEPT_ELEMENTS: True}  # a note on such elements is shown


@pytest.mark.parametrize(
    ("boards", "is_last"),
    [
        ([board(2, 4, 1, 2), board(1, 3, 5, 2, 5)], True),
        ([board(2, 4, 1, 2), board(2, 4, 1, 3), board(2, 4, 1, 1)], True),
        ([board(2, 4, 1, 2)], False),  # one may be chance
        ([board(2, 4, 6, 1, 3, 3), board(2, 4, 6, 1, 3, 6)], False),  # row 1 alone is too far away, for such an isSafe
        ([board(2, 4, 6, 1, 3, 2), board(2, 4, 6, 1, 3, 5, 5)], True),
        ([board(2, 4, 1, 2), board(1, 3, 5, 5, 2)], False),
        ([board(1, 2), board(1, 2)], False),
    ],
)
def test_wrong_boards_share_that_the_last_row_is_not_looked_at(boards: list[bytes], *, is_last: bool) -> None:
    findings = faults(b"4\n5\n2\n", *boards)
    assert any(finding.kind == "last-row-attacked" for finding in findings) == is_last
    text = "In each wrong board here only the queen of the last row is attacked."
    assert any(finding.message.endswith(text) for finding in findings) == is_last


def test_boards_for_sizes_without_a_solution_have_that_cause_as_well() -> None:
    (finding,) = faults(b"2\n3\n", board(1, 2), board(1, 3, 2), function="no_solution")
    assert finding.params == {"cause": "last-row-attacked"}
    (finding,) = faults(b"2\n3\n", board(1, 2), board(1, 2, 3), function="no_solution")
    assert finding.params == {}


@pytest.mark.parametrize(
    ("stdin", "output", "kind", "says_others_are_right"),
    [
        (b"1\n", b"N = 1\nno solution\n", "one-denied-first", False),
        (b"1\n4\n", b"N = 1\nno solution\nN = 4\nno solution\n", "solution-denied", False),
        (b"4\n1\n5\n", board(2, 4, 1, 3) + b"N = 1\nno solution\nN = 5\nno solution\n", "solution-denied", True),
        (b"4\n1\n", board(2, 4, 1, 3) + b"N = 1\nno solution\n", "one-denied", True),
        (b"4\n5\n", board(2, 4, 1, 3) + b"N = 5\nno solution\n", "denied-later", True),
        (b"5\n4\n", b"N = 5\nno solution\n" + board(2, 4, 1, 3), "solution-denied", False),
        (b"4\n5\n", board(2, 4, 1, 1) + b"N = 5\nno solution\n", "solution-denied", False),
    ],
)
def test_a_solution_that_is_denied_is_named_by_what_comes_before(
    stdin: bytes, output: bytes, kind: str, *, says_others_are_right: bool
) -> None:
    finding = faults(stdin, output)[0]
    assert finding.kind == kind
    assert finding.message.endswith("The boards that are drawn are right.") == says_others_are_right


def test_the_denial_that_is_named_is_about_the_size() -> None:
    (finding, *_) = faults(b"2\n4\n", b"N = 2\nno solution\nN = 4\nno solution\n")
    assert str(finding.where) == "stdout, line 4"
    (finding, *_) = faults(b"2\n4\n", b"N = 2\nno solution\nN = 4\n")
    assert finding.kind == "no-board"


def test_the_first_hundred_boards_show_queens_of_a_board_before() -> None:
    boards = [board(3, 6, 2, 5, 1, 4), *[LEFT] * 99, board(1, 2, 3, 4)]
    assert {finding.kind for finding in faults(b"6\n5\n4\n", *boards)} == {"queens-of-board-before"}


def test_boards_without_their_last_column_say_nothing_of_the_last_row() -> None:
    rows = b". . Q . . .\n. . . . Q .\n. . . . . .\n. Q . . . .\n. . . Q . .\n. . . . . Q\nQ . . . . .\n"
    (finding,) = faults(b"7\n7\n", rows, rows)
    assert finding.message == "The board for 7 has 7 lines of 6 squares, not 7 of 7."


@pytest.mark.parametrize(
    ("boards", "is_first"),
    [([(2, 4, 1, 3), (1,)], True), ([(2, 4, 1, 3), (2, 4, 1, 3), (1,)], False), ([(1,), (2, 4, 1, 3)], False)],
)
def test_a_first_number_that_is_lost_is_named(boards: list[tuple[int, ...]], *, is_first: bool) -> None:
    findings = faults(b"5\n4\n1\n", *(board(*each) for each in boards), function="answered")
    text = "The first number, 5, is not answered, and all the others are."
    assert [finding.message for finding in findings if finding.message == text] == [text] * is_first


NARROW = b"Size 3:\n. .\n. .\n. .\n\nSize 5:\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n. . . .\n\n"
"""Boards that lack their last column, each with its size."""


@pytest.mark.parametrize(
    ("stdin", "is_first"),
    [(b"4\n3\n5\n", True), (b"3\n5\n4\n", False), (b"4\n3\n3\n5\n", False), (b"3\n5\n", False)],
)
def test_a_first_number_is_lost_whatever_the_boards_look_like(stdin: bytes, *, is_first: bool) -> None:
    findings = faults(stdin, NARROW, function="answered")
    seen = [finding for finding in findings if finding.params.get(READ_TWICE)]
    assert [finding.message for finding in seen] == [
        "The first number, 4, is not answered, and all the others are."
    ] * is_first


def test_one_number_of_a_line_is_seen() -> None:
    (finding,) = faults(b"4 5 6\n", b"Size 4:\n" + board(2, 4, 1, 3), function="answered")
    assert finding.params.get(ONE_A_LINE)
