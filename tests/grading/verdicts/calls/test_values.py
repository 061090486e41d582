"""Values that came back from a student's function: strict in type, open where the spec says so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.grading.verdicts.calls.equality import Equality
from harness.grading.verdicts.calls.values import ANY, abbreviate, aligned, same, show
from harness.spec.format.model import Tolerance

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (1, 1),
        (None, None),
        (True, True),
        ("a", "a"),
        ("", ""),
        (1.5, 1.5),
        (float("nan"), float("nan")),
        (float("inf"), float("inf")),
        ([], []),
        ([1, [2, "x"]], [1, [2, "x"]]),
        ((1, 2), [1, 2]),
        ({"a": [1]}, {"a": [1]}),
        ({"!tuple": [1, 2]}, {"!tuple": [1, 2]}),
        (ANY, None),
        (ANY, [1, {"x": "y"}]),
        ([1, ANY, 3], [1, "anything", 3]),
        ({"a": ANY}, {"a": [1, 2]}),
        ([[ANY, 0], [ANY, 1]], [[7, 0], [None, 1]]),
    ],
)
def test_what_is_the_same(expected: Any, actual: Any) -> None:
    assert same(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (1, True),
        (True, 1),
        (0, False),
        (0, None),
        (1, 1.0),
        (1.0, 1),
        (1, "1"),
        ("", None),
        ("a", "A"),
        ("a", "a\n"),
        (float("nan"), 1.0),
        (1.0, float("nan")),
        (float("inf"), float("-inf")),
        ([], None),
        ([], {}),
        ([1, 2], [2, 1]),
        ([1, 2], [1, 2, 3]),
        ([1, 2, 3], [1, 2]),
        ([1, 2], {"!tuple": [1, 2]}),
        ([[1]], [[True]]),
        ([ANY], []),
        ([ANY], [1, 2]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"a": ANY}, {"b": 1}),
        ({"a": 1}, [1]),
        ([1, ANY], "1*"),
        ("x", ANY),
    ],
)
def test_what_is_not_the_same(expected: Any, actual: Any) -> None:
    assert not same(expected, actual)


@given(VALUES)
def test_a_value_is_the_same_as_itself_after_a_trip_through_json(value: Any) -> None:
    assert same(value, json.loads(json.dumps(value)))


@given(VALUES, VALUES)
def test_two_values_are_the_same_only_when_python_says_so_too(entry: Any, other: Any) -> None:
    if ANY not in json.dumps(entry) and "NaN" not in json.dumps([entry, other]) and same(entry, other):
        assert entry == other


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (3, "3"),
        ("é\n", '"é\\n"'),
        ([1, "a"], '[1, "a"]'),
        ([[0, 1], [2, 3]], "[0, 1]\n[2, 3]"),
        ({"!repr": "<Board 3>"}, "<Board 3>"),
        ([{"!repr": "<Board 3>"}, 1], "[<Board 3>, 1]"),
        ({"!tuple": [1, 2]}, "(1, 2)"),
        ({"!tuple": [1]}, "(1,)"),
        ({"!tuple": []}, "()"),
        ([{"!tuple": [1, "a"]}], '[(1, "a")]'),
        ({"a": {"!tuple": [1, 2]}}, '{"a": (1, 2)}'),
        ({"!tuple": 3}, '{"!tuple": 3}'),
        ({"!set": [1, 2]}, "{1, 2}"),
        ({"!set": []}, "{} (a set)"),
        ({"!map": [[1, "a"], [[2], None]]}, '{1: "a", [2]: null}'),
        ({"!map": [1]}, '{"!map": [1]}'),
        ({"!bytes": "Yf8="}, r"b'a\xff'"),
        ({"!bytes": "?"}, '{"!bytes": "?"}'),
        ({"!number": "nan"}, "nan"),
        (float("-inf"), "-inf"),
        ({"!unordered": [2, 1]}, "[2, 1]"),
        ({"!approx": {"value": 3.14, "absolute": 0.01}}, "3.14 ± 0.01"),
        ({"!text": "*"}, '"*"'),
        ({"!any": None}, "*"),
        ({"!linked": [1, 2]}, "1 -> 2"),
        ({"!linked": {"nodes": [{"value": 1}, {"a": 2, "b": 3}], "link": "next"}}, '1 -> {"a": 2, "b": 3}'),
        ({"!linked": {"nodes": 7}}, "an empty list"),
    ],
)
def test_how_a_value_is_shown(value: Any, shown: str) -> None:
    assert show(value) == shown


@given(VALUES | st.text(alphabet=st.characters(categories=["Cs", "Lu"])))
def test_what_is_shown_can_be_written(value: Any) -> None:
    assert show(value).encode()
    assert len(abbreviate(value)) <= 60
    assert "\n" not in abbreviate(value)


def test_half_a_character_is_shown_as_its_escape() -> None:
    assert show("a\ud800") == '"a\\ud800"'
    assert show({"!repr": "\udfff"}) == "\\udfff"


def test_a_long_value_is_cut_inside_a_sentence() -> None:
    assert abbreviate(list(range(100))) == str(list(range(100)))[:57] + "..."
    assert abbreviate("x" * 58) == f'"{"x" * 58}"'


def test_a_table_in_a_sentence_keeps_its_brackets() -> None:
    assert abbreviate([[7, 2], [8, 1]]) == "[[7, 2], [8, 1]]"


def test_what_is_accepted_stands_as_it_came() -> None:
    same = Equality(tolerance=Tolerance(absolute=0.1)).same
    expected = {"sd": 1.0, "mean": 2.0, "days": [1, 2.0], "none": 0}
    actual = {"mean": 2.01, "sd": 5.0, "days": [1, 2.04], "more": 1}
    assert aligned(expected, actual, same) == {"mean": 2.01, "sd": 1.0, "days": [1, 2.04], "none": 0}
    assert list(aligned(expected, actual, same)) == ["mean", "sd", "days", "none"]
    assert aligned([1, "*"], [2, 3], same) == [1, 3]
