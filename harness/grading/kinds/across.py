"""Cases of several runs that are judged together."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.judge_in_child import judge_runs
from harness.grading.child_requests.judge_requests import JudgeRuns
from harness.grading.kinds.run import OF_RUNS, Run, judged, rank
from harness.grading.running.case_kind import Runner
from harness.grading.running.observe_case import case_limits, observe_case
from harness.grading.verdicts.judgement import Judgement
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Observation
from harness.model.run import Run as RunFacts
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, InputWay
from harness.spec.loading.validate_references import unknown_function
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

LARGEST_TOGETHER = 1 << 24
"""Bytes written by all the runs that are judged together; they are in memory at a time."""


class Across(Run):
    """Runs the program several times; a function of ``checks.py`` judges all runs together."""

    key = "across"
    guide = "writing-a-spec.md"
    takes = (OF_RUNS | {"runs", "from"}) - {"near_misses"}

    def expects_something(self, _case: Case) -> bool:
        """Its function does."""
        return True

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """The function is there, and there are several runs."""
        yield from super().problems(source, assignment, case, path)
        if case.across not in assignment.functions:
            yield unknown_function(source.at((*path, "across")), case.across, assignment)
        if case.runs == 1:
            yield Problem(source.at((*path, "across")), "it judges several runs together; say how many: runs: 20")

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run and judge a case in each of its ways, and count the best."""
        limits = case_limits(runner.assignment, planned.case, runner.cpu_limit_s)
        results = []
        for way in planned.case.attempts or (InputWay(),):
            results.append(_run_all(planned, runner, limits, way))
            if results[-1].judgement.verdict is Verdict.AC or results[-1].over_time:
                return results[-1]
        return min(results, key=rank)


def _run_all(planned: PlannedCase, runner: Runner, limits: ResolvedLimits, way: InputWay) -> CaseResult:
    """Judge the runs one by one, the first wrong one decides; then all together by a function of ``checks.py``."""
    runs, last, written = list[RunFacts](), None, 0
    for number in range(planned.case.runs):
        observed = observe_case(
            runner.assignment, planned, runner.built, runner.workspace, limits=limits, way=way, number=number
        )
        last = judged(observed, runner)
        if last.judgement.verdict is not Verdict.AC:
            return last
        written += _size(observed.observation)
        if written > LARGEST_TOGETHER:
            return replace(last, judgement=Judgement.fault(Verdict.NR, "runs-too-large", limit=LARGEST_TOGETHER))
        runs.append(observed.expectation.context.run)
    if last is None:
        raise ValueError("a case has at least one run")
    workspace = runner.workspace
    together = judge_runs(workspace.judging, workspace.key, JudgeRuns(runner.assignment.id, planned, tuple(runs)))
    return replace(last, judgement=together) if together is not None else last


def _size(observation: Observation) -> int:
    """Return the bytes that a run wrote."""
    return len(observation.stdout) + len(observation.stderr) + sum(map(len, observation.files.values()))


KIND = Across()
