"""The kinds of cases: one module each, found by looking into this folder. A new kind is one new file.

A module is named as the key that makes a case one of its kind, and holds the kind as ``KIND``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from harness.grading.building.built import check_tools
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.misnamed_functions import under_exists_names, under_near_names
from harness.grading.child_requests.source_requests import JudgeSources, judge_source_rules
from harness.grading.running.case_kind import Kind, Runner
from harness.grading.verdicts.judgement import Judgement
from harness.model.errors import NeedsReview
from harness.model.verdict import UNJUDGED, Verdict
from harness.spec.format.assignment import PlannedCase


def kind_of(planned: PlannedCase) -> Kind:
    """The kind of a case, with how it is run."""
    return cast("Kind", planned.kind)


def run_case(planned: PlannedCase, runner: Runner) -> CaseResult:
    """Run and judge a case against a submission that was built.

    Raises:
        JudgeError: when our side cannot judge: a tool is missing, ``checks.py`` fails, the disk is full.

    """
    check_tools(runner.assignment, planned.case, runner.built)
    try:
        result = kind_of(planned).run(under_near_names(planned, runner.built.near_names.chosen), runner)
        return _unless_written(result, planned, runner)
    except NeedsReview as error:
        return CaseResult(Judgement.because(Verdict.NR, error.finding))


def run_together(kind: Kind, indices: Sequence[int], runner: Runner) -> Mapping[int, CaseResult]:
    """Run and judge cases of one kind that share a process, by their index."""
    cases = runner.assignment.cases
    return {
        index: _unless_written(result, cases[index], runner)
        for index, result in kind.run_together(indices, runner).items()
    }


def _unless_written(result: CaseResult, planned: PlannedCase, runner: Runner) -> CaseResult:
    """The result; of a case that failed and whose thing, by its ``exists``, was never written, that this is why.

    What is right when it is run is right, wherever it is written.
    """
    verdict = result.judgement.verdict
    if verdict is Verdict.AC or verdict in UNJUDGED:
        return result
    names = runner.built.near_names
    exists = under_exists_names(planned, {**names.written, **names.chosen})
    if exists is None:
        return result
    request = JudgeSources(exists, runner.folder, tuple(runner.built.intake.files))
    judgement = judge_source_rules(runner.workspace.judging, runner.workspace.key, request)
    return result if judgement.verdict is Verdict.AC else replace(result, judgement=replace(judgement, absent=True))
