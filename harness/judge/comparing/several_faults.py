"""Explain a list of results with several faults at once, such as another order and other brackets.

Lines are matched by their numbers. That is only tried where each expected line holds a number, so that neither its
place nor the text around the numbers is needed to know which result it is. What single near misses demand is demanded
here too: a line that could be a wrong result is no extra line, and lines in other words are all so in the same way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from harness.judge.comparing.formatting import normalize_pair, smallest_subset
from harness.judge.differences.difference import Pair
from harness.judge.differences.line_shapes import digits_by_line, numbers, numbers_by_line, shape
from harness.judge.near_misses.form import without_blanks
from harness.judge.near_misses.lines import result_shapes
from harness.judge.near_misses.wording import differs_in_wording, has_signs_or_decimals
from harness.model.output import line_blocks
from harness.model.patterns import lazy_regex

_SURE_OF_BASE = 3
"""With so many numbers on each line, all of them shifted and the least 0 instead of 1, they were counted from 0."""
_LETTER = lazy_regex(rb"[A-Za-z\x80-\xff]")
_MOST_LINES = 100_000
"""Lines of an output beyond which tables of them, up to 900 bytes a line, are too much for the judging child."""
_LONGEST_SHIFTED = 400
"""Bytes of the numbers of a line that are looked at for a shift."""


class _Matched(Struct):
    """The lines of an output, each with the expected line that it stands for."""

    places: list[int]
    """The places of the expected lines, in the order of the output."""
    changed: list[Pair]
    """The lines that do not read as expected, and how they should."""
    extra: list[bytes]
    """The lines that stand for none."""


def explain_several_faults(pair: Pair, kinds: Sequence[str]) -> tuple[str, ...]:
    """The near misses of several faults, of which one at least is of content; none if these are not all.

    ``kinds``: the differences in form that may come to them. In linear time for each of them; long outputs have none.
    """
    if max(output.count(b"\n") for output in pair) > _MOST_LINES:
        return ()
    if not all(map(_has_numbers_alone, line_blocks(pair[1]))):
        return ()
    usable = [kind for kind in kinds if kind != "blanks"]
    explanations = (_with_form(pair, usable, shift) for shift in _shifts(pair))
    return next(filter(None, explanations), ())


def _has_numbers_alone(block: bytes) -> bool:
    """Whether each line that is not blank holds a number."""
    digits_by_place = digits_by_line(block)
    if b"" not in digits_by_place:
        return True
    return all(digits or not line.strip() for line, digits in zip(block.split(b"\n"), digits_by_place, strict=True))


def _shifts(pair: Pair) -> list[int]:
    """By how much the numbers of the first result are too large where it may be found; none for most wrong outputs."""
    first = next(filter(None, (key for block in line_blocks(pair[1]) for key in numbers_by_line(block))), b"")
    shifted = {shift: _shifted(first, shift) for shift in (0, 1, -1)}
    wanted = {shift: key.replace(b" ", b"") for shift, key in shifted.items() if key}
    blocks = (set(wanted.values()).intersection(digits_by_line(block)) for block in line_blocks(pair[0]))
    printed = set[bytes]().union(*blocks)
    return [shift for shift, digits in wanted.items() if digits in printed]


def _shifted(line_numbers: bytes, shift: int) -> bytes | None:
    """Numbers with a blank between, each so much larger; None if they are too many."""
    if not shift or not line_numbers:
        return line_numbers
    if len(line_numbers) > _LONGEST_SHIFTED:
        return None
    return b" ".join(b"%d" % (int(number) + shift) for number in line_numbers.split())


def _with_form(pair: Pair, kinds: Sequence[str], shift: int) -> tuple[str, ...]:
    """The explanation with the fewest kinds of form."""
    plain = _explain(pair, shift)
    if plain:
        return plain
    fewest = smallest_subset(kinds, lambda chosen: bool(_explain(normalize_pair(pair, chosen), shift)))
    return () if fewest is None else (*fewest, *_explain(normalize_pair(pair, fewest), shift))


def _explain(pair: Pair, shift: int) -> tuple[str, ...]:
    matched = _match(pair, shift)
    if matched is None or (shift and not _counts_from_another_base(pair)):
        return ()
    content = ["off-by-one"] if shift else []
    if any(later < place for place, later in zip(matched.places, matched.places[1:], strict=False)):
        content.append("line-order")
    if matched.extra:
        if not _are_no_results(matched.extra, pair):
            return ()
        content.append("extra-lines")
    changed = [(line, right) for line, right in matched.changed if shape(line) != shape(right) or not shift]
    kind = _kind_of_change(changed, pair[1]) if changed else ""
    if kind is None:
        return ()
    content += [kind] if kind == "wording" else []
    form = ("blanks",) if kind == "blanks" else ()
    return (*content, *form) if content and len(content) + len(form) > 1 else ()  # one alone has a test of its own


def _match(pair: Pair, shift: int) -> _Matched | None:
    """Match each expected line: the same line first, then one with the same numbers; None if one has no match."""
    surplus = pair[0].count(b"\n") - pair[1].count(b"\n")
    if surplus < 0 or not (surplus or shift or _digits_hash(pair[0]) == _digits_hash(pair[1])):
        return None  # which answers most outputs, and no table of all lines is made
    (lines, keys), (right_lines, right_keys) = ((output.split(b"\n"), numbers_by_line(output)) for output in pair)
    same, alike = defaultdict[bytes, list[int]](list), defaultdict[bytes, list[int]](list)
    for place in range(len(right_lines) - 1, -1, -1):  # the last first, so that the first of equal lines is popped
        same[right_lines[place]].append(place)
    places: list[int | None] = [
        same[line].pop() if (not shift or not key) and same.get(line) else None
        for line, key in zip(lines, keys, strict=True)
    ]
    left = sorted((place for remaining in same.values() for place in remaining), reverse=True)
    del same
    for place in left:
        alike[_shifted(right_keys[place], shift) or b""].append(place)
    changed, extra = list[Pair](), list[bytes]()
    for index, (line, key) in enumerate(zip(lines, keys, strict=True)):
        if places[index] is None and key and alike.get(key):
            place = alike[key].pop()
            places[index] = place
            changed.append((line, right_lines[place]))
        elif places[index] is None:
            extra.append(line)
    if any(alike.values()):
        return None
    return _Matched([place for place in places if place is not None], changed, extra)


def _digits_hash(output: bytes) -> int:
    """Equal where lines have the same numbers, in any order."""
    return sum(sum(map(hash, digits_by_line(block))) for block in line_blocks(output))


def _counts_from_another_base(pair: Pair) -> bool:
    """Whether the least number is 0 in one output and 1 in the other, in lines of several numbers without a sign."""
    if any(has_signs_or_decimals(shape(output)) for output in pair):
        return False
    wanted = [line.split() for line in numbers_by_line(pair[1]) if line]
    printed = numbers(pair[0])
    least = {min(int(number) for line in wanted for number in line), min(map(int, printed))}
    return least == {0, 1} and all(len(line) >= _SURE_OF_BASE for line in wanted)


def _are_no_results(extra: Sequence[bytes], pair: Pair) -> bool:
    """Whether none of these lines could be meant as a result, by its shape, its numbers or for want of a word."""
    if not all(_LETTER.search(line) or (line.strip() and not numbers(line)) for line in extra):
        return False
    text = b"\n".join(extra)
    left = set(pair[0].split(b"\n")).difference(extra)
    results = result_shapes(b"\n".join(left)) | result_shapes(pair[1])
    counts = {len(line.split()) for line in numbers_by_line(pair[1]) if line}
    return results.isdisjoint(result_shapes(text)) and counts.isdisjoint(
        len(line.split()) for line in numbers_by_line(text)
    )


def _kind_of_change(changed: Sequence[Pair], expected: bytes) -> str | None:
    """How lines of the same numbers differ: in ``blanks`` or in ``wording``, all in the same way; None: otherwise."""
    sides = [b"\n".join(side) for side in zip(*changed, strict=True)]
    if without_blanks(sides[0]) == without_blanks(sides[1]):
        longer = {len(line) > len(right) for line, right in changed}
        return "blanks" if len(longer) == 1 and all(len(line) != len(right) for line, right in changed) else None
    shapes = {(shape(line), shape(right)) for line, right in changed}
    if len(shapes) > 1:  # what was one line's text may be another's now
        return None
    ((printed, right),) = shapes
    other = printed not in shape(expected).split(b"\n")
    return "wording" if other and differs_in_wording(printed, right) else None
