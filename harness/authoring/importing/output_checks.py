"""The comparisons of other graders that no checker of ours makes: functions for the ``checks.py`` of a spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from harness.authoring.importing.checks import CHECKS_FILE, checks
from harness.authoring.importing.package import Faults

_NOT_OF_PYTHON = re.compile(r"\(\?<[A-Za-z_]|\\k<|\\[pPuc]|\(\?[a-z]+-")


class OutputChecks:
    """Checkers for a spec, and the ``checks.py`` that they take."""

    def __init__(self) -> None:
        """None is used."""
        self._is_used = False

    def exact(self, text: str) -> Mapping[str, Any]:
        """The text, whatever white space stands around the whole of it."""
        self._is_used = True
        return {"check": "text", "text": text.strip() + "\n", "normalise": "trimmed"}

    def cleaned(self, text: str, *, nearly: bool = False) -> Mapping[str, Any]:
        """The text except for spaces at the ends of lines and empty lines at the end.

        ``nearly``: also except for other empty lines, several spaces and letter case.
        """
        self._is_used = True
        return {"check": "python", "function": "cleaned", "options": {"text": text, "nearly": nearly}}

    def contains(self, text: str) -> Mapping[str, Any]:
        """The text, somewhere."""
        self._is_used = True
        return {"check": "python", "function": "contains", "options": {"text": text}}

    def matches(self, pattern: str, place: str, faults: Faults, *, trim: bool = True) -> Mapping[str, Any]:
        """A match of the regular expression somewhere; one that Python has not, or has otherwise, is a fault."""
        self._is_used = True
        if _NOT_OF_PYTHON.search(pattern):
            faults.add(place, f"the regular expression {pattern!r} means something else in Python")
        try:
            re.compile(pattern)
        except re.error as error:
            faults.add(place, f"{pattern!r} is not a regular expression: {error}")
        options = {"pattern": pattern} if trim else {"pattern": pattern, "trim": False}
        return {"check": "python", "function": "matches", "options": options}

    def files(self) -> dict[str, bytes]:
        """``checks.py``; nothing if no function of it is used."""
        return {CHECKS_FILE: checks("outputs")} if self._is_used else {}
