"""Run again, alone, what exceeded its time limit: only what is late again is late."""

from __future__ import annotations

from pathlib import Path

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import draws
from harness.grading.schedule.submission_state import SubmissionState, group_shared_runs
from harness.grading.schedule.timing import Timekeeper

MOST_CONFIRMATIONS = 3
"""After so many confirmed TLEs of one submission its other late cases are not rerun."""


def confirm_late(state: SubmissionState, timekeeper: Timekeeper) -> None:
    """Rerun the cases that exceeded their limit alone, against the reference where it sets the limit."""
    if not isinstance(state.built, Built):
        return
    confirmed = 0
    cases, full_limits = state.assignment.cases, state.first_limits_s
    late = [
        index
        for index in state.over_time
        if state.confirms or (cases[index].case.time and index not in full_limits and not state.outcomes[index].waited)
    ]
    alone = dict[str, tuple[int, CaseResult]]()
    is_drawn = len(late) > 1 and draws(state.built.folder or Path(), tuple(state.built.kept_files))
    for group in group_shared_runs(late, cases):
        first = {index: state.outcomes[index] for index in group}
        start = cases[group[0]].kind.same_start(cases[group[0]].case)
        if start in alone and not is_drawn and (known := timekeeper.known_alone(state.job, first, *alone[start])):
            state.outcomes |= known
            continue
        if confirmed >= MOST_CONFIRMATIONS:
            continue
        second = timekeeper.rerun_alone(state.job, state.built, first)
        state.outcomes |= second
        confirmed += any(outcome.over_time for outcome in second.values())
        late_alone = [(index, outcome) for index, outcome in second.items() if outcome.is_late]
        alone |= {start: late_alone[0]} if start and late_alone else {}
