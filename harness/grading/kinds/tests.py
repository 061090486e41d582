"""Cases of tests that students write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.plan.mutants import mutant_clause, mutant_names
from harness.grading.running.case_kind import Kind, Runner
from harness.language.tools.packages import JUNIT, PYTEST
from harness.model.errors import JudgeError, SpecError
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case
from harness.spec.loading.validate_references import leads_out, pattern_problems_of_files, unknown_function
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_TOOLS = {"pytest": ("python3", PYTEST), "junit": ("javac", "java", JUNIT), "pairs": ()}
"""What each runner takes."""
_WITH_REFERENCE = 3
"""Runs beside those with wrong programs: twice with the reference, and what is compiled."""


class StudentsTests(Kind):
    """Runs the student's own tests with the reference and with wrong programs; the student's program is not run."""

    key = "tests"
    guide = "cases.md#students-own-tests"
    takes = frozenset({"limits"})

    def starts_program(self, case: Case) -> bool:
        """Pairs of input and output are tried with programs that are built as the student's."""
        return case.tests is not None and case.tests.runner == "pairs"

    def needs_build(self, case: Case) -> bool:
        """Other tests than pairs are run with programs of the course."""
        return self.starts_program(case)

    def tools(self, _assignment: Assignment, case: Case) -> Iterable[str]:
        """The runner, and what it is started with."""
        return () if case.tests is None else _TOOLS[case.tests.runner]

    def runs(self, assignment: Assignment, case: Case) -> int:
        """One for each program that the tests are run with."""
        against = case.tests.against if case.tests is not None else ""
        return _WITH_REFERENCE + len(list((assignment.folder / against).glob("*")))

    def program_folders(self, case: Case) -> Iterable[str]:
        """The wrong programs."""
        return (case.tests.against,) if case.tests is not None else ()

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """There are a reference and wrong programs."""
        if case.tests is None:
            return
        yield from pattern_problems_of_files(source.at((*path, "tests", "files")), case.tests.files)
        if leads_out(case.tests.against):
            yield Problem(source.at((*path, "tests", "against")), "it is a folder beside the spec; write its name")
        if case.tests.inputs:
            at = source.at((*path, "tests", "inputs"))
            if case.tests.runner != "pairs":
                yield Problem(at, f"only examples in pairs of files have inputs to list, and not {case.tests.runner}")
            if case.tests.inputs not in assignment.functions:
                yield unknown_function(at, case.tests.inputs, assignment)
        at, wrong = source.at((*path, "tests")), assignment.folder / case.tests.against
        if not assignment.references():
            yield Problem(at, f"students' tests need a reference in {assignment.reference_folder}")
        if not wrong.is_dir() or not any(wrong.iterdir()):
            yield Problem(at, f"there are no wrong programs in {wrong} for students' tests to notice")
        elif case.tests.against == "mutants":
            clauses = {mutant_clause(name, assignment) for name in mutant_names(assignment)}
            if clauses <= {case.clause}:
                yield Problem(
                    at,
                    f'all wrong programs in {wrong} stand for "{case.clause}", the clause of the tests, '
                    "which leaves none to notice; add one that violates another clause",
                )

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run the tests with one program after the other."""
        from harness.grading.running.student_tests import judge_student_tests  # noqa: PLC0415 - few cases have them

        try:
            return CaseResult(judge_student_tests(runner.assignment, planned, runner.built, runner.workspace))
        except SpecError as error:  # of a wrong program of the course
            raise JudgeError(str(error)) from None


KIND = StudentsTests()
