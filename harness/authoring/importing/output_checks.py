"""The comparisons of other graders that no checker of ours makes: functions for the ``checks.py`` of a spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from harness.authoring.importing.package import Faults

CHECKS_FILE = "checks.py"
_HEAD = b'''"""How the output is compared; made by harness import."""

import re
from collections.abc import Iterator

from harness.model.finding import Finding
from harness.model.run import Run
'''
_FUNCTIONS = {
    "contains": b'''
def contains(run: Run, expected: bytes | None, text: str) -> Iterator[Finding]:
    """The text must stand somewhere in the output."""
    if text.encode() not in run.stdout:
        yield Finding("the output does not contain this text", expected=text.encode(), actual=run.stdout)
''',
    "matches": b'''
def matches(run: Run, expected: bytes | None, pattern: str, trim: bool = True) -> Iterator[Finding]:
    """The regular expression must match somewhere in the output."""
    output = run.stdout.decode("utf-8", "surrogateescape")
    if not re.search(pattern, output.strip() if trim else output):
        yield Finding("the output does not match this regular expression", expected=pattern.encode(), actual=run.stdout)
''',
    "trimmed": b'''
def trimmed(output: bytes) -> bytes:
    """The output without white space at its beginning and end."""
    return output.strip()
''',
}
_NOT_OF_PYTHON = re.compile(r"\(\?<[A-Za-z_]|\\k<|\\[pPuc]|\(\?[a-z]+-")


class OutputChecks:
    """Checkers for a spec, and the ``checks.py`` that they take."""

    def __init__(self) -> None:
        """None is used."""
        self._used: set[str] = set()

    def exact(self, text: str) -> Mapping[str, Any]:
        """The text, whatever white space stands around the whole of it."""
        self._used.add("trimmed")
        return {"check": "text", "text": text.strip() + "\n", "normalise": "trimmed"}

    def contains(self, text: str) -> Mapping[str, Any]:
        """The text, somewhere."""
        self._used.add("contains")
        return {"check": "python", "function": "contains", "options": {"text": text}}

    def matches(self, pattern: str, place: str, faults: Faults, *, trim: bool = True) -> Mapping[str, Any]:
        """A match of the regular expression somewhere; one that Python has not, or has otherwise, is a fault."""
        self._used.add("matches")
        if _NOT_OF_PYTHON.search(pattern):
            faults.add(place, f"the regular expression {pattern!r} means something else in Python")
        try:
            re.compile(pattern)
        except re.error as error:
            faults.add(place, f"{pattern!r} is not a regular expression: {error}")
        options = {"pattern": pattern} if trim else {"pattern": pattern, "trim": False}
        return {"check": "python", "function": "matches", "options": options}

    def files(self) -> dict[str, bytes]:
        """``checks.py`` with the functions that are used; nothing where none is."""
        functions = [text for name, text in _FUNCTIONS.items() if name in self._used]
        return {CHECKS_FILE: b"\n".join([_HEAD, *functions])} if functions else {}
