"""Values that a fault is known by: a number that overflowed, half of the solutions, a list without its last item.

One table for all assignments; ``known_values`` in a spec adds to it. A meaning is given only where it fits each case of
a cause, so that nothing that was seen contradicts it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from harness.judge.diagnose.rearranged import (
    ENOUGH,
    SEVERAL,
    begins_early,
    begins_late,
    is_each_line_twice,
    is_rest_reversed,
    is_transposed,
    lists_of,
    sorted_as_text,
)
from harness.judge.diagnose.values import Difference, differences_of
from harness.judge.diagnose.wrong_numbers import (
    INT_MAX,
    INT_MIN,
    INTS,
    UNSIGNED_MINUS_ONE,
    Test,
    as_int,
    is_cut_to,
    numbers_of,
    of_numbers,
)
from harness.model.finding import Parameter

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


def _own_meaning(seen: Sequence[Difference], own: Mapping[str, str]) -> str:
    """What a spec says of all these differences; empty for nothing."""
    numbers = {(came, wanted) for wanted, came in numbers_of(seen)}
    largest = max((came for came, _ in numbers), default=0)
    several = largest >= _TELLING or (len(numbers) >= SEVERAL and largest > 1)  # what stops at the first gives 1, too
    for value, text in own.items():
        known = {(int(came), int(wanted)) for came, wanted in _IN_PLACE_OF.findall(value)}
        if (several and numbers <= known) or all(value in (str(each.came), each.text) for each in seen):
            return text
    return ""


def _of_lists(change: Callable[[Sequence[bytes | int]], Sequence[bytes | int]], least: int = 2) -> Test:
    """Whether every actual list is the wanted one after a change, and one of them is long enough."""

    def test(seen: Sequence[Difference]) -> bool:
        pairs = lists_of(seen)
        longest = max((len(wanted) for wanted, _ in pairs), default=0)
        several = longest >= SEVERAL and len({(*wanted, None, *came) for wanted, came in pairs}) >= SEVERAL
        return (longest >= least or several) and all([*change(wanted)] == [*came] for wanted, came in pairs)

    return test


def _of_each_line(change: Callable[[Sequence[int]], Sequence[int] | None]) -> Test:
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


def _of_each_row(change: Callable[[Sequence[int]], Sequence[int]]) -> Test:
    """Whether every line lacks the same of its numbers, and one is long enough."""

    def test(seen: Sequence[Difference]) -> bool:
        rows = [pair for difference in seen for pair in difference.other_lines]
        telling = any(len(wanted) >= ENOUGH for wanted, _ in rows) and all(
            difference.other_lines for difference in seen
        )
        return telling and all(list(change(wanted)) == came for wanted, came in rows)

    return test


def _shifted(numbers: Sequence[int], step: int) -> Sequence[int] | None:
    """The numbers counted from another base; None if they count nothing: one is below its base, or all are alike.

    A number alone fits, and says nothing: another line has to say it.
    """
    counts = min(numbers) >= (1 if step < 0 else 0) and (len(numbers) == 1 or len(set(numbers)) > 1)
    return [number + step for number in numbers] if counts else None


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


_MEANINGS: Mapping[str, Test] = {
    "int-largest": of_numbers(lambda _, came: came == INT_MAX),
    "int-smallest": of_numbers(lambda _, came: came == INT_MIN),
    "minus-one-unsigned": of_numbers(lambda _, came: came in UNSIGNED_MINUS_ONE),
    "cut-to-int": of_numbers(lambda wanted, came: wanted > INT_MAX and came == as_int(wanted)),
    "cut-to-unsigned": of_numbers(lambda wanted, came: wanted >= INTS and came == wanted % INTS),
    "cut-to-short": of_numbers(is_cut_to(16)),
    "cut-to-byte": of_numbers(is_cut_to(8)),
    "half": of_numbers(lambda wanted, came: wanted == 2 * came, SEVERAL, ENOUGH),
    "double": of_numbers(lambda wanted, came: came == 2 * wanted, SEVERAL, ENOUGH),
    "one-more": of_numbers(lambda wanted, came: came == wanted + 1, SEVERAL),
    "one-less": of_numbers(lambda wanted, came: came == wanted - 1, SEVERAL),
    "first-only": of_numbers(lambda wanted, came: came == 1 < wanted, SEVERAL),
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
    "begins-early": begins_early,
    "begins-late": begins_late,
}
"""The meanings by name, in the order in which they are tried."""
