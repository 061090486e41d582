"""Which cases of a submission run when, with which limits, and which together in one task."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.schedule.case_selection import lost_once, matter, unrun_cases
from harness.grading.schedule.grading_options import GradingOptions
from harness.grading.schedule.pool import Overdue
from harness.grading.schedule.submission_state import SubmissionState, group_shared_runs, rounds
from harness.grading.schedule.tasks import BuildTask, CasesTask
from harness.grading.schedule.timing import FIRST_RUN_SHARE, Timekeeper
from harness.grading.verdicts.judgement import Judgement
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Course, PlannedCase

_MEASURE_FIRST = 8
"""From so many submissions of an assignment on its reference is measured first: that is cheaper than many reruns."""


def measure_limits(course: Course, states: Sequence[SubmissionState], timekeeper: Timekeeper) -> None:
    """Set the limits of first runs that are a multiple of the reference's time, where many programs run."""
    for name in course:
        alike = [state for state in states if state.job.submission.assignment == name]
        indices = tuple(sorted({index for state in alike for index in state.to_run}))
        for confirms in {state.confirms for state in alike if len(alike) >= _MEASURE_FIRST}:
            limits = timekeeper.cpu_limits_s(name, indices, FIRST_RUN_SHARE if confirms else 1)
            for state in alike:
                state.first_limits_s = limits if state.confirms == confirms else state.first_limits_s


def take_in(
    state: SubmissionState, task: BuildTask | CasesTask, result: Any, options: GradingOptions
) -> list[CasesTask]:
    """Keep the result of a task; return what is to be run instead of it, or after all.

    Of a task that hung nobody loses points, and a person has to look.
    """
    cases, overdue = state.assignment.cases, Finding.of("overdue")
    if isinstance(task, BuildTask):
        built = Built(Intake(), None, review=overdue) if isinstance(result, Overdue) else result
        for sibling in state.same_folder:
            sibling.built = built
            if isinstance(built, Built) and built.folder is not None:  # the course's own programs have nobody to tell
                sibling.later = [sibling.to_run] if options.own_programs else rounds(sibling.to_run, cases)
        return []
    if isinstance(result, Overdue):
        groups = group_shared_runs(task.indices, cases)  # the case that hangs costs no other one its verdict
        if len(groups) > 1:
            return [replace(task, indices=tuple(group), lost_once={}) for group in groups]
        result = dict.fromkeys(task.indices, CaseResult(Judgement.because(Verdict.NR, overdue)))
    if isinstance(result, JudgeError):
        result = dict.fromkeys(task.indices, CaseResult.not_judged(result))
    state.outcomes |= result
    return _left_out(state, options)


def next_round(state: SubmissionState, options: GradingOptions, submissions: int) -> Iterator[CasesTask]:
    """The tasks of the next round of a folder, once the last one is final; ``submissions``: how many are not done."""
    built = state.built
    if not isinstance(built, Built) or built.folder is None:
        return
    for sibling, indices in state.next_round():
        once = lost_once(sibling.assignment, sibling.clauses_to_lose)
        for part in _split_cases(sibling.assignment.cases, indices, once, 8 * options.jobs // max(1, submissions)):
            yield CasesTask(sibling.job, built, part, state.first_limits_s, lost_once=once)


def _split_cases(
    cases: Sequence[PlannedCase], indices: Sequence[int], once: Mapping[int, str], most_parts: int
) -> list[tuple[int, ...]]:
    """Split cases of a job into tasks: those that share a process together; cases of one run; the rest finely.

    A case of many runs is a task of its own, and begins early: else one worker has it while the others wait.

    The fewer the submissions, the finer the split, so that all workers are busy to the end. Cases of ``once``, some
    of which may be left out, are in one task.
    """
    shared = tuple(index for index in indices if cases[index].kind.shares_process)
    rest = [index for index in indices if not cases[index].kind.shares_process]
    groups = group_shared_runs(rest, cases)
    together = [group for group in groups if not once.keys().isdisjoint(group)]
    long = [group for group in groups if group not in together and any(cases[at].case.runs > 1 for at in group)]
    groups = [group for group in groups if group not in together and group not in long]
    size = max(1, min(50, math.ceil(len(groups) / max(1, most_parts))))
    parts = [tuple(chain(*groups[start : start + size])) for start in range(0, len(groups), size)]
    return [part for part in (shared, tuple(chain(*together)), *map(tuple, long), *parts) if part]


def _left_out(state: SubmissionState, options: GradingOptions) -> list[CasesTask]:
    """Run after all what was left out, where that may change more than its own clause."""
    if not state.clauses_to_lose or not state.complete or not isinstance(state.built, Built):
        return []
    not_run = unrun_cases(state.outcomes)
    if not not_run or not matter(state.assignment, options.grade_of(state), not_run):
        return []
    for index in not_run:
        del state.outcomes[index]
    return [CasesTask(state.job, state.built, tuple(not_run), state.first_limits_s)]
