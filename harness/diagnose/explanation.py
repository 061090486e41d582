"""Near misses: names for a wrong output that is all but right. They may keep points, so they must be the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from harness.diagnose.content import CONTENTS, lines_more
from harness.diagnose.form import Pair, form, in_play, normalized, one_way, smallest

TELL: dict[str, str] = {
    "other-stream": "The output is right, but it came on the other stream (stdout and stderr are two).",
    "line-ends": "Only the line ends differ: a line ends in a newline alone, without a carriage return.",
    "final-newline": "Only the newlines at the very end differ.",
    "trailing-blanks": "Only blanks at the end of lines differ.",
    "blank-lines": "Only blank lines differ.",
    "blanks": "Only blanks before or inside lines differ.",
    "letter-case": "Only the letter case differs.",
    "look-alikes": "Only characters differ that look alike, such as curly quotes for straight ones.",
    "line-order": "Each line is right, but the order is not.",
    "repeated-line": "Everything is right, but one line comes twice.",
    "extra-lines": "Every line that should come is there in order, but others are among them.",
    "prefix": "Everything is right as far as it goes, but the output ends too early.",
    "last-line": "Every line is right but the last.",
    "wording": "Every number is right, but the text around them is not.",
    "off-by-one": "The text is right, but every number is one too large or one too small.",
}
"""Each name with its sentence for a student. ``other-stream`` is for the judge to find: a checker sees one stream."""

NAMES = tuple(TELL)

_LARGE = 1 << 20
"""Bytes beyond which the kinds of form that go with one of content are those that the first lines need."""
_LARGEST = 1 << 23
"""Bytes beyond which only form, ``prefix`` and ``last-line`` are looked at: those need no list of lines."""
_CHEAP = ("prefix", "last-line")
_UNALIGNED = ("line-order", "repeated-line", "extra-lines")
"""Near misses whose lines do not stand opposite each other, so that nothing can be said about added blanks."""

Question = Callable[[bytes, bytes, int], bool]


def explain(actual: bytes, expected: bytes) -> tuple[str, ...]:
    """The near misses that together are the whole difference, in the order of ``NAMES``; none when it is greater.

    Differences of form go together, and with one of content. The smallest explanation is given; an empty output on
    either side has none. Linear in the size of both.
    """
    if not actual or not expected or actual == expected:
        return ()
    pair, size = (actual, expected), max(len(actual), len(expected))
    kinds, agreed = form(pair)
    if agreed:
        return _named(kinds)
    contents = {name: CONTENTS[name] for name in _CHEAP} if size > _LARGEST else CONTENTS
    more = lines_more(pair)
    for name, question in contents.items():
        if question(actual, expected, more):
            return (name,)
    return _with_form(pair, kinds if size > _LARGE else in_play(pair), contents)


def _with_form(pair: Pair, kinds: Sequence[str], contents: Mapping[str, Question]) -> tuple[str, ...]:
    """The smallest explanation by one near miss in content and some in form."""
    seen: dict[frozenset[str], tuple[Pair, int]] = {}

    def holds(name: str, chosen: Sequence[str]) -> bool:
        key = frozenset(chosen)
        if key not in seen:
            bare = normalized(pair, chosen)
            seen[key] = bare, lines_more(bare)
        (came, right), more = seen[key]
        return came != right and contents[name](came, right, more) and one_way(pair, chosen)

    found: list[tuple[str, ...]] = []
    for name in contents:
        usable = [kind for kind in kinds if kind != "blanks" or name not in _UNALIGNED]
        fewest = smallest(usable, partial(holds, name))
        if fewest is not None:
            found.append(_named((*fewest, name)))
    return min(found, key=len, default=())


def _named(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=NAMES.index))
