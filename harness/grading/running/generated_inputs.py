"""Run a program on generated inputs until its output differs from the reference's, and find the smallest such input.

The inputs come from a function of the course and a seed, so that they are the same for everybody. Hypothesis draws
them, and takes the first that fails apart to a smaller one for as long as there is time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.by_reference import Reference
from harness.grading.verdicts.judgement import RIGHT
from harness.grading.workspace.workspace import Workspace
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase

_BUDGET_S = 30.0
"""Elapsed seconds after which no smaller input is looked for."""
_LARGEST_INPUT = 1 << 20
_SHOWN = 200

Judge = Callable[[PlannedCase], CaseResult]


class _Differs(Exception):
    """The output for an input is wrong; Hypothesis looks for a smaller one."""


def run_generated(assignment: Assignment, planned: PlannedCase, workspace: Workspace, judge: Judge) -> CaseResult:
    """Judge the inputs one after the other; return the result for the smallest that fails, or that of the last.

    ``judge`` runs and judges the case with one input. Raises JudgeError when the course's function or the reference
    fails.
    """
    import hypothesis  # noqa: PLC0415 - few cases have generated inputs
    from hypothesis import configuration, strategies  # noqa: PLC0415

    configuration.set_hypothesis_home_dir(workspace.new("hypothesis"))
    trial = _Trial(assignment, planned, workspace, judge)
    generate = planned.case.generate
    if generate is None:
        raise ValueError("the case has no generated inputs")

    @hypothesis.seed(generate.seed)
    @hypothesis.settings(
        max_examples=generate.count,
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=hypothesis.Verbosity.quiet,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
    )
    @hypothesis.given(strategies.randoms(use_true_random=False))
    def tried(random: Random) -> None:
        trial.run(random)

    with contextlib.suppress(_Differs, hypothesis.errors.HypothesisException):
        tried()  # whatever it raises, the smallest input that fails is known
    return trial.result()


class _Trial:
    """What is known of the inputs so far."""

    def __init__(self, assignment: Assignment, planned: PlannedCase, workspace: Workspace, judge: Judge) -> None:
        self._assignment, self._planned, self._judge = assignment, planned, judge
        self._reference = Reference.of(assignment, planned, workspace)
        self._results: dict[bytes, CaseResult] = {}
        self._first_failure: float | None = None
        self._last = CaseResult(RIGHT)

    def run(self, random: Random) -> None:
        """Try one input; _Differs when the program fails on it."""
        content = self._generated(random)
        late = self._first_failure is not None and time.monotonic() - self._first_failure > _BUDGET_S
        if content not in self._results:
            if late:
                return
            self._results[content] = self._last = self._judge(self._with_input(content))
        result = self._results[content]
        if result.judgement.verdict is Verdict.AC and not result.judgement.charged:
            return
        if self._first_failure is None:
            self._first_failure = time.monotonic()
            if result.over_time:  # smaller inputs would cost as much time each
                self._first_failure -= _BUDGET_S
        raise _Differs

    def _generated(self, random: Random) -> bytes:
        generate = self._planned.case.generate
        name = generate.function if generate is not None else ""
        try:
            content: Any = self._assignment.functions[name](random)
        except Exception as error:
            raise JudgeError(f"{self._planned.location}: {name} of checks.py failed: {error!r}"[:1000]) from error
        if isinstance(content, str):
            content = content.encode()
        if not isinstance(content, bytes) or len(content) > _LARGEST_INPUT:
            raise JudgeError(f"{self._planned.location}: {name} of checks.py must return a text of at most 1 MiB")
        return content

    def _with_input(self, content: bytes) -> PlannedCase:
        """The case with an input, and with what the reference prints for it."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            raise JudgeError(
                f"{self._planned.location}: the generated input is not UTF-8: {content[:_SHOWN]!r}"
            ) from None
        case = msgspec.structs.replace(self._planned.case, stdin=text, generate=None)
        return self._reference.expect(replace(self._planned, case=case))

    def result(self) -> CaseResult:
        """The result for the smallest input that fails, else that of the last one."""
        failing = [
            (len(content), content)
            for content, result in self._results.items()
            if result.judgement.verdict is not Verdict.AC or result.judgement.charged
        ]
        if not failing:
            return self._last
        content = min(failing)[1]
        result = self._results[content]
        shown = content[:_SHOWN].decode(errors="replace").removesuffix("\n")
        note = Finding.of("generated-input", tried=len(self._results), text=shown)
        return replace(result, judgement=replace(result.judgement, findings=(*result.judgement.findings, note)))
