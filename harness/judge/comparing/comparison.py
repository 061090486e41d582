"""Compare two outputs as a spec asks for it: normalized, then described, then explained by true near misses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from operator import attrgetter

from msgspec.structs import replace

from harness.judge.comparing.formatting import (
    blanks_changed_one_way,
    candidates,
    first_lines,
    formatting_differences,
    normalize,
    normalize_pair,
    smallest_subset,
)
from harness.judge.comparing.several_faults import explain_several_faults
from harness.judge.differences.difference import Pair, describe, window
from harness.judge.near_misses import NEAR_MISSES
from harness.judge.near_misses.lines import with_order
from harness.model.finding import Finding
from harness.model.output import is_blank


def compare_texts(
    actual: bytes,
    expected: bytes,
    *,
    ignore: Collection[str] = (),
    normalizer: Callable[[bytes], bytes] | None = None,
) -> tuple[Finding, ...]:
    """One finding with its near misses when two outputs differ, else none.

    Args:
        actual: what came.
        expected: what is right.
        ignore: kinds of difference that do not count.
        normalizer: applied to both sides before anything else.

    """
    if actual == expected:
        return ()
    sides = (actual, expected)
    if normalizer is not None:
        sides = (normalizer(actual), normalizer(expected))
    sides = (normalize(sides[0], ignore), normalize(sides[1], ignore))
    if sides[0] == sides[1]:
        return ()
    finding = replace(describe(*sides, shown=(actual, expected)), near_misses=explain(*sides))
    finding = with_order(finding, *sides)
    if not sides[0] and not is_blank(actual):  # what is compared is not among it
        finding = replace(finding, kind="answer-missing", actual=window(actual, 0))
    return (finding,)


Test = Callable[[bytes, bytes, int], bool]

TESTS: Mapping[str, Test] = {
    near_miss.name: near_miss.explains
    for near_miss in sorted(NEAR_MISSES.values(), key=attrgetter("order"))
    if near_miss.explains is not None
}
"""The tests of near misses in content, by name, in the order in which they are tried."""

_RANK = {name: rank for rank, name in enumerate(NEAR_MISSES)}
_LARGE = 1 << 20
"""Bytes beyond which the kinds of form that go with one of content are those that the first lines need."""
_LARGEST = 1 << 23
"""Bytes beyond which only form, and what is tried at any size, are looked at: those need no list of lines."""


def explain(actual: bytes, expected: bytes) -> tuple[str, ...]:
    """The near misses that together are the whole difference, in the order of ``NEAR_MISSES``; none if it is greater.

    Differences of form go together, with one of content, and in a list of results with more of content. The smallest
    explanation is given; an empty output on either side has none. Linear in the size of both.
    """
    if not actual or not expected or actual == expected:
        return ()
    pair, size = (actual, expected), max(len(actual), len(expected))
    kinds, equal = formatting_differences(pair)
    if equal:
        return _sorted(kinds)
    tests = {name: test for name, test in TESTS.items() if size <= _LARGEST or NEAR_MISSES[name].any_size}
    surplus = surplus_lines(pair)
    for name, test in tests.items():
        if test(actual, expected, surplus):
            return (name,)
    kinds = candidates(pair) if size <= _LARGE else _candidates_of_large(pair, kinds)
    names = _with_form(pair, kinds, tests)
    if names or size > _LARGEST:
        return names
    return _sorted(explain_several_faults(pair, kinds))


def _candidates_of_large(pair: Pair, kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds of form that the first lines need, and these; the end of the first lines is not that of the output."""
    same_end = len({output[len(output.rstrip()) :] for output in pair}) == 1
    first = [kind for kind in candidates(first_lines(pair)) if kind != "final-newline" or not same_end]
    return tuple(dict.fromkeys((*first, *kinds)))


def surplus_lines(pair: Pair) -> int:
    """How many lines more came than were expected; less than 0: fewer."""
    return pair[0].count(b"\n") - pair[1].count(b"\n")


def _with_form(pair: Pair, kinds: Sequence[str], tests: Mapping[str, Test]) -> tuple[str, ...]:
    """The smallest explanation by one near miss in content and some in form."""
    normalized: dict[frozenset[str], tuple[Pair, int]] = {}

    def holds(name: str, chosen: Sequence[str]) -> bool:
        key = frozenset(chosen)
        if key not in normalized:
            bare = normalize_pair(pair, chosen)
            normalized[key] = bare, surplus_lines(bare)
        (actual, expected), surplus = normalized[key]
        return actual != expected and tests[name](actual, expected, surplus) and blanks_changed_one_way(pair, chosen)

    explanations: list[tuple[str, ...]] = []
    for name in tests:
        usable = [kind for kind in kinds if kind != "blanks" or NEAR_MISSES[name].aligned]
        fewest = smallest_subset(usable, partial(holds, name))
        if fewest is not None:
            explanations.append(_sorted((*fewest, name)))
    return min(explanations, key=len, default=())


def _sorted(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=_RANK.__getitem__))
