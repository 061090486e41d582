"""How the output is compared, as the default validator of Kattis does; made by harness import."""

import math
import re
from collections.abc import Iterator
from itertools import zip_longest

from harness.model.finding import Finding
from harness.model.run import Run

_NUMBER = re.compile(rb"[+-]?([0-9]*[.][0-9]+|[0-9]+[.]?)([eE][+-]?[0-9]+)?")


def default_validator(
    run: Run,
    expected: bytes | None,
    case_sensitive: bool = False,
    space_change_sensitive: bool = False,
    absolute: float | None = None,
    relative: float | None = None,
) -> Iterator[Finding]:
    """The first word that differs; also the first white space, where that counts."""
    pieces = re.compile(rb"\s+|\S+" if space_change_sensitive else rb"\S+")
    sides = (pieces.findall(run.stdout), pieces.findall(expected or b""))
    words = 0
    for actual, wanted in zip_longest(*sides, fillvalue=b""):
        blank = not wanted.strip() and not actual.strip()
        words += not blank
        if actual != wanted and (blank or not _equal(actual, wanted, case_sensitive, absolute, relative)):
            text = f"the white space after word {words} differs" if blank else f"word {words} differs"
            yield Finding(text, expected=wanted, actual=actual)
            return


def _equal(actual: bytes, wanted: bytes, case_sensitive: bool, absolute: float | None, relative: float | None) -> bool:
    """Whether two words are the same, or numbers that are near."""
    number = None if absolute is None and relative is None else _number_of(wanted)
    if number is None:
        return not case_sensitive and actual.lower() == wanted.lower()
    given = _number_of(actual)
    if given is None:
        return False
    distance = abs(given - number)
    return (absolute is not None and distance <= absolute) or (
        relative is not None and distance <= relative * abs(number)
    )


def _number_of(word: bytes) -> float | None:
    """A word as a number; None if it is none, or too large."""
    value = float(word) if _NUMBER.fullmatch(word) else math.inf
    return value if math.isfinite(value) else None
