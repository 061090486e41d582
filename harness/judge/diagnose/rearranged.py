"""Right items in wrong places: in another order, twice, in columns for rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from harness.judge.diagnose.values import Difference, Items, shape_of

SEVERAL = 2
"""Cases from which on a relation of numbers is no chance."""
ENOUGH = 3
"""Items from which on a pattern is no chance."""


def lists_of(seen: Sequence[Difference]) -> list[tuple[Sequence[bytes | int], Sequence[bytes | int]]]:
    """Each wanted and actual list of items; empty if one of the differences is in no lists."""
    pairs = [
        (difference.items_wanted, difference.items_came)
        for difference in seen
        if difference.items_wanted is not None and difference.items_came is not None
    ]
    return pairs if len(pairs) == len(seen) else []


def begins_early(seen: Sequence[Difference]) -> bool:
    """Whether another item of the same form comes first each time, and then the right ones, as far as they are seen."""
    pairs = _sequences(seen)
    return _is_moved([(came, wanted) for wanted, came in pairs]) and all(
        not wanted or shape_of(came[0]) in map(shape_of, wanted) for wanted, came in pairs
    )


def begins_late(seen: Sequence[Difference]) -> bool:
    """Whether the first item is missing each time, and the right ones follow, as far as they are seen."""
    return _is_moved(_sequences(seen))


def _sequences(seen: Sequence[Difference]) -> list[tuple[Items, Items]]:
    """The items of both, else the lines, which begin with the first where that one differs."""
    return [
        difference.lines
        if difference.items_wanted is None or difference.items_came is None
        else (difference.items_wanted, difference.items_came)
        for difference in seen
    ]


def _is_moved(pairs: Sequence[tuple[Items, Items]]) -> bool:
    """Whether one side lacks the other's first item each time, and at most one at its end; several are the same."""
    rests = [(longer[1:], shorter) for longer, shorter in pairs if longer[:1] != shorter[:1] and longer]
    several = any(len(set(rest)) >= SEVERAL for rest, _ in rests)
    return (
        several
        and len(rests) == len(pairs)
        and all(rest == shorter[: len(rest)] and 0 <= len(shorter) - len(rest) <= 1 for rest, shorter in rests)
    )


def is_each_line_twice(seen: Sequence[Difference]) -> bool:
    """Whether each line comes twice, one right after the other, as far as they are seen: several that differ."""
    sides = [difference.lines for difference in seen]
    doubled = [[line for line in wanted for _ in range(2)] for wanted, _ in sides]
    several = any(len(set(came)) >= SEVERAL and len(came) >= ENOUGH for _, came in sides)
    return several and all(
        min(len(came), len(twice)) > 1 and twice[: len(came)] == came[: len(twice)]
        for twice, (_, came) in zip(doubled, sides, strict=True)
    )


def is_transposed(seen: Sequence[Difference]) -> bool:
    """Whether the rows of each table are the columns of the right one, as far as both are seen: more than a swap."""
    grids = [difference.grids for difference in seen if len(difference.grids) == SEVERAL]
    moved = sum(_moved_cells(*grid) for grid in grids)
    return moved >= ENOUGH and len(grids) == len(seen) and all(_are_columns(*grid) for grid in grids)


def _moved_cells(wanted: list[list[bytes]], came: list[list[bytes]]) -> int:
    """How many cells of two tables differ, those that one of them lacks included."""
    none: list[bytes] = []
    rows = zip_longest(wanted, came, fillvalue=none)
    return sum(left != right for row in rows for left, right in zip_longest(*row))


def _are_columns(wanted: list[list[bytes]], came: list[list[bytes]]) -> bool:
    seen = [row[: len(wanted)] for row in came[: len(wanted[0])]]
    columns = [[row[at] for row in wanted][: len(came[0])] for at in range(len(seen))]
    return came != wanted and len({cell for row in seen for cell in row}) > 1 and seen == columns


def is_rest_reversed(seen: Sequence[Difference]) -> bool:
    """Whether each list is right up to an item, and the items from there on stand the other way round."""
    lengths = [_reversed_rest(list(wanted), list(came)) for wanted, came in lists_of(seen)]
    return bool(lengths) and min(lengths) > 0 and max(lengths) >= ENOUGH


def _reversed_rest(wanted: list[bytes | int], came: list[bytes | int]) -> int:
    """How many items at the end stand in the reverse order; 0 if that is not how the lists differ."""
    begin = next((at for at, pair in enumerate(zip(wanted, came, strict=False)) if pair[0] != pair[1]), 0)
    return len(wanted) - begin if begin > 0 and wanted[begin:] == came[begin:][::-1] else 0


def sorted_as_text(items: Sequence[bytes | int]) -> Sequence[bytes | int]:
    """Numbers that are sorted, in the order that their digits have as text; nothing if they are not."""
    texts = [bytes(item) for item in items if isinstance(item, bytes) and item.isdigit()]
    numbers = [int(text) for text in texts]
    if len(texts) < len(items) or sorted(numbers) not in (numbers, numbers[::-1]):
        return ()
    return sorted(texts, reverse=numbers != sorted(numbers))
