"""What wrong answers of a function have in common is named, and nothing where it may be chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.finding import LAST_STEP, Finding
from harness.model.result import CallResult
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

Square = tuple[int, int]


loaded = lru_cache(lambda name: load(ROOT / "specs", name, goldens=False))


def said(name: str, function: str, results: Sequence[CallResult]) -> list[Finding]:
    return list(loaded(name).functions[function](results, {}))


def attacks(queen: Square, square: Square) -> bool:
    """Whether a queen above stands in the column or on a diagonal."""
    down, aside = square[0] - queen[0], abs(square[1] - queen[1])
    return down > 0 and aside in (0, down)


QUEENS = tuple((row, column) for row in (0, 1, 2) for column in (1, 4))


def safe_answers(sees: Callable[[Square, Square], bool], queens: Sequence[Square] = QUEENS) -> list[CallResult]:
    """The answers of an isSafe that sees these queens, about each square below each queen of a board of 6."""
    size = range(6)
    asked = [
        ([[(row, column) == queen for column in size] for row in size], queen, (below, at))
        for queen in queens
        for below in range(queen[0] + 1, 6)
        for at in size
    ]
    return [CallResult("isSafe", (board, *square), returned=not sees(queen, square)) for board, queen, square in asked]


@pytest.mark.parametrize(
    ("sees", "common"),
    [
        (lambda queen, square: attacks(queen, square) and queen[0] > 0, "overlooks attacks from row 0. "),
        (
            lambda queen, square: attacks(queen, square) and queen[1] != square[1],
            "overlooks attacks in the column. ",
        ),
        (
            lambda queen, square: attacks(queen, square) and queen[1] <= square[1],
            "on the diagonal to the upper right. ",
        ),
        (lambda queen, square: attacks(queen, square) and square[0] - queen[0] > 1, "from the row just above. "),
        (lambda queen, square: attacks(queen, square) and square[0] - queen[0] == 1, "sees attacks only from the row"),
        (
            lambda queen, square: attacks(queen, square) and (queen[0] > 0 or queen[1] == square[1]),
            "overlooks attacks on diagonals from row 0. ",
        ),
        (lambda queen, square: not attacks(queen, square), "isSafe always returns the opposite of what is right. "),
        (lambda queen, square: abs(queen[1] - square[1]) <= square[0] - queen[0], "all between the two diagonals"),
        (
            lambda queen, square: queen[1] == square[1] or abs(queen[0] - queen[1]) == abs(square[0] - square[1]),
            "compares each queen's column with its own row, not column with column. ",
        ),
        (lambda queen, _: queen[0] > 0, "isSafe gives the same answer whatever row and col are. "),
        (lambda *_: False, "isSafe returned true in all "),
        (lambda queen, square: attacks(queen, square) and (queen[0] + queen[1]) % 2, "attacks. isSafe("),
    ],
)
def test_what_describes_all_answers(sees: Callable[[Square, Square], bool], common: str) -> None:
    assert common in said("cs689-prog11", "safe", safe_answers(sees))[0].message


def test_of_boards_with_a_queen_in_each_row_one_place_is_named() -> None:
    queens = ((0, 1), (1, 3), (2, 0))
    answers = []
    for count, at in product((2, 3), range(6)):
        placed, square = queens[:count], (count, at)
        board = [[(row, column) in placed for column in range(6)] for row in range(6)]
        answers.append(CallResult("isSafe", (board, *square), returned=not attacks(placed[-1], square)))
    (finding,) = said("cs689-prog11", "safe", answers)
    assert finding.message.startswith("isSafe sees attacks only from the nearest queen. ")


@pytest.mark.parametrize(
    ("sees", "kind", "example"),
    [
        (lambda queen, square: attacks(queen, square) and queen[1] > 0, "edge-overlooked", "row 1, column 0 "),
        (lambda queen, square: attacks(queen, square) and queen[0] > 0, "line-overlooked", "row 0, column 1 "),
    ],
)
def test_the_example_shows_only_what_is_overlooked(
    sees: Callable[[Square, Square], bool], kind: str, example: str
) -> None:
    queens = ((0, 0), (0, 1), (1, 0), (1, 2))
    (finding,) = said("cs689-prog11", "safe", safe_answers(sees, queens))
    assert finding.kind == kind
    assert example in finding.message


@pytest.mark.parametrize(
    ("seen", "common"),
    [
        (lambda pair: pair[1] < 6, "overlooks attacks with the last column. "),
        (lambda pair: pair[0] < 5, "overlooks attacks between the last two columns. "),
        (lambda pair: pair[0] == 1, "sees attacks only with column 1. "),
        (lambda pair: pair[1] - pair[0] == 1, "sees attacks only between neighbouring columns. "),
        (lambda pair: pair[2] < 0, "overlooks attacks on rising diagonals. "),
        (lambda pair: pair[:2] == (1, 2), "sees attacks only between columns 1 and 2. "),
        (lambda pair: pair[0] % 2, "has to return false"),
    ],
)
def test_which_pairs_a_solution_is_not_looked_for(seen: Callable[[tuple[int, int, int]], bool], common: str) -> None:
    case = next(planned.case for planned in loaded("cmps12a-pa5").cases if planned.name == "is-solution-each-pair")
    results = []
    for (rows,) in (call.args for call in case.calls):
        pairs = [(i, j, rows[j] - rows[i]) for i, j in combinations(range(1, 7), 2)]
        finds = any(abs(pair[2]) == pair[1] - pair[0] and seen(pair) for pair in pairs)
        results.append(CallResult("isSolution", (rows,), returned=not finds))
    finding = said("cmps12a-pa5", "right_answers", results)[0]
    assert common in finding.message
    assert finding.params.get("neighbours-alone", False) is ("neighbouring" in common)


ROWS = (4, -1, 6, 0, 2, -1, -1, -1)
"""The queens of the calls of hasConflict."""


def conflict_answers(returned: Callable[[int, int, int], object]) -> list[CallResult]:
    case = next(planned.case for planned in loaded("comp333-java").cases if planned.name == "conflict-all-calls")
    return [CallResult("hasConflict", call.args, returned=returned(*call.args)) for call in case.calls]


@pytest.mark.parametrize(
    ("returned", "kind", "said_of_all"),
    [
        (lambda a, b, _: ROWS[b] == ROWS[a] or (a + b) % 3 == 0, "bpos-ignored", "same answer whatever bpos is. "),
        (lambda a, _b, bpos: (a + bpos) % 3 == 0, "b-ignored", "the same answer whatever b is. "),
        (lambda a, *_: a == 0, "b-ignored", "the same answer whatever b and bpos are. "),
        (lambda a, _, bpos: ROWS[a] == bpos, "side-overlooked", "hasConflict overlooks attacks on diagonals. "),
        (
            lambda a, b, bpos: int(abs(ROWS[a] - bpos) == b - a),
            "side-overlooked",
            "overlooks attacks in the same row. ",
        ),
        (
            lambda a, b, bpos: ROWS[a] == bpos or abs(ROWS[a] - bpos) // (b - a) == 1,
            "integer-division",
            "hasConflict divides whole numbers: 3 / 2 is 1, so the square seems to be on a diagonal. ",
        ),
        (
            lambda a, b, bpos: abs(ROWS[a] - bpos) == b - a or (ROWS[a] == bpos and b - a < 4),
            "line-overlooked",
            "hasConflict overlooks attacks in the same row from more than 4 columns away. ",  # none is 4 away
        ),
        (
            lambda a, b, bpos: ROWS[a] == bpos or (ROWS[a] > 0 and abs(ROWS[a] - bpos) == b - a),
            "edge-overlooked",
            "hasConflict overlooks attacks on the diagonal to larger rows from row 0. ",  # there are no smaller ones
        ),
    ],
)
def test_what_describes_all_conflicts(returned: Callable[[int, int, int], object], kind: str, said_of_all: str) -> None:
    (finding,) = said("comp333-java", "conflicts", conflict_answers(returned))
    call = conflict_answers(returned)[int(str(finding.params["shown_call"]))]  # the line to try makes this one alone
    assert f"({', '.join(map(str, call.args))})" in finding.message
    assert finding.kind == kind
    assert said_of_all in finding.message


@pytest.mark.parametrize(
    ("returned", "loses_none"),
    [
        (lambda a, b, bpos: abs(ROWS[a] - bpos) == b - a, True),
        (lambda *_: False, True),
        (lambda a, b, bpos: ROWS[a] == bpos or abs(ROWS[a] - bpos) // (b - a) == 1, False),
        (lambda a, b, bpos: ROWS[a] != bpos and abs(ROWS[a] - bpos) != b - a, False),
        (lambda *_: True, False),
    ],
)
def test_attacks_that_are_overlooked_alone_take_no_solution_away(
    returned: Callable[[int, int, int], object], *, loses_none: bool
) -> None:
    (finding,) = said("comp333-java", "conflicts", conflict_answers(returned))
    assert finding.params.get("loses_none", False) is loses_none
    single = [fault for answer in conflict_answers(returned) for fault in said("comp333-java", "conflicts", [answer])]
    assert all(fault.params.get("loses_none", False) for fault in single) is loses_none


@pytest.mark.parametrize(
    ("printed", "lacks_answer"),
    [
        (b"{ 0, 0, 0, 0, 0, 0, 0, -1 }\n", True),
        (b"No solution\n", True),
        (b"0 solutions\n", True),
        (b"solutions: 0\n", True),
        (b"Solution: 0 4 7 5 2 6 1\n", False),
        (b"0 0 0 0 0 0 0 0\n", False),
        (b"[I@1b6d3586\n", False),
    ],
)
def test_an_output_without_a_solution_is_no_wrong_one(printed: bytes, *, lacks_answer: bool) -> None:
    (finding,) = loaded("comp333-java").functions["solution"](Run(stdout=printed, exit=0), None, look="valid")
    assert finding.params.get("lacks_answer", False) is lacks_answer


@pytest.mark.parametrize(
    ("returned", "instead"), [(None, "nothing"), ("false", "text"), (2, "the number 2"), ([], "something else")]
)
def test_what_is_neither_true_nor_false_is_said_to_be_so(returned: object, instead: str) -> None:
    conflict = conflict_answers(lambda *_: returned)
    solution = [CallResult("isSolution", ([0, *rows],), returned=returned) for rows in ([1, 2], [2, 4, 1, 3])]
    safe = [replace(result, returned=returned) for result in safe_answers(attacks)]
    for findings in (
        said("comp333-java", "conflicts", conflict),
        said("comp333-java", "conflicts", [*conflict_answers(lambda *_: True)[:-1], conflict[-1]])[-1:],
        said("comp333-java", "tells_apart", [*conflict_answers(lambda *_: True)[:1], *conflict[1:2]]),
        said("comp333-java", "tells_apart", conflict[:2]),
        said("comp333-java", "no_conflicts", conflict[:2]),
        said("cmps12a-pa5", "right_answers", solution),
        said("cs689-prog11", "safe", safe),
    ):
        assert findings[0].message.endswith(f"must return true or false, and returned {instead}")
        assert {finding.kind for finding in findings} == {"other-type"}


_OF_ALL = {
    "same-answer",
    "opposite",
    "side-overlooked",
    "line-overlooked",
    "attack-imagined",
    "integer-division",
    "other-type",
}
_EDGES = {"edge-overlooked"}


@pytest.mark.parametrize(
    ("name", "clause", "kinds"),
    [
        ("cmps12a-pa5", "is-solution", _OF_ALL | {"one-pair-alone", "same-for-all"}),
        ("comp333-java", "conflict", _OF_ALL | _EDGES | {"a-ignored", "b-ignored", "bpos-ignored"}),
        ("comp333-java", "conflict-cumulative", _OF_ALL | _EDGES | {"one-pair-alone", "b-ignored", "bpos-ignored"}),
        ("cs689-prog11", "is-safe", _OF_ALL | _EDGES | {"one-pair-alone", "row-ignored", "col-ignored"}),
    ],
)
def test_each_description_has_its_hint(name: str, clause: str, kinds: set[str]) -> None:
    assert kinds <= {*loaded(name).clauses[clause].hints}


def test_places_that_give_the_same_answers_are_all_said() -> None:
    results = safe_answers(lambda queen, square: queen != (0, 0) and attacks(queen, square), ((0, 0), (1, 3), (2, 4)))
    (finding, *_) = said("cs689-prog11", "safe", results)
    assert "overlooks attacks of the queen in row 0 (here in column 0). " in finding.message


def shown(text: object) -> list[Finding]:
    results = [CallResult("getPositionsSnapshot", (), returned=value) for value in (text, "0")]
    return said("comp333-java", "snapshot", results)


def test_a_snapshot_of_other_numbers_is_no_snapshot_without_columns() -> None:
    assert [finding.kind for finding in shown("{ 0 0 0 0 0 0 0 0 }")] == ["other-numbers"]
    assert [finding.kind for finding in shown("7 3 0")] == ["columns-missing"]
    assert [finding.kind for finding in shown(None)] == ["no-text"]
    assert shown("7 3 0 2 5 1 6 4") == []
    hints = loaded("comp333-java").clauses["snapshot"].hints
    assert {"other-numbers", "columns-missing", "no-text"} == {*hints}


def test_pairs_that_come_again_are_counted_as_what_is_read() -> None:
    rows = [0, 1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4]
    indices = [index for i in range(1, 13) for j in range(1, 13) if i != j for index in (i, j)]
    twice = CallResult("isSolution", (rows,), returned=True, reads=len(indices), indices=tuple(indices))
    (finding,) = said("cmps12a-pa5", "pairs_once", [twice])
    assert finding.message == (
        "isSolution compares each pair twice: 12 queens are 66 pairs. "
        "To compare each pair once takes 132 reads of elements; 264 were counted"
    )


def test_pairs_are_all_compared_twice_only_where_each_comes_twice() -> None:
    rows = [0, 1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4]
    orders = [range(1, 13), range(1, 13), range(1, 7)]  # half of the queens once more
    indices = [index for order in orders for i in order for j in range(i + 1, 13) for index in (i, j)]
    more = CallResult("isSolution", (rows,), returned=True, reads=len(indices), indices=tuple(indices))
    (finding,) = said("cmps12a-pa5", "pairs_once", [more])
    assert finding.message.startswith("isSolution compares some pairs again: ")


@pytest.mark.parametrize(
    ("below", "line"),
    [
        ([[0, 0, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, -1, 0, 0]], "on the diagonal to the lower left"),
        ([[0, -1, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, 0, 0, 0]], "in the column below"),
    ],
)
def test_the_line_on_which_all_is_wrong_is_named(below: Sequence[Sequence[int]], line: str) -> None:
    (finding,) = said("cse30-pa2", "attacks_noted", [placed(below)])
    assert (finding.kind, line in finding.message) == ("some-squares", True)


def test_what_is_wrong_above_the_queen_alone_is_said_to_be_there() -> None:
    before = [[0] * 5, [2, 0, 1, 0, 0], [0, -1, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, -1, 0, 0]]
    right = [[0] * 5, [2, 0, 1, 0, 0], [4, -1, -1, -1, 1], [0, 0, -1, -1, -2], [0, 0, -2, 0, -1]]
    wrong = [[0] * 5, [2, 0, 1, -1, -1], *right[2:]]
    both = [*wrong[:3], [0, 0, -1, 0, -2], right[4]]
    kinds = [
        [
            finding.kind
            for finding in said(
                "cse30-pa2", "attacks_noted", [CallResult("placeQueen", (before, 2, 4), after=(after,))]
            )
        ]
        for after in (right, wrong, both)
    ]
    assert kinds == [[], ["rows-above"], []]


def test_a_right_function_is_right() -> None:
    assert said("cs689-prog11", "safe", safe_answers(attacks)) == []
    assert said("cmps12a-pa5", "step_taken", [permuted([1, 3, 2], [2, 1, 3])]) == []
    assert said("cse30-pa2", "attacks_noted", [placed([[0, -1, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, -1, 0, 0]])]) == []


def permuted(before: Sequence[int], after: Sequence[int]) -> CallResult:
    return CallResult("nextPermutation", ([9, *before],), after=([9, *after],))


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ([2, 3, 1], [3, 2, 1], "rest-not-reversed"),
        ([1, 3, 2], [3, 2, 1], "wrong-swap"),
        ([1, 3, 2], [2, 3, 1], "rest-not-reversed"),
        ([2, 1, 3], [3, 1, 2], "wrong-pivot"),
        ([1, 3, 2], [1, 2, 3], "pivot-not-swapped"),
        ([4, 1, 2], [4, 1, 2], ""),  # of one number nothing shows that it was reversed
        ([1, 3, 2], [1, 3, 2], ""),
        ([1, 3, 2], [1, 1, 2], "number-lost"),
        ([1, 2, 3], [1, 3, 0], "foreign-number"),
        ([1, 2, 3], [1, 3], ""),
    ],
)
def test_the_wrong_step_of_a_permutation(before: list[int], after: list[int], kind: str) -> None:
    assert [finding.kind for finding in said("cmps12a-pa5", "step_taken", [permuted(before, after)])] == [kind][
        : bool(kind)
    ]


def test_numbers_that_were_not_given_are_said_to_be_that() -> None:
    (foreign,) = said("cmps12a-pa5", "step_taken", [permuted([1, 2, 3], [1, 3, 0])])
    assert foreign.message == "A[3] became 0, which is none of the numbers 1 to 3"
    (lost,) = said("cmps12a-pa5", "step_taken", [permuted([1, 2, 3], [1, 3, 3])])
    assert lost.message == "A[2] = 3 came more than once, and 2 is lost"


def test_an_array_that_is_reversed_from_its_first_element_on_is_said_to_be_that() -> None:
    whole = CallResult("nextPermutation", ([9, 3, 2, 1],), after=([1, 2, 3, 9],))
    (finding,) = said("cmps12a-pa5", "step_taken", [whole])
    assert finding.message == "A was reversed from A[0] on. Reverse only A[1] to A[3]"
    assert said("cmps12a-pa5", "step_taken", [permuted([3, 2, 1], [1, 2, 3])]) == []


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ([3, 2, 1], [3, 2, 1], "no-first"),
        ([3, 2, 1], [2, 1, 9], ""),  # what is spoiled may be printed, as A[0] for n = 1
        ([2, 1], [1, 1], ""),
        ([1, 3, 2], [1, 1, 2], ""),
    ],
)
def test_what_comes_after_the_last_permutation_is_marked(before: list[int], after: list[int], kind: str) -> None:
    (finding,) = said("cmps12a-pa5", "step_taken", [permuted(before, after)])
    assert (finding.kind if finding.params.get(LAST_STEP) else "") == kind


@pytest.mark.parametrize(
    ("before", "after", "is_leftmost", "is_telling"),
    [
        ([1, 2, 3], [3, 1, 2], False, False),  # so it is if the search for the pivot begins one place too far left
        ([1, 2, 3, 4], [4, 1, 3, 2], True, True),
        ([1, 2, 3, 4], [1, 4, 2, 3], False, True),
    ],
)
def test_the_call_that_tells_two_wrong_pivots_apart_says_so(
    before: list[int], after: list[int], *, is_leftmost: bool, is_telling: bool
) -> None:
    (finding,) = said("cmps12a-pa5", "step_taken", [permuted(before, after)])
    assert finding.kind == "wrong-pivot"
    assert ("the leftmost of those less than their right neighbours" in finding.message) is is_leftmost
    assert bool(finding.params) is is_telling


def placed(below: Sequence[Sequence[int]], column: int = 2) -> CallResult:
    """A call of placeQueen for row 1 of a board of 4, which leaves these rows below the queen."""
    first = [column, *(int(at == column) for at in range(1, 5))]
    return CallResult("placeQueen", ([[0] * 5] * 5, 1, column), after=([[0] * 5, first, *below],))


@pytest.mark.parametrize(
    ("below", "column", "where"),
    [
        (
            [[0, 0, 0, -1, -1], [0, 0, -1, 0, -1], [0, 0, 0, 0, -1]],
            4,
            "1 of the 3 squares on the diagonal to the lower left",
        ),
        ([[0, -1, 0, -1, 0], [0, 0, 0, 0, -1], [0, 0, 0, 0, 0]], 2, "3 of the 3 squares in the column below are wrong"),
        (
            [[0, -1, -1, -1, 0], [-1, 0, -1, 0, -1], [0, 0, -1, 0, -1]],
            2,
            "the diagonal to the lower left goes on past column 1, to column 0; index -1 is the last column",
        ),
        ([[0, -1, -1, -1, 0], [-1, 0, -1, 0, -1], [0, 0, -1, 0, 0]], 2, "the diagonal .* past column 1, to column 0$"),
        ([[0, 0, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, -1, 0, 0]], 2, ""),  # one square is no line
        ([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], 2, ""),
    ],
)
def test_where_squares_are_wrong(below: list[list[int]], column: int, where: str) -> None:
    findings = said("cse30-pa2", "attacks_noted", [placed(below, column)])
    assert re.match(where, findings[0].message if findings else "")


@pytest.mark.parametrize("rows", [0, 1, 300])
def test_a_table_of_another_size_is_wrong_and_nothing_is_said_of_its_squares(rows: int) -> None:
    before, after = [[0] * 5] * 5, [[0] * (rows + 1)] * (rows + 1)
    call = CallResult("placeQueen", (before, 3, 2), after=(after,))
    assert said("cse30-pa2", "attacks_noted", [call]) == []
    for unknown in ("$B", 4):  # there was no table to give it
        assert said("cse30-pa2", "attacks_noted", [replace(call, args=(unknown, 3, 2))]) == []
    calls = [call, call, replace(call, args=(after, 3, 2))]  # the third is given what the second leaves
    assert [finding.kind for finding in said("cse30-pa2", "undone", calls)] == ["square"]


def test_a_remove_queen_that_changes_a_copy_and_returns_it_is_said_to_do_so() -> None:
    clear, first = [[0] * 5] * 5, [[0] * 5, [2, 0, 1, 0, 0], [0, -1, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, -1, 0, 0]]
    removed = CallResult("removeQueen", (first, 1, 2), clear, after=(first,))
    own = CallResult("placeQueen", (clear, 1, 2), first, after=(clear,))
    calls = [removed, own, CallResult("removeQueen", (clear, 1, 2), after=(clear,))]
    (finding,) = said("cse30-pa2", "undone", calls)
    text = "returns what B must become, but leaves B as it was: change B itself, not a copy"
    assert translator().sentence(finding) == f"removeQueen(B, 1, 2) {text}"
    for wrong in (replace(removed, returned=first), replace(removed, after=([*first[:4], [1, 0, -1, 0, 0]],))):
        (other,) = said("cse30-pa2", "undone", [wrong, *calls[1:]])
        assert "cause" not in other.params


def test_what_a_wrong_place_queen_does_may_be_undone() -> None:
    clear, first = [[0] * 5] * 5, [[0] * 5, [2, 0, 1, 0, 0], *[[0, 0, -1, -1, 0]] * 3]
    removed = CallResult("removeQueen", (first, 1, 2), after=([*clear[:4], [0, -1, 0, 0, 0]],))
    own = CallResult("placeQueen", (clear, 1, 2), after=(first,))
    assert said("cse30-pa2", "undone", [removed, own, CallResult("removeQueen", (first, 1, 2), after=(clear,))]) == []


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ((0, 0), "there is no column before it, and the queen of column 0 itself does not count"),
        ((0, 3), "there is no column before it"),
        ((4, 2), "no queen of a column before 4 is in row 2 or on a diagonal"),
    ],
)
def test_the_column_itself_is_no_column_before(args: tuple[int, int], why: str) -> None:
    results = [CallResult("hasConflictCumulative", args, returned=True)]
    (finding,) = said("comp333-java", "conflicts_before", results)
    assert finding.message == f"hasConflictCumulative{args} must return false: {why}"
