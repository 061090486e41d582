"""Which function stands under a wrong name in the place of one that is asked for."""

from __future__ import annotations

import pytest

from harness.language.parsing.parsed_sources import outline_of
from harness.language.source_rules.name_candidates import LEAST_LIKENESS, Asked, likeness
from harness.language.source_rules.near_names import near_functions, near_variables
from harness.spec.format.source_rules import Signature

QUEENS = Asked("queens", Signature(params=("N", "Qs")))
PLACE = Asked("placeQueen", Signature(params=("", "", "")))
REMOVE = Asked("removeQueen", Signature(params=("", "", "")))
SAFE = Asked("isSafe", Signature(params=("const vector<vector<bool>>&", "const int&", "const int&"), returns="bool"))
FIRST = Asked("(?i)initStates", Signature(params=(), returns="void"), spellings=("initStates", "clearAll"))


def near(path: str, source: str, *asked: Asked) -> dict[str, str]:
    outline = outline_of(path, source.encode())
    assert outline is not None
    return near_functions(asked, [outline])


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        ("queens_N(N, Qs) :- rows(N, Qs).\nrows(_, []).\n", "queens_N"),
        ("'QUEENS'(_, []).\n", "QUEENS"),
        ("% queens(N, Qs) places them\nallTheQueens(_, []).\n", "allTheQueens"),  # a comment is no predicate
        ("queen(_, _).\nputQueens(N, Qs) :- queen(N, Qs).\n", "putQueens"),  # which asks the other one
        ("queens(Qs) :- damen(8, Qs).\ndamen(N, Qs) :- ok(N, Qs).\nok(_, []).\n", "damen"),  # none of the name so long
    ],
)
def test_the_predicate_that_can_alone_be_meant(source: str, meant: str) -> None:
    assert near("a.pl", source, QUEENS) == {"queens": meant}


@pytest.mark.parametrize(
    "source",
    [
        "queens(_, []).\nnqueens(_, []).\n",  # it is there
        "manyQueens(_, []).\nfewQueens(_, []).\n",  # which one?
        "manyQueens(_, _, []).\n",  # it takes more
        "one(_, _).\nother(_, _).\n",
    ],
)
def test_no_predicate_where_it_is_there_or_another_could_be_meant(source: str) -> None:
    assert near("a.pl", source, QUEENS) == {}


def test_a_word_that_two_missing_names_have_says_nothing() -> None:
    one = "def mark_queen(B, i, j):\n    pass\n"
    assert near("a.py", one, PLACE, REMOVE) == {}
    assert near("a.py", f"{one}def placeQueen(B, i, j):\n    pass\n", PLACE, REMOVE) == {"removeQueen": "mark_queen"}
    both = "def place(B, i, j):\n    pass\ndef removed(B, i, j):\n    pass\n"
    assert near("a.py", both, PLACE, REMOVE) == {"placeQueen": "place", "removeQueen": "removed"}


def test_a_word_that_one_candidate_has_alone_decides() -> None:
    board = Asked("printBoard", Signature(params=("",)))
    source = "def boardSize(word):\n    pass\ndef emptyBoard(n):\n    pass\n"
    assert near("a.py", source, board) == {}
    assert near("a.py", f"{source}def print_rows(B):\n    pass\n", board) == {"printBoard": "print_rows"}


def test_no_function_stands_for_two() -> None:
    source = "def placeQueenOrRemoveQueen(B, i, j):\n    pass\n"
    assert len(near("a.py", source, PLACE, REMOVE)) <= 1


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        ("bool IS_SAFE(int row) { return row > 0; }", "IS_SAFE"),  # its parameters are another fault
        (
            "bool free(vector<vector<bool>> b, unsigned i, int j) { return i > j; }\nbool other(int i) { return i; }",
            "free",
        ),
        ("bool safe(int i) { return i; }", "safe"),  # so are these
        ("bool free(int i) { return i; }", None),
        ("void isSave(int i, int j, int k) { }", "isSave"),
        ("bool isSafe(int i) { return i; }\nbool is_safe(int i, int j, int k) { return i; }", None),
    ],
)
def test_types_say_what_is_meant_where_the_name_does_not(source: str, meant: str | None) -> None:
    assert near("a.cc", source, SAFE) == ({} if meant is None else {"isSafe": meant})


def test_what_the_spec_calls_it_by_besides() -> None:
    source = "class A { void clearAll() { } void startStates() { } void other() { } }"
    assert near("A.java", source, FIRST) == {"initStates": "clearAll"}
    assert near("A.java", source.replace("clearAll", "more"), FIRST) == {"initStates": "startStates"}


@pytest.mark.parametrize(
    ("fields", "meant"),
    [
        ({"queen_rows": "int[]", "firstUntried": "int[]"}, {"queensPositions": "queen_rows"}),
        ({"a": "int[]", "firstUntried": "int[]", "n": "int"}, {"queensPositions": "a"}),
        ({"a": "int[]", "b": "int[]"}, {}),
        ({"queensPositions": "long[]", "firstUntried": "int[]", "a": "int[]"}, {}),
    ],
)
def test_arrays_of_another_name(fields: dict[str, str], meant: dict[str, str]) -> None:
    asked = {"(?i)queensPositions": "int[]", "(?i)firstUntried": "int[]"}
    assert near_variables(asked, fields.items()) == meant


@pytest.mark.parametrize(("left", "right"), [("nextPermutation", "permutation_next"), ("nextNumber", "nextNumbr")])
def test_names_that_are_alike(left: str, right: str) -> None:
    assert likeness(left, right) >= LEAST_LIKENESS
    assert likeness(left, "successor") < LEAST_LIKENESS


@pytest.mark.parametrize(
    ("left", "right"), [("nextPermutation", "firstPermutation"), ("setQueenPosition", "getQueenPositions")]
)
def test_another_word_is_no_few_letters(left: str, right: str) -> None:
    assert likeness(left, right) < LEAST_LIKENESS
