"""Near misses in numbers and the text around them: only the wording is another, or every number is off by one."""

from __future__ import annotations

from collections import Counter
from itertools import islice, starmap
from operator import sub

from harness.judge.differences.difference import Pair
from harness.judge.differences.line_shapes import (
    DIGITS_AS_ZERO,
    NO_DIGITS,
    differing_lines,
    joined_numbers,
    numbers,
    shape,
)
from harness.judge.near_misses.base import NearMiss
from harness.judge.near_misses.form import without_case_and_confusables
from harness.model.patterns import lazy_regex

_WHITE_SPACE = b" \t\v\f\r\n"
_MOST_DIGITS = 18
_FIRST_BYTES = 4096
_LINES_AT_ONCE = 2000
_MOST_FORMS = 10_000
_MOST_SHAPES = 1000
_LONGEST_SHAPE = 1000

# A word or number as one piece, with a sign and a point that are its own: "-5", "- 5", ".5", "1.5", "0x1f", "e4".
_WORD_OR_NUMBER = lazy_regex(
    rb"(?:(?<![\w)\]\x80-\xff])(?:[-+][ \t]*+(?=\.?[0-9]))?\.?(?=[0-9]))?[\w\x80-\xff]+(?:\.[0-9]+)*"
)
_LEADING_ZERO = lazy_regex(rb"\b0[0-9]")
_WORD = lazy_regex(rb"[a-z']+")
_SIGN_OR_DECIMAL = lazy_regex(rb"(?<![\w)\]])[-+] ?\.?0|0\.0")
# Words that turn an answer into another one. Of yes and no, valid and invalid, it is enough to know one.
_ANSWER_WORDS = frozenset(
    b"no not none never nothing neither nor cannot without false failure failed fail fails unsuccessful invalid "
    b"impossible incorrect wrong error unsolvable unsolved unequal odd lose loses black "
    b"zero one two three four five six seven eight nine ten".split()
)
_DRAWING_CHARACTERS = b"#*@_^~+\\"
"""Characters that pictures are drawn with."""


def off_by_one(actual: bytes, expected: bytes, _surplus: int) -> bool:
    """Every number is one larger, or every one smaller, and the text is right. Whole numbers without a sign only."""
    # The first numbers alone answer most outputs with no; the last of them may be cut.
    if not _all_off_by_one(numbers(actual[:_FIRST_BYTES])[:-1], numbers(expected[:_FIRST_BYTES])[:-1]):
        return False
    expected_shape = shape(expected)
    if b"0" not in expected_shape or expected_shape != shape(actual) or has_signs_or_decimals(expected_shape):
        return False
    if _LEADING_ZERO.search(actual) or _LEADING_ZERO.search(expected):
        return False
    return _all_off_by_one(numbers(actual), numbers(expected))


def has_signs_or_decimals(shapes: bytes) -> bool:
    """Whether a number has a sign or a decimal point, in shapes of lines."""
    return _SIGN_OR_DECIMAL.search(shapes) is not None


def _all_off_by_one(actual: list[bytes], expected: list[bytes]) -> bool:
    """Whether each number is one larger, or each one smaller, than that at its place."""
    if max(map(len, (*actual, *expected)), default=0) > _MOST_DIGITS:
        return False
    return set(map(sub, map(int, actual), map(int, expected))) in (set(), {1}, {-1})


def wording(actual: bytes, expected: bytes, surplus: int) -> bool:
    """Every number is right, in its line and in order; each line that differs has one and says it in other words."""
    if surplus:
        return False
    pairs = differing_lines(actual, expected)
    forms: set[Pair] = set()
    shapes: set[Pair] = set()
    count = 1  # the first line alone answers most outputs with no, and the digits without the lines most others
    while part := list(islice(pairs, count)):
        new = _new_shapes(part, forms)
        if new is None:
            return False
        shapes |= new
        if len(shapes) > _MOST_SHAPES:
            return False
        if count == 1 and not (
            all(starmap(differs_in_wording, shapes)) and hash(_digits(actual)) == hash(_digits(expected))
        ):
            return False
        count = _LINES_AT_ONCE  # in parts, which need less memory and stay near the processor
    return all(starmap(differs_in_wording, shapes))


def _new_shapes(part: list[Pair], forms: set[Pair]) -> set[Pair] | None:
    """The shapes of lines whose forms are new, and are noted; None if the numbers of the lines differ.

    A line's form is the line with each digit as ``0``. Numbers are the same where the digits are, and stand together in
    the same way: that is seen from the forms, of which there are far fewer than lines, as a rule.
    """
    actual, expected = (b"\n".join(side) for side in zip(*part, strict=True))
    if _digits(actual) != _digits(expected):
        return None
    new = (
        set(
            zip(
                actual.translate(DIGITS_AS_ZERO).split(b"\n"),
                expected.translate(DIGITS_AS_ZERO).split(b"\n"),
                strict=True,
            )
        )
        - forms
    )
    if not new:
        return new
    if len(forms) > _MOST_FORMS:
        forms.clear()
    forms |= new
    actual, expected = (b"\n".join(side) for side in zip(*new, strict=True))
    if joined_numbers(actual) != joined_numbers(expected):
        return None
    return set(zip(shape(actual).split(b"\n"), shape(expected).split(b"\n"), strict=True))


def _digits(output: bytes) -> bytes:
    return output.translate(None, NO_DIGITS)


def differs_in_wording(actual: bytes, expected: bytes) -> bool:
    """Whether the wording alone can be what two shapes of a line differ in."""
    if max(len(actual), len(expected)) > _LONGEST_SHAPE:
        return False
    numbered = _words_with_numbers(actual)
    return (
        bool(numbered)
        and numbered == _words_with_numbers(expected)
        and sorted(actual.translate(None, _WHITE_SPACE))
        != sorted(expected.translate(None, _WHITE_SPACE))  # not just rearranged
        and _without_form(actual) != _without_form(expected)  # or it is a matter of form
        and _significant_words(actual) == _significant_words(expected)
        and all(actual.count(mark) == expected.count(mark) for mark in _DRAWING_CHARACTERS)
        and abs(actual.count(b".") - expected.count(b".")) <= 1
    )


def _words_with_numbers(line: bytes) -> list[bytes]:
    return [piece for piece in _WORD_OR_NUMBER.findall(line) if b"0" in piece]


def _without_form(line: bytes) -> bytes:
    return without_case_and_confusables(line).translate(None, _WHITE_SPACE)


def _significant_words(line: bytes) -> Counter[bytes]:
    """The words of a line that are answers or parts of a picture: yes and no, single letters, ``n't``."""
    words = _WORD.findall(line.lower())
    return Counter(word for word in words if word in _ANSWER_WORDS or word.endswith(b"n't") or _is_letter(word))


def _is_letter(word: bytes) -> bool:
    return len(word.strip(b"'")) == 1 and word != b"a"


NEAR_MISSES = (
    NearMiss(
        name="wording",
        sentence="The numbers are right, but the text around them is not.",
        rank=140,
        order=60,
        explains=wording,
        in_any_order=True,
    ),
    NearMiss(
        name="off-by-one",
        sentence="The text is right, but every number is one too large or one too small.",
        rank=150,
        order=50,
        explains=off_by_one,
    ),
)
