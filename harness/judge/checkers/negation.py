"""``not``: what another checker accepts must not come; ``absent``: a file must not be there, or nothing may come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.judge.checkers.base import BaseChecker, Context
from harness.judge.differences.difference import window
from harness.judge.finding_kinds import OUTPUT_NOT_WANTED
from harness.model.finding import NOWHERE, Finding

if TYPE_CHECKING:
    from harness.judge.checkers import Checker


class Not(BaseChecker, frozen=True, tag="not"):
    """What another checker accepts must not come: ``{check: not, of: {check: regex, pattern: "(?s).*secret.*"}}``."""

    of: str | Checker
    """The exact text, or the checker, that must not accept the output."""

    def expected_text(self) -> str | None:
        """The text of the other checker, where the spec itself holds it."""
        return self._checker().expected_text()

    def expected_file(self) -> str:
        """The file of the other checker."""
        return self._checker().expected_file()

    def requires_expected(self) -> bool:
        """Whether the other checker does."""
        return self._checker().requires_expected()

    def needs_golden(self) -> bool:
        """Whether the other checker does."""
        return self._checker().needs_golden()

    def function_names(self) -> tuple[str, ...]:
        """The functions that the other checker calls."""
        return self._checker().function_names()

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the options of the other checker."""
        return self._checker().problems()

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:
        """One finding, with what the other checker knows of what it accepts, where it accepts the output."""
        checker = self._checker()
        if checker.compare(actual, expected, context):
            return ()
        where, evidence = checker.accepted_part(actual)
        return (Finding.of("must-not-come", where, None, evidence),)

    def _checker(self) -> BaseChecker:
        from harness.judge.checkers import checker_of  # noqa: PLC0415 - the whole family, this one included

        return checker_of(self.of)


class Absent(BaseChecker, frozen=True, tag="absent"):
    """The file must not exist after the run, not even empty; on ``stdout`` or ``stderr`` nothing may come."""

    def accepts_missing(self) -> bool:
        """True: that is what is asked for."""
        return True

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding with what came."""
        return (Finding.of(OUTPUT_NOT_WANTED, NOWHERE, None, window(actual, 0)),) if actual else ()
