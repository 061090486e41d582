"""``tokens``: the words and numbers of the output count, the white space between them does not."""

from __future__ import annotations

import math
from itertools import compress, count
from operator import ne
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from harness.judge.checkers.base import (
    BaseChecker,
    Context,
    ExpectedText,
    is_within,
    number,
    require_expected,
    tolerance_problems,
)
from harness.judge.comparing.formatting import normalize
from harness.judge.differences.difference import line_and_column, window
from harness.judge.finding_kinds import OUTPUT_EMPTY, OUTPUT_NOT_WANTED
from harness.judge.near_misses.form import without_letter_case
from harness.model.finding import Finding, Place


class Tokens(ExpectedText, BaseChecker, frozen=True, tag="tokens"):
    """The same words and numbers in the same order, whatever white space separates them."""

    ignore: tuple[Literal["case"], ...] = ()
    """Differences that do not count."""
    tolerance: Annotated[float, Meta(ge=0)] | None = None
    """How far a number may be off, as it stands or in proportion to the expected one; ``1.0`` is then a ``1``."""

    def problems(self) -> tuple[str, ...]:
        """One sentence a fault in the options."""
        return (*ExpectedText.problems(self), *tolerance_problems(self.tolerance))

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding at the first word that differs, is missing or is too many."""
        sides = (actual, require_expected(expected))
        if sides[0] == sides[1]:
            return ()
        words, expected_words = (self._fold_case(side).split() for side in sides)
        differing = compress(count(), map(ne, words, expected_words))
        wrong = (index for index in differing if not self._is_close(words[index], expected_words[index]))
        index = next(wrong, min(len(words), len(expected_words)))
        if index == len(words) == len(expected_words):
            return ()
        return (self._finding(sides, index, (len(words), len(expected_words))),)

    def _fold_case(self, output: bytes) -> bytes:
        return without_letter_case(output) if self.ignore else output

    def _is_close(self, word: bytes, expected_word: bytes) -> bool:
        if self.tolerance is None:
            return False
        actual, expected = number(word), number(expected_word)
        if actual is None or expected is None:
            return False
        if math.isfinite(expected):
            return is_within(self.tolerance, actual, expected)
        return actual == expected or (math.isnan(actual) and math.isnan(expected))

    def _finding(self, sides: tuple[bytes, bytes], index: int, counts: tuple[int, int]) -> Finding:
        from harness.judge.comparing.comparison import explain  # noqa: PLC0415 - what is right is not explained

        offsets = (_offset(sides[0], index), _offset(sides[1], index))
        line, column = line_and_column(sides[0], offsets[0])
        near_misses = (
            () if self.tolerance is not None else explain(*(_single_blanks(self._fold_case(side)) for side in sides))
        )
        return replace(
            self._too_far(sides, index, min(counts)) or _words_finding(index, *counts),
            where=Place(line=line, column=column),
            expected=window(sides[1], offsets[1]),
            actual=window(sides[0], offsets[0]),
            near_misses=near_misses,
        )

    def _too_far(self, sides: tuple[bytes, bytes], index: int, shared: int) -> Finding | None:
        """What is wrong where both words are numbers, so that the report says how far one may be off."""
        if self.tolerance is None or index >= shared:
            return None
        if any(number(side[_offset(side, index) :].split(None, 1)[0]) is None for side in sides):
            return None
        return Finding.of("number-too-far", word=index + 1, tolerance=f"{self.tolerance:g}")


def _offset(output: bytes, index: int) -> int:
    """Where the token with this index starts; the end of the output when there is none."""
    rest = output.split(None, index)
    return len(output) - len(rest[index]) if len(rest) > index else len(output)


def _single_blanks(output: bytes) -> bytes:
    """One blank between words and no blank line, so that only differences which count are left to be named."""
    lines = (b" ".join(line.split()) for line in normalize(output, ("line-ends", "blank-lines")).split(b"\n"))
    return b"\n".join(lines).rstrip(b"\n")


def _words_finding(index: int, actual: int, expected: int) -> Finding:
    if not actual:
        return Finding.of(OUTPUT_EMPTY)
    if index < min(actual, expected):
        return Finding.of("word-differs", word=index + 1)
    if index < expected:
        return Finding.of("words-missing", words=actual, missing=expected - actual)
    return (
        Finding.of("words-extra", words=expected, extra=actual - expected)
        if expected
        else Finding.of(OUTPUT_NOT_WANTED)
    )
