"""What the tags of an expected value accept, and what a language's own values may stand for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.grading.verdicts.calls.equality import Equality
from harness.model.result import ValueRules
from harness.spec.format.model import Tolerance

NAN = {"!number": "nan"}
LINKED = {"!linked": {"nodes": [{"value": 1}, {"value": 2}], "link": "next"}}


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ({"!set": [1, 2]}, {"!set": [2, 1]}),
        ({"!set": ["*", 1]}, {"!set": [1, 7]}),
        ({"!set": ["*", {"!any": None}, 1]}, {"!set": [1, 2, 3]}),
        ({"!unordered": [1, 1, 2]}, [2, 1, 1]),
        ({"!unordered": [[1], [2]]}, {"!tuple": [[2], [1]]}),
        ({"!unordered": [1, 2]}, {"!set": [2, 1]}),
        ({"!sequence": [1, [2]]}, [1, [2]]),
        ({"!sequence": [1, 2]}, {"!tuple": [1, 2]}),
        ({1: "a"}, {"!map": [[1, "a"]]}),
        ({"!map": [["!set", 1]]}, {"!map": [["!set", 1]]}),
        ({"!map": [["a", 1]]}, {"a": 1}),
        ({}, {}),
        ({"!bytes": "eA=="}, {"!bytes": "eA=="}),
        ({"!text": "*"}, "*"),
        ({"!approx": {"value": 3.0}}, 3.0000001),
        ({"!approx": {"value": 3.0}}, 3),
        ({"!approx": {"value": 0, "absolute": 1e-3}}, -1e-4),
        (float("nan"), NAN),
        (float("-inf"), {"!number": "-inf"}),
        ([float("nan")], [NAN]),
        ({"!linked": [1, 2]}, LINKED),
        ({"!linked": [{"value": 1}, "*"]}, LINKED),
        ({"!linked": []}, None),
        ({"value": 1, "next": {"value": 2, "next": None}}, LINKED),
    ],
)
def test_what_is_accepted(expected: Any, actual: Any) -> None:
    assert Equality().same(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ({"!set": [1, 2]}, [1, 2]),
        ({"!set": [1, 1]}, {"!set": [1]}),
        ({"!set": ["*", {"!any": None}]}, {"!set": [1]}),
        ([1, 2], {"!set": [1, 2]}),
        ({"!unordered": [1, 1, 2]}, [1, 2, 2]),
        ({"!unordered": [1]}, [1.0]),
        ({"!unordered": [1]}, 1),
        ({"!sequence": [1, 2]}, {"!tuple": [2, 1]}),
        ({"!sequence": [1, 2]}, {"!set": [1, 2]}),
        ({"!sequence": [1]}, "1"),
        ({1: "a"}, {"1": "a"}),
        ({1: "a"}, {"!map": [[1, "a"], [1, "a"]]}),
        ({1: "a"}, {"!map": [1]}),
        ({1: "a"}, {"!map": 3}),
        ({"!set": [1]}, {"!map": [["!set", [1]]]}),
        ({"!bytes": "eA=="}, "x"),
        ("x", {"!bytes": "eA=="}),
        ({"!text": "*"}, "a"),
        ({"!approx": {"value": 3.0}}, 3.1),
        ({"!approx": {"value": 3.0}}, "3.0"),
        ({"!approx": {"value": float("inf")}}, 5.0),
        ({"!approx": {"value": 5.0}}, {"!number": "inf"}),
        ({"!approx": {"value": 5.0}}, 10**400),
        (float("nan"), {"!number": "odd"}),
        (float("nan"), {"!repr": "nan"}),
        (1, True),
        (1, NAN),
        ({"!linked": [1, 2]}, [1, 2]),
        ({"!linked": [1]}, LINKED),
        ({"!linked": [1]}, {"!linked": {"nodes": "no"}}),
        ({"!linked": [1]}, {"!linked": 3}),
        ({"value": 1, "next": None}, LINKED),
        ({"a": 1}, {"!linked": {"nodes": [7], "link": "next"}}),
        ({"!tuple": [1]}, {"!tuple": 1}),
        ({"!tuple": [1]}, [1]),
    ],
)
def test_what_is_not_accepted(expected: Any, actual: Any) -> None:
    assert not Equality().same(expected, actual)


@pytest.mark.parametrize(
    ("rules", "expected", "actual"),
    [
        (ValueRules(one_number=True), 2.0, 2),
        (ValueRules(one_number=True), 2, 2.0),
        (ValueRules(number_as_truth=True), True, 5),
        (ValueRules(number_as_truth=True), False, 0),
        (ValueRules(list_as_tuple=True), {"!tuple": [1, 2]}, [1, 2]),
        (ValueRules(text_keys=True), {1: 2}, {"1": 2}),
        (ValueRules(text_as_bytes=True), {"!bytes": "eA=="}, "x"),
    ],
)
def test_what_a_language_cannot_distinguish(rules: ValueRules, expected: Any, actual: Any) -> None:
    assert Equality(rules).same(expected, actual)
    assert not Equality().same(expected, actual)


@pytest.mark.parametrize(("expected", "actual"), [(True, 0), (False, 3), (1, True)])
def test_a_number_as_truth_is_not_the_other_truth(expected: Any, actual: Any) -> None:
    assert not Equality(ValueRules(number_as_truth=True)).same(expected, actual)


@pytest.mark.parametrize(
    ("tolerance", "expected", "actual", "same"),
    [
        (Tolerance(absolute=0.1), 1.0, 1.09, True),
        (Tolerance(absolute=0.1), 1.0, 1.2, False),
        (Tolerance(relative=0.1), 100, 109.0, True),
        (Tolerance(relative=0.1), 0.0, 0.01, False),
        (Tolerance(absolute=0.1), [1.0, {"a": 2.0}], [1.05, {"a": 1.95}], True),
        (Tolerance(absolute=0.1), {"!set": [1.0, 2.0]}, {"!set": [2.05, 0.95]}, True),
        (Tolerance(absolute=0.1), True, 1, False),
        (Tolerance(absolute=0.1), float("nan"), NAN, True),
        (Tolerance(absolute=1e308, relative=1e308), 1.0, {"!number": "inf"}, False),
    ],
)
def test_a_tolerance(tolerance: Tolerance, expected: Any, actual: Any, *, same: bool) -> None:
    assert Equality(tolerance=tolerance).same(expected, actual) is same


def test_a_function_of_the_course_decides_and_may_say_why() -> None:
    equality = Equality(functions={"even": lambda value: value % 2 == 0 or f"{value} is odd"})
    assert equality.same([{"!check": "even"}], [4])
    assert not equality.same([{"!check": "even"}], [5])
    assert equality.said == ["5 is odd"]


@given(st.lists(st.integers(0, 3) | st.floats(0, 3) | st.booleans(), max_size=6), st.randoms())
def test_any_order_is_the_same_bag(items: list[Any], random: Any) -> None:
    mixed = list(items)
    random.shuffle(mixed)
    assert Equality().same({"!unordered": items}, mixed)
    assert not Equality().same({"!unordered": [*items, "more"]}, [*mixed, "less"])


def test_large_sets_take_no_square_of_time() -> None:
    numbers = list(range(20_000))
    assert Equality().same({"!set": numbers}, {"!set": numbers[::-1]})


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [(44, ",", True), (",", 44, True), (True, "\x01", True), (False, "\0", True), (45, ",", False), (44, ",,", False)],
)
def test_a_character_of_c_is_its_number(expected: object, actual: object, same: bool) -> None:
    rules = ValueRules(number_as_truth=True, character_as_number=True)
    assert Equality(rules).same(expected, actual) is same
    assert not Equality().same(expected, actual)
