"""Try single changes to a program that lost points: one that makes the failed cases pass shows where the fault is.

It changes no verdict. Each change is built and run as any submission is, and the unchanged program has to fail again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.explaining.repairs.changed_program import ChangedPrograms
from harness.grading.explaining.repairs.other_output import OF_PROGRAM, other_output
from harness.grading.explaining.repairs.repair_findings import ProvenChange, by_case, change_findings, changes_beside
from harness.grading.explaining.repairs.repair_targets import (
    called_last,
    charged_clauses,
    failed_cases,
    find_repairs,
    first_targets,
    is_cleared,
    of_first_clause,
    on_noted_function,
    passed_cases,
    stops_elsewhere,
    with_callers,
    with_own_fault,
)
from harness.grading.explaining.repairs.search_budget import SearchBudget
from harness.grading.explaining.repairs.trials import SearchRound, Trials
from harness.grading.schedule.further_run import FurtherRun
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import GradingJob, Worker
from harness.judge.finding_kinds import SUSPICIOUS_CODE
from harness.language.oddities.draws import HALF_LOOP
from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.model.finding import DROPPED_DEFAULT, KEPT_GLOBAL, LOST_INPUTS, SIZE_NUMBER, UNUSED_PARAMETER, Finding

_MOST_BY_CHANCE = 2
"""Groups of cases that fail only by chance, after which the search is given up."""
_OFTEN_RIGHT = (
    "kept-default", KEPT_GLOBAL, "and-or", DROPPED_DEFAULT, HALF_LOOP, SWALLOWED, CAUGHT_EXIT, *LOST_INPUTS,
    UNUSED_PARAMETER,
)  # fmt: skip
"""Suspicious code that many right programs have as well, or that is seldom the only fault."""

_HIDDEN_BY_OTHERS = ("shrinking-list", "growing-list")
"""Suspicious code that other changes of its line make harmless, by another order, without repairing it."""


def _size_written(note: Finding) -> int:
    """The size for which a program is right, where a note says that a number stands for it; 0 for other notes."""
    size = note.params.get("size") if note.params.get("what") == SIZE_NUMBER else 0
    return size if isinstance(size, int) else 0


def _telling_note(built: Built) -> Finding | None:
    """The note on a line of code that is seldom meant, and that few right programs have; None for none."""
    notes = (note for note in built.intake.notes if note.kind == SUSPICIOUS_CODE and note.where.line)
    return next((note for note in notes if note.params.get("what") not in _OFTEN_RIGHT), None)


class RepairSearch(Trials):
    """One search, which goes on after a fault that it repairs to the next."""

    by_luck: set[int] = field(default_factory=set)
    """The cases that fail only by chance."""
    is_explained: bool = False
    """Whether a note may say why, and no change of its line repairs anything."""

    @classmethod
    def of(cls, job: GradingJob, built: Built, outcomes: Mapping[int, CaseResult], worker: Worker) -> RepairSearch:
        """A search that begins now."""
        budget = SearchBudget.of(worker.stopwatch, outcomes)
        programs = ChangedPrograms.of(job, built, worker, outcomes, budget)
        return cls(built, outcomes, worker.course[job.submission.assignment], programs)

    def findings(self) -> dict[int, Finding]:
        """By case index: the change that makes it pass; changes of the line that a note names are tried first."""
        failed = failed_cases(self.assignment, self.outcomes)
        changes: list[ProvenChange] = []
        note, explained = _telling_note(self.built), set[int]()
        if note is not None:
            self.noted, self.size = note.where, _size_written(note)
            changes = [] if note.params.get("what") in _HIDDEN_BY_OTHERS else self._changes(failed, changes)
            explained = self._explained(note, failed, changes)
            self.noted, self.is_explained = None, not changes
            if not changes:
                self.budget.shorten()
        changes = self._changes([index for index in failed if index not in explained], changes)
        failed = [index for index in failed if index not in self.by_luck]
        own = with_own_fault(self.outcomes, failed)
        return (
            change_findings(self.assignment, changes, failed, charged_clauses(self.outcomes), own) | self._on_program()
        )

    def _on_program(self) -> dict[int, Finding]:
        """The note that the program prints something else each time, if it does where one text is asked for."""
        names = [self.assignment.cases[index].name for index in sorted(self.differing)]
        note = other_output(*self.sources, names) if names else None
        return {} if note is None else {OF_PROGRAM: note}

    def _changes(self, failed: Sequence[int], changes: Sequence[ProvenChange]) -> list[ProvenChange]:
        """These changes, and those by which more of the failed cases pass."""
        changes = [*changes]
        by_chance, given_up = 0, set[int]()
        while by_chance <= _MOST_BY_CHANCE:
            done = {*by_case(changes)} | given_up | self.by_luck
            targets = first_targets(self.assignment, self.outcomes, [each for each in failed if each not in done])
            # runs may fail by a function whose calls are given up; those of a note's line are all tried
            if not targets or (not self.noted and self.are_calls([*given_up]) and not self.are_calls(targets)):
                break
            if by_luck := {*targets} - {*self.fail_again(targets)}:
                by_chance += 1
                self.by_luck |= by_luck
                continue
            left = [index for index in failed if index not in self.by_luck]
            change = self.proven_change(self._round(targets, left, changes))
            if change is None:
                alike = self._alike(targets, left)
                goes_on = self.noted is None and not self.is_explained
                if goes_on and with_own_fault(self.outcomes, {*left} - given_up - alike):
                    self.budget.extend()
                if self.budget.is_out_of_time or (given_up and not self.noted and not self.are_calls(targets)):
                    break
                given_up |= alike
            else:
                changes = [each for each in changes if not each.fixed <= change.fixed] + [change]
                if not {*failed} <= {*by_case(changes)} | given_up:  # another fault
                    self.budget.extend()
            self.budget.try_more()
        return changes

    def _round(self, targets: Sequence[int], failed: Sequence[int], changes: Sequence[ProvenChange]) -> SearchRound:
        """The search for a change by which the first clause's cases of some targets pass, besides those known."""
        return SearchRound(
            tuple(of_first_clause(self.assignment, targets)),
            find_repairs(*self.sources, self.assignment, self.outcomes, targets),
            frozenset(failed),
            tuple(passed_cases(self.assignment, self.outcomes)),
            tuple(changes_beside(self.assignment, changes, failed, targets[0])),
            frozenset(by_case(changes)),
        )

    def _explained(self, note: Finding, failed: Sequence[int], changes: Sequence[ProvenChange]) -> set[int]:
        """The failed cases of which a note may say why, though no change of its line does.

        Those are the calls of its function. Where no change of its line repairs a case, they are the runs as well,
        except for those that stop in another function; if the tests of its function pass, none is.
        """
        explained, outcomes = on_noted_function(self.assignment, note, failed), self.outcomes
        if not changes and not is_cleared(self.assignment, outcomes, note):
            runs = {index for index in failed if not called_last(self.assignment.cases[index])}
            explained |= {index for index in runs if not stops_elsewhere(outcomes[index], note)}
        return explained - {*by_case(changes)}

    def _alike(self, targets: Sequence[int], failed: Sequence[int]) -> set[int]:
        """The cases that are given up together: of a function and its callers, or the runs of one clause.

        Calls that fail by a fault of their own are left for a search of theirs.
        """
        if self.are_calls(targets):
            of_function = with_callers(self.outcomes, targets, failed)
            others = with_own_fault(self.outcomes, of_function)
            return of_function if targets[0] in others else of_function - others
        clauses = [case.case.clause for case in self.assignment.cases]
        return {index for index in failed if clauses[index] == clauses[targets[0]]}


