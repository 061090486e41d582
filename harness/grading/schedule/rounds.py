"""In which order the cases of a submission run, so that nothing that a student reads was made after a hidden case ran.

A run may find out what an earlier one of the same submission did: by what is in the machine's memory, by time, or by
what nobody has thought of yet. So what a hidden case gave to the program could stand in a visible case's output.
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.grading.schedule.submission_state import group_shared_runs
from harness.spec.format.assignment import PlannedCase

_SHOWN_FIRST = ("visible", "after_due_date", "after_published", "hidden")
"""Visibilities, from what everybody reads at once to what no student ever reads."""


def rounds(indices: Sequence[int], cases: Sequence[PlannedCase]) -> list[tuple[int, ...]]:
    """Split cases by who reads what comes of them; a round must be final, with all reruns, before the next one begins.

    Cases that are judged by the same run are in the round of the one that is shown first.
    """
    by_rank: dict[int, list[int]] = {}
    for group in group_shared_runs(indices, cases):
        rank = min(_SHOWN_FIRST.index(cases[index].case.visibility) for index in group)
        by_rank.setdefault(rank, []).extend(group)
    return [tuple(by_rank[rank]) for rank in sorted(by_rank)]
