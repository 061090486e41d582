"""Values that a fault is known by: a number that overflowed, half of the solutions, a list without its last item.

One table for all assignments; ``known_values`` in a spec adds to it. A meaning is given only where it fits each case of
a cause, so that nothing that was seen contradicts it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import factorial

from msgspec import Struct

from harness.judge.diagnose.values import Difference, differences_of
from harness.model.finding import Parameter

_INTS = 2**32
"""How many values an int has."""
INT_MAX = 2**31 - 1
INT_MIN = -(2**31)
_UNSIGNED_MINUS_ONE = (2**32 - 1, 2**64 - 1)
_UP_TO_SYMMETRY = {2: 1, 10: 2, 4: 1, 40: 6, 92: 12, 352: 46, 724: 92, 2680: 341, 14200: 1787, 73712: 9233}
"""Solutions of n queens -> those that remain where turned and mirrored boards count as one (OEIS A000170, A002562)."""
_SEVERAL = 2
"""Cases from which on a relation of numbers is no chance."""
_LARGEST_FACTORIAL = 20
"""With its factorial the numbers of 64 bits end."""
_ENOUGH = 3
"""Items from which on a pattern is no chance."""


class Known(Struct, frozen=True):
    """What a wrong value means."""

    name: str
    """Its sentence in the catalogue is ``known-<name>``; empty if ``text`` says it."""
    params: Mapping[str, Parameter] = {}
    text: str = ""
    """A sentence of the spec's own."""


def known_value(pairs: Sequence[tuple[bytes, bytes]], own: Mapping[str, str]) -> Known | None:
    """What is known about these pairs of expected and actual, those of all cases of one cause; None for nothing.

    ``own``: value -> meaning, as a spec says it.
    """
    seen = differences_of(pairs)
    if not seen:
        return None
    for value in (str(seen[0].came), seen[0].text):
        if value in own and all(value in (str(difference.came), difference.text) for difference in seen):
            return Known("", text=own[value])
    name = next((name for name, fits in _MEANINGS.items() if fits(seen)), None)
    numbers = {"came": seen[0].came, "wanted": seen[0].wanted}
    return Known(name, {key: value for key, value in numbers.items() if value is not None}) if name else None


def known_of_sizes(numbers: Mapping[int, tuple[int, int]]) -> Known | None:
    """What the wrong numbers of several sizes mean together: size -> the number that was wanted and that came."""
    if len(numbers) < _SEVERAL or max(numbers) < _ENOUGH:
        return None
    if all(came == size for size, (_, came) in numbers.items()):
        return Known("size")
    if all(size <= _LARGEST_FACTORIAL and came == factorial(size) for size, (_, came) in numbers.items()):
        return Known("factorial")
    for name, step in (("size-before", -1), ("size-after", 1)):
        pairs = [(came, numbers[size + step][0]) for size, (_, came) in numbers.items() if size + step in numbers]
        if len(set(pairs)) >= _SEVERAL and all(came == wanted for came, wanted in pairs):
            return Known(name)
    return None


def _numbers(seen: Sequence[Difference]) -> list[tuple[int, int]]:
    """Each wanted and actual number; empty if one of the differences is in more than a number."""
    pairs = [
        (difference.wanted, difference.came)
        for difference in seen
        if isinstance(difference.wanted, int) and isinstance(difference.came, int)
    ]
    return pairs if len(pairs) == len(seen) and all(difference.alone for difference in seen) else []


def _lists(seen: Sequence[Difference]) -> list[tuple[Sequence[bytes | int], Sequence[bytes | int]]]:
    """Each wanted and actual list of items; empty if one of the differences is in no lists."""
    pairs = [
        (difference.items_wanted, difference.items_came)
        for difference in seen
        if difference.items_wanted and difference.items_came
    ]
    return pairs if len(pairs) == len(seen) else []


def _of_numbers(fits: Callable[[int, int], bool], least: int = 1, largest: int | None = None) -> _Test:
    """Whether all numbers fit: at least so many, one of them at least so large that it is no chance."""

    def test(seen: Sequence[Difference]) -> bool:
        pairs = _numbers(seen)
        telling = largest is None or any(max(pair) >= largest for pair in pairs)
        return len(set(pairs)) >= least and telling and all(fits(*pair) for pair in pairs)

    return test


