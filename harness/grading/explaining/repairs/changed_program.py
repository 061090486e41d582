"""Run cases of a changed program, within what a right program needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.changed_build import ChangedBuild
from harness.grading.building.precompiled_headers import precompile
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.explaining.repairs.repair_targets import expected_bytes, is_without_end, quickest_run_s, way_before
from harness.grading.explaining.repairs.search_budget import SearchBudget
from harness.grading.running.by_reference import Reference
from harness.grading.schedule.submission_state import group_shared_runs
from harness.grading.schedule.tasks import CasesTask, GradingJob, Worker
from harness.language.edits.repair import Repair
from harness.model.errors import JudgeError
from harness.sandbox.files.scratch import remove
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import InputWay
from harness.spec.format.units import Bytes

_CPU_S, _FIRST_CPU_S = 1.0, 0.3
"""CPU seconds of one run, without its start: many changes make a loop endless. Less for the first look."""
_BEYOND_REFERENCE_S, _REFERENCE_TIMES = 0.25, 5
"""For the first look at what was endless: so much more CPU time than the reference takes with its start, or so many
times as much. Most changes leave an endless program endless, and each of them takes all of that."""
MOST_REFERENCE_S = 2.0
"""CPU seconds of the reference, beyond which the first look is the usual one."""
_STARTING_S = {"java": 1.0, "python3": 0.2, "python": 0.2, "swipl": 0.2}
"""CPU seconds that a program takes for its start."""
_START_TIMES = 2
"""So many times the CPU time of the quickest run are enough for a start, as a busy machine takes longer."""
_ALL_WAYS: Mapping[int, InputWay] = MappingProxyType({})
_RIGHT_TIMES = 3
"""So many times the CPU time of the cases that are right already, and of the wrong ones that ended."""
_OUTPUT, _DISK = 512 * 1024, 32 * 1024**2
"""Bytes that are written, if no more is expected: endless loops often print."""
_EXPECTED_TIMES = 4


class UnchangedProgram(Struct, frozen=True):
    """What is known of the program that was handed in, for all its changes."""

    outcomes: Mapping[int, CaseResult]
    """What its cases came to."""
    quickest_s: float
    """CPU seconds of its quickest run."""
    first_looks_s: dict[int, float | None] = field(default_factory=dict)
    """CPU seconds of the first look at a case, its start included; None: what is usual."""

    def first_look_s(self, index: int, worker: Worker, job: GradingJob) -> float | None:
        """CPU seconds of the first look at a case that was endless, by what the reference takes for it."""
        if index not in self.first_looks_s:
            seconds = reference_s(index, worker, job) if is_without_end(self.outcomes[index]) else None
            beyond = None if seconds is None else max(seconds + _BEYOND_REFERENCE_S, seconds * _REFERENCE_TIMES)
            self.first_looks_s[index] = beyond
        return self.first_looks_s[index]


def reference_s(index: int, worker: Worker, job: GradingJob) -> float | None:
    """CPU seconds that the reference takes for a case of this job; None if there is none, or it does not pass."""
    assignment = worker.course[job.submission.assignment]
    if not assignment.references():
        return None
    key, bounded = f"{job.key}-reference", replace(worker, most_cpu_s=MOST_REFERENCE_S, run_facts={})
    result: CaseResult | None = None
    try:
        built = Reference.of(assignment, assignment.cases[index], worker.workspace(key)).built
        timed = CasesTask(replace(job, key=key), built, (index,), stop_early=True).run(bounded)
        result = timed.result.get(index)
    except JudgeError:
        pass  # without its time the first look is the usual one
    finally:
        remove(worker.root / key)
    return result.timing.cpu_s if result is not None and result.judgement.is_right else None


class ChangedProgram(Struct, frozen=True):
    """A changed program that was built, as far as it can be."""

    job: GradingJob
    built: Built
    worker: Worker
    before: UnchangedProgram
    is_over: Callable[[], bool]
    """Whether no more is to be run."""

    @property
    def _assignment(self) -> Assignment:
        return self.worker.course[self.job.submission.assignment]

    def begins_to_pass(self, index: int) -> bool:
        """Whether a case passes at the first look: in the time and in the way to get input of a right program."""
        most_s = self.before.first_look_s(index, self.worker, self.job)
        return self._all_pass([index], _FIRST_CPU_S, self._known_ways([index]), most_s)

    def passes(self, indices: Sequence[int], ways: Mapping[int, InputWay] = _ALL_WAYS) -> bool:
        """Whether all these cases pass, those run first that are the quickest; no more are run after one that fails.

        ``ways``: cases that get their input in this one way alone, by index.
        """
        cases = self._assignment.cases
        together = [index for index in indices if cases[index].kind.shares_process]
        parts = [together, *group_shared_runs([index for index in indices if index not in together], cases)]
        parts.sort(key=lambda part: (not part or cases[part[0]].kind.is_traced, self._seconds(part)))
        return all(self._all_pass(part, _CPU_S, ways) for part in parts if part)

    def still_passes(self, indices: Sequence[int]) -> bool:
        """Whether cases that were right pass, in about the time that they took then.

        Those that were right in the first way to get input are tried in no other one.
        """
        cases = self._assignment.cases
        ways = self._known_ways(indices).items()
        return self.passes(indices, {at: way for at, way in ways if way == (cases[at].case.attempts or (None,))[0]})

    def _all_pass(
        self, part: Sequence[int], cpu_s: float, ways: Mapping[int, InputWay], most_s: float | None = None
    ) -> bool:
        results = self.run(part, cpu_s, ways, most_s)
        return all(index in results and results[index].judgement.is_right for index in part)

    def _known_ways(self, indices: Sequence[int]) -> dict[int, InputWay]:
        """The one way in which the unchanged program gets its input in each case, where that is known."""
        ways = {index: way_before(self._assignment, self.before.outcomes, index) for index in indices}
        return {index: way for index, way in ways.items() if way is not None}

    def _seconds(self, indices: Sequence[int]) -> float:
        return max((self.before.outcomes[index].timing.cpu_s or 0.0 for index in indices), default=0.0)

    def _starting_s(self, indices: Sequence[int]) -> float:
        """CPU seconds for the start: twice the quickest run, at least half of what is usual, at most all of it."""
        usual_s = max((_STARTING_S.get(word, 0.0) for words in self.built.run for word in words), default=0.0)
        cases = self._assignment.cases
        if any(cases[index].kind.shares_process or cases[index].kind.is_traced for index in indices):
            return usual_s
        return min(usual_s, max(usual_s / _START_TIMES, _START_TIMES * self.before.quickest_s))

    def run(
        self,
        indices: Sequence[int],
        cpu_s: float = _CPU_S,
        ways: Mapping[int, InputWay] = _ALL_WAYS,
        most_s: float | None = None,
    ) -> Mapping[int, CaseResult]:
        """The results of the cases, by index; none of those that were not run.

        Args:
            indices: the cases.
            cpu_s: CPU seconds of each run, besides its start.
            ways: cases that get their input in this one way alone, by index.
            most_s: CPU seconds of each run with its start, instead of ``cpu_s``.

        """
        if self.built.folder is None or not indices or self.is_over():
            return {}
        ended = [index for index in indices if not is_without_end(self.before.outcomes[index])]
        course = {self._assignment.id: _in_ways(_with_less_output(self._assignment, indices), ways)}
        most_s = most_s or max(cpu_s, _RIGHT_TIMES * self._seconds(ended)) + self._starting_s(indices)
        worker = replace(self.worker, course=course, most_cpu_s=most_s, run_facts={})
        timed = CasesTask(self.job, self.built, tuple(indices), stop_early=True).run(worker)
        results: dict[int, CaseResult] = timed.result
        return results

    def run_each(self, indices: Sequence[int]) -> Mapping[int, CaseResult]:
        """The results of the cases, also of those after a call that ends its process."""
        results: dict[int, CaseResult] = {}
        while rest := [index for index in indices if index not in results]:
            if not (more := self.run(rest)):
                break
            results |= more
        return results


class ChangedPrograms(Struct):
    """The changed programs of one search."""

    job: GradingJob
    worker: Worker
    build: ChangedBuild
    before: UnchangedProgram
    budget: SearchBudget

    @classmethod
    def of(
        cls, job: GradingJob, built: Built, worker: Worker, outcomes: Mapping[int, CaseResult], budget: SearchBudget
    ) -> ChangedPrograms:
        """Those of a submission whose cases came to these outcomes."""
        before = UnchangedProgram(outcomes, quickest_run_s(worker.course[job.submission.assignment], outcomes))
        return cls(job, worker, ChangedBuild(built), before, budget)

    def compile_headers(self, targets: Sequence[int]) -> None:
        """Compile once what is the same for all changes; a driver compiles the sources in another way."""
        cases = self.worker.course[self.job.submission.assignment].cases
        if self.build.headers is None and not cases[targets[0]].kind.shares_process:
            headers = precompile(self.build.built, self.worker.workspace(f"{self.job.key}-change-headers"))
            self.build = replace(self.build, headers=headers)

    def unchanged(self) -> ChangedProgram:
        """The program as it was handed in."""
        key = f"{self._key}-none"
        return self._program(key, self.build.unchanged(self.worker.workspace(key)))

    def changed(self, changes: Sequence[Repair], which: str = "", *, optimized: bool = False) -> ChangedProgram:
        """The program with these changes; ``which``: the end of its folder's name."""
        key = self._key + which
        return self._program(key, self.build.changed(changes, self.worker.workspace(key), optimized=optimized))

    def quickly_changed(self, change: Repair, quick: Built) -> ChangedProgram:
        """The program with a change, of which only what has to be is compiled again, and run in a quick way."""
        return self._program(self._key, self.build.quickly_changed(change, quick, self.worker.workspace(self._key)))

    def remove_last(self) -> None:
        """Remove the folders of the change that was tried last."""
        remove(self.worker.root / self._key)

    @property
    def _key(self) -> str:
        return f"{self.job.key}-change-{self.budget.trials}"

    def _program(self, key: str, built: Built) -> ChangedProgram:
        return ChangedProgram(replace(self.job, key=key), built, self.worker, self.before, self.budget.waits_too_long)


def _in_ways(assignment: Assignment, ways: Mapping[int, InputWay]) -> Assignment:
    """The assignment, where these cases have one way to hand the input over."""
    if not ways:
        return assignment
    cases = [*assignment.cases]
    for index, way in ways.items():
        cases[index] = replace(cases[index], case=replace(cases[index].case, attempts=(way,)))
    return replace(assignment, cases=tuple(cases))


def _with_less_output(assignment: Assignment, indices: Sequence[int]) -> Assignment:
    """The assignment, whose programs may write what these cases expect and little more."""
    most = max(_OUTPUT, *(_EXPECTED_TIMES * expected_bytes(assignment, assignment.cases[index]) for index in indices))
    limits = assignment.spec.limits
    own = replace(limits, output=Bytes(min(limits.output or most, most)), disk=Bytes(min(limits.disk or _DISK, _DISK)))
    return replace(assignment, spec=replace(assignment.spec, limits=own))
