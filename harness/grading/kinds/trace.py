"""Cases that count the calls of a student's functions during one run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.kinds.run import Run
from harness.grading.running.case_kind import Runner
from harness.language.driver import Driver, drivers
from harness.language.tools.case_tools import tools_for_calls
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.kinds import PROCESS
from harness.spec.format.model import Case
from harness.spec.format.units import call_ranges, range_problems
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source


class Traced(Run):
    """A run that is watched from inside; it takes longer and is never timed."""

    why_not = {"time": "a run that is watched from inside takes longer; time a case of its own"}
    is_traced = True
    has_run_time = False
    may_be_left_out = False

    def tools(self, assignment: Assignment, _case: Case) -> Iterable[str]:
        """What the driver takes; ASM in Java."""
        yield from tools_for_calls(assignment.spec.language)
        if assignment.spec.language == "java":
            yield "ASM"

    def starts_usually(self, _case: Case) -> bool:
        """No: the tracer starts it."""
        return False

    def can_be_repeated(self, _case: Case) -> bool:
        """It runs under a tool already."""
        return False

    def runs(self, assignment: Assignment, case: Case) -> int:
        """Each run may take ten times as long."""
        from harness.grading.calling.trace import SLOWDOWN  # noqa: PLC0415 - few cases are traced

        return super().runs(assignment, case) * SLOWDOWN

    def expects_something(self, _case: Case) -> bool:
        """The counts."""
        return True

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """There is a driver that can watch it."""
        yield from super().problems(source, assignment, case, path)
        able = [language for language, driver in drivers().items() if self.can_watch(driver)]
        if assignment.spec.language not in able:
            at = source.at((*path, self.key))
            yield Problem(
                at, f"this cannot be seen in a program in {assignment.spec.language}; languages: {', '.join(able)}"
            )

    def can_watch(self, driver: Driver) -> bool:
        """Whether a language's driver can do it."""
        return driver.counts_calls


class Trace(Traced):
    """Counts how often a run calls the student's functions. With ``stdout`` only runs that print it count."""

    key = "trace"
    takes = PROCESS | {"stdin", "stdout", "attempts", "near_misses"}

    def planned_problems(self, source: Source, planned: PlannedCase, _assignment: Assignment) -> Iterator[Problem]:
        """Each count is a number or a range."""
        for name, count in planned.case.trace.items():
            yield from range_problems(source.at(("cases", planned.entry, "trace", name)), count, call_ranges)

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run under the tracer and judge the counts."""
        from harness.grading.calling.trace import run_traced  # noqa: PLC0415 - few cases are traced

        return run_traced(runner.assignment, planned, runner.built, runner.workspace)


KIND = Trace()
