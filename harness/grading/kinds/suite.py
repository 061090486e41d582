"""Cases of the course's own test suite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NoReturn

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.case_kind import Kind, Runner
from harness.language.tools.packages import JUNIT, PYTEST
from harness.model.errors import SpecError, UsageError
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case
from harness.spec.format.suite_tests import RUNNER_LANGUAGES, suite_files, tests_of
from harness.spec.loading.validate_references import leads_out, unknown_clause
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_TOOLS = {
    "unittest": ("python3",),
    "pytest": ("python3", PYTEST),
    "doctest": ("python3",),
    "junit": ("javac", "java", JUNIT, "ASM"),
    "node": ("node",),
}
"""What each runner takes."""


class CourseSuite(Kind):
    """Runs the course's own tests where the student's code has no power; each test is a case."""

    key = "suite"
    guide = "suites.md"
    takes = frozenset({"limits", "files"})
    shares_process = True

    def tools(self, _assignment: Assignment, case: Case) -> Iterable[str]:
        """The runner, and what it is started with."""
        return () if case.suite is None else _TOOLS[case.suite.runner]

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """The files are the course's, the language is that of the runner, and the clauses are there."""
        suite = case.suite
        if suite is None:
            return
        at = (*path, "suite")
        language = RUNNER_LANGUAGES[suite.runner]
        if assignment.spec.language != language:
            given = assignment.spec.language
            fault = f'{suite.runner} is for {language.capitalize()}; the language is "{given}"'
            yield Problem(source.at((*at, "runner")), fault)
        for number, pattern in enumerate(suite.files):
            if leads_out(pattern):
                yield Problem(source.at((*at, "files", number)), "the files of a suite lie in the spec's folder")
        for name, clause in suite.tests.items():
            yield from unknown_clause(source, (*at, "tests", name), clause, assignment)
        try:
            yield from _replaced_modules(source, assignment, case, at)
        except SpecError:
            return  # expanding the case says so

    def planned_problems(self, source: Source, planned: PlannedCase, assignment: Assignment) -> Iterator[Problem]:
        """The clause that a test's decorator names is there."""
        suite = planned.case.suite
        if suite is not None and planned.case.clause not in suite.tests.values():
            yield from unknown_clause(source, ("cases", planned.entry, "suite"), planned.case.clause, assignment)

    def run_together(self, indices: Sequence[int], runner: Runner) -> Mapping[int, CaseResult]:
        """Run the tests of one suite in one process."""
        from harness.grading.running.suite_run import run_suites  # noqa: PLC0415 - few assignments have one

        return run_suites(runner.assignment, indices, runner.built, runner.workspace)

    def reproduce(self, planned: PlannedCase, _runner: Runner) -> NoReturn:
        """The tests are not handed out."""
        raise UsageError(f"{planned.name}: the tests stay with the course; repeat the call that the finding shows")


def _replaced_modules(source: Source, assignment: Assignment, case: Case, at: KeyPath) -> Iterator[Problem]:
    """A line where a file beside the tests would be imported instead of the student's."""
    from harness.grading.running.suite_hosts import handed_in_modules  # noqa: PLC0415 - few assignments have one

    suite = case.suite
    if suite is None or suite.runner not in ("unittest", "pytest"):
        return
    with_tests = {test.file for test in tests_of(assignment.folder, suite)}
    modules = set(handed_in_modules(assignment))
    for name in suite_files(assignment.folder, suite):
        if name not in with_tests and PurePosixPath(name).stem in modules:
            yield Problem(source.at((*at, "files")), f"students hand in a file {name}; take it out of the tests' files")


KIND = CourseSuite()
