"""Differences in form: what removes them from an output, and which of them are all that keeps two outputs apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from harness.judge.differences.difference import Pair, first_difference
from harness.judge.near_misses import NEAR_MISSES
from harness.judge.near_misses.form import AS_SPACE, without_blanks

NORMALIZATIONS: Mapping[str, Callable[[bytes], bytes]] = {
    near_miss.name: near_miss.normalize
    for near_miss in sorted(NEAR_MISSES.values(), key=attrgetter("order"))
    if near_miss.normalize is not None
}
"""By name, in the order in which they are applied."""

_IGNORABLE = {near_miss.ignored_as: name for name, near_miss in NEAR_MISSES.items() if near_miss.ignored_as}

if TYPE_CHECKING:
    Ignorable = str
else:
    Ignorable = Literal[tuple(_IGNORABLE)]  # made at run time from the near misses found


def normalize(output: bytes, kinds: Collection[str]) -> bytes:
    """The output without the kinds of difference named, each by its name or by the word that ``ignore`` has for it."""
    names = {_IGNORABLE.get(kind, kind) for kind in kinds}
    for name, without in NORMALIZATIONS.items():
        if name in names:
            output = without(output)
    return output


_LINES = 50
_BYTES = 1 << 16
"""Lines and bytes that are looked at to find out what is needed."""


def normalize_pair(pair: Pair, kinds: Collection[str]) -> Pair:
    """Both outputs without the kinds of difference named."""
    return normalize(pair[0], kinds), normalize(pair[1], kinds)


def candidates(pair: Pair) -> tuple[str, ...]:
    """The kinds that could be part of the difference: those whose removal changes one of the outputs."""
    kinds: list[str] = []
    for kind in NORMALIZATIONS:
        without = normalize_pair(pair, (kind,))
        if without != pair:
            kinds.append(kind)
        pair = without
    return tuple(kinds)


def smallest_subset(kinds: Sequence[str], suffices: Callable[[Sequence[str]], bool]) -> tuple[str, ...] | None:
    """The fewest kinds that suffice; None when not even all of them do."""
    if not kinds or not suffices(kinds):
        return None
    for kind in reversed(kinds):  # the plainest first: an empty line too many at the end is named for the final newline
        if suffices((kind,)):
            return (kind,)
    for kind in kinds:
        fewer = tuple(kept for kept in kinds if kept != kind)
        if suffices(fewer):
            kinds = fewer
    return tuple(kinds)


def equal_without(pair: Pair, kinds: Sequence[str]) -> bool:
    """Whether the outputs are equal without these kinds of difference."""
    actual, expected = normalize_pair(pair, kinds)
    return actual == expected and blanks_changed_one_way(pair, kinds, equal=True)


def formatting_differences(pair: Pair) -> tuple[tuple[str, ...], bool]:
    """The kinds of form by which two outputs differ, and whether these are the whole difference.

    The lines where the outputs part show which kinds are needed there; these are taken away from the whole, and the
    search goes on where the rest parts. So each kind costs one pass, however long the outputs are.
    """
    pair = _from_difference(pair)
    kinds: tuple[str, ...] = ()
    rest = pair
    while rest[0] != rest[1]:
        lines = first_lines(_from_difference(rest))
        needed = smallest_subset(candidates(lines), lambda kinds, lines=lines: equal_without(lines, kinds))  # type: ignore[misc]
        if needed is None or set(needed) <= set(kinds):
            return kinds, False
        kinds = (*kinds, *needed)
        rest = normalize_pair(pair, kinds)
    return kinds, blanks_changed_one_way(pair, kinds, equal=True)


def _from_difference(pair: Pair) -> Pair:
    """Both outputs from the line before the first that differs."""
    line = pair[0].rfind(b"\n", 0, first_difference(*pair)) + 1
    before = pair[0].rfind(b"\n", 0, max(line - 1, 0)) + 1
    return pair[0][before:], pair[1][before:]


def first_lines(pair: Pair) -> Pair:
    """The first lines with something on them, as many of each output, and the blank ones between."""
    actual, expected = (_few_lines(output) for output in pair)
    if not actual or not expected:
        return pair  # one line longer than all that is looked at
    cut_off = [lines for output, lines in zip(pair, (actual, expected), strict=True) if len(output) > _BYTES]
    count = min((_LINES, *(sum(bool(line.strip()) for line in lines) for lines in cut_off)))
    return _up_to(actual, count), _up_to(expected, count)


def _few_lines(output: bytes) -> list[bytes]:
    """The whole lines at the start, whatever ends them, CR or newline."""
    lines = output[:_BYTES].splitlines(keepends=True)
    return lines[:-1] if len(output) > _BYTES else lines


def _up_to(lines: list[bytes], count: int) -> bytes:
    """The lines up to so many that are not blank."""
    places = [index for index, line in enumerate(lines) if line.strip()]
    return b"".join(lines[: places[count - 1] + 1] if 0 < count <= len(places) else lines)


def blanks_changed_one_way(pair: Pair, kinds: Sequence[str], *, equal: bool = False) -> bool:
    """Whether blanks were only added or only left out, wherever lines differ in them.

    In a picture the blanks are the result: a queen in another column leaves some out before it and adds some after it,
    or adds them in the next line. Each line must have more blanks than expected, or each must have fewer, and none may
    be as wide as before with the blanks elsewhere.
    ``equal``: the outputs are known to be equal except for ``kinds``, else lines that are not are left out.
    """
    if "blanks" not in kinds:
        return True
    actual, expected = normalize_pair(pair, [kind for kind in kinds if kind != "blanks"])
    tight = (actual, actual) if equal else (without_blanks(actual), without_blanks(expected))
    whole = normalize_pair(pair, [kind for kind in kinds if kind not in {"blanks", "trailing-blanks"}])
    columns = (output.split(b"\n") for output in (actual, expected, *tight, *whole))
    changes = {
        len(line) - len(right_line) if len(wide) != len(right_wide) else 0
        for line, right_line, bare, right_bare, wide, right_wide in zip(*columns, strict=False)
        if line != right_line and bare == right_bare and line.translate(AS_SPACE) != right_line.translate(AS_SPACE)
    }
    return 0 not in changes and (not changes or min(changes) > 0 or max(changes) < 0)
