"""Known values: each is recognised, and none is named that one of the cases contradicts."""

from __future__ import annotations

import math

import pytest

from harness.judge.diagnose.input_relations import known_of_given, known_of_sizes
from harness.judge.diagnose.known_values import known_value
from harness.judge.messages import catalogue

Pairs = list[tuple[bytes, bytes]]


def printed(wanted: int, came: int) -> tuple[bytes, bytes]:
    return b"%d solutions\n" % wanted, b"%d solutions\n" % came


def rows(*boards: tuple[str, str]) -> tuple[bytes, bytes]:
    sides = ("".join(f"({board})\n" for board in side) for side in zip(*boards, strict=True))
    expected, actual = (side.encode() for side in sides)
    return expected, actual


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("int-largest", [printed(3, 2147483647)]),
        ("int-smallest", [printed(3, -2147483648)]),
        ("minus-one-unsigned", [(b"-1", b"4294967295")]),
        ("cut-to-int", [printed(math.factorial(13), 1932053504)]),
        ("cut-to-unsigned", [printed(math.factorial(13), 1932053504), printed(math.factorial(20), 2192834560)]),
        ("half", [printed(2, 1), printed(92, 46)]),
        ("double", [printed(2, 4), printed(10, 20)]),
        ("one-more", [printed(2, 3), printed(10, 11)]),
        ("one-less", [printed(2, 1), printed(10, 9)]),
        ("first-only", [printed(10, 1), printed(92, 1)]),
        ("each-twice", [(b"[1, 2]", b"[1, 1, 2, 2]")]),
        ("each-line-twice", [(b"1\n4\n9\n", b"1\n1\n4\n4\n"), (b"1\n", b"1\n1\n")]),
        ("rest-reversed", [(b"[1, 3, 1, 2]", b"[1, 3, 2, 1]"), (b"[2, 1, 3, 4]", b"[2, 4, 3, 1]")]),
        ("first-of-row-left-out", [(b"(1)", b")"), (b"(2, 4, 1, 3)\n(3, 1, 4, 2)", b"(4, 1, 3)\n(1, 4, 2)")]),
        ("last-of-row-left-out", [(b"2 4 1 3\n", b"2 4 1\n")]),
        ("first-left-out", [(b"[3, 1, 2]", b"[1, 2]")]),
        ("last-left-out", [(b"[3, 1, 2]", b"[3, 1]")]),
        ("last-left-out", [(b"[2]", b"[]"), (b"[2, 3]", b"[2]")]),
        ("sorted-as-text", [(b"[7, 8, 12, 30]", b"[12, 30, 7, 8]")]),
        ("transposed", [(b"[[1, 2, 3], [4, 5, 6]]", b"[[1, 4], [2, 5], [3, 6]]")]),
        ("transposed", [(b"11 12 13 14\n21 22 23 24\n31 32 33 34\n", b"11 21 31\n12 22 32\n13 23 33\n")]),
        ("transposed", [(b'["....", "..Q."]', b'["..", "..", ".Q", ".."]')]),
        ("reversed", [(b"[3, 1, 2]", b"[2, 1, 3]")]),
        ("counted-from-0", [rows(("2, 4, 1, 3", "1, 3, 0, 2"), ("3, 1, 4, 2", "2, 0, 3, 1"))]),
        ("counted-from-1", [rows(("1, 3, 0, 2", "2, 4, 1, 3"))]),
        ("line-reversed", [rows(("1, 3, 5, 2, 4", "4, 2, 5, 3, 1"), ("1, 4, 2, 5, 3", "3, 5, 2, 4, 1"))]),
        ("begins-early", [(b"1\n4\n9\n", b"0\n1\n4\n"), (b"1\n", b"0\n"), (b"1\n4\n", b"0\n1\n4\n")]),
        ("begins-late", [(b"1\n4\n9\n", b"4\n9\n16\n"), (b"1\n4\n9\n", b"4\n9\n"), (b"1\n", b"")]),
        ("begins-late", [(b"a\nb\nc\nd\n", b"b\nc\nd\n")]),
        ("rows-for-columns", [rows(("2, 4, 1, 3, 5", "3, 1, 4, 2, 5"))]),
    ],
)
def test_a_known_value_is_recognised(name: str, pairs: Pairs) -> None:
    known = known_value(pairs, {})
    assert known is not None
    assert known.name == name
    assert f"known-{name}" in catalogue()


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [printed(2, 5)],
        [printed(2, 1)],  # half, one less, the first alone: nothing tells which
        [printed(92, 12), printed(10, 3)],
        [printed(92, 46), printed(10, 4)],
        [(b"4 2 8 5 3 1 3 6\n", b"4 2 8 5 3 1 6 6\n")],  # a row of numbers, none of which is an answer
        [(b"5\n", b"6\n")],
        [(b"5\n7\n", b"10\n9\n"), (b"6\n7\n", b"12\n9\n")],  # twice the number, but another line differs, too
        [(b"1\n4\n9\n", b"1\n1\n4\n9\n")],
        [(b"[2]", b"[]")],  # the first or the last
        [(b". Q\nQ .\n", b"Q .\n. Q\n"), (b". Q .\n. . Q\n", b". .\nQ .\n. Q\n")],  # another right board, maybe
        [(b"[[1, 2], [2, 4]]", b"[[1, 2], [2, 5]]")],
        [(b"[1, 3, 1, 2]", b"[1, 3, 2, 1]")],  # two items swapped
        [(b"2 4 1 3\n3 1 4 2\n", b"4 1 3\n3 1 4\n")],
        [rows(("2, 4, 1, 3", "1, 3, 1, 2"))],
        [rows(("2, 4, 1, 3", "3, 1, 4, 2"), ("3, 1, 4, 2", "2, 4, 1, 3"))],  # the same boards in another order
        [(b"a\nb\nc\n", b"b\n")],  # the first and the last
        [(b"1\n4\n9\n", b"0\n4\n9\n")],
        [(b"7\n7\n7\n", b"1\n7\n7\n")],
        [(b"1\n4\n9\n", b"n=8\n1\n4\n")],  # a line of another form is no item too many
        [(b"1\n4\n9\n", b"0\n1\n4\n"), (b"1\n4\n", b"1\n5\n")],
        [(b"", b"row 1\nrow 2\nrow 2\nrow 3\n")],
    ],
)
def test_what_fits_not_all_or_may_be_chance_is_not_named(pairs: Pairs) -> None:
    assert known_value(pairs, {}) is None