class RepairTask(FurtherRun, frozen=True):
    """Look for the one change by which failed cases of a submission pass."""

    outcomes: Mapping[int, CaseResult]

    def explanation(self, worker: Worker) -> dict[int, Finding]:
        """The findings by case index; none if no change helps, or the search comes to a limit."""
        return RepairSearch.of(self.job, self.built, self.outcomes, worker).findings()

    def note(self, state: SubmissionState, explanation: Any) -> None:
        """Add the findings; drop notes on handlers, which may be meant, if changes elsewhere repair all wrong cases."""
        state.repair_task = False
        on_program = explanation.pop(OF_PROGRAM, None) if explanation else None
        if on_program is not None:
            self.built.intake.notes.append(on_program)
        super().note(state, explanation)
        wrong = {index for index, outcome in state.outcomes.items() if outcome.judgement.is_wrong}
        if explanation and wrong <= explanation.keys():
            notes = self.built.intake.notes
            notes[:] = [note for note in notes if note.params.get("what") not in (SWALLOWED, CAUGHT_EXIT)]


def may_be_repaired(state: SubmissionState) -> bool:
    """Whether a submission that was built failed a case by what it does."""
    if not isinstance(state.built, Built) or state.built.folder is None or state.built.staged is None:
        return False
    return bool(failed_cases(state.assignment, state.outcomes))
