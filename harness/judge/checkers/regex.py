"""``regex``: the whole output must match a pattern."""

from __future__ import annotations

import re

from harness.judge.checkers.base import BaseChecker, Context
from harness.judge.differences.difference import line_and_column, window
from harness.judge.finding_kinds import OUTPUT_EMPTY
from harness.model.finding import NOWHERE, Finding, Place
from harness.model.patterns import lazy_regex

_ANYTHING_AROUND = lazy_regex(r"((?:\(\?[a-zA-Z]+\))?)\.\*\??(.+?)(?<!\\)\.\*\??\n?", re.DOTALL)
"""Flags, and what is between ``.*`` and ``.*``."""


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

    def accepted_part(self, actual: bytes) -> tuple[Place, bytes]:
        """Where what is between ``.*`` and ``.*`` of the pattern is."""
        match = _ANYTHING_AROUND.fullmatch(self.pattern)
        text = actual.decode("utf-8", "surrogateescape")
        part = re.search(match[1] + match[2], text) if match is not None and _is_pattern(match[1] + match[2]) else None
        if part is None:
            return NOWHERE, window(actual, 0)
        offset = len(text[: part.start()].encode("utf-8", "surrogateescape"))
        line, column = line_and_column(actual, offset)
        return Place(line=line, column=column), window(actual, offset)

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding with the output's first lines; where a pattern stopped matching is not known."""
        if re.fullmatch(self.pattern, actual.decode("utf-8", "surrogateescape")):
            return ()
        kind = "pattern-not-matched" if actual else OUTPUT_EMPTY
        return (Finding.of(kind, NOWHERE, self.pattern.encode("utf-8", "surrogatepass"), window(actual, 0)),)


def _is_pattern(text: str) -> bool:
    try:
        re.compile(text)
    except re.error:
        return False
    return True
