"""The default output validator of Kattis by its flags: a checker of ours where one does the same, else a function."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from harness.authoring.importing.checks import CHECKS_FILE, checks
from harness.authoring.importing.package import Faults

_SWITCHES = ("case_sensitive", "space_change_sensitive")
_TOLERANCES = ("float_tolerance", "float_absolute_tolerance", "float_relative_tolerance")


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
                    faults.add(place, f"{flag} occurs twice")
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
        return {CHECKS_FILE: checks("kattis")} if self._needs_function() else {}

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
