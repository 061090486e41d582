"""The course's total: weights, and the worst that are dropped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.course.policy.marks import Mark
from harness.course.policy.model import AssignmentPolicy, Drop, Policy
from harness.course.policy.total import total

POLICY = Policy(
    assignments={"a": AssignmentPolicy(weight=2), "b": AssignmentPolicy(), "c": AssignmentPolicy()},
    drop=(Drop(lowest=1, of=("b", "c")),),
)


def test_weights_and_drops() -> None:
    result = total({"a": Mark(50, 100), "b": Mark(9, 10), "c": Mark(1, 2)}, POLICY)
    assert result is not None
    assert (round(result.percent, 3), result.dropped, result.missing) == (63.333, ("c",), ())


def test_the_last_that_is_left_is_not_dropped() -> None:
    result = total({"b": Mark(5, 10)}, POLICY)
    assert result is not None
    assert (result.percent, result.dropped, result.missing) == (50.0, (), ("a", "c"))
    assert total({}, POLICY) is None


@given(st.dictionaries(st.sampled_from("abc"), st.integers(0, 100), min_size=1))
def test_to_drop_never_lowers_the_total(points: dict[str, int]) -> None:
    marks = {name: Mark(value, 100) for name, value in points.items()}
    dropped, whole = total(marks, POLICY), total(marks, Policy(assignments=dict.fromkeys("bc", AssignmentPolicy())))
    assert dropped is not None
    assert whole is not None
    if set(points) <= {"b", "c"}:
        assert dropped.percent >= whole.percent - 1e-6
