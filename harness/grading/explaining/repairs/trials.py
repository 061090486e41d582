"""Try single changes of one program on its failed cases, the likeliest first, and prove the best of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import FindRepairs, repairs_of
from harness.grading.child_requests.submitted_sources import draws
from harness.grading.explaining.repairs.changed_program import ChangedPrograms
from harness.grading.explaining.repairs.other_output import differing
from harness.grading.explaining.repairs.repair_findings import ProvenChange, Success, best_of
from harness.grading.explaining.repairs.repair_targets import called_last, can_be_tried, charged_clauses, is_without_end
from harness.grading.explaining.repairs.search_budget import SearchBudget
from harness.language.edits.repair import Repair
from harness.model.finding import Place
from harness.spec.format.assignment import Assignment

_MOST_AFTER = 5
"""So many are tried after one that passes, to see whether another place does as well."""
_MOST_AFTER_PART = 40
"""So many after one that repairs a part: another one may repair more."""
_TIMES, _TIMES_IF_IT_DRAWS = 1, 3
"""So often the cases pass again with the change and fail again without it: else they pass by chance."""
_MOST_ON_LINE = 4
"""So many changes of the line of a note are tried."""


class SearchRound(Struct, frozen=True):
    """The cases that a change has to make pass, and those that it must not break."""

    targets: tuple[int, ...]
    """The cases that have to pass."""
    request: FindRepairs
    """What asks for the changes to try."""
    failed: frozenset[int]
    passed: tuple[int, ...]
    beside: tuple[ProvenChange, ...]
    """The changes that repair another part of the same function."""
    fixed: frozenset[int]
    """The cases that pass by a change that is known."""


class Trials(Struct):
    """The changes that are tried in one search."""

    built: Built
    """The program as it was handed in."""
    outcomes: Mapping[int, CaseResult]
    """What its cases came to."""
    assignment: Assignment
    programs: ChangedPrograms
    noted: Place | None = None
    """The line whose changes alone are tried now; None: all are."""
    size: int = 0
    """The size that a number of this line stands for; 0 for none."""
    differing: set[int] = field(default_factory=set)
    """The cases that ask for one text, and in which the program as it is prints another one each time."""

    @property
    def budget(self) -> SearchBudget:
        """What the search may spend."""
        return self.programs.budget

    @property
    def sources(self) -> tuple[Path, tuple[str, ...]]:
        """The folder and the files of the program."""
        return self.built.staged or Path(), tuple(self.built.kept_files)

    def are_calls(self, targets: Sequence[int]) -> bool:
        """Whether cases test functions; a run may fail by any, also by one that is given up."""
        return any(called_last(self.assignment.cases[index]) for index in targets)

    def proven_change(self, wanted: SearchRound) -> ProvenChange | None:
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
        charged = sorted(charged_clauses(self.outcomes).keys() - wanted.failed)
        cases = [index for index in charged if can_be_tried(self.assignment.cases[index])]
        seconds = len(repairs) * sum(self.outcomes[index].timing.cpu_s or 0.0 for index in cases)
        if not cases or draws(*self.sources) or not self.budget.has_room_for(seconds):
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
        times = _TIMES_IF_IT_DRAWS if (is_drawn := draws(*self.sources)) else _TIMES
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
            lost |= {*again} - {*self.fail_again(again)}
        return fixed - lost

    def _successes(self, wanted: SearchRound) -> list[Success]:
        """The changes by which the targets pass, of the likeliest rank that has one."""
        successes: list[Success] = []
        least_likely, last_trial, last_s, budget = math.inf, math.inf, math.inf, self.budget
        ended = wanted.targets if self.are_calls(wanted.targets) else wanted.failed
        is_endless = any(is_without_end(self.outcomes[index]) for index in ended)
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
        request = wanted.request if self.noted is None else replace(wanted.request, size=self.size)
        repairs = repairs_of(self.programs.worker.judging, self.programs.job.key, request)
        if self.noted is None:
            return repairs
        line = self.noted.path, self.noted.line
        return [repair for repair in repairs if (repair.path, repair.line) == line][:_MOST_ON_LINE]

    def fail_again(self, indices: Sequence[int]) -> list[int]:
        """Those of the cases that the program as it is fails again: what fails by chance passes by chance.

        One that draws nothing, and was ended at a limit, is not run up to that limit once more.
        """
        late = {each for each in indices if is_without_end(self.outcomes[each]) and not draws(*self.sources)}
        results = self.programs.unchanged().run_each([each for each in indices if each not in late])
        self.differing |= {*differing(self.assignment, self.outcomes, results)}
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
        times = _TIMES_IF_IT_DRAWS if draws(*self.sources) else _TIMES
        together = sorted(fixed | success.fixed)
        return program.still_passes(wanted.passed) and all(program.passes(together) for _ in range(times))
