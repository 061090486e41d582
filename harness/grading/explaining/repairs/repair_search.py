"""Try single changes to a program that lost points: one that makes the failed cases pass shows where the fault is.

It changes no verdict. Each change is built and run as any submission is, and the unchanged program has to fail again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import repairs_of
from harness.grading.child_requests.submitted_sources import draws
from harness.grading.explaining.repairs.changed_program import ChangedPrograms
from harness.grading.explaining.repairs.repair_findings import (
    ProvenChange,
    Success,
    best_of,
    by_case,
    change_findings,
)
from harness.grading.explaining.repairs.repair_targets import (
    called_last,
    can_be_tried,
    charged_clauses,
    failed_cases,
    first_targets,
    is_cleared,
    is_without_end,
    on_noted_function,
    stops_elsewhere,
    with_callers,
    with_own_fault,
)
from harness.grading.explaining.repairs.search_budget import SearchBudget
from harness.grading.explaining.repairs.search_round import SearchRound, search_round
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import GradingJob, Worker
from harness.grading.workspace.workspace import Timed
from harness.judge.finding_kinds import SUSPICIOUS_CODE
from harness.language.edits.repair import Repair
from harness.language.oddities.draws import HALF_LOOP
from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.model.errors import JudgeError
from harness.model.finding import DROPPED_DEFAULT, KEPT_GLOBAL, LOST_INPUTS, Finding, Place
from harness.sandbox.files.scratch import remove
from harness.spec.format.assignment import Assignment

_DEADLINE_S = 600.0
_MOST_AFTER = 5
"""So many are tried after one that passes, to see whether another place does as well."""
_MOST_AFTER_PART = 40
"""So many after one that repairs a part: another one may repair more."""
_TIMES, _TIMES_IF_IT_DRAWS = 1, 3
"""So often the cases pass again with the change and fail again without it: else they pass by chance."""
_MOST_BY_CHANCE = 2
"""Groups of cases that fail only by chance, after which the search is given up."""


class RepairTask(Struct, frozen=True):
    """Look for the one change by which failed cases of a submission pass."""

    job: GradingJob
    built: Built
    outcomes: Mapping[int, CaseResult]

    def deadline_s(self, _worker: Worker) -> float:
        """Return the elapsed seconds that it may take, with time to spare."""
        return _DEADLINE_S

    def run(self, worker: Worker) -> Timed:
        """Return the timed findings by case index; none if no change helps, or the search comes to a limit."""
        timed = worker.stopwatch.begin()
        try:
            return timed(_Search.of(self, worker).findings())
        except (OSError, JudgeError):
            return timed({})
        finally:
            for folder in worker.root.glob(f"{self.job.key}-change-*"):
                remove(folder)


_MOST_ON_LINE = 4
"""So many changes of the line of a note are tried."""
_OFTEN_RIGHT = (
    "kept-default", KEPT_GLOBAL, "and-or", DROPPED_DEFAULT, HALF_LOOP, SWALLOWED, CAUGHT_EXIT, *LOST_INPUTS,
)  # fmt: skip
"""Suspicious code that many right programs have as well, or that is seldom the only fault."""

_HIDDEN_BY_OTHERS = ("shrinking-list", "growing-list")
"""Suspicious code that other changes of its line make harmless, by another order, without repairing it."""


def may_be_repaired(state: SubmissionState, assignment: Assignment) -> bool:
    """Whether a submission that was built failed a case by what it does."""
    if not isinstance(state.built, Built) or state.built.folder is None or state.built.staged is None:
        return False
    return bool(failed_cases(assignment, state.outcomes))


def _telling_note(built: Built) -> Finding | None:
    """The note on a line of code that is seldom meant, and that few right programs have; None for none."""
    notes = (note for note in built.intake.notes if note.kind == SUSPICIOUS_CODE and note.where.line)
    return next((note for note in notes if note.params.get("what") not in _OFTEN_RIGHT), None)


class _Search(Struct):
    """One search."""

    task: RepairTask
    worker: Worker
    programs: ChangedPrograms
    budget: SearchBudget
    noted: Place | None = None
    """The line whose changes alone are tried now; None: all are."""
    is_explained: bool = False
    """Whether a note may say why, and no change of its line repairs anything."""
    by_luck: set[int] = field(default_factory=set)
    """The cases that fail only by chance."""

    @classmethod
    def of(cls, task: RepairTask, worker: Worker) -> _Search:
        """A search that begins now."""
        budget = SearchBudget.of(worker.stopwatch, task.outcomes)
        return cls(task, worker, ChangedPrograms.of(task.job, task.built, worker, task.outcomes, budget), budget)

    @property
    def assignment(self) -> Assignment:
        return self.worker.course[self.task.job.submission.assignment]

    @property
    def _sources(self) -> tuple[Path, tuple[str, ...]]:
        return self.task.built.staged or Path(), tuple(self.task.built.kept_files)

    def findings(self) -> dict[int, Finding]:
        """By case index: the change that makes it pass; changes of the line that a note names are tried first."""
        failed = failed_cases(self.assignment, self.task.outcomes)
        changes: list[ProvenChange] = []
        note, explained = _telling_note(self.task.built), set[int]()
        if note is not None:
            self.noted = note.where
            changes = [] if note.params.get("what") in _HIDDEN_BY_OTHERS else self._changes(failed, changes)
            explained = self._explained(note, failed, changes)
            self.noted, self.is_explained = None, not changes
            if not changes:
                self.budget.shorten()
        changes = self._changes([index for index in failed if index not in explained], changes)
        failed = [index for index in failed if index not in self.by_luck]
        own = with_own_fault(self.task.outcomes, failed)
        return change_findings(self.assignment, changes, failed, self._charged, own)

    def _changes(self, failed: Sequence[int], changes: Sequence[ProvenChange]) -> list[ProvenChange]:
        """These changes, and those by which more of the failed cases pass."""
        changes = [*changes]
        by_chance, given_up = 0, set[int]()
        while by_chance <= _MOST_BY_CHANCE:
            done = {*by_case(changes)} | given_up | self.by_luck
            targets = first_targets(self.assignment, self.task.outcomes, [each for each in failed if each not in done])
            if not targets or (self._may_be_of(given_up) and not self._are_calls(targets)):
                break
            if by_luck := {*targets} - {*self._fail_again(targets)}:
                by_chance += 1
                self.by_luck |= by_luck
                continue
            left = [index for index in failed if index not in self.by_luck]
            wanted = search_round(*self._sources, self.assignment, self.task.outcomes, targets, left, changes)
            change = self._proven_change(wanted)
            if change is None:
                alike = self._alike(targets, left)
                goes_on = self.noted is None and not self.is_explained
                if goes_on and with_own_fault(self.task.outcomes, {*left} - given_up - alike):
                    self.budget.extend()
                if self.budget.is_out_of_time or (given_up and not self.noted and not self._are_calls(targets)):
                    break
                given_up |= alike
            else:
                changes = [each for each in changes if not each.fixed <= change.fixed] + [change]
                if not {*failed} <= {*by_case(changes)} | given_up:  # another fault
                    self.budget.extend()
            self.budget.try_more()
        return changes

    def _may_be_of(self, given_up: Collection[int]) -> bool:
        """Whether runs may fail by a function whose calls are given up; those of a note's line are all tried."""
        return self.noted is None and self._are_calls([*given_up])

    def _explained(self, note: Finding, failed: Sequence[int], changes: Sequence[ProvenChange]) -> set[int]:
        """The failed cases of which a note may say why, though no change of its line does.

        Those are the calls of its function. Where no change of its line repairs a case, they are the runs as well,
        except for those that stop in another function; if the tests of its function pass, none is.
        """
        explained, outcomes = on_noted_function(self.assignment, note, failed), self.task.outcomes
        if not changes and not is_cleared(self.assignment, outcomes, note):
            runs = {index for index in failed if not called_last(self.assignment.cases[index])}
            explained |= {index for index in runs if not stops_elsewhere(outcomes[index], note)}
        return explained - {*by_case(changes)}

    @property
    def _charged(self) -> dict[int, tuple[str, ...]]:
        return charged_clauses(self.task.outcomes)

    def _are_calls(self, targets: Sequence[int]) -> bool:
        """Whether cases test functions; a run may fail by any, also by one that is given up."""
        return any(called_last(self.assignment.cases[index]) for index in targets)

    def _alike(self, targets: Sequence[int], failed: Sequence[int]) -> set[int]:
        """The cases that are given up together: of a function and its callers, or the runs of one clause.

        Calls that fail by a fault of their own are left for a search of theirs.
        """
        if self._are_calls(targets):
            of_function = with_callers(self.task.outcomes, targets, failed)
            others = with_own_fault(self.task.outcomes, of_function)
            return of_function if targets[0] in others else of_function - others
        clauses = [case.case.clause for case in self.assignment.cases]
        return {index for index in failed if clauses[index] == clauses[targets[0]]}

    def _proven_change(self, wanted: SearchRound) -> ProvenChange | None:
        """The change that does most of those by which the targets pass; None if none does each time."""
        best = best_of(self._successes(wanted))
        if not best:
            return None
        self.budget.wait_again()  # what is to be proven has its own time
        fixed = self._proven(best, wanted)
        if not fixed.issuperset(wanted.targets):
            return None
        fixed |= self._cleared([each.repair for each in best], wanted)
        left = frozenset.intersection(*(each.left for each in best))
        return ProvenChange(tuple(each.repair for each in best), wanted.targets, fixed, left)

    def _cleared(self, repairs: Sequence[Repair], wanted: SearchRound) -> set[int]:
        """The cases with a near miss that are right with each of these changes, where that takes little time."""
        charged = sorted(self._charged.keys() - wanted.failed)
        cases = [index for index in charged if can_be_tried(self.assignment.cases[index])]
        seconds = len(repairs) * sum(self.task.outcomes[index].timing.cpu_s or 0.0 for index in cases)
        if not cases or draws(*self._sources) or not self.budget.has_room_for(seconds):
            return set()
        cleared = {*cases}
        for at, repair in enumerate(repairs):
            results = self.programs.changed([repair], f"-charged-{at}", optimized=True).run(cases)
            cleared &= {index for index, result in results.items() if result.judgement.is_right}
        return cleared

    def _proven(self, successes: Sequence[Success], wanted: SearchRound) -> frozenset[int]:
        """The cases that pass each time with any of the changes, and never without one, with the usual options.

        With these the cases that passed must pass, too: a header that was compiled before may have hidden a fault.
        """
        fixed = frozenset.intersection(*(success.fixed for success in successes))
        times = _TIMES_IF_IT_DRAWS if (is_drawn := draws(*self._sources)) else _TIMES
        again = [*fixed] if is_drawn or self.programs.build.is_optimized else [*wanted.targets]
        programs = [
            self.programs.changed([success.repair], f"-{at}", optimized=True) for at, success in enumerate(successes)
        ]
        if self.programs.build.is_optimized and not all(program.still_passes(wanted.passed) for program in programs):
            return frozenset()
        lost = set[int]()
        for _ in range(times):
            for program in programs:
                results = program.run(again)
                lost |= {index for index in again if index not in results or not results[index].judgement.is_right}
            lost |= {*again} - {*self._fail_again(again)}
        return fixed - lost

    def _successes(self, wanted: SearchRound) -> list[Success]:
        """The changes by which the targets pass, of the likeliest rank that has one."""
        successes: list[Success] = []
        least_likely, last_trial, last_s, budget = math.inf, math.inf, math.inf, self.budget
        ended = wanted.targets if self._are_calls(wanted.targets) else wanted.failed
        is_endless = any(is_without_end(self.task.outcomes[index]) for index in ended)
        self.programs.compile_headers(wanted.targets)
        for repair in self._repairs(wanted):
            is_last = budget.trials >= last_trial or budget.spent_s > last_s
            if budget.is_spent or is_last or repair.rank > least_likely:
                break
            budget.trials += 1
            success = self._tried(repair, wanted)
            is_whole = success is not None and wanted.failed <= success.fixed | wanted.fixed
            if is_whole:  # what repairs a part may be no fault, and another change may do more
                last_trial = min(last_trial, budget.trials + _MOST_AFTER)
                least_likely = min(least_likely, max(repair.rank, 0))
            if success is not None and (is_whole or not is_endless):
                successes.append(success)
                last_trial = min(last_trial, budget.trials + _MOST_AFTER_PART)
                last_s = min(last_s, budget.half_s)  # the rest may be another fault, which needs time of its own
        return successes

    def _repairs(self, wanted: SearchRound) -> list[Repair]:
        """The changes to try, the likeliest first."""
        repairs = repairs_of(self.worker.judging, self.task.job.key, wanted.request)
        if self.noted is None:
            return repairs
        line = self.noted.path, self.noted.line
        return [repair for repair in repairs if (repair.path, repair.line) == line][:_MOST_ON_LINE]

    def _fail_again(self, indices: Sequence[int]) -> list[int]:
        """Those of the cases that the program as it is fails again: what fails by chance passes by chance.

        One that draws nothing, and was ended at a limit, is not run up to that limit once more.
        """
        late = {each for each in indices if is_without_end(self.task.outcomes[each]) and not draws(*self._sources)}
        results = self.programs.unchanged().run_each([each for each in indices if each not in late])
        return [each for each in indices if each in late or (each in results and not results[each].judgement.is_right)]

    def _tried(self, repair: Repair, wanted: SearchRound) -> Success | None:
        """What a change does; None unless the targets pass, and all that passed before."""
        targets = wanted.targets
        quick = self.programs.build.quickly([self.assignment.cases[index] for index in targets])
        try:
            if quick is not None and not self.programs.quickly_changed(repair, quick).begins_to_pass(targets[0]):
                return None
            program = self.programs.changed([repair])
            if not program.begins_to_pass(targets[0]) or not program.passes(targets[1:]):
                return None
            if not program.still_passes(wanted.passed):
                return None
            others = sorted(wanted.failed.difference(targets))
            results = program.run(others)
        finally:
            self.programs.remove_last()
        fixed = {index for index, result in results.items() if result.judgement.is_right}
        success = Success(repair, frozenset((*targets, *fixed)), frozenset(results) - fixed)
        return success if self._goes_with_others(success, wanted) else None

    def _goes_with_others(self, success: Success, wanted: SearchRound) -> bool:
        """Whether all that it repairs, and all that those for other parts of its function repair, pass together.

        What repairs a part may be no fault: less in one case and more in another may hide what is wrong in both.
        """
        fixed = frozenset[int]().union(*(change.fixed for change in wanted.beside))
        if fixed <= success.fixed:
            return True
        changes = [success.repair, *(change.places[0] for change in wanted.beside)]
        program = self.programs.changed(changes, "-all", optimized=True)
        times = _TIMES_IF_IT_DRAWS if draws(*self._sources) else _TIMES
        together = sorted(fixed | success.fixed)
        return program.still_passes(wanted.passed) and all(program.passes(together) for _ in range(times))
