"""A bound that is unlike the others of its file is changed early, one that is like them late."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.bound_frequency import LIKE_OTHERS, UNLIKE_OTHERS, BoundFrequency
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.ordered_repairs import repairs

LOOP = "        for (int %s = %s; %s < %s; %s++) { count(%s); }\n"
NAMES = "abcdefgh"


def program(*bounds: tuple[str, str]) -> str:
    """Loops with these first values and limits."""
    loops = (LOOP % (name, first, name, limit, name, name) for name, (first, limit) in zip(NAMES, bounds, strict=False))
    return f"class A {{\n    void f() {{\n{''.join(loops)}    }}\n}}\n"


def order(source: str) -> list[str]:
    """The changed programs, in the order in which they are tried."""
    return [repair.apply(source.encode()).decode() for repair in repairs({"A.java": source.encode()}, (), ())]


@pytest.mark.parametrize(
    ("odd", "usual"),
    [
        pytest.param(("0", "7"), ("0", "8"), id="number"),
        pytest.param(("1", "8"), ("0", "8"), id="first-value"),
        pytest.param(("0", "SIZE - 1"), ("0", "SIZE"), id="one-less"),
    ],
)
def test_what_makes_a_bound_like_the_others_is_tried_first_after_limits(
    odd: tuple[str, str], usual: tuple[str, str]
) -> None:
    source, right = program(*[usual] * 6, odd), program(*[usual] * 7)
    tried = order(source)
    numbers = [each for each in tried if each.count("<=") == 0]
    assert numbers[0] == right


def test_a_limit_alone_is_tried_before_the_same_in_several_places() -> None:
    source = program(("0", "8"), ("1", "8"), ("0", "7"))
    equal = [each.count("<=") for each in order(source) if each.replace("<=", "<") == source]
    assert equal == sorted(equal)
    assert 1 in equal
    assert 2 in equal or 3 in equal


@pytest.mark.parametrize(
    ("old", "new", "fit"),
    [
        pytest.param("7", "8", LIKE_OTHERS, id="like"),
        pytest.param("8", "9", UNLIKE_OTHERS, id="unlike"),
        pytest.param("f", "g", 0, id="no-bound"),
    ],
)
def test_it_is_known_whether_a_change_fits(old: str, new: str, fit: int) -> None:
    content = program(("0", "8"), ("1", "8"), ("2", "8"), ("3", "7")).encode()
    at = content.index(f"{old};".encode()) if fit else content.index(b"f()")
    assert BoundFrequency(content).fit(Edit(at, at + 1, new)) == fit
    assert not fit or BoundFrequency(content).fit(Edit(at, at + 1, new, also=(at,))) == 0
