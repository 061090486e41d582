"""The kinds of cases: one module each, found by looking into this folder. A new kind is one new file.

A module is named as the key that makes a case one of its kind, and holds the kind as ``KIND``.
"""

from __future__ import annotations

from typing import cast

from harness.grading.building.built import check_tools
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.misnamed_functions import under_near_names
from harness.grading.kinds.base import Kind, Runner
from harness.grading.verdicts.judgement import Judgement
from harness.model.errors import NeedsReview
from harness.model.verdict import Verdict
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
        return kind_of(planned).run(under_near_names(planned, runner.built.near_names), runner)
    except NeedsReview as error:
        return CaseResult(Judgement.because(Verdict.NR, error.finding))
