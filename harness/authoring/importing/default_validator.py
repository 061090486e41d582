"""The default output validator of Kattis by its flags: a checker of ours where one does the same, else a function."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from harness.authoring.importing.checks import CHECKS_FILE
from harness.authoring.importing.package import Faults

_SWITCHES = ("case_sensitive", "space_change_sensitive")
_TOLERANCES = ("float_tolerance", "float_absolute_tolerance", "float_relative_tolerance")
_CHECKS = b'''"""How the output is compared, as the default validator of Kattis does; made by harness import."""

import math
import re
from collections.abc import Iterator
from itertools import zip_longest

from harness.model.finding import Finding
from harness.model.run import Run

NUMBER = re.compile(rb"[+-]?([0-9]*[.][0-9]+|[0-9]+[.]?)([eE][+-]?[0-9]+)?")


def default_validator(
    run: Run,
    expected: bytes | None,
    case_sensitive: bool = False,
    space_change_sensitive: bool = False,
    absolute: float | None = None,
    relative: float | None = None,
) -> Iterator[Finding]:
    """The first word that differs; also the first white space, where that counts."""
    pieces = re.compile(rb"\\s+|\\S+" if space_change_sensitive else rb"\\S+")
    sides = (pieces.findall(run.stdout), pieces.findall(expected or b""))
    words = 0
    for actual, wanted in zip_longest(*sides, fillvalue=b""):
        blank = not wanted.strip() and not actual.strip()
        words += not blank
        if actual != wanted and (blank or not equal(actual, wanted, case_sensitive, absolute, relative)):
            text = f"the white space after word {words} differs" if blank else f"word {words} differs"
            yield Finding(text, expected=wanted, actual=actual)
            return


def equal(actual: bytes, wanted: bytes, case_sensitive: bool, absolute: float | None, relative: float | None) -> bool:
    """Whether two words are the same, or numbers that are near."""
    number = None if absolute is None and relative is None else number_of(wanted)
    if number is None:
        return not case_sensitive and actual.lower() == wanted.lower()
    given = number_of(actual)
    if given is None:
        return False
    distance = abs(given - number)
    return (absolute is not None and distance <= absolute) or (
        relative is not None and distance <= relative * abs(number)
    )


def number_of(word: bytes) -> float | None:
    """A word as a number; None where it is none, or too large."""
    value = float(word) if NUMBER.fullmatch(word) else math.inf
    return value if math.isfinite(value) else None
'''


class DefaultValidator:
    """What the flags of a package ask of the default validator."""

    def __init__(self, flags: Sequence[str], place: str, faults: Faults) -> None:
        """``flags``: word by word; one that is not known, or has no number where it takes one, is a fault."""
        self._switches: set[str] = set()
        self._tolerances: dict[str, float] = {}
        words = iter(flags)
        for flag in words:
            if flag in _SWITCHES:
                self._switches.add(flag)
            elif flag in _TOLERANCES:
                if flag in self._tolerances:
                    faults.add(place, f"{flag} stands there twice")
                self._tolerances[flag] = _tolerance(flag, next(words, ""), place, faults)
            else:
                faults.add(place, f"{flag} cannot be expressed")
        if "float_tolerance" in self._tolerances and len(self._tolerances) > 1:
            faults.add(place, "float_tolerance does not go together with float_absolute_ or float_relative_tolerance")

    def check(self) -> Mapping[str, Any]:
        """The checker; words are compared without letter case unless a flag says otherwise."""
        if self._needs_function():
            switches: dict[str, bool | float] = dict.fromkeys(sorted(self._switches), True)
            return {"check": "python", "function": "default_validator", "options": switches | self._apart()}
        case = {} if "case_sensitive" in self._switches else {"ignore": ["case"]}
        near = {"tolerance": self._tolerances["float_tolerance"]} if self._tolerances else {}
        return {"check": "tokens"} | case | near

    def files(self) -> dict[str, bytes]:
        """``checks.py`` where the checker is a function."""
        return {CHECKS_FILE: _CHECKS} if self._needs_function() else {}

    def _needs_function(self) -> bool:
        """Whether white space counts, or the two tolerances are not the same."""
        return "space_change_sensitive" in self._switches or bool(set(self._tolerances) - {"float_tolerance"})

    def _apart(self) -> dict[str, float]:
        both = self._tolerances.get("float_tolerance")
        values = {key: self._tolerances.get(f"float_{key}_tolerance", both) for key in ("absolute", "relative")}
        return {key: value for key, value in values.items() if value is not None}


def _tolerance(flag: str, text: str, place: str, faults: Faults) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not (math.isfinite(value) and value >= 0):
        faults.add(place, f'{flag} takes a number, got "{text}"')
        return 0
    return value
