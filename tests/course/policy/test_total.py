"""The course's total: weights, and the worst that are dropped."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.course.policy.marks import Mark
from harness.course.policy.model import AssignmentPolicy, Category, Drop, Policy, Rounding
from harness.course.policy.total import total, written

POLICY = Policy(
    assignments={"a": AssignmentPolicy(weight=2), "b": AssignmentPolicy(), "c": AssignmentPolicy()},
    drop=(Drop(lowest=1, of=("b", "c")),),
)


def test_weights_and_drops() -> None:
    result = total({"a": Mark(50, 100), "b": Mark(9, 10), "c": Mark(1, 2)}, POLICY)
    assert result is not None
    assert (round(result.percent, 3), result.dropped) == (63.3, ("c",))


def test_the_last_that_is_left_is_not_dropped() -> None:
    result = total({"b": Mark(5, 10)}, POLICY)
    assert result is not None
    assert (result.percent, result.dropped) == (50.0, ())
    assert total({}, POLICY) is None


NAMES = "abcdef"
MARKED = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 20), min_size=1)


@given(
    MARKED,
    st.lists(st.sampled_from([0, 1, 1, 2, 5]), min_size=6, max_size=6),
    st.integers(1, 2),
    st.integers(1, 2),
)
def test_of_all_that_may_be_dropped_the_best_is(
    points: dict[str, int], weights: list[int], of_ab: int, of_cd: int
) -> None:
    """Every choice is tried, in exact fractions; none is better for the student."""
    weight = dict(zip(NAMES, weights, strict=True))
    groups = {"abe": of_ab, "cd": min(of_cd, 1)}
    policy = Policy(
        assignments={name: AssignmentPolicy(weight=value) for name, value in weight.items()},
        drop=tuple(Drop(lowest=lowest, of=tuple(of)) for of, lowest in groups.items()),
        rounding=Rounding(to=0.001),
    )
    result = total({name: Mark(value, 20) for name, value in points.items()}, policy)
    means = []
    for size in range(4):
        for out in combinations(points, size):
            kept = [name for name in points if name not in out and weight[name]]
            allowed = all(
                sum(name in of for name in out) <= lowest
                and (any(name in of for name in kept) or not any(name in of and weight[name] for name in points))
                for of, lowest in groups.items()
            )
            if kept and allowed and "f" not in out:
                worth = sum(Fraction(points[name], 20) * weight[name] for name in kept)
                means.append(worth / sum(weight[name] for name in kept))
    if result is None:
        assert not any(weight[name] for name in points)
    else:
        assert abs(result.percent - 100 * max(means)) <= Fraction(1, 1000)


def test_what_weighs_more_is_dropped_rather_than_what_is_a_little_lower() -> None:
    """Without the large one it is 90 percent, without the small one it is 61."""
    policy = Policy(assignments={"b": AssignmentPolicy(weight=10)}, drop=(Drop(lowest=1, of=("a", "b")),))
    result = total({"a": Mark(59, 100), "b": Mark(60, 100), "c": Mark(100, 100)}, policy)
    assert result is not None
    assert (result.percent, result.dropped) == (79.5, ("b",))


def test_nothing_good_is_dropped() -> None:
    result = total({"b": Mark(100, 100), "c": Mark(90, 100), "a": Mark(50, 100)}, POLICY)
    assert result is not None
    assert (result.percent, result.dropped) == (72.5, ())


NESTED = Policy(
    assignments={"b": AssignmentPolicy(weight=3), "e": AssignmentPolicy(pass_mark=50)},
    categories={
        "work": Category(
            weight=60,
            categories={
                "home": Category(weight=2, of=("a", "b", "c"), drop=1),
                "lab": Category(weight=1, of=("d",)),
            },
        ),
        "exam": Category(weight=40, of=("e",)),
    },
    grades={"1,0": 90, "2,0": 75, "4,0": 50, "5,0": 0},
    pass_mark=50,
)


def test_categories_within_categories() -> None:
    marks = {"a": Mark(2, 10), "b": Mark(8, 10), "c": Mark(4, 10), "d": Mark(10, 10), "e": Mark(30, 50)}
    result = total(marks, NESTED)
    assert result is not None
    # home: (3 * 0.8 + 0.4) / 4 = 0.7 without a; work: (2 * 0.7 + 1) / 3 = 0.8; 0.6 * 0.8 + 0.4 * 0.6 = 0.72
    assert (result.percent, result.dropped) == (72.0, ("a",))
    assert result.parts == (("work", 80.0), ("work/home", 70.0), ("work/lab", 100.0), ("exam", 60.0))
    assert (result.letter, result.passed) == ("4,0", True)


def test_a_category_without_marks_does_not_count_yet() -> None:
    result = total({"d": Mark(9, 10)}, NESTED)
    assert result is not None
    assert result.percent == 90.0
    assert result.parts == (("work", 90.0), ("work/lab", 90.0))


def test_without_the_exam_the_course_is_not_passed() -> None:
    result = total({"a": Mark(10, 10), "d": Mark(10, 10), "e": Mark(24, 50)}, NESTED)
    assert result is not None
    assert (result.percent, result.letter, result.passed) == (79.2, "5,0", False)


@pytest.mark.parametrize(
    ("points", "to", "half", "expected", "letter"),
    [
        (8995, 0.1, "up", 90.0, "A"),
        (8994, 0.1, "up", 89.9, "B"),
        (8950, 1, "up", 90.0, "A"),
        (8850, 1, "up", 89.0, "B"),
        (8850, 1, "even", 88.0, "B"),
        (8874, 0.5, "up", 88.5, "B"),
        (8875, 0.5, "up", 89.0, "B"),
        (8999, 0.01, "up", 89.99, "B"),
    ],
)
def test_a_grade_follows_from_the_rounded_total(
    points: int, to: float, half: Literal["up", "even"], expected: float, letter: str
) -> None:
    policy = Policy(rounding=Rounding(to=to, half=half), grades={"A": 90, "B": 0})
    result = total({"a": Mark(points, 10000)}, policy)
    assert result is not None
    assert (result.percent, result.letter, result.passed) == (expected, letter, None)


def test_a_total_is_written_with_the_digits_of_its_step() -> None:
    assert [written(83.0, Rounding(to=to)) for to in (0.1, 1, 0.25, 0.5, 10)] == ["83.0", "83", "83.00", "83.0", "83"]
