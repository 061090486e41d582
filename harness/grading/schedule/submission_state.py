"""The state of one submission: what is known before it is graded, and how submissions and cases share work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.schedule.tasks import GradingJob
from harness.language.edits import SUFFIXES
from harness.model.errors import JudgeError
from harness.spec.format.assignment import Assignment, PlannedCase


class SubmissionState(Struct):
    """A submission that is being graded."""

    number: int
    job: GradingJob
    assignment: Assignment
    confirms: bool
    """Whether limits that it exceeds are confirmed by a run alone, and its failures explained."""
    clauses_to_lose: tuple[str, ...] = ()
    """The clauses that it is known to violate."""
    first_limits_s: Mapping[int, float] = {}
    """CPU limits in seconds of first runs, by case index, where the reference was measured before."""
    built: Built | JudgeError | None = None
    outcomes: dict[int, CaseResult] = field(default_factory=dict)
    same_folder: list[SubmissionState] = field(default_factory=list)
    """All states with the same folder, this one too: the folder is built once, for the first of them."""
    crash_task: bool | None = None
    """Whether a crash is being looked into; None before that was decided."""
    repair_task: bool | None = None
    """Whether a change by which failed cases pass is being looked for; None before that was decided."""
    smaller_task: bool | None = None
    """Whether smaller inputs of failed cases are being looked for; None before that was decided."""
    final: bool = False
    """Whether its grade was stored."""
    later: list[tuple[int, ...]] = field(default_factory=list)
    """The cases of the rounds that have not begun (``rounds``)."""
    confirmed: set[int] = field(default_factory=set)
    """The indices of the cases that exceeded their time limit in a round that is over."""

    @property
    def to_run(self) -> tuple[int, ...]:
        """The indices of the cases of which nothing is known yet."""
        return tuple(index for index in self.job.case_indices if index not in self.outcomes)

    @property
    def over_time(self) -> list[int]:
        """The indices of the cases that exceeded their time limit, and that nobody has looked at since."""
        return [
            index
            for index, outcome in sorted(self.outcomes.items())
            if outcome.over_time and index not in self.confirmed
        ]

    @property
    def complete(self) -> bool:
        """Whether every case has its first outcome."""
        failed = self.built is not None and (isinstance(self.built, JudgeError) or self.built.folder is None)
        return failed or len(self.outcomes) == len(self.job.case_indices)

    @property
    def has_failed(self) -> bool:
        """Whether a case is wrong by what the program does."""
        return any(outcome.judgement.is_wrong for outcome in self.outcomes.values())

    @property
    def has_changeable_sources(self) -> bool:
        """Whether a file was handed in for which there are changes that may repair a program."""
        files = self.built.kept_files if isinstance(self.built, Built) else ()
        return any(name.lower().endswith(SUFFIXES) for name in files)

    @property
    def round_is_over(self) -> bool:
        """Whether every case that has begun has its first outcome, and no crash is being looked into."""
        begun = len(self.job.case_indices) - sum(map(len, self.later))
        return self.final or (not self.crash_task and len(self.outcomes) == begun)

    def recall(self, known: Known) -> bool:
        """Take what is known from before; return whether that is all."""
        self.outcomes |= known.outcomes
        self.confirmed |= known.outcomes.keys()
        if is_whole := known.built.folder is None or not self.to_run:
            self.built = known.built
        return is_whole

    def forget(self) -> None:
        """Drop what its grade, which is final, was made from."""
        self.final, self.built = True, None
        self.outcomes.clear()

    def next_round(self) -> list[tuple[SubmissionState, tuple[int, ...]]]:
        """Begin the next round of all submissions of this folder; none while anything of the last one is not final."""
        if any(not sibling.round_is_over or sibling.over_time for sibling in self.same_folder):
            return []
        return [(sibling, sibling.later.pop(0)) for sibling in self.same_folder if sibling.later]


def first_of_each_folder(states: Iterable[SubmissionState]) -> list[SubmissionState]:
    """Return the first state of each folder, and link all states of one folder to each other."""
    by_folder: dict[tuple[str, Path], list[SubmissionState]] = {}
    for state in states:
        state.same_folder = by_folder.setdefault((state.job.submission.assignment, state.job.folder), [])
        state.same_folder.append(state)
    return [same_folder[0] for same_folder in by_folder.values()]


def group_shared_runs(indices: Sequence[int], cases: Sequence[PlannedCase]) -> list[list[int]]:
    """Group the cases that are judged by the same run."""
    groups: dict[str | int, list[int]] = {}
    for index in indices:
        groups.setdefault(cases[index].shared_run or index, []).append(index)
    return list(groups.values())


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


class Known(Struct, frozen=True):
    """The build and some outcomes of a submission."""

    built: Built
    outcomes: Mapping[int, CaseResult]
    """By the index of the case."""
