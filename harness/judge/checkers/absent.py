"""``absent``: a file that must not be there; of a stream, nothing may come."""

from __future__ import annotations

from harness.judge.checkers.base import BaseChecker, Context
from harness.judge.differences.difference import window
from harness.judge.finding_kinds import OUTPUT_NOT_WANTED
from harness.model.finding import NOWHERE, Finding


class Absent(BaseChecker, frozen=True, tag="absent"):
    """The file must not exist after the run, not even empty; on ``stdout`` or ``stderr`` nothing may come."""

    def accepts_missing(self) -> bool:
        """True: that is what is asked for."""
        return True

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding with what came."""
        return (Finding.of(OUTPUT_NOT_WANTED, NOWHERE, None, window(actual, 0)),) if actual else ()
