"""Cases that call the student's functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.kinds.run import replaced_sources
from harness.grading.running.case_kind import Kind, Runner
from harness.grading.running.reproduce import Reproduction
from harness.judge.checkers import checker_of
from harness.language.driver import NotCallable, drivers
from harness.language.tools.case_tools import tools_for_calls
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment, PlannedCase, expectations
from harness.spec.format.model import Case
from harness.spec.format.units import range_problems
from harness.spec.loading.validate_calls import call_problems, goal_problems
from harness.spec.loading.validate_references import unknown_function
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_SANITIZE = (
    "functions are called without sanitizers; take it out here, and look at memory in a case that starts a program: "
    "one of the course's that calls these functions (given: {main.c: {file: input/main.c}}), with "
    '"stdin", "stdout" and "sanitize"'
)


class Calls(Kind):
    """Calls the student's functions, in one process with one state; the program itself is not started."""

    key = "calls"
    guide = "calls.md"
    takes = frozenset(
        {"isolated", "let", "set", "get", "results", "args", "limits", "stdin", "files", "clock"}
        | {"stdout", "stderr", "produces", "near_misses"}
    )
    why_not = {"sanitize": _SANITIZE}
    shares_process = True
    may_be_left_out = True

    def tools(self, assignment: Assignment, case: Case) -> Iterable[str]:
        """What the driver takes; ASM where reads are counted in Java."""
        yield from tools_for_calls(assignment.spec.language)
        if assignment.spec.language == "java" and any(call.reads is not None for call in case.calls):
            yield "ASM"

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """The function that judges the results is there, and goals are for Prolog."""
        if case.results and case.results not in assignment.functions:
            yield unknown_function(source.at((*path, "results")), case.results, assignment)
        yield from goal_problems(source, assignment.spec.language, case, path)
        yield from replaced_sources(source, assignment, case, path)
        yield from _driver_problems(source, assignment.spec.language, case, path)

    def planned_problems(self, source: Source, planned: PlannedCase, assignment: Assignment) -> Iterator[Problem]:
        """What is wrong with each call."""
        for number, call in enumerate(planned.case.calls):
            if call.after == ():
                at = source.at(("cases", planned.entry, "calls", number, "after"))
                yield Problem(at, 'there is nothing in "after"; say what the arguments must be, or take the key out')
            for key, count in (("reads", call.reads), ("inferences", call.inferences)):
                if count is not None:
                    yield from range_problems(source.at(("cases", planned.entry, "calls", number, key)), count)
        for part, expected in expectations(planned.case):
            if checker_of(expected).needs_golden():
                at = source.at(("cases", planned.entry, part))
                yield Problem(at, "calls have no golden; write what is expected, or give its file")
        yield from call_problems(lambda *keys: source.at(("cases", planned.entry, *keys)), planned, assignment)

    def run_together(self, indices: Sequence[int], runner: Runner) -> Mapping[int, CaseResult]:
        """Make all calls, in as few processes as can be."""
        from harness.grading.calling.call_results import run_calls  # noqa: PLC0415 - with its drivers a tenth of the start, for some

        return run_calls(
            runner.assignment,
            indices,
            runner.built,
            runner.workspace,
            stop_early=runner.most_late_runs == 1,
            lost_once=runner.lost_once,
        )

    def reproduce(self, planned: PlannedCase, runner: Runner) -> Reproduction:
        """A program that makes the calls."""
        from harness.grading.calling.call_results import reproduction_of_calls  # noqa: PLC0415 - as above
        from harness.grading.calling.calls import call_all  # noqa: PLC0415 - as above
        from harness.grading.child_requests.misnamed_functions import under_near_names  # noqa: PLC0415

        planned = under_near_names(planned, runner.built.near_names.chosen)
        try:
            batch = call_all(runner.assignment, {0: planned}, runner.folder, runner.workspace)
        except NotCallable as error:
            raise UsageError(f"{planned.name}: the functions cannot be called: {error}") from None
        reproduction = reproduction_of_calls(batch, 0, runner.built, runner.workspace)
        if reproduction is None:
            raise UsageError(f"{planned.name}: these calls take more than a few lines to repeat by hand")
        return reproduction


def _driver_problems(source: Source, language: str, case: Case, path: KeyPath) -> Iterator[Problem]:
    """What no driver does, or not that of the language."""
    driver = drivers().get(language)
    if driver is None:
        what = 'with "language: any" no functions'
        if language != "any":
            what = f'no functions of the language "{language}"'
        known = ", ".join(drivers())
        yield Problem(source.at((*path, "calls")), f"{what} can be called; languages with calls: {known}")
        return
    if not driver.has_fields and language != "prolog":
        for key, entries in (("set", case.set_fields), ("get", case.get_fields)):
            if entries:
                yield Problem(source.at((*path, key)), f"no variables of a program in {language} can be set or read")
    if case.args and not driver.has_arguments:
        yield Problem(source.at((*path, "args")), f"functions in {language} see no arguments of the program")


KIND = Calls()
