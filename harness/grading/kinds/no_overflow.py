"""Cases that look for numbers too large for their type."""

from __future__ import annotations

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.kinds.trace import Traced
from harness.grading.running.case_kind import Runner
from harness.language.driver import Driver, OverflowDriver
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.kinds import PROCESS, WRITTEN


class NoOverflow(Traced):
    """Looks for whole numbers that come out too large for their type, in the first so many calls of a run."""

    key = "no_overflow"
    takes = (PROCESS | WRITTEN | {"stdin", "attempts"}) - {"produces"}

    def can_watch(self, driver: Driver) -> bool:
        """Only where whole numbers have a size."""
        return isinstance(driver, OverflowDriver)

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run until the program was at work for long enough; what ends before is judged as any run."""
        from harness.grading.calling.overflow import run_for_overflow  # noqa: PLC0415 - few cases look for that

        return run_for_overflow(runner.assignment, planned, runner.built, runner.workspace)


KIND = NoOverflow()
