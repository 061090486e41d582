"""Cases of a linter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.kinds.base import Kind, Runner
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case
from harness.spec.yaml.source import KeyPath, Source

_WITH_CONFIG = ("checkstyle", "clang-tidy")


class Linter(Kind):
    """Runs a linter over what was handed in; the program itself is not run."""

    key = "lint"
    guide = "cases.md#linters"
    takes = frozenset({"limits"})

    def needs_build(self, _case: Case) -> bool:
        """It reads what was handed in."""
        return False

    def tools(self, _assignment: Assignment, case: Case) -> Iterable[str]:
        """The linter."""
        return (case.lint.tool,) if case.lint is not None else ()

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
        """Its configuration is there."""
        lint = case.lint
        if lint is None or not lint.config:
            return
        at = source.at((*path, "lint", "config"))
        if lint.tool not in _WITH_CONFIG:
            yield f'{at}: {lint.tool} takes "options", no "config"'
        elif not (assignment.folder / lint.config).is_file():
            yield f"{at}: there is no file {assignment.folder / lint.config}"

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run the linter and charge its findings."""
        from harness.grading.running.lint import judge_lint  # noqa: PLC0415 - few cases have one

        return CaseResult(judge_lint(runner.assignment, planned, runner.built, runner.workspace))


KIND = Linter()
