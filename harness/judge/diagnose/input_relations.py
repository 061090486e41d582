"""What wrong numbers mean beside what was given: the size, or numbers of which one is picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial

from harness.judge.diagnose.known_values import Known
from harness.judge.diagnose.rearranged import ENOUGH, SEVERAL
from harness.judge.diagnose.values import differences_of
from harness.judge.diagnose.wrong_numbers import picked_as_text

_LARGEST_FACTORIAL = 20
"""With its factorial the numbers of 64 bits end."""


def known_of_given(pairs: Sequence[tuple[bytes, bytes]], given: Sequence[bytes]) -> Known | None:
    """What is known of wrong numbers by what the program was given in each case; None for nothing."""
    seen = differences_of(pairs)
    for name, pick in (("largest-as-text", max), ("smallest-as-text", min)):
        picked = [picked_as_text(difference, text, pick) for difference, text in zip(seen, given, strict=True)]
        if picked and all(picked):
            wanted, came = picked[0][0]
            return Known(name, {"wanted": wanted, "came": came})
    return None


def known_of_sizes(numbers: Mapping[int, tuple[int, int]]) -> Known | None:
    """What the wrong numbers of several sizes mean together: size -> the number that was wanted and that came."""
    if len(numbers) < SEVERAL or max(numbers) < ENOUGH:
        return None
    if all(came == size for size, (_, came) in numbers.items()):
        return Known("size")
    for name, less in (("factorial", 0), ("factorial-before", 1)):
        is_telling = not less or max(came for _, came in numbers.values()) > ENOUGH  # 2 and 1 may be n - 1, too
        if is_telling and all(
            less <= size <= _LARGEST_FACTORIAL and came == factorial(size - less) for size, (_, came) in numbers.items()
        ):
            return Known(name)
    for name, step in (("size-before", -1), ("size-after", 1)):
        pairs = [(came, numbers[size + step][0]) for size, (_, came) in numbers.items() if size + step in numbers]
        if len(set(pairs)) >= SEVERAL and all(came == wanted for came, wanted in pairs):
            return Known(name)
    return None
