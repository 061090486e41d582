"""What the checks of this repository's own specs point at in a wrong answer; expectations by hand, from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.judge.messages.translator import sentence
from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.model.run import Run
from harness.spec.loading.course_modules import functions_of

SPECS = Path(__file__).parents[2] / "specs"
FOUR = b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"


def evidence(findings: Sequence[Finding]) -> tuple[str, str]:
    """The kind of the first finding, and its sentence; both empty for none."""
    return (findings[0].kind, sentence(findings[0])) if findings else ("", "")


def test_the_first_answer_alone_is_reported_as_such() -> None:
    functions = functions_of(SPECS / "comp333-prolog")
    first = CallResult("queens", (5, "Qs"), solutions=([1, 3, 5, 2, 4],))
    kind, message = evidence(list(functions["complete"]((first,), {"n": 5})))
    assert kind == "only-first"
    assert message.startswith("queens(5, Qs) gives 1 of the 10 solutions and then fails; it leaves out [1,4,2,5,3]")
    wrong = CallResult("queens", (5, "Qs"), solutions=([1, 2, 3, 4, 5],))  # it is no solution: ten are left out
    assert evidence(list(functions["complete"]((wrong,), {"n": 5})))[0] == "solution-left-out"


@pytest.mark.parametrize(
    ("printed", "kind", "message"),
    [
        (FOUR, "", ""),
        (b"(2, 4, 1, 3)\n", "solution-left-out", "(3, 1, 4, 2) is missing; it is the mirror image of (2, 4, 1, 3)"),
        (
            b"(2, 4, 1, 3)\n(2, 4, 3, 1)\n(3, 1, 4, 2)\n",
            "shares-diagonal",
            "(2, 4, 3, 1) is no solution: the queens in columns 2 and 3 share a diagonal: 1 column and 1 row apart",
        ),
        (
            b"(2, 4, 1, 3)\n(3, 1, 4, 1)\n",
            "shares-line",
            "(3, 1, 4, 1) is no solution: the queens in columns 2 and 4 share row 1",
        ),
        (b"(2, 4, 1, 3)\n(3, 1, 5, 2)\n", "number-outside", "(3, 1, 5, 2) holds 5; the numbers go from 1 to 4"),
        (
            b"(2, 4, 1, 3)\n(2, 4, 1, 3)\n(3, 1, 4, 2)\n\n\n(2, 4, 1, 3)\n",
            "solution-twice",
            "(2, 4, 1, 3) comes 3 times",
        ),
    ],
)
def test_a_listing_by_permutations(printed: bytes, kind: str, message: str) -> None:
    functions = functions_of(SPECS / "cmps12a-pa5")
    run = Run(stdout=printed + b"4-Queens has 2 solutions\n", args=("-v", "4"))
    findings = list(functions["solutions_reported"](run, FOUR + b"4-Queens has 2 solutions\n"))
    assert evidence(findings) == (kind, message)


@pytest.mark.parametrize(
    ("number", "kind"), [(b"2", ""), (b"3", "count-too-large"), (b"1", "count-too-small"), (b"no", "line-differs")]
)
def test_a_count_is_too_large_or_too_small(number: bytes, kind: str) -> None:
    functions = functions_of(SPECS / "cmps12a-pa5")
    run = Run(stdout=b"4-Queens has %s solutions\n" % number, args=("4",))
    assert evidence(list(functions["count_reported"](run, b"4-Queens has 2 solutions\n")))[0] == kind


@pytest.mark.parametrize(
    ("answers", "function", "kind", "message"),
    [
        (([2, 4, 1, 3], [3, 1, 4, 2]), "right", "", ""),
        (
            ([1, 3, 1, 4],),
            "right",
            "shares-line",
            "queens(4, Qs) gives Qs = [1,3,1,4]: the queens in columns 1 and 3 share row 1",
        ),
        (
            ([1, 2, 4, 3],),
            "right",
            "neighbours-attack",
            (
                "queens(4, Qs) gives Qs = [1,2,4,3]: "
                "the queens in columns 1 and 2 share a diagonal: 1 column and 1 row apart"
            ),
        ),
        (
            ([1, 3, 0, 2],),
            "complete",
            "solution-left-out",
            "queens(4, Qs) leaves out 1 of the 2 solutions, such as [2,0,3,1]; it is the mirror image of [1,3,0,2]",
        ),
        (
            ([3, 1, 4, 2],),
            "complete",
            "solution-left-out",
            "queens(4, Qs) leaves out 1 of the 2 solutions, such as [2,4,1,3]; it is the mirror image of [3,1,4,2]",
        ),
        ((), "once", "no-answer", "queens(4, Qs) gives no answer"),
        (
            ([1, 1, 1, 1], [1, 3, 1, 3], [2, 4, 2, 4]),
            "right",
            "only-rows",
            (
                "queens(4, Qs) gives Qs = [1,1,1,1]: the queens in columns 1 and 2 share row 1; "
                "in all wrong answers queens share only rows, and no diagonal"
            ),
        ),
    ],
)
def test_answers_of_prolog(answers: tuple[list[int], ...], function: str, kind: str, message: str) -> None:
    functions = functions_of(SPECS / "comp333-prolog")
    result = CallResult("queens", (4, "Qs"), solutions=answers)
    assert evidence(list(functions[function]((result,), {"n": 4}))) == (kind, message)


@pytest.mark.parametrize(
    ("printed", "kind", "message"),
    [
        (FOUR, "", ""),
        (b"(2, 4, 1, 3)\n", "solution-left-out", "(3, 1, 4, 2) is missing; it is the mirror image of (2, 4, 1, 3)"),
        (
            b"(2, 4, 1, 3)\n(3, 1, 4, 1)\n",
            "shares-line",
            "(3, 1, 4, 1) is no solution: the queens in rows 2 and 4 share column 1",
        ),
        (b"1, 3, 0, 2\n", "number-outside", "(1, 3, 0, 2) holds 0; the numbers go from 1 to 4"),
        (b"Q . Q .\n", "output-too-short", ""),
    ],
)
def test_a_listing_by_recursion(printed: bytes, kind: str, message: str) -> None:
    functions = functions_of(SPECS / "cse30-pa2")
    findings = list(functions["solutions_reported"](Run(stdout=printed, args=("-v", "4")), FOUR))
    if message or not kind:
        assert evidence(findings) == (kind, message)
    else:
        assert findings[0].message == ""  # nothing can be read: where the outputs differ is all that is known


def test_a_listing_on_the_other_stream_is_a_near_miss() -> None:
    functions = functions_of(SPECS / "cse30-pa2")
    (finding,) = functions["solutions_reported"](Run(stderr=FOUR, args=("-v", "4")), FOUR)
    assert finding.near_misses == ("other-stream",)


@pytest.mark.parametrize(
    ("table", "kind", "message"),
    [
        ([[0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], "", ""),
        (
            [[], [2, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
            "column-0",
            "B[1][0] is 2 and must be 0, as it was before the queen was placed",
        ),
        (
            [[], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, -1, 0, 0], [0, 0, 0, 0, 0]],
            "some-squares",
            "1 of the 3 squares in the column below is wrong; B[3][2] is -1 and must be 0",
        ),
        (
            [[], [0, 0, 0, 0, 0], [0, 0, 0, -1, 0], [0, 0, 0, 0, -1], [0, 0, 0, 0, 0]],
            "some-squares",
            "2 of the 2 squares on the diagonal to the lower right are wrong; B[2][3] is -1 and must be 0",
        ),
        (
            [[], [0, 0, 0, 0, 0], [0, -1, -1, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
            "square",
            "2 squares are wrong, the first of them: B[2][1] is -1 and must be 0",
        ),
        (
            [[], [0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
            "square-not-attacked",
            "B[2][4] is 1 and must be 0; the queen does not attack it",
        ),
    ],
)
def test_the_square_that_remove_queen_leaves_wrong(table: list[list[int]], kind: str, message: str) -> None:
    functions = functions_of(SPECS / "cse30-pa2")
    call = CallResult("removeQueen", (table, 1, 2), after=(table, 1, 2))
    findings = list(functions["undone"]([call, call, call], {}))
    whole = f"after removeQueen(B, 1, 2) {message}" if kind else ""
    assert evidence(findings) == (kind, whole)


@pytest.mark.parametrize(
    ("printed", "function", "kind"),
    [
        (b"2 5 7 4 1 3 6 3\n2 5 7 4 1 8 6 3\nSuccess\n", "every_state", ""),
        (b"2 5 7 4 1 3 6 3\n2 5 7 4 1 3 6 3\n2 5 7 4 1 8 6 3\nSuccess\n", "every_state", "state-twice"),
        (b"Hello\n", "every_state", "no-state"),
        (b"2 5 7 4 1 3 6 3 \n", "states_exact", "blank-at-end"),
        (b"2,5,7,4,1,3,6,3\n", "states_exact", "course"),
        (b"", "every_state", "no-output"),
        (b"1 1 1 1 1 1 1 1\nFailure\n", "one_block_each", "other-start"),
    ],
)
def test_climbs(printed: bytes, function: str, kind: str) -> None:
    functions = functions_of(SPECS / "cs771-8queens")
    expected = b"2 5 7 4 1 3 6 3\n2 5 7 4 1 8 6 3\nSuccess\n"
    assert evidence(list(functions[function](Run(stdout=printed), expected)))[0] == kind


@pytest.mark.parametrize(
    ("printed", "queens"),
    [
        (b"{ 0, 2, 5, 7, 1, 3, 8, 6, 4 }\n", 9),
        (b"1 3 6 8 2 4 9 7 5\n", 9),
        (b"Solution 1: 2 4 6 1 3 5\n", 0),  # seven numbers are no board of six
        (b"2 4 6 1 3 5\n", 6),
        (b"1 2 3 4\n", 0),
        (b"Row order tried 2, 4, 1, 3\n", 0),
        (b"8 1 4 6 0 2 7 5 3\n", 8),  # the size first
        (b"9 2 5 7 1 3 8 6 4\n", 8),  # the ninth
        (b"1 3 6 8 2 4 9 7 5\n9 2 5 7 1 3 8 6 4\n", 9),
        (b"1 1 5 8 6 3 7 2 4\n", 8),  # the first solution
    ],
)
def test_a_board_of_other_queens_than_eight_is_called_so(printed: bytes, queens: int) -> None:
    solution = functions_of(SPECS / "comp333-java")["solution"]
    findings = list(solution(Run(stdout=printed), b"0 4 7 5 2 6 1 3\n", look="prints"))
    text = f"The program gives a board of {queens} queens, not of eight."
    wanted = ("", "") if queens == 8 else ("other-size", text) if queens else ("no-board", findings[0].message)
    assert evidence(findings) == wanted


@pytest.mark.parametrize(
    ("printed", "missing"),
    [
        (b"[0, 4, 7, 5, 2, 6, 1]\n", "the last one"),
        (b"Queens: 1 5 8 6 3 7 2\n", "the last one"),
        (b"{ 4 7 5 2 6 1 3 }\n", "the first one"),
        (b"3 0 4 7 5 2 6\n", "one"),  # of a later solution, or the end of another
        (b"[0, 0, 7, 5, 2, 6, 1]\n", ""),
        (b"0 4 7 5 2 6 1\n3\n", ""),
        (b"0 4 7 5 2 6 1 null\n", ""),
        (b"[0, 4, 7, 5, 2, 6, 1, H]\n", ""),
        (b"0 4 7 5 2 6 1\n0 4 7 5 2 6 9 9\n", ""),
        (b"4 6 1 5 2 0 3\n", ""),  # a board of seven queens
        (b"0 4 7 5 2 6 1 -1\n", ""),
        (b"0 4 7 5 2 6 1 3\n", ""),
    ],
)
def test_the_row_that_is_not_printed_is_named(printed: bytes, missing: str) -> None:
    solution = functions_of(SPECS / "comp333-java")["solution"]
    kinds = {finding.kind: finding.message for finding in solution(Run(stdout=printed), None, look="valid")}
    text = f"7 of the 8 rows are printed; {missing} is missing."
    assert kinds.get("row-missing", "") == (text if missing else "")


@pytest.mark.parametrize(
    ("printed", "function", "message"),
    [
        (b"2,5,7,4,1,3,6,3\n", "states_exact", 'Between the digits of a state is ",", not one blank.'),
        (b" 2 5 7 4 1 3 6 3\n", "states_exact", "There is a blank before the first digit of a state."),
        (b"2 5 7 4 1 3 6 3 \n", "states_exact", "There is a blank after the last digit of a state."),
        (
            b"2 5 7 4 1 3 6 3 \n2 5 7 4 1 8 6 3 \nSuccess\n",
            "states_exact",
            "There is a blank after the last digit of each state.",
        ),
        (
            b"2 5 7 4 1 3 6 3 \n2 5 7 4 1 8 6 3\nSuccess\n",
            "states_exact",
            "There is a blank after the last digit of a state.",
        ),
        (
            b" 2 5 7 4 1 3 6 3 \n",
            "states_exact",
            "There is a blank before the first and after the last digit of a state.",
        ),
        (
            b"2 5 7 4 1  3 6 3\n",
            "states_exact",
            "A line with a state holds more or other than eight digits with one blank between each two.",
        ),
        (
            b"2 5 7 4 1 3 6 3\nsuccess\n",
            "words_exact",
            'The line is "success"; it has to be "Success" and nothing else.',
        ),
        (b"\n2 5 7 4 1 3 6 3\n", "layout", "A blank line is the first line; one may be between two blocks."),
        (
            b"2 5 7 4 1 3 6 3\n\n2 5 7 4 1 8 6 3\nSuccess\n",
            "layout",
            "A blank line follows a line that ends no block; one may be between two blocks.",
        ),
        (
            b"2 5 7 4 1 3 6 3\nSuccess\n\n\n2 5 7 4 1 8 6 3\nSuccess\n",
            "layout",
            "Two blank lines follow each other; one may be between two blocks.",
        ),
        (
            b"2 5 7 4 1 3 6 3\n2 5 7 4 1 8 6 3\n\nSuccess\n",
            "layout",
            "A blank line stands before Success or Failure. One may stand after it, between two blocks.",
        ),
    ],
)
def test_the_form_of_climbs_is_said_as_it_is(printed: bytes, function: str, message: str) -> None:
    functions = functions_of(SPECS / "cs771-8queens")
    assert sentence(next(functions[function](Run(stdout=printed), b"2 5 7 4 1 3 6 3\nSuccess\n"))) == message


@pytest.mark.parametrize(
    ("printed", "kind", "message"),
    [
        (
            b"n = 4\n. . Q\nQ . .\n. . .\n. Q .\n",
            "other-shape",
            "The board for 4 has 4 lines of 3 squares, not 4 of 4.",
        ),
        (b"n = 4\n.Q..\n...Q\nQ...\n", "other-shape", "The board for 4 has 3 lines of 4 squares, not 4 of 4."),
        (
            b"4 x 4\n=============\n| - | - | * |\n| * | - | - |\n| - | - | - |\n| - | * | - |\n=============\n",
            "other-shape",
            "The board for 4 has 4 lines of 3 squares, not 4 of 4.",
        ),
        (
            b"4 x 4\n. . Q . .\nQ . . . .\n. . . Q .\n. Q . . .\n. . . . Q\n",
            "other-size",
            "No board of size 4 was found, but 1 of size 5, which was not read.",
        ),
        (
            b"4 x 4\n. Q . . . . . .\n. . . Q . . . .\nQ . . . . . . .\n. . Q . . . . .\n",
            "squares-beyond",
            "The board for 4 has 4 lines of 8 squares, not 4 of 4.",
        ),
        (
            b"4 x 4\n.Q......\n...Q....\nQ.......\n..Q.....\n",
            "squares-beyond",
            "The board for 4 has 4 lines of 8 squares, not 4 of 4.",
        ),
        (
            b"4 x 4\n. Q . . . . . .\n. . . . . . Q .\nQ . . . . . . .\n. . . Q . . . .\n",  # queens beyond, too
            "other-shape",
            "The board for 4 has 4 lines of 8 squares, not 4 of 4.",
        ),
        (
            b"4 x 4\n|-|*|-|-|-|-|-|-|-|\n|-|-|-|*|-|-|-|-|-|\n|*|-|-|-|-|-|-|-|-|\n|-|-|*|-|-|-|-|-|-|\n",
            "other-shape",
            "The board for 4 has 4 lines of 9 squares, not 4 of 4.",
        ),
        (b"4 x 4\n. Q\n. .\nQ .\n. .\n", "other-shape", "The board for 4 has 4 lines of 2 squares, not 4 of 4."),
        (b"4 x 4\n..QQ....\n......QQ\nQQ......\n....QQ..\n", "", ""),  # squares of two characters
        (b"4 x 4\n.. Q. .. ..\n.. .. .. Q.\nQ. .. .. ..\n.. .. Q. ..\n", "", ""),
        (b"4 x 4\nsolved\n", "no-board", ""),
        (b"4 x 4\nab\nab\nab\nab\n", "no-board", ""),
        (b". Q . .\n. . . Q\nQ . . .\n. . Q .\n", "", ""),
    ],
)
def test_a_board_of_another_shape_or_size_is_said_to_be_that(printed: bytes, kind: str, message: str) -> None:
    solution = functions_of(SPECS / "cs689-prog11")["solution"]
    found, said = evidence(list(solution(Run(stdout=printed, stdin=b"4\n"), None)))
    assert (found, said if message else "") == (kind, message)


@pytest.mark.parametrize("row", [b"..Q.....", b"..QQ....", b". . Q . . . . .", b"..|Q.|..|.."])
def test_queens_of_one_form_attack_each_other_on_squares_of_two_characters(row: bytes) -> None:
    solution = functions_of(SPECS / "cs689-prog11")["solution"]
    _, said = evidence(list(solution(Run(stdout=b"4 x 4\n" + (row + b"\n") * 4, stdin=b"4\n"), None)))
    assert "squares, not" not in said


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b" Q .", "The board for 1 has a line of 2 squares, not of 1."),
        (b"|*|-|-|", "The board for 1 has a line of 3 squares, not of 1."),
        (b"solved", "No board of size 1 was found. It would be a line with one queen."),
    ],
)
def test_a_line_of_several_squares_for_size_1_is_said_to_be_that(line: bytes, message: str) -> None:
    solution = functions_of(SPECS / "cs689-prog11")["solution"]
    assert evidence(list(solution(Run(stdout=b"1 x 1\n" + line + b"\n", stdin=b"1\n"), None)))[1] == message


@pytest.mark.parametrize(
    ("sizes", "said", "is_cause"),
    [
        (b"4 2", "No sentence says that there is no solution for 2, but 2 boards of size 4 came.", True),
        (b"4 2 3", "No sentence says that there is no solution for 2 3.", False),  # one has no answer at all
    ],
)
def test_a_board_of_another_size_instead_of_a_sentence_has_the_cause_of_one_for_a_board(
    sizes: bytes, said: str, *, is_cause: bool
) -> None:
    functions = functions_of(SPECS / "cs689-prog11")
    board = b". Q . .\n. . . Q\nQ . . .\n. . Q .\n"
    first = b"n = 4\n" + board
    (finding,) = functions["no_solution"](Run(stdout=first + b"n = 2\n" + board, stdin=sizes), None)
    (other,) = functions["solution"](Run(stdout=first + b"n = 5\n" + board, stdin=b"4 5"), None)
    assert (finding.message, finding.params == other.params) == (said, is_cause)


@pytest.mark.parametrize(("heading", "faults"), [(b"n = 4\n", 0), (b"n = 5\n", 0), (b"n = 9\n", 1), (b"\n", 1)])
def test_a_board_of_the_size_before_has_the_heading_of_its_own(heading: bytes, faults: int) -> None:
    size_named = functions_of(SPECS / "cs689-prog11")["size_named"]
    board = b". . Q . .\nQ . . . .\n. . . Q .\n. Q . . .\n. . . . Q\n"
    run = Run(stdout=b"n = 5\n" + board + heading + board, stdin=b"5 4\n")
    assert len(list(size_named(run, None))) == faults


@pytest.mark.parametrize(
    ("calls", "kind"),
    [
        (b'["F", 1, [1], "verbose", [], []]\n["P", 1, 1, 1]\n["f"]\n', "no-last-row"),
        (b'["F", 1, [1], "verbose", [], []]\n["P", 1, 1, 1]\n["P", 2, 1, 2]\n["f"]\n', "no-print-board"),
        (b'["F", 1, [1], "verbose", [], []]\n["P", 2, 1, 2]\n["B"]\n["f"]\n', ""),
    ],
)
def test_a_search_without_a_solution_has_none_to_print(calls: bytes, kind: str) -> None:
    check = functions_of(SPECS / "cse30-pa2")["prints_by_print_board"]
    assert evidence(list(check(Run(files={"calls.jsonl": calls}, args=("-v", "2")), None)))[0] == kind


STARTS = ("2 5 7 4 1 3 6 3", "6 7 5 8 7 4 1 7", "8 2 4 1 3 8 3 6", "2 8 6 1 3 1 7 4")
ALL_ELSEWHERE, EACH = (
    "No sequence begins at the start state that the input gives.",
    "Every sequence begins at the start state",
)


@pytest.mark.parametrize(
    ("begun", "kind", "message"),
    [
        (STARTS, "", ""),
        ([start[::-1] for start in STARTS], "other-start", f"{EACH} with its numbers from right to left."),
        (
            [f"{start[2:]} {start[0]}" for start in STARTS],
            "other-start",
            f"{EACH} with its numbers one column further left.",
        ),
        ([f"{start[:-1]}2" for start in STARTS], "", ""),  # as good as a first move
        (["4 4 4 4 4 4 4 4"] * 4, "other-start", ALL_ELSEWHERE),
        ([STARTS[0], *["4 4 4 4 4 4 4 4"] * 3], "begins-elsewhere", "Block 2 has to begin at start state 2."),
    ],
)
def test_climbs_from_other_starts(begun: Sequence[str], kind: str, message: str) -> None:
    functions = functions_of(SPECS / "cs771-8queens")
    printed = b"".join(b"%s\nFailure\n" % start.encode() for start in begun)
    expected = b"".join(b"%s\nSuccess\n" % start.encode() for start in STARTS)
    findings = list(functions["one_block_each"](Run(stdout=printed), expected))
    assert evidence(findings) == (kind, message)
    if not kind and begun != STARTS:
        (finding,) = functions["starts_first"](Run(stdout=printed), expected)
        assert finding.message == f"{EACH} with 2 as number 8."


def test_a_wrong_verdict_names_the_queens() -> None:
    functions = functions_of(SPECS / "cs771-8queens")
    run = Run(stdout=b"2 5 7 4 1 3 6 3\nSuccess\n")
    (finding,) = functions["endings"](run, b"2 5 7 4 1 3 6 3\n2 5 7 4 1 8 6 3\nSuccess\n")
    shown = "In the last state, 2 5 7 4 1 3 6 3, the queens in columns 6 and 8 share row 3."
    assert sentence(finding) == f"{shown} After this state another move has to follow."


def test_a_worse_row_names_the_queens_that_are_attacked_from_it() -> None:
    functions = functions_of(SPECS / "cs771-8queens")
    run = Run(stdout=b"6 4 1 8 8 2 7 3\n6 4 1 1 8 2 7 3\nFailure\n")
    findings = list(functions["steps"](run, b"6 4 1 8 8 2 7 3\n6 4 1 5 8 2 7 3\nSuccess\n", rule="row-best"))
    moved = "From 6 4 1 8 8 2 7 3 the queen of column 4 has moved to row 1, where it attacks"
    assert sentence(findings[0]) == f"{moved} 1 queen (in column 3, in the same row); in row 5 it attacks no queen."