def test_a_spec_adds_values_of_its_own_and_they_come_first() -> None:
    own = {"2113": "This is the number without one of the diagonals.", "no": "It is never."}
    known = known_value([printed(92, 2113)], own)
    assert known is not None
    assert known.text == own["2113"]
    assert known_value([(b"yes\n", b"no\n")], own) is not None
    assert known_value([printed(92, 2113), printed(10, 3)], own) is None


@pytest.mark.parametrize(
    ("pairs", "named"),
    [
        ([printed(92, 12)], True),
        ([printed(2, 1), printed(10, 2), printed(92, 12)], True),
        ([printed(10, 2)], False),  # a small number alone may be chance
        ([printed(92, 12), printed(10, 3)], False),
        ([rows(("2, 4, 10, 3, 1", "2, 4, 2, 3, 1")), printed(92, 12)], False),  # no answer, but a number of a row
    ],
)
def test_a_spec_says_which_wrong_number_stands_for_which_right_one(pairs: Pairs, *, named: bool) -> None:
    known = known_value(pairs, {"1 for 2, 2 for 10, 12 for 92": "They are counted up to symmetry."})
    assert (known is not None and known.text == "They are counted up to symmetry.") is named


def test_no_number_of_queens_is_known_to_other_assignments() -> None:
    assert known_value([printed(92, 12)], {}) is None
    assert known_value([(b"4\n9\n", b"1\n4\n")], {}) is None


