"""Build a submission with one change, and run cases of it within what a right program needs."""

from __future__ import annotations

import stat
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build, recompile
from harness.grading.building.precompiled_headers import PrecompiledHeaders
from harness.grading.building.rebuild import COMPILERS
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.repair_targets import expected_bytes, is_without_end, quickest_run_s, way_before
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.grading.schedule.submission_state import group_shared_runs
from harness.grading.schedule.tasks import CasesTask, GradingJob, Worker
from harness.grading.workspace.workspace import Workspace
from harness.language.edits.repair import Repair
from harness.language.tools.toolchain import only_compiles
from harness.model.invocation import ResolvedLimits
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import InputWay
from harness.spec.format.units import Bytes

_CPU_S, _FIRST_CPU_S = 1.0, 0.3
"""CPU seconds of one run, without its start: many changes make a loop endless. Less for the first look."""
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


class ChangedProgram(Struct, frozen=True):
    """A changed program that was built, as far as it can be."""

    job: GradingJob
    built: Built
    worker: Worker
    before: Mapping[int, CaseResult]
    """What the unchanged program came to."""
    is_over: Callable[[], bool]
    """Whether no more is to be run."""

    @property
    def _assignment(self) -> Assignment:
        return self.worker.course[self.job.submission.assignment]

    def passes(self, indices: Sequence[int]) -> bool:
        """Whether all these cases pass; no more are run after one that does not."""
        return all(self._all_pass(part, _CPU_S) for part in self._parts(indices))

    def begins_to_pass(self, index: int) -> bool:
        """Whether a case passes at the first look: in the time and in the way to get input of a right program."""
        return self._all_pass([index], _FIRST_CPU_S, self._known_ways([index]))

    def still_passes(self, indices: Sequence[int]) -> bool:
        """Whether cases that were right pass, in about the time that they took then.

        Those that were right in the first way to get input are tried in no other one.
        """
        ways, cases = self._known_ways(indices), self._assignment.cases
        ways = {index: way for index, way in ways.items() if way == (cases[index].case.attempts or (None,))[0]}
        return all(self._all_pass(part, _CPU_S, ways) for part in self._parts(indices))

    def _parts(self, indices: Sequence[int]) -> list[Sequence[int]]:
        """The cases that are run together, the quickest first."""
        cases = self._assignment.cases
        together = [index for index in indices if cases[index].kind.shares_process]
        parts = [together, *group_shared_runs([index for index in indices if index not in together], cases)]
        parts.sort(key=lambda part: (not part or cases[part[0]].kind.is_traced, self._seconds(part)))
        return [part for part in parts if part]

    def _all_pass(self, part: Sequence[int], cpu_s: float, ways: Mapping[int, InputWay] = _ALL_WAYS) -> bool:
        results = self.run(part, cpu_s, ways)
        return all(index in results and passes(results[index]) for index in part)

    def _known_ways(self, indices: Sequence[int]) -> dict[int, InputWay]:
        """The one way in which the unchanged program gets its input in each case, where that is known."""
        ways = {index: way_before(self._assignment, self.before, index) for index in indices}
        return {index: way for index, way in ways.items() if way is not None}

    def _seconds(self, indices: Sequence[int]) -> float:
        return max((self.before[index].timing.cpu_s or 0.0 for index in indices), default=0.0)

    def _starting_s(self, indices: Sequence[int]) -> float:
        """CPU seconds for the start: twice the quickest run, at least half of what is usual, at most all of it."""
        usual_s = max((_STARTING_S.get(word, 0.0) for words in self.built.run for word in words), default=0.0)
        cases = self._assignment.cases
        if any(cases[index].kind.shares_process or cases[index].kind.is_traced for index in indices):
            return usual_s
        quick_s = _START_TIMES * quickest_run_s(self._assignment, self.before)
        return min(usual_s, max(usual_s / _START_TIMES, quick_s))

    def run(
        self, indices: Sequence[int], cpu_s: float = _CPU_S, ways: Mapping[int, InputWay] = _ALL_WAYS
    ) -> Mapping[int, CaseResult]:
        """The results of the cases, by index; none of those that were not run.

        Args:
            indices: the cases.
            cpu_s: CPU seconds of each run, besides its start.
            ways: cases that get their input in this one way alone, by index.

        """
        if self.built.folder is None or not indices or self.is_over():
            return {}
        ended = [index for index in indices if not is_without_end(self.before[index])]
        course = {self._assignment.id: _in_ways(_with_less_output(self._assignment, indices), ways)}
        most_s = max(cpu_s, _RIGHT_TIMES * self._seconds(ended)) + self._starting_s(indices)
        worker = replace(self.worker, course=course, most_cpu_s=most_s)
        timed = CasesTask(self.job, self.built, tuple(indices), stop_early=True).run(worker)
        results: dict[int, CaseResult] = timed.result
        return results


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