def _of_lists(change: Callable[[Sequence[bytes | int]], Sequence[bytes | int]], least: int = 2) -> _Test:
    """Whether every actual list is the wanted one after a change, and one of them is long enough."""

    def test(seen: Sequence[Difference]) -> bool:
        pairs = _lists(seen)
        return (
            bool(pairs)
            and all([*change(wanted)] == [*came] for wanted, came in pairs)
            and max(len(wanted) for wanted, _ in pairs) >= least
        )

    return test


def _of_each_line(change: Callable[[Sequence[int]], Sequence[int] | None]) -> _Test:
    """Whether the numbers of every line are those that are wanted after a change."""

    def test(seen: Sequence[Difference]) -> bool:
        lines = [pair for difference in seen for pair in difference.number_lines]
        several = any(len(wanted) >= _SEVERAL for wanted, _ in lines) and all(
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
        telling = any(len(wanted) >= _ENOUGH for wanted, _ in rows) and all(
            difference.other_lines for difference in seen
        )
        return telling and all(list(change(wanted)) == came for wanted, came in rows)

    return test


def _is_rest_reversed(seen: Sequence[Difference]) -> bool:
    """Whether each list is right up to an item, and the items from there on stand the other way round."""
    lengths = [_reversed_rest(list(wanted), list(came)) for wanted, came in _lists(seen)]
    return bool(lengths) and min(lengths) > 0 and max(lengths) >= _ENOUGH


def _reversed_rest(wanted: list[bytes | int], came: list[bytes | int]) -> int:
    """How many items at the end stand in the reverse order; 0 if that is not how the lists differ."""
    begin = next((at for at, pair in enumerate(zip(wanted, came, strict=False)) if pair[0] != pair[1]), 0)
    return len(wanted) - begin if begin > 0 and wanted[begin:] == came[begin:][::-1] else 0


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
    """The columns by row where the rows by column are given; None if it is no board of queens."""
    first = min(numbers)
    if sorted(numbers) != [*range(first, first + len(numbers))] or first not in (0, 1):
        return None
    return [numbers.index(value) + first for value in range(first, first + len(numbers))]


_Test = Callable[[Sequence[Difference]], bool]
_MEANINGS: Mapping[str, _Test] = {
    "int-largest": _of_numbers(lambda _, came: came == INT_MAX),
    "int-smallest": _of_numbers(lambda _, came: came == INT_MIN),
    "minus-one-unsigned": _of_numbers(lambda _, came: came in _UNSIGNED_MINUS_ONE),
    "cut-to-int": _of_numbers(lambda wanted, came: wanted > INT_MAX and came == _as_int(wanted)),
    "cut-to-short": _of_numbers(_is_cut_to(16)),
    "cut-to-byte": _of_numbers(_is_cut_to(8)),
    "up-to-symmetry": _of_numbers(lambda wanted, came: _UP_TO_SYMMETRY.get(wanted) == came, 1, _ENOUGH),
    "half": _of_numbers(lambda wanted, came: wanted == 2 * came, _SEVERAL, _ENOUGH),
    "double": _of_numbers(lambda wanted, came: came == 2 * wanted, _SEVERAL, _ENOUGH),
    "one-more": _of_numbers(lambda wanted, came: came == wanted + 1, _SEVERAL),
    "one-less": _of_numbers(lambda wanted, came: came == wanted - 1, _SEVERAL),
    "first-only": _of_numbers(lambda wanted, came: came == 1 < wanted, _SEVERAL),
    "each-twice": _of_lists(lambda items: [item for item in items for _ in range(2)]),
    "first-left-out": _of_lists(lambda items: items[1:], _ENOUGH),
    "last-left-out": _of_lists(lambda items: items[:-1], _ENOUGH),
    "reversed": _of_lists(lambda items: items[::-1], _ENOUGH),
    "rest-reversed": _is_rest_reversed,
    "first-of-row-left-out": _of_each_row(lambda numbers: numbers[1:]),
    "last-of-row-left-out": _of_each_row(lambda numbers: numbers[:-1]),
    "counted-from-0": _of_each_line(lambda numbers: _shifted(numbers, -1)),
    "counted-from-1": _of_each_line(lambda numbers: _shifted(numbers, 1)),
    "line-reversed": _of_each_line(lambda numbers: numbers[::-1]),
    "rows-for-columns": _of_each_line(_inverse),
}
"""The meanings by name, in the order in which they are tried."""
