"""Which failures are explained, and when: crashes after each round, the others once everything is judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from harness.grading.building.built import Built
from harness.grading.schedule.grading_options import GradingOptions
from harness.grading.schedule.submission_state import SubmissionState

if TYPE_CHECKING:
    from harness.grading.explaining.crash_task import CrashTask
    from harness.grading.explaining.repairs.repair_search import RepairTask
    from harness.grading.explaining.smaller.smaller_input_task import SmallerInputTask

MOST_REPAIRED = 10
"""Of at most so many submissions together, graded before or now, changes are tried: a class does not wait for them."""


def crash_tasks(state: SubmissionState) -> Iterator[CrashTask]:
    """What is to be run to find why the programs of a folder crashed, once the cases of a round are judged."""
    for sibling in state.same_folder:
        if sibling.crash_task is None and (sibling.complete or (sibling.outcomes and sibling.round_is_over)):
            task = None
            judgements = [outcome.judgement for outcome in sibling.outcomes.values()]
            if sibling.confirms and any(judgement.findings or not judgement.is_right for judgement in judgements):
                from harness.grading.explaining.crash_task import crash_task  # noqa: PLC0415 - most programs are right

                task = crash_task(sibling)
            if task is not None or sibling.complete:
                sibling.crash_task = task is not None
            if task is not None:
                yield task


def is_searched(state: SubmissionState, options: GradingOptions) -> bool:
    """Whether a change by which failed cases pass, or else smaller inputs, are to be looked for, and were not yet."""
    if state.repair_task is None and options.tries_changes and state.has_failed and state.has_changeable_sources:
        from harness.grading.explaining.repairs.repair_search import may_be_repaired  # noqa: PLC0415 - for few

        state.repair_task = may_be_repaired(state) or None
    if state.repair_task:
        return True
    if state.smaller_task is None:
        state.smaller_task = (options.shown_cases is not None and state.has_failed and not state.final) or None
    return bool(state.smaller_task)


def repair_tasks(states: Iterable[SubmissionState], options: GradingOptions) -> list[RepairTask]:
    """The searches for such changes: they wait until everything is judged."""
    searched = [state for state in states if state.repair_task]
    if not searched:
        return []
    from harness.grading.explaining.repairs.repair_search import RepairTask  # noqa: PLC0415 - for few submissions

    tasks = [
        RepairTask(state.job, state.built, dict(state.outcomes)) for state in searched if isinstance(state.built, Built)
    ]
    if tasks and options.on_search is not None:
        options.on_search()
    return tasks


def smaller_tasks(states: Iterable[SubmissionState], options: GradingOptions) -> list[SmallerInputTask]:
    """The searches for smaller inputs, of the cases that are shown once no change is looked for."""
    tasks = []
    for state in [state for state in states if state.smaller_task]:
        from harness.grading.explaining.smaller.smaller_input_task import shrinkable  # noqa: PLC0415 - few fail

        task = shrinkable(state, options)
        state.smaller_task = task is not None
        tasks += [task] if task is not None else []
    return tasks