class ChangedBuild(Struct, frozen=True):
    """How a submission is built with a change."""

    job: GradingJob
    built: Built
    """The unchanged program."""
    outcomes: Mapping[int, CaseResult]
    worker: Worker
    is_over: Callable[[], bool]
    headers: PrecompiledHeaders | None = None
    """What a compiler need not read for each change."""

    def quickly(self, cases: Sequence[PlannedCase]) -> Built | None:
        """How the first of these cases is tried without the whole build; None if that is quick, or no other way is."""
        built = self.built
        if _is_interpreted(built) or all(words[0] == "javac" for words in built.commands):
            return None
        if all(planned.kind.shares_process for planned in cases):
            return built
        sources = [name for name in built.kept_files if name.endswith(".java")]
        if len(sources) == 1 and _is_beside_its_class(built.folder or Path(), sources[0]):
            return replace(built, run=(("java", "-cp", ".", Path(sources[0]).stem),))
        return None

    @property
    def is_optimized(self) -> bool:
        """Whether a compiler got options of its own: what is undefined may do something else without them."""
        return any(words[0] in COMPILERS for words in self.built.commands)

    def program(
        self, key: str, repair: Repair | None, quick: Built | None = None, *, optimized: bool = False
    ) -> ChangedProgram:
        """The changed program, built in the way of the unchanged one; None: as it was handed in.

        Args:
            key: the name of its folders.
            repair: the change.
            quick: the unchanged program, of which only what has to be is compiled again.
            optimized: whether compilers get the options of the unchanged program alone; else they do not optimize.

        """
        built = quick or self.built
        workspace = self.worker.workspace(key)
        folder = workspace.new("changed")
        is_kept = repair is None or quick is not None
        copy_tree((built.folder if is_kept else built.staged) or Path(), folder)
        if repair is not None:
            _write_changed(repair, built.staged or Path(), folder)
        if repair is None or _is_interpreted(built):  # an interpreter's commands only look at the source
            is_built = True
        elif quick is not None and _is_beside_its_class(folder, repair.path):
            is_built = recompile(("javac", "-nowarn", "-d", ".", repair.path), folder, workspace)
        elif quick is not None and not any("java" in words for words in built.run):
            is_built = True  # the driver compiles the sources
        elif self.headers is not None and not optimized:
            is_built = self.headers.build(built.commands[0], folder, built.added_files, workspace)
        else:
            is_built = all(_builds(words, folder, workspace, optimized=optimized) for words in built.commands)
        job, worker = replace(self.job, key=key), replace(self.worker, run_facts={})
        changed = replace(built, folder=folder if is_built else None)
        return ChangedProgram(job, changed, worker, self.outcomes, self.is_over)


def _is_interpreted(built: Built) -> bool:
    """Whether what was handed in is itself run, and nothing that was compiled."""
    return not built.added_files or any(word in built.kept_files for command in built.run for word in command)


def _is_beside_its_class(folder: Path, path: str) -> bool:
    """Whether a file of Java is in no package, and its class was written beside it."""
    written = (folder / path).with_suffix(".class")
    return path.endswith(".java") and "/" not in path and written.is_file() and not written.is_symlink()


def _write_changed(repair: Repair, staged: Path, folder: Path) -> None:
    """Write the changed file into a copy of what was built, in which the build may have left links to anywhere."""
    path = prepare_new_file(folder, repair.path)
    path.write_bytes(repair.apply(read_bounded(staged, repair.path, LARGEST_SOURCE) or b""))
    path.chmod(stat.S_IMODE((staged / repair.path).lstat().st_mode))


def _builds(command: tuple[str, ...], folder: Path, workspace: Workspace, *, optimized: bool) -> bool:
    """Whether a command of a build works for a changed program."""
    if command[0] == "javac" and only_compiles(command):
        return recompile(command, folder, workspace)
    words = (*command, "-O0") if command[0] in COMPILERS and not optimized else command
    return observe_build(words, folder, ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS), workspace).exit == 0


def passes(result: CaseResult) -> bool:
    """Whether a case is right, and nothing is said against it."""
    return result.judgement.verdict is Verdict.AC and not result.judgement.charged
