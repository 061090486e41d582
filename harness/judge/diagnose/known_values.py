"""Values that a fault is known by: a number that overflowed, half of the solutions, a list without its last item.

One table for all assignments; ``known_values`` in a spec adds to it. A meaning is given only where it fits each case of
a cause, so that nothing that was seen contradicts it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import factorial

from msgspec import Struct

from harness.judge.diagnose.rearranged import (
    ENOUGH,
    SEVERAL,
    is_each_line_twice,
    is_rest_reversed,
    is_transposed,
    lists_of,
    sorted_as_text,
)
from harness.judge.diagnose.values import Difference, differences_of
from harness.model.finding import Parameter

_INTS = 2**32
"""How many values an int has."""
INT_MAX = 2**31 - 1
INT_MIN = -(2**31)
_UNSIGNED_MINUS_ONE = (2**32 - 1, 2**64 - 1)
_LARGEST_FACTORIAL = 20
"""With its factorial the numbers of 64 bits end."""
_TELLING = 10
"""A wrong number from which on it is no chance, alone."""
_IN_PLACE_OF = re.compile(r"(\d+) for (\d+)")
"""A key of a spec's ``known_values`` that also says which number is right."""


class Known(Struct, frozen=True):
    """What a wrong value means."""

    name: str
    """Its sentence in the catalogue is ``known-<name>``; empty if ``text`` says it."""
    params: Mapping[str, Parameter] = {}
    text: str = ""
    """A sentence of the spec's own."""


def known_value(pairs: Sequence[tuple[bytes, bytes]], own: Mapping[str, str]) -> Known | None:
    """What is known about these pairs of expected and actual, those of all cases of one cause; None for nothing.

    ``own``: value -> meaning, as a spec says it; ``12 for 92`` is a wrong number and the right one.
    """
    seen = differences_of(pairs)
    if not seen:
        return None
    if text := _own_meaning(seen, own):
        return Known("", text=text)
    name = next((name for name, fits in _MEANINGS.items() if fits(seen)), None)
    numbers = {"came": seen[0].came, "wanted": seen[0].wanted}
    return Known(name, {key: value for key, value in numbers.items() if value is not None}) if name else None


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


def _own_meaning(seen: Sequence[Difference], own: Mapping[str, str]) -> str:
    """What a spec says of all these differences; empty for nothing."""
    numbers = {(came, wanted) for wanted, came in _numbers(seen)}
    largest = max((came for came, _ in numbers), default=0)
    several = largest >= _TELLING or (len(numbers) >= SEVERAL and largest > 1)  # what stops at the first gives 1, too
    for value, text in own.items():
        known = {(int(came), int(wanted)) for came, wanted in _IN_PLACE_OF.findall(value)}
        if (several and numbers <= known) or all(value in (str(each.came), each.text) for each in seen):
            return text
    return ""


def _numbers(seen: Sequence[Difference], *, only: bool = True) -> list[tuple[int, int]]:
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


def _of_numbers(fits: Callable[[int, int], bool], least: int = 1, largest: int | None = None) -> _Test:
    """Whether all numbers fit: at least so many, one of them at least so large that it is no chance.

    Where so many are asked for, each is all that differs: one that overflows makes those after it wrong, too.
    """

    def test(seen: Sequence[Difference]) -> bool:
        pairs = _numbers(seen, only=least > 1)
        telling = largest is None or any(max(pair) >= largest for pair in pairs)
        return len(set(pairs)) >= least and telling and all(fits(*pair) for pair in pairs)

    return test


def _of_lists(change: Callable[[Sequence[bytes | int]], Sequence[bytes | int]], least: int = 2) -> _Test:
    """Whether every actual list is the wanted one after a change, and one of them is long enough."""

    def test(seen: Sequence[Difference]) -> bool:
        pairs = lists_of(seen)
        longest = max((len(wanted) for wanted, _ in pairs), default=0)
        several = longest >= SEVERAL and len({(*wanted, None, *came) for wanted, came in pairs}) >= SEVERAL
        return (longest >= least or several) and all([*change(wanted)] == [*came] for wanted, came in pairs)

    return test


def _of_each_line(change: Callable[[Sequence[int]], Sequence[int] | None]) -> _Test:
    """Whether the numbers of every line are those that are wanted after a change."""

    def test(seen: Sequence[Difference]) -> bool:
        lines = [pair for difference in seen for pair in difference.number_lines]
        several = any(len(wanted) >= SEVERAL for wanted, _ in lines) and all(
            difference.number_lines for difference in seen
        )
        rows = sorted(wanted for wanted, _ in lines), sorted(came for _, came in lines)
        rearranged = len(lines) > 1 and rows[0] == rows[1]  # the same rows in another order, which is another fault
        return several and not rearranged and all(came != wanted and change(wanted) == came for wanted, came in lines)

    return test


