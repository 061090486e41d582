"""Runs that a case makes before its own, in the same folder: what the program keeps in files from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.judge_in_child import judge_run
from harness.grading.verdicts.judgement import Expectation
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers import Context
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Observation
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case

_MOST_SHOWN = 6
"""Earlier runs that a report names in one line."""
_NOTHING_EXPECTED: dict[str, Any] = {
    "stdout": None,
    "stderr": None,
    "exit": "any",
    "produces": {},
    "output_files": (),
    "attempts": (),
    "near_misses": {},
}


def earlier_cases(case: Case) -> Iterator[Case]:
    """Each earlier run as a case of its own, of which only is asked that it ends by itself and without a crash."""
    for number, earlier in enumerate(case.before):
        own = {"run": earlier.run or case.run, "args": earlier.args, "stdin": earlier.stdin}
        yield replace(case, **_NOTHING_EXPECTED, **own, before=case.before[:number])


def run_earlier(
    planned: PlannedCase,
    run_now: Callable[[Case], Observation],
    limits: ResolvedLimits,
    assignment: Assignment,
    built: Built,
    workspace: Workspace,
) -> Observation | None:
    """Make the earlier runs of a case; the observation of the first that crashes or reaches a limit.

    ``run_now`` makes the run of a case in the folder that all of them share.
    """
    for number, case in enumerate(earlier_cases(planned.case)):
        observation = run_now(case)
        if observation.exit == 0 and observation.ended_by is None:
            continue
        run = Run(b"", observation.stderr, observation.exit, case.args, b"", planned.values, {})
        alone = replace(planned, case=case)
        expectation = Expectation(alone, limits, Context(run), {}, folder=built.folder)
        judgement = judge_run(workspace.judging, workspace.key, assignment, observation, expectation)
        if judgement.verdict is not Verdict.AC:
            return replace(observation, of_earlier=number)
    return None


def with_earlier_runs(result: CaseResult, lines: list[str]) -> CaseResult:
    """The result, whose findings say which runs came before; ``lines``: these, as a shell starts them."""
    if not lines:
        return result
    shown = "; ".join([*["..."][: len(lines) - _MOST_SHOWN], *lines[-_MOST_SHOWN:]])
    findings = result.judgement.findings
    after = tuple(replace(finding, params={**finding.params, "earlier": shown}) for finding in findings)
    return replace(result, judgement=replace(result.judgement, findings=after))
