"""Numbers and the text around them: only the wording is another, or only every number is off by one.

Both questions are answered with a line's *shape*, the line with each run of digits as one ``0``. Outputs of any length
have few different shapes, so that the careful tests are made a few times only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, starmap
from operator import sub

from harness.diagnose.difference import first_difference, same_at_end
from harness.diagnose.form import Pair
from harness.diagnose.normalization import normalize
from harness.model.output import line_blocks

_DIGITS = b"0123456789"
_AS_ZERO = bytes.maketrans(_DIGITS, b"0" * 10)
_OTHERS = bytes(code for code in range(256) if code not in _DIGITS)
_OTHERS_AS_BLANK = bytes.maketrans(_OTHERS, b" " * len(_OTHERS))
_WHITE = b" \t\v\f\r\n"
_LONGEST_NUMBER = 18
_HEAD = 4096
_LINES = 2000
_MOST_FORMS = 10_000
_MOST_SHAPES = 1000
_LONGEST_SHAPE = 1000

# A word or number as one piece, with a sign and a point that are its own: "-5", "- 5", ".5", "1.5", "0x1f", "e4".
_PIECE = re.compile(rb"(?:(?<![\w)\]\x80-\xff])(?:[-+][ \t]*+(?=\.?[0-9]))?\.?(?=[0-9]))?[\w\x80-\xff]+(?:\.[0-9]+)*")
_NOUGHT_FIRST = re.compile(rb"\b0[0-9]")
_WORD = re.compile(rb"[a-z']+")
_SIGNED_OR_BROKEN = re.compile(rb"(?<![\w)\]])[-+] ?\.?0|0\.0")
# Words that turn an answer into another one. Of yes and no, valid and invalid, it is enough to know one.
_ANSWERS = frozenset(
    b"no not none never nothing neither nor cannot without false failure failed fail fails unsuccessful invalid "
    b"impossible incorrect wrong error unsolvable unsolved unequal odd lose loses black "
    b"zero one two three four five six seven eight nine ten".split()
)
_DRAWN = b"#*@_^~+\\"
"""Characters that pictures are drawn with."""


def shape(output: bytes) -> bytes:
    """The output with each run of digits as one ``0``."""
    output = output.translate(_AS_ZERO)
    while b"00" in output:
        output = output.replace(b"00", b"0")
    return output


def numbers(output: bytes) -> list[bytes]:
    """The runs of digits, in order."""
    return _figures(output).split()


def _figures(output: bytes) -> bytes:
    """The runs of digits with one blank between: equal for equal numbers, and made without a list of them."""
    output = output.translate(_OTHERS_AS_BLANK)
    while b"  " in output:
        output = output.replace(b"  ", b" ")
    return output.strip()


def off_by_one(actual: bytes, expected: bytes, _more: int) -> bool:
    """Every number is one larger, or every one smaller, and the text is right. Whole numbers without a sign only."""
    # The first numbers alone answer most outputs with no; the last of them may be cut.
    if not _one_step(numbers(actual[:_HEAD])[:-1], numbers(expected[:_HEAD])[:-1]):
        return False
    form = shape(expected)
    if b"0" not in form or form != shape(actual) or _SIGNED_OR_BROKEN.search(form):
        return False
    if _NOUGHT_FIRST.search(actual) or _NOUGHT_FIRST.search(expected):
        return False
    return _one_step(numbers(actual), numbers(expected))


def _one_step(came: list[bytes], right: list[bytes]) -> bool:
    """Whether each number is one larger, or each one smaller, than that at its place."""
    if max(map(len, (*came, *right)), default=0) > _LONGEST_NUMBER:
        return False
    return set(map(sub, map(int, came), map(int, right))) in (set(), {1}, {-1})


def wording(actual: bytes, expected: bytes, more: int) -> bool:
    """Every number is right, in its line and in order; each line that differs has one and says it in other words."""
    if more:
        return False
    pairs = differing_lines(actual, expected)
    forms: set[Pair] = set()
    shapes: set[Pair] = set()
    at_once = 1  # the first line alone answers most outputs with no
    while part := list(islice(pairs, at_once)):
        new = _shapes(part, forms)
        if new is None:
            return False
        shapes |= new
        if len(shapes) > _MOST_SHAPES or (at_once == 1 and not all(starmap(_says_the_same, shapes))):
            return False
        at_once = _LINES  # in parts, which need less memory and stay near the processor
    return all(starmap(_says_the_same, shapes))


def differing_lines(actual: bytes, expected: bytes) -> Iterator[Pair]:
    """Each line that differs from the line at the same place in the other; both have equally many."""
    start = actual.rfind(b"\n", 0, first_difference(actual, expected)) + 1
    same = same_at_end(actual, expected, min(len(actual), len(expected)) - start)
    both = zip(_lines(actual, start, same), _lines(expected, start, same), strict=True)
    return (pair for pair in both if pair[0] != pair[1])


def _lines(output: bytes, start: int, same: int) -> Iterator[bytes]:
    """The lines from ``start`` on, but for the whole ones among the last ``same`` bytes; few are held at once."""
    newline = output.find(b"\n", len(output) - same)
    for block in line_blocks(output, start, newline if newline >= 0 else None):
        yield from block.split(b"\n")


def _shapes(part: list[Pair], forms: set[Pair]) -> set[Pair] | None:
    """The shapes of lines whose forms were not met before, and now are; None where their numbers differ.

    A line's form is the line with each digit as ``0``. Numbers are the same where the digits are, and stand together in
    the same way: that is seen from the forms, of which there are far fewer than lines, as a rule.
    """
    came, right = (b"\n".join(side) for side in zip(*part, strict=True))
    if came.translate(None, _OTHERS) != right.translate(None, _OTHERS):
        return None
    new = set(zip(came.translate(_AS_ZERO).split(b"\n"), right.translate(_AS_ZERO).split(b"\n"), strict=True)) - forms
    if not new:
        return new
    if len(forms) > _MOST_FORMS:
        forms.clear()
    forms |= new
    came, right = (b"\n".join(side) for side in zip(*new, strict=True))
    if _figures(came) != _figures(right):
        return None
    return set(zip(shape(came).split(b"\n"), shape(right).split(b"\n"), strict=True))


def _says_the_same(came: bytes, right: bytes) -> bool:
    """Whether two shapes of a line can differ in their wording alone."""
    if max(len(came), len(right)) > _LONGEST_SHAPE:
        return False
    pieces = _numbered(came)
    return (
        bool(pieces)
        and pieces == _numbered(right)
        and sorted(came.translate(None, _WHITE)) != sorted(right.translate(None, _WHITE))  # not just rearranged
        and _bare(came) != _bare(right)  # or it is a matter of form
        and _telling(came) == _telling(right)
        and all(came.count(mark) == right.count(mark) for mark in _DRAWN)
        and abs(came.count(b".") - right.count(b".")) <= 1
    )


def _numbered(line: bytes) -> list[bytes]:
    return [piece for piece in _PIECE.findall(line) if b"0" in piece]


def _bare(line: bytes) -> bytes:
    return normalize(line, ("look-alikes", "letter-case")).translate(None, _WHITE)


def _telling(line: bytes) -> Counter[bytes]:
    """The words of a line that are answers or parts of a picture: yes and no, single letters, ``n't``."""
    words = _WORD.findall(line.lower())
    return Counter(word for word in words if word in _ANSWERS or word.endswith(b"n't") or _is_mark(word))


def _is_mark(word: bytes) -> bool:
    return len(word.strip(b"'")) == 1 and word != b"a"