def _of_each_row(change: Callable[[Sequence[int]], Sequence[int]]) -> _Test:
    """Whether every line lacks the same of its numbers, and one is long enough."""

    def test(seen: Sequence[Difference]) -> bool:
        rows = [pair for difference in seen for pair in difference.other_lines]
        telling = any(len(wanted) >= ENOUGH for wanted, _ in rows) and all(
            difference.other_lines for difference in seen
        )
        return telling and all(list(change(wanted)) == came for wanted, came in rows)

    return test


def _as_int(value: int) -> int:
    """What an int of 32 bits keeps of a number."""
    return (value - INT_MIN) % _INTS + INT_MIN


def _shifted(numbers: Sequence[int], step: int) -> Sequence[int] | None:
    """The numbers counted from another base; None if they count nothing: one is below its base, or all are alike.

    A number alone fits, and says nothing: another line has to say it.
    """
    counts = min(numbers) >= (1 if step < 0 else 0) and (len(numbers) == 1 or len(set(numbers)) > 1)
    return [number + step for number in numbers] if counts else None


def _is_cut_to(bits: int) -> Callable[[int, int], bool]:
    """Whether a number is what so many bits keep of the one that is wanted, with a sign or without."""

    def fits(wanted: int, came: int) -> bool:
        unsigned = wanted % 2**bits
        return wanted >= 2 ** (bits - 1) and came != wanted and came in (unsigned, unsigned - 2**bits)

    return fits


def _inverse(numbers: Sequence[int]) -> Sequence[int] | None:
    """The columns by row where the rows by column are given; None if a number comes twice."""
    first = min(numbers)
    if sorted(numbers) != [*range(first, first + len(numbers))] or first not in (0, 1):
        return None
    return [numbers.index(value) + first for value in range(first, first + len(numbers))]


def _is_sorted_as_text(seen: Sequence[Difference]) -> bool:
    """Whether numbers are sorted by their digits; lists that all stand the other way round may be sorted downwards."""
    is_reversed = all([*came] == [*wanted][::-1] for wanted, came in lists_of(seen))
    return not is_reversed and _of_lists(sorted_as_text)(seen)


_Test = Callable[[Sequence[Difference]], bool]
_MEANINGS: Mapping[str, _Test] = {
    "int-largest": _of_numbers(lambda _, came: came == INT_MAX),
    "int-smallest": _of_numbers(lambda _, came: came == INT_MIN),
    "minus-one-unsigned": _of_numbers(lambda _, came: came in _UNSIGNED_MINUS_ONE),
    "cut-to-int": _of_numbers(lambda wanted, came: wanted > INT_MAX and came == _as_int(wanted)),
    "cut-to-unsigned": _of_numbers(lambda wanted, came: wanted >= _INTS and came == wanted % _INTS),
    "cut-to-short": _of_numbers(_is_cut_to(16)),
    "cut-to-byte": _of_numbers(_is_cut_to(8)),
    "half": _of_numbers(lambda wanted, came: wanted == 2 * came, SEVERAL, ENOUGH),
    "double": _of_numbers(lambda wanted, came: came == 2 * wanted, SEVERAL, ENOUGH),
    "one-more": _of_numbers(lambda wanted, came: came == wanted + 1, SEVERAL),
    "one-less": _of_numbers(lambda wanted, came: came == wanted - 1, SEVERAL),
    "first-only": _of_numbers(lambda wanted, came: came == 1 < wanted, SEVERAL),
    "each-line-twice": is_each_line_twice,
    "each-twice": _of_lists(lambda items: [item for item in items for _ in range(2)]),
    "first-left-out": _of_lists(lambda items: items[1:], ENOUGH),
    "last-left-out": _of_lists(lambda items: items[:-1], ENOUGH),
    "sorted-as-text": _is_sorted_as_text,
    "transposed": is_transposed,
    "reversed": _of_lists(lambda items: items[::-1], ENOUGH),
    "rest-reversed": is_rest_reversed,
    "first-of-row-left-out": _of_each_row(lambda numbers: numbers[1:]),
    "last-of-row-left-out": _of_each_row(lambda numbers: numbers[:-1]),
    "counted-from-0": _of_each_line(lambda numbers: _shifted(numbers, -1)),
    "counted-from-1": _of_each_line(lambda numbers: _shifted(numbers, 1)),
    "line-reversed": _of_each_line(lambda numbers: numbers[::-1]),
    "rows-for-columns": _of_each_line(_inverse),
}
"""The meanings by name, in the order in which they are tried."""
