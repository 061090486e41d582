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
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build, recompile
from harness.grading.building.rebuild import COMPILERS
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import FindRepairs, repairs_of
from harness.grading.child_requests.submitted_sources import mentions
from harness.grading.schedule.submission_state import SubmissionState, group_shared_runs
from harness.grading.schedule.tasks import CasesTask, GradingJob, Worker
from harness.grading.workspace.workspace import Timed, Workspace
from harness.judge.finding_kinds import ONE_CHANGE, SUSPICIOUS_CODE
from harness.language.edits.repair import Repair
from harness.language.tools.toolchain import only_compiles
from harness.model.errors import JudgeError
from harness.model.finding import Finding, Parameter, Place
from harness.model.invocation import ResolvedLimits
from harness.model.patterns import alternatives, lazy_regex
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, remove
from harness.spec.format.assignment import Assignment, PlannedCase

_DEADLINE_S = 600.0
_MOST_TRIALS, _MOST_COMPILED = 100, 24
"""Programs that are tried, and of those the ones that take a compiler: the machine decides nothing."""
_MOST_AFTER = 8
"""So many are tried after one that passes, to see whether another place does as well."""
_MOST_CPU_S = 8.0
"""CPU seconds of all programs together: more is for no student to wait for."""
_CPU_S = 1.0
"""CPU seconds of one run, without its start: many changes make a loop endless."""
_MOST_WAITING_S, _BUSY = 20.0, 4
"""Elapsed seconds of all programs together, beyond so many times their CPU time: a busy machine takes that long."""
_TIMES_AGAIN = 3
"""So often the cases pass again with the change and fail again without it: else they pass by chance."""
_MOST_PLACES = 2
_MOST_BY_CHANCE = 2
"""Groups of cases that fail only by chance, after which the search is given up."""
_RANDOM = lazy_regex(rb"(?i)rand|shuffle|mt19937|\btime\s*\(")
_TIMES_IF_RANDOM = 2
"""So often such a program has to fail again as it is, and to pass again as it is changed."""
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
    if any(note.kind == SUSPICIOUS_CODE and note.where.line for note in state.built.intake.notes):
        return False  # the report names the place already
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
    times: int = 1
    """So often a proof is repeated."""

    @property
    def assignment(self) -> Assignment:
        return self.worker.course[self.task.job.submission.assignment]

    def findings(self) -> dict[int, Finding]:
        """By case index: the change that makes it pass."""
        self.most = _MOST_COMPILED if self._takes_compiler() else _MOST_TRIALS
        self.times = _TIMES_IF_RANDOM if self._is_random() else 1
        self.begin_s = self.worker.stopwatch.cpu_s
        self.begin_waiting_s = self._waiting_s()
        cases, outcomes = self.assignment.cases, self.task.outcomes
        visible = [index for index in sorted(outcomes) if _can_be_tried(cases[index])]
        failed = [index for index in visible if outcomes[index].judgement.verdict in _FAILED]
        passed = [index for index in visible if outcomes[index].judgement.verdict is Verdict.AC]
        found: dict[int, Finding] = {}
        by_chance = 0
        while targets := self._targets([index for index in failed if index not in found]):
            reliable = self._fail_again(targets)
            if len(reliable) < len(targets):
                by_chance += 1
                failed = [index for index in failed if index not in targets or index in reliable]
                if by_chance > _MOST_BY_CHANCE:
                    break
                continue
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
        seconds = {index: round(outcomes[index].timing.cpu_s or 0.0, 1) for index in runs}
        return sorted(runs, key=lambda index: (outcomes[index].is_late, seconds[index], index))[:1]

    def _successes(self, targets: Sequence[int], failed: Sequence[int], passed: Sequence[int]) -> list[_Success]:
        """The changes by which these cases pass, of the likeliest rank that has one."""
        successes: list[_Success] = []
        most = self.most
        for repair in self._repairs(targets):
            is_over = self.worker.stopwatch.cpu_s - self.begin_s > _MOST_CPU_S or self._waits_too_long()
            if self.trials >= self.most or is_over:
                break
            before_s = self.worker.stopwatch.cpu_s
            success = self._tried(repair, targets, failed, passed)
            if success is not None and not successes:
                self.most = min(self.most, self.trials + _MOST_AFTER)
                self.begin_s += self.worker.stopwatch.cpu_s - before_s  # other places are looked for all the same
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

    def _fail_again(self, indices: Sequence[int]) -> list[int]:
        """Those of the cases that the program as it is fails again: what fails by chance passes by chance."""
        program, failing = self._program(None), [*indices]
        for _ in range(self.times):
            results = program.run(failing)
            failing = [index for index in failing if index not in results or not _passes(results[index])]
        return failing

    def _is_random(self) -> bool:
        """Whether the program may draw other numbers each time."""
        built = self.task.built
        return mentions(built.staged or Path(), tuple(built.kept_files), _RANDOM)

    def _takes_compiler(self) -> bool:
        """Whether a compiler is started for each change."""
        built = self.task.built
        has_classes = any(name.endswith(".class") for name in built.added_files)
        return not _is_interpreted(built) and not (has_classes and self.worker.compiler is not None)

    def _tried(
        self, repair: Repair, targets: Sequence[int], failed: Sequence[int], passed: Sequence[int]
    ) -> _Success | None:
        """What a change does; None unless the targets pass, and all that passed before."""
        self.trials += 1
        root = self.worker.root / self._key()
        try:
            quick = self._quick(targets)
            if quick is not None and not self._program(repair, quick).passes(targets[:1]):
                return None
            program = self._program(repair)
            if not program.passes(targets[:1]) or not program.passes(targets):
                return None
            fixed = [index for index in failed if index not in targets]
            for _ in range(self.times):
                results = program.run(fixed)
                fixed = [index for index in fixed if index in results and _passes(results[index])]
                if not program.passes(targets) or not program.passes(passed):
                    return None
        finally:
            remove(root)
        if fixed and self.times > 1:
            fixed = self._fail_again(fixed)
        return _Success(repair, frozenset((*targets, *fixed)))

    def _key(self) -> str:
        return f"{self.task.job.key}-change-{self.trials}"

    def _quick(self, targets: Sequence[int]) -> Built | None:
        """How the first of these cases is tried without the whole build; None if that is quick, or no other way is."""
        built, cases = self.task.built, self.assignment.cases
        if _is_interpreted(built) or all(words[0] == "javac" for words in built.commands):
            return None
        if all(cases[index].kind.shares_process for index in targets):
            return built
        sources = [name for name in built.kept_files if name.endswith(".java")]
        if len(sources) == 1 and _is_beside_its_class(built.folder or Path(), sources[0]):
            return replace(built, run=(("java", "-cp", ".", Path(sources[0]).stem),))
        return None

    def _program(self, repair: Repair | None, quick: Built | None = None) -> _Program:
        """The changed program, built in the way of the unchanged one; None: as it was handed in.

        ``quick``: the unchanged program, of which only what has to be is compiled again.
        """
        built, key = quick or self.task.built, self._key()
        workspace = self.worker.workspace(key)
        folder = workspace.new("changed")
        is_kept = repair is None or quick is not None
        copy_tree((built.folder if is_kept else built.staged) or Path(), folder)
        if repair is not None:
            path = folder / repair.path
            path.chmod(path.stat().st_mode | stat.S_IWUSR)
            path.write_bytes(repair.apply(path.read_bytes()))
        if repair is None or _is_interpreted(built):  # an interpreter's commands only look at the source
            is_built = True
        elif quick is not None and _is_beside_its_class(folder, repair.path):
            is_built = recompile(("javac", "-nowarn", "-d", ".", repair.path), folder, workspace)
        elif quick is not None and not any("java" in words for words in built.run):
            is_built = True  # the driver compiles the sources
        else:
            is_built = all(_builds(words, folder, workspace) for words in built.commands)
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


def _is_beside_its_class(folder: Path, path: str) -> bool:
    """Whether a file of Java is in no package, and its class was written beside it."""
    return path.endswith(".java") and "/" not in path and (folder / path).with_suffix(".class").is_file()


def _builds(command: tuple[str, ...], folder: Path, workspace: Workspace) -> bool:
    """Whether a command of a build works for a changed program."""
    if command[0] == "javac" and only_compiles(command):
        return recompile(command, folder, workspace)
    words = (*command, "-O0") if command[0] in COMPILERS else command
    return observe_build(words, folder, ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS), workspace).exit == 0


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
