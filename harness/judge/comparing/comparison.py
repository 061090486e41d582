"""Compare two outputs as a spec asks for it: normalized first, then described and explained."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from harness.judge.comparing.explanation import explain
from harness.judge.comparing.normalization import normalize
from harness.judge.differences.difference import describe, window
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
    if not sides[0] and not is_blank(actual):  # what is compared is not among it
        finding = replace(finding, kind="answer-missing", actual=window(actual, 0))
    return (finding,)
