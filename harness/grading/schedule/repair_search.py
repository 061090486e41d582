"""Try single changes to a program that lost points: one that makes the failed cases pass shows where the fault is.

It changes no verdict. Each change is built and run as any submission is, and the unchanged program has to fail again.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.building.rebuild import COMPILERS
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import FindRepairs, repairs_of
from harness.grading.schedule.submission_state import SubmissionState, group_shared_runs
from harness.grading.schedule.tasks import CasesTask, GradingJob, Worker
from harness.grading.workspace.workspace import Timed
from harness.judge.finding_kinds import ONE_CHANGE
from harness.language.edits.repair import Repair
from harness.model.errors import JudgeError
from harness.model.finding import Finding, Parameter, Place
from harness.model.invocation import ResolvedLimits
from harness.model.patterns import alternatives
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, remove
from harness.spec.format.assignment import Assignment, PlannedCase

_DEADLINE_S = 600.0
_MOST_TRIALS = {True: 100, False: 24}
"""Programs that are tried, interpreted and compiled ones: a number, so that the machine decides nothing."""
_MOST_AFTER = 8
"""So many are tried after one that passes, to see whether another place does as well."""
_MOST_CPU_S = 15.0
"""CPU seconds of all programs together: more is for no student to wait for."""
_CPU_S = 1.0
"""CPU seconds of one run, without its start: many changes make a loop endless."""
_MOST_WAITING_S, _BUSY = 20.0, 4
"""Elapsed seconds of all programs together, beyond so many times their CPU time: a busy machine takes that long."""
_TIMES_AGAIN = 3
"""So often the cases pass again with the change and fail again without it: else they pass by chance."""
_MOST_PLACES = 2
_FAILED = (Verdict.WA, Verdict.RTE, Verdict.TLE)


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
        search = _Search(self, worker)
        try:
            return timed(search.findings())
        except (OSError, JudgeError):
            return timed({})
        finally:
            for folder in worker.root.glob(f"{self.job.key}-change-*"):
                remove(folder)


def _is_interpreted(built: Built) -> bool:
    """Whether what was handed in is itself run, and nothing that was compiled."""
    return not built.added_files or any(word in built.kept_files for command in built.run for word in command)


def _starting_s(built: Built) -> float:
    """CPU seconds that a virtual machine takes for its start."""
    return _CPU_S * any("java" in words for words in built.run) if built.run else 0.0


def may_be_repaired(state: SubmissionState, assignment: Assignment) -> bool:
    """Whether a submission that was built failed a case by what it does."""
    if not isinstance(state.built, Built) or state.built.folder is None or state.built.staged is None:
        return False
    return any(
        outcome.judgement.verdict in _FAILED and not outcome.judgement.absent and _can_be_tried(assignment.cases[index])
        for index, outcome in state.outcomes.items()
    )


class _Success(Struct, frozen=True):
    """A change, and the failed cases that pass by it; no other case fails by it."""

    repair: Repair
    fixed: frozenset[int]


class _Search(Struct):
    """One search, and what it has spent."""

    task: RepairTask
    worker: Worker
    trials: int = 0
    most: int = 0
    begin_s: float = 0.0
    begin_waiting_s: float = 0.0

    @property
    def assignment(self) -> Assignment:
        return self.worker.course[self.task.job.submission.assignment]

    def findings(self) -> dict[int, Finding]:
        """By case index: the change that makes it pass."""
        self.most = _MOST_TRIALS[_is_interpreted(self.task.built)]
        self.begin_s = self.worker.stopwatch.cpu_s
        self.begin_waiting_s = self._waiting_s()
        cases, outcomes = self.assignment.cases, self.task.outcomes
        visible = [index for index in sorted(outcomes) if _can_be_tried(cases[index])]
        failed = [index for index in visible if outcomes[index].judgement.verdict in _FAILED]
        passed = [index for index in visible if outcomes[index].judgement.verdict is Verdict.AC]
        found: dict[int, Finding] = {}
        while targets := self._targets([index for index in failed if index not in found]):
            successes = self._successes(targets, failed, passed)
            best = _best(successes)
            if not best or not self._are_reliable(best, targets):
                break
            fixed = frozenset.intersection(*(success.fixed for success in best)) - found.keys()
            found |= {index: _finding([success.repair for success in best]) for index in fixed}
        return found

    def _waiting_s(self) -> float:
        return self.worker.stopwatch.programs_s - _BUSY * self.worker.stopwatch.cpu_s

    def _waits_too_long(self) -> bool:
        """Whether the programs of the search have slept or waited for too long."""
        return self._waiting_s() - self.begin_waiting_s > _MOST_WAITING_S

    def _are_reliable(self, successes: Sequence[_Success], targets: Sequence[int]) -> bool:
        """Whether the cases pass each time with any of the changes, and never without one."""
        unchanged, changed = self._program(None), [self._program(success.repair) for success in successes]
        return all(
            all(program.passes(targets) for program in changed)
            and not any(map(_passes, unchanged.run(targets).values()))
            for _ in range(_TIMES_AGAIN)
        )

    def _targets(self, failed: Sequence[int]) -> list[int]:
        """The failed cases that are tried first: those on the first wrong function, else the quickest run."""
        cases, outcomes = self.assignment.cases, self.task.outcomes
        calls = [index for index in failed if cases[index].kind.shares_process]
        if calls:
            first = _function(cases[calls[0]])
            return [index for index in calls if _function(cases[index]) == first]
        runs = [index for index in failed if not cases[index].kind.is_traced]
        return sorted(runs, key=lambda index: (outcomes[index].is_late, index))[:1]

    def _successes(self, targets: Sequence[int], failed: Sequence[int], passed: Sequence[int]) -> list[_Success]:
        """The changes by which these cases pass, of the likeliest rank that has one."""
        if not self._fails_again(targets):
            return []
        successes: list[_Success] = []
        most = self.most
        for repair in self._repairs(targets):
            is_over = self.worker.stopwatch.cpu_s - self.begin_s > _MOST_CPU_S or self._waits_too_long()
            if self.trials >= self.most or is_over:
                break
            success = self._tried(repair, targets, failed, passed)
            if success is not None and not successes:
                self.most = min(self.most, self.trials + _MOST_AFTER)
            successes += [success] if success is not None else []
        self.most = most
        return successes

    def _repairs(self, targets: Sequence[int]) -> list[Repair]:
        """The changes to try, in their order."""
        cases, outcomes = self.assignment.cases, self.task.outcomes
        called = {name: set[Verdict]() for index in outcomes if (name := _function(cases[index]))}
        for index, outcome in outcomes.items():
            called.get(_function(cases[index]), set()).add(outcome.judgement.verdict)
        suspects = {_function(cases[index]) for index in targets}
        suspects |= {outcomes[index].judgement.findings[0].where.function for index in targets}
        cleared = [name for name, verdicts in called.items() if verdicts == {Verdict.AC}]
        folder = self.task.built.staged or Path()
        request = FindRepairs(folder, self.task.built.kept_files, _simple_names(suspects), _simple_names(cleared))
        return repairs_of(self.worker.judging, self.task.job.key, request)

    def _fails_again(self, targets: Sequence[int]) -> bool:
        """Whether the program as it is fails these cases once more: what fails by chance passes by chance."""
        results = self._program(None).run(targets)
        return not any(_passes(result) for result in results.values())

    def _tried(
        self, repair: Repair, targets: Sequence[int], failed: Sequence[int], passed: Sequence[int]
    ) -> _Success | None:
        """What a change does; None unless the targets pass, and all that passed before."""
        self.trials += 1
        program = self._program(repair)
        try:
            if not program.passes(targets[:1]) or not program.passes(targets):
                return None
            others = [index for index in failed if index not in targets]
            results = program.run(others)
            if not program.passes(targets) or not program.passes(passed):
                return None
        finally:
            remove(self.worker.root / program.job.key)
        fixed = [index for index in others if index in results and _passes(results[index])]
        return _Success(repair, frozenset((*targets, *fixed)))

    def _program(self, repair: Repair | None) -> _Program:
        """The changed program, built in the way of the unchanged one; None: as it was handed in."""
        built = self.task.built
        key = f"{self.task.job.key}-change-{self.trials}"
        workspace = self.worker.workspace(key)
        folder = workspace.new("changed")
        copy_tree(built.staged or Path(), folder)
        if repair is not None:
            path = folder / repair.path
            path.chmod(path.stat().st_mode | stat.S_IWUSR)
            path.write_bytes(repair.apply(path.read_bytes()))
        limits = ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)
        needed = () if _is_interpreted(built) else built.commands  # an interpreter's only look at the source
        commands = ((*words, "-O0") if words[0] in COMPILERS else words for words in needed)
        is_built = all(observe_build(words, folder, limits, workspace).exit == 0 for words in commands)
        job, worker = replace(self.task.job, key=key), replace(self.worker, run_facts={})
        return _Program(
            job, replace(built, folder=folder if is_built else None), worker, self.task.outcomes, self._waits_too_long
        )


class _Program(Struct, frozen=True):
    """A changed program that was built, as far as it can be."""

    job: GradingJob
    built: Built
    worker: Worker
    before: Mapping[int, CaseResult]
    """What the unchanged program came to."""
    is_over: Callable[[], bool]
    """Whether no more is to be run."""

    def passes(self, indices: Sequence[int]) -> bool:
        """Whether all these cases pass; no more are run after one that does not."""
        cases = self.worker.course[self.job.submission.assignment].cases
        together = [index for index in indices if cases[index].kind.shares_process]
        parts = [together, *group_shared_runs([index for index in indices if index not in together], cases)]
        parts.sort(key=lambda part: (not part or cases[part[0]].kind.is_traced, self._seconds(part)))
        return all(self._all_pass(part) for part in parts if part)

    def _all_pass(self, part: Sequence[int]) -> bool:
        results = self.run(part)
        return all(index in results and _passes(results[index]) for index in part)

    def _seconds(self, indices: Sequence[int]) -> float:
        return max((self.before[index].timing.cpu_s or 0.0 for index in indices), default=0.0)

    def run(self, indices: Sequence[int]) -> Mapping[int, CaseResult]:
        """The results of the cases, by index; none of those that were not run."""
        if self.built.folder is None or not indices or self.is_over():
            return {}
        right = [index for index in indices if self.before[index].judgement.verdict is Verdict.AC]
        cpu_s = max(_CPU_S, 3 * self._seconds(right)) + _starting_s(self.built)

        worker = replace(self.worker, most_cpu_s=cpu_s)
        timed = CasesTask(self.job, self.built, tuple(indices), stop_early=True).run(worker)
        results: dict[int, CaseResult] = timed.result
        return results


def _can_be_tried(planned: PlannedCase) -> bool:
    """Whether a case runs the program, and everybody may see what comes of it."""
    case, kind = planned.case, planned.kind
    return case.visibility in ("", "visible") and (kind.shares_process or kind.starts_program(case))


def _function(planned: PlannedCase) -> str:
    """The function that a case calls, of several the last; empty for other cases."""
    return planned.case.calls[-1].function if planned.case.calls else ""


def _simple_names(functions: Iterable[str]) -> tuple[str, ...]:
    """The names that a spec allows for these functions, without their classes and in small letters."""
    bare = (function.removeprefix("(?i)").lower() for function in functions)
    names = (name.rpartition(".")[2] for function in bare for name in alternatives(function))
    return tuple(sorted({*names} - {""}))


def _passes(result: CaseResult) -> bool:
    return result.judgement.verdict is Verdict.AC and not result.judgement.charged


def _best(successes: Sequence[_Success]) -> list[_Success]:
    """One change for each place, of those that repair most; none if there are too many places."""
    most = max((len(success.fixed) for success in successes), default=0)
    by_line: dict[tuple[str, int], _Success] = {}
    for success in successes:
        if len(success.fixed) == most:
            by_line.setdefault((success.repair.path, success.repair.line), success)
    return [*by_line.values()] if len(by_line) <= _MOST_PLACES else []


def _finding(places: Sequence[Repair]) -> Finding:
    """The finding on the change that makes a case pass; where there are two, either does."""
    first, *rest = places
    where = Place(path=first.path, line=first.line, function=first.function, source=first.source, marked=first.marked)
    also: dict[str, Parameter] = {"also": rest[0].line} if rest else {}
    old, new = first.old.decode(errors="replace"), first.edit.new.strip()
    return Finding.of(ONE_CHANGE, where, old=old, new=new, **also)
