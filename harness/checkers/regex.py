"""``regex``: the whole output must match a pattern."""

from __future__ import annotations

import re

from harness.checkers.base import BaseChecker, Context
from harness.diagnose.difference import window
from harness.model.finding import Finding
from harness.model.place import NOWHERE


class Regex(BaseChecker, frozen=True, tag="regex"):
    """The whole output must match a regular expression of Python's; a byte that is not UTF-8 counts as a character."""

    pattern: str
    """The regular expression; ``(?s)`` in front lets ``.`` match newlines, ``(?i)`` ignores letter case."""

    def problems(self) -> tuple[str, ...]:
        """One sentence when the pattern is not a regular expression."""
        try:
            re.compile(self.pattern)
        except re.error as error:
            return (f"not a regular expression: {error}",)
        return ()

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding with the output's first lines; where a pattern stopped matching cannot be told."""
        if re.fullmatch(self.pattern, actual.decode("utf-8", "surrogateescape")):
            return ()
        kind = "pattern-not-matched" if actual else "output-empty"
        return (Finding.of(kind, NOWHERE, self.pattern.encode("utf-8", "surrogatepass"), window(actual, 0)),)
