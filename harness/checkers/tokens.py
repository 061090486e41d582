"""``tokens``: the words and numbers of the output count, the white space between them does not."""

from __future__ import annotations

import math
from itertools import compress, count
from operator import ne
from typing import Annotated, Literal

from msgspec import Meta

from harness.checkers.base import BaseChecker, Context
from harness.checkers.written import Written, needed
from harness.diagnose.difference import line_and_column, window
from harness.diagnose.explanation import explain
from harness.diagnose.normalization import normalize, without_letter_case
from harness.model.finding import Finding


class Tokens(Written, BaseChecker, frozen=True, tag="tokens"):
    """The same words and numbers in the same order, whatever white space separates them."""

    ignore: tuple[Literal["case"], ...] = ()
    """Differences that do not count."""
    tolerance: Annotated[float, Meta(ge=0)] | None = None
    """How far a number may be off, as it stands or in proportion to the expected one; ``1.0`` is then a ``1``."""

    def problems(self) -> tuple[str, ...]:
        """One sentence a fault in the options."""
        endless = self.tolerance is not None and not math.isfinite(self.tolerance)
        return (*Written.problems(self), *(("the tolerance must be a finite number",) if endless else ()))

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding at the first word that differs, is missing or is too many."""
        sides = (actual, needed(expected))
        if sides[0] == sides[1]:
            return ()
        came, right = (self._plain(side).split() for side in sides)
        differing = compress(count(), map(ne, came, right))
        wrong = (index for index in differing if not self._close(came[index], right[index]))
        place = next(wrong, min(len(came), len(right)))
        if place == len(came) == len(right):
            return ()
        return (self._finding(sides, place, (len(came), len(right))),)

    def _plain(self, output: bytes) -> bytes:
        return without_letter_case(output) if self.ignore else output

    def _close(self, came: bytes, right: bytes) -> bool:
        if self.tolerance is None:
            return False
        one, other = number(came), number(right)
        if one is None or other is None:
            return False
        if math.isfinite(other):
            return abs(one - other) <= self.tolerance * max(1.0, abs(other))
        return one == other or (math.isnan(one) and math.isnan(other))

    def _finding(self, sides: tuple[bytes, bytes], place: int, counts: tuple[int, int]) -> Finding:
        offsets = (_offset(sides[0], place), _offset(sides[1], place))
        line, column = line_and_column(sides[0], offsets[0])
        near_misses = () if self.tolerance is not None else explain(*(_tidy(self._plain(side)) for side in sides))
        return Finding(
            message=_message(place, *counts),
            where=f"line {line}, column {column}",
            expected=window(sides[1], offsets[1]),
            actual=window(sides[0], offsets[0]),
            near_misses=near_misses,
        )


def number(token: bytes) -> float | None:
    """A token as a number, ``nan`` and ``inf`` among them; None when it is none, or larger than a float can be."""
    try:
        value = float(token)
    except ValueError:
        return None
    overflown = math.isinf(value) and b"n" not in token.lower()
    return None if overflown or b"_" in token else value


def _offset(output: bytes, place: int) -> int:
    """Where the token with this index starts; the end of the output when there is none."""
    rest = output.split(None, place)
    return len(output) - len(rest[place]) if len(rest) > place else len(output)


def _tidy(output: bytes) -> bytes:
    """One blank between words and no blank line, so that only differences which count are left to be named."""
    lines = (b" ".join(line.split()) for line in normalize(output, ("line-ends", "blank-lines")).split(b"\n"))
    return b"\n".join(lines).rstrip(b"\n")


def _message(place: int, came: int, right: int) -> str:
    if not came:
        return "nothing was printed"
    if place < min(came, right):
        return f"word {place + 1} differs"
    if place < right:
        return f"the output ends after {_words(came)}; {_words(right - came)} more {_were(right - came)} expected"
    return f"{_words(came - right)} too many after word {right}" if right else "nothing should be printed here"


def _words(words: int) -> str:
    return "1 word" if words == 1 else f"{words} words"


def _were(words: int) -> str:
    return "was" if words == 1 else "were"
