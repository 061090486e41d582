"""Cases that read the source."""

from __future__ import annotations

from collections.abc import Iterator

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import JudgeSources, judge_source_rules
from harness.grading.running.case_kind import Kind, Runner
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case
from harness.spec.loading.validate_case import rule_problems
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source


class SourceRules(Kind):
    """Looks into the source by parsers; nothing is run."""

    key = "source"

    def needs_build(self, _case: Case) -> bool:
        """It reads what was handed in."""
        return False

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """Its patterns are patterns, and each rule can be kept and broken."""
        if case.source is not None:
            yield from rule_problems(source, assignment, case.source, (*path, "source"))

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Read what was handed in."""
        if planned.case.source is None:
            raise ValueError("only a case with rules on the source is judged so")
        files, near_names = tuple(runner.built.intake.files), runner.built.near_names.chosen
        request = JudgeSources(planned.case.source, runner.folder, files, near_names)
        return CaseResult(judge_source_rules(runner.workspace.judging, runner.workspace.key, request))


KIND = SourceRules()