def test_a_sign_in_place_of_a_number_is_no_known_value() -> None:
    assert known_value([(b"1 solutions\n", b"# solutions\n")], {}) is None
    assert known_of_given([(b"1 solutions\n", b"# solutions\n")], [b"1 2\n"]) is None


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("size", {2: (0, 2), 5: (10, 5)}),
        ("factorial", {2: (0, 2), 4: (2, 24)}),
        ("factorial-before", {5: (120, 24), 12: (479001600, 39916800)}),
        ("size-before", {5: (10, 2), 6: (4, 10), 7: (40, 4)}),
        ("size-after", {4: (2, 10), 5: (10, 4), 6: (4, 40)}),
        ("", {1: (0, 1), 2: (0, 2)}),
        ("", {8: (92, 8)}),
        ("", {4: (2, 4), 5: (10, 6)}),
        ("", {5: (10, 2), 6: (4, 10), 7: (40, 5)}),
    ],
)
def test_numbers_of_several_sizes_mean_something_together(name: str, numbers: dict[int, tuple[int, int]]) -> None:
    known = known_of_sizes(numbers)
    assert (known.name if known else "") == name


def test_what_counts_nothing_is_not_counted_from_another_number() -> None:
    assert known_value([(b"[-1, -1, -1]", b"[0, 0, 0]")], {}) is None
    assert known_value([(b"[0, 0, 0]", b"[-1, -1, -1]")], {}) is None


def test_a_number_alone_does_not_hide_what_other_lines_are_counted_from() -> None:
    lines = [(b"(1)\n", b"(0)\n"), (b"(2, 4, 1, 3)\n", b"(1, 3, 0, 2)\n")]
    known = known_value(lines, {})
    assert known is not None
    assert known.name == "counted-from-0"
    assert known_value(lines[:1], {}) is None


@pytest.mark.parametrize(
    "pairs",
    [
        [(b"[9, 10]", b"[10, 9]"), (b"[3, 20]", b"[20, 3]")],
        [(b"[[0, 1], [0, 0]]", b"[[0, 0], [1, 0]]")],
    ],
    ids=["the other way round", "one cell moved"],
)
def test_too_little_says_nothing_of_its_order(pairs: Pairs) -> None:
    known = known_value(pairs, {})
    assert known is None or known.name not in ("sorted-as-text", "transposed")


def test_numbers_that_any_other_fault_gives_mean_nothing() -> None:
    known = known_of_sizes({2: (2, 1), 3: (6, 2)})
    assert known is None or known.name != "factorial-before"
    symmetric = {"1 for 2, 1 for 4, 2 for 10": "Turned boards count as one."}
    ones = known_value([(b"2", b"1"), (b"4", b"1")], symmetric)
    assert ones is None or not ones.text
    telling = known_value([(b"4", b"1"), (b"10", b"2")], symmetric)
    assert telling is not None
    assert telling.text == "Turned boards count as one."


@pytest.mark.parametrize(
    ("given", "pairs", "name"),
    [
        (b"12 30 7 8\n", [(b"30\n", b"8\n")], "known-largest-as-text"),
        (b"3 9 2\n12 30 7 8\n-5 -9\n", [(b"9\n30\n-5\n", b"9\n8\n-9\n")], "known-largest-as-text"),
        (b"best([12, 30, 7])", [(b"7", b"12")], "known-smallest-as-text"),
        (b"12 30 7 8\n", [(b"30\n", b"12\n")], None),
        (b"12 30 7 8\n", [(b"30 of 4\n", b"8 of 3\n")], None),
        (b"", [(b"30\n", b"8\n")], None),
    ],
)
def test_a_number_that_is_picked_as_text_is_recognised(given: bytes, pairs: Pairs, name: str | None) -> None:
    known = known_of_given(pairs, [given])
    assert (known and f"known-{known.name}") == name
    assert name is None or name in catalogue()
