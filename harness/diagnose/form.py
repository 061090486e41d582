"""Which kinds of form, if any, are the whole difference of two outputs? Found from the lines where they part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from harness.diagnose.difference import first_difference
from harness.diagnose.normalization import AS_SPACE, NORMALIZATIONS, normalize, without_blanks

Pair = tuple[bytes, bytes]

_LINES = 50
_SLICE = 1 << 16
"""Lines and bytes that are looked at to find out what is needed."""


def normalized(pair: Pair, kinds: Collection[str]) -> Pair:
    """Both outputs without the kinds of difference named."""
    return normalize(pair[0], kinds), normalize(pair[1], kinds)


def in_play(pair: Pair) -> tuple[str, ...]:
    """The kinds that could be part of the difference: those whose removal changes one of the outputs."""
    kinds: list[str] = []
    for kind in NORMALIZATIONS:
        fewer = normalized(pair, (kind,))
        if fewer != pair:
            kinds.append(kind)
        pair = fewer
    return tuple(kinds)


def smallest(kinds: Sequence[str], holds: Callable[[Sequence[str]], bool]) -> tuple[str, ...] | None:
    """The fewest kinds with which ``holds`` is true; None when it is not true with all of them."""
    if not kinds or not holds(kinds):
        return None
    for kind in reversed(kinds):  # the plainest first: an empty line too many at the end is named for the final newline
        if holds((kind,)):
            return (kind,)
    for kind in kinds:
        fewer = tuple(other for other in kinds if other != kind)
        if holds(fewer):
            kinds = fewer
    return tuple(kinds)


def agree(pair: Pair, kinds: Sequence[str]) -> bool:
    """Whether the outputs are equal without these kinds of difference."""
    came, right = normalized(pair, kinds)
    return came == right and one_way(pair, kinds, agreed=True)


def form(pair: Pair) -> tuple[tuple[str, ...], bool]:
    """The kinds of form by which two outputs differ, and whether these are the whole difference.

    The lines where the outputs part tell which kinds are needed there; these are taken away from the whole, and the
    search goes on where the rest parts. So each kind costs one pass, however long the outputs are.
    """
    pair = _from_difference(pair)
    kinds: tuple[str, ...] = ()
    rest = pair
    while rest[0] != rest[1]:
        lines = first_lines(_from_difference(rest))
        more = smallest(in_play(lines), lambda kinds, lines=lines: agree(lines, kinds))  # type: ignore[misc]
        if more is None or set(more) <= set(kinds):
            return kinds, False
        kinds = (*kinds, *more)
        rest = normalized(pair, kinds)
    return kinds, one_way(pair, kinds, agreed=True)


def _from_difference(pair: Pair) -> Pair:
    """Both outputs from the line before the first that differs."""
    line = pair[0].rfind(b"\n", 0, first_difference(*pair)) + 1
    before = pair[0].rfind(b"\n", 0, max(line - 1, 0)) + 1
    return pair[0][before:], pair[1][before:]


def first_lines(pair: Pair) -> Pair:
    """The first lines with something on them, as many of each output, and the blank ones between."""
    came, right = (_few_lines(output) for output in pair)
    if not came or not right:
        return pair  # one line longer than all that is looked at
    cut_off = [lines for output, lines in zip(pair, (came, right), strict=True) if len(output) > _SLICE]
    wanted = min((_LINES, *(sum(bool(line.strip()) for line in lines) for lines in cut_off)))
    return _filled(came, wanted), _filled(right, wanted)


def _few_lines(output: bytes) -> list[bytes]:
    """The whole lines at the start, whatever ends them, CR or newline."""
    lines = output[:_SLICE].splitlines(keepends=True)
    return lines[:-1] if len(output) > _SLICE else lines


def _filled(lines: list[bytes], wanted: int) -> bytes:
    places = [index for index, line in enumerate(lines) if line.strip()]
    return b"".join(lines[: places[wanted - 1] + 1] if 0 < wanted <= len(places) else lines)


def one_way(pair: Pair, kinds: Sequence[str], *, agreed: bool = False) -> bool:
    """Whether blanks were only added or only left out, wherever lines differ in them.

    In a picture the blanks are the result: a queen in another column leaves some out before it and adds some behind it,
    or adds them in the next line. Each line must have more blanks than expected, or each must have fewer, and none may
    be as wide as before with the blanks elsewhere.
    ``agreed``: the outputs are known to be equal but for ``kinds``, else lines that are not are left out.
    """
    if "blanks" not in kinds:
        return True
    came, right = normalized(pair, [kind for kind in kinds if kind != "blanks"])
    tight = (came, came) if agreed else (without_blanks(came), without_blanks(right))
    whole = normalized(pair, [kind for kind in kinds if kind not in {"blanks", "trailing-blanks"}])
    lines = (one.split(b"\n") for one in (came, right, *tight, *whole))
    changes = {
        len(one) - len(other) if len(wide) != len(other_wide) else 0
        for one, other, bare, other_bare, wide, other_wide in zip(*lines, strict=False)
        if one != other and bare == other_bare and one.translate(AS_SPACE) != other.translate(AS_SPACE)
    }
    return 0 not in changes and (not changes or min(changes) > 0 or max(changes) < 0)
