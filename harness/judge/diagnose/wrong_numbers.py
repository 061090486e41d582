"""How the one number that is wrong in each output has to do with the right one: what a type keeps of it, half of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harness.judge.diagnose.values import Difference, numbers_in

INTS = 2**32
"""How many values an int has."""
INT_MAX = 2**31 - 1
INT_MIN = -(2**31)
UNSIGNED_MINUS_ONE = (2**32 - 1, 2**64 - 1)
Test = Callable[[Sequence[Difference]], bool]
"""Whether a meaning fits all differences."""


def numbers_of(seen: Sequence[Difference], *, only: bool = True) -> list[tuple[int, int]]:
    """Each wanted and actual number; empty if one of the differences is in more than a number.

    ``only``: nor is there another line that differs.
    """
    pairs = [
        (difference.wanted, difference.came)
        for difference in seen
        if isinstance(difference.wanted, int) and isinstance(difference.came, int)
    ]
    return (
        pairs
        if len(pairs) == len(seen) and all(difference.alone and (difference.only or not only) for difference in seen)
        else []
    )


def of_numbers(fits: Callable[[int, int], bool], least: int = 1, largest: int | None = None) -> Test:
    """Whether all numbers fit: at least so many, one of them at least so large that it is no chance.

    Where so many are asked for, each is all that differs: one that overflows makes those after it wrong, too.
    """

    def test(seen: Sequence[Difference]) -> bool:
        pairs = numbers_of(seen, only=least > 1)
        telling = largest is None or any(max(pair) >= largest for pair in pairs)
        return len(set(pairs)) >= least and telling and all(fits(*pair) for pair in pairs)

    return test


def as_int(value: int) -> int:
    """What an int of 32 bits keeps of a number."""
    return (value - INT_MIN) % INTS + INT_MIN


def is_cut_to(bits: int) -> Callable[[int, int], bool]:
    """Whether a number is what so many bits keep of the one that is wanted, with a sign or without."""

    def fits(wanted: int, came: int) -> bool:
        unsigned = wanted % 2**bits
        return wanted >= 2 ** (bits - 1) and came != wanted and came in (unsigned, unsigned - 2**bits)

    return fits


def picked_as_text(difference: Difference, given: bytes, pick: Callable[..., int]) -> list[tuple[int, int]]:
    """The numbers wanted and that came, if each is picked of what was given: one as a number, one as text; else none.

    ``given``: lines with numbers. ``pick``: ``max`` or ``min``.
    """
    lines = [numbers for line in (*given.split(b"\n"), given) if (numbers := numbers_in(line))]
    picked = {(pick(numbers), pick(numbers, key=str)) for numbers in lines}
    wrong = [pair for sides in difference.number_lines for pair in zip(*sides, strict=True) if pair[0] != pair[1]]
    return wrong if picked.issuperset(wrong) else []
