"""Further runs of programs that failed, which are never judged: why one crashed, and where one was that did not end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.failed_reads import goes_on_after_refusal, repeats_last
from harness.grading.child_requests.written_size import RightSize, right_size
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import CasesTask, GradingJob, Worker
from harness.grading.schedule.timing import Timekeeper
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Timed
from harness.judge.finding_kinds import KILLED_BY_SIGNAL, TIMED_OUT, UNCAUGHT_EXCEPTION, lacks_main
from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.model.errors import JudgeError
from harness.model.finding import (
    FAILED_READS,
    KEPT_ELEMENTS,
    KEPT_GLOBAL,
    LOST_INPUTS,
    NEIGHBOURS_ALONE,
    UNCHECKED_SCAN,
    Finding,
    Parameter,
    called_function,
)
from harness.model.verdict import FAILED, Verdict
from harness.sandbox.files.scratch import remove
from harness.spec.format.assignment import Assignment, PlannedCase

if TYPE_CHECKING:
    from harness.grading.calling.locate import Located
    from harness.language.diagnostics.crash_reports import CrashCause


_DEADLINE_S = 600.0
_LONGEST_NUMBER = 100
_SIGNALS = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS", "SIGILL", "SIGTRAP")


class CrashTask(Struct, frozen=True):
    """Run a case once more, with sanitizers, to find why its program crashes; or look for code that is seldom meant."""

    job: GradingJob
    built: Built
    index: int
    crashed: bool = True
    """False: it only gave a wrong answer, and its source is looked at."""
    shown: tuple[str, ...] = ()
    """The kinds of suspicious code that an outcome speaks for; of neighbours alone with the function."""
    wrong: tuple[str, ...] = ()
    """The functions that give wrong answers when they are called."""
    calls: Mapping[str, int] = {}
    """For each of these the first case that calls it."""
    right: RightSize | None = None
    """The only size for which the program is right; None for none."""

    def deadline_s(self, _worker: Worker) -> float:
        """Return the elapsed seconds that it may take, with time to spare."""
        return _DEADLINE_S

    def run(self, worker: Worker) -> Timed:
        """Return the timed cause, or the finding on suspicious code; None if there is none, or no room to look."""
        from harness.grading.running.explain_crash import (  # noqa: PLC0415 - few programs crash
            explain_crash,
            suspicious_code,
        )

        assignment = worker.course[self.job.submission.assignment]
        timed = worker.stopwatch.begin()
        planned = assignment.cases[self.index]
        try:
            workspace = worker.workspace(self.job.key)
            if not self.crashed:
                hints = {"shown": self.shown, "wrong": self.wrong}
                noted = suspicious_code(assignment, self.built, workspace, **hints, right=self.right)
                return timed(self._proven(noted, worker))
            return timed(explain_crash(assignment, planned, self.built, workspace))
        except (OSError, JudgeError):
            return timed(None)

    def _proven(self, noted: Finding | None, worker: Worker) -> Finding | None:
        """What was noted; of a handler that loses an exception with that exception, None if none comes."""
        index = self.calls.get(noted.where.function) if noted is not None else None
        if noted is None or index is None or noted.params.get("what") != SWALLOWED:
            return noted
        from harness.grading.calling.lost_exception import with_exception  # noqa: PLC0415 - few programs

        trial = replace(self.job, key=f"{self.job.key}-let-out")

        def run(changed: Built) -> Judgement:
            outcomes: Mapping[int, CaseResult] = CasesTask(trial, changed, (index,), stop_early=True).run(worker).result
            return outcomes[index].judgement

        try:
            return with_exception(noted, self.built, worker.workspace(self.job.key), worker.workspace(trial.key), run)
        finally:
            remove(worker.root / trial.key)


def crash_task(state: SubmissionState, assignment: Assignment) -> CrashTask | None:
    """The task that looks into the first crash of a submission, or else into its first wrong answer.

    None if no case failed so that it can.
    """
    if not isinstance(state.built, Built):
        return None
    cases = assignment.cases

    def preference(item: tuple[int, CaseResult]) -> tuple[bool, int]:
        return cases[item[0]].case.visibility != "visible", item[0]  # what a student may see goes first

    for index, outcome in sorted(state.outcomes.items(), key=preference):
        if not _is_unexplained(outcome):
            continue
        from harness.grading.running.explain_crash import can_be_explained  # noqa: PLC0415 - few programs crash

        if can_be_explained(cases[index], state.built):
            return CrashTask(state.job, state.built, index)
    right = right_size(assignment, state.outcomes) if state.complete else None
    looked_at = FAILED if right else (Verdict.WA,)
    wrong = (
        index
        for index, outcome in state.outcomes.items()
        if outcome.judgement.verdict in looked_at or any(map(lacks_main, outcome.judgement.findings))
    )
    first = next(wrong, None) if state.complete else None
    if first is None:
        return None
    from harness.grading.running.explain_crash import can_be_read  # noqa: PLC0415 - most programs are right

    if not can_be_read(state.built, sized=right is not None):
        return None
    outcomes = state.outcomes.values()
    shown, calls = _shown(outcomes), _wrong_calls(state.outcomes)
    task = CrashTask(state.job, state.built, first, crashed=False, shown=shown, right=right)
    return replace(task, wrong=tuple(calls), calls=calls)


def _shown(outcomes: Collection[CaseResult]) -> tuple[str, ...]:
    """What suspicious code an outcome speaks for: what came last came twice, a call gave too much, ..."""
    returned = (finding for outcome in outcomes for finding in outcome.judgement.findings if finding.params.get("call"))
    gives_more = any(finding.where.part == "returned-value" and _is_more(finding) for finding in returned)
    findings = [finding for outcome in outcomes for finding in outcome.judgement.findings]
    seen = (KEPT_ELEMENTS, *LOST_INPUTS)
    goes_on = any(outcome.judgement.is_wrong and goes_on_after_refusal(outcome) for outcome in outcomes)
    seeing = [called_function(finding) for finding in findings if finding.params.get(NEIGHBOURS_ALONE)]
    shown = (*FAILED_READS, UNCHECKED_SCAN) * any(map(repeats_last, outcomes)) + (KEPT_GLOBAL,) * gives_more
    shown += tuple(what for what in seen if any(finding.params.get(what) for finding in findings))
    shown += (CAUGHT_EXIT,) * goes_on
    return (*shown, *(f"{NEIGHBOURS_ALONE} {function}" for function in seeing))


def _wrong_calls(outcomes: Mapping[int, CaseResult]) -> dict[str, int]:
    """The functions of which a call came to its end with a wrong answer, each with the first such case."""
    calls: dict[str, int] = {}
    for index, outcome in outcomes.items():
        wrong = outcome.judgement.findings if outcome.judgement.verdict is Verdict.WA else ()
        for name in filter(None, map(called_function, wrong)):
            calls.setdefault(name, index)
    return calls


def _is_more(finding: Finding) -> bool:
    """Whether a number came that is larger than the expected one; neither is so long that to read it takes a while."""
    expected, came = finding.expected or b"", finding.actual or b""
    is_short = max(len(expected), len(came)) <= _LONGEST_NUMBER
    return is_short and expected.isdigit() and came.isdigit() and int(came) > int(expected)


def with_cause(outcome: CaseResult, cause: CrashCause) -> CaseResult:
    """The outcome of the case that crashed, with why and where."""
    findings = tuple(
        _explained(finding, cause) if _is_crash(finding) else finding for finding in outcome.judgement.findings
    )
    return replace(outcome, judgement=replace(outcome.judgement, findings=findings))


def with_finding(outcome: CaseResult, finding: Finding) -> CaseResult:
    """The outcome with one more finding, after those that say what is wrong."""
    judgement = outcome.judgement
    return replace(outcome, judgement=replace(judgement, findings=(*judgement.findings, finding)))


def drop_handlers(notes: list[Finding], outcomes: Mapping[int, CaseResult], changes: Mapping[int, Finding]) -> None:
    """Take the handlers that may be meant out of the notes, where changes elsewhere make all wrong cases pass."""
    if all(index in changes for index, outcome in outcomes.items() if outcome.judgement.is_wrong):
        notes[:] = [note for note in notes if note.params.get("what") not in (SWALLOWED, CAUGHT_EXIT)]


def _explained(finding: Finding, cause: CrashCause) -> Finding:
    where = cause.where or finding.where
    if finding.kind == UNCAUGHT_EXCEPTION:  # it says what it is itself
        return replace(finding, where=where)
    reason = {"reason": cause.what} if cause.what == "recursion" else {}
    return replace(finding, where=where, params={**finding.params, "what": cause.what, **cause.params, **reason})


def _is_unexplained(outcome: CaseResult) -> bool:
    return any(map(_is_crash, outcome.judgement.findings))


def _is_crash(finding: Finding) -> bool:
    """Whether a program crashed, or an exception left it, and no line of it is known."""
    crashed = finding.kind == KILLED_BY_SIGNAL and finding.params.get("signal") in _SIGNALS
    return (crashed or finding.kind == UNCAUGHT_EXCEPTION) and not finding.where.path


MOST_LOCATED = 2
"""Runs of one submission that are repeated for it."""


class LocateTask(Struct, frozen=True):
    """Run a case once more, to find where its program is."""

    job: GradingJob
    built: Built
    index: int
    cpu_limit_s: float

    def deadline_s(self, _worker: Worker) -> float:
        """Return the elapsed seconds that it may take, with time to spare."""
        return _DEADLINE_S

    def run(self, worker: Worker) -> Timed:
        """Return the timed place; nowhere if the scratch folder is full."""
        from harness.grading.calling.locate import Located, locate  # noqa: PLC0415 - few programs do not end

        assignment = worker.course[self.job.submission.assignment]
        timed = worker.stopwatch.begin()
        planned = assignment.cases[self.index]
        try:
            return timed(locate(assignment, planned, self.built, worker.workspace(self.job.key), self.cpu_limit_s))
        except OSError:
            return timed(Located())


def locate_endless(state: SubmissionState, timekeeper: Timekeeper, cases: Sequence[PlannedCase]) -> None:
    """Add to the cases that were still running at their limit where the program was, as far as it can be found."""
    from harness.grading.calling.locate import Located  # noqa: PLC0415 - few programs do not end

    if not isinstance(state.built, Built):
        return
    endless = [
        index
        for index in state.over_time
        if _finding(state.outcomes[index]) and cases[index].kind.can_be_repeated(cases[index].case)
    ]
    for group in _started_alike(endless, cases)[:MOST_LOCATED]:
        first = state.outcomes[group[0]]
        limit = first.timing.cpu_limit_s
        if limit is None:
            continue
        located = timekeeper.run_task(LocateTask(state.job, state.built, group[0], limit), "programs")
        if not isinstance(located, Located) or not located.where:
            continue
        for index in group:
            state.outcomes[index] = _with_place(state.outcomes[index], located)


def _started_alike(indices: Sequence[int], cases: Sequence[PlannedCase]) -> list[list[int]]:
    """Group cases that start the program alike: where one of them is, all are."""
    groups: dict[str | int, list[int]] = {}
    for index in indices:
        groups.setdefault(cases[index].kind.same_start(cases[index].case) or index, []).append(index)
    return list(groups.values())


def _finding(outcome: CaseResult) -> Finding | None:
    """The finding on a program that was still running at its limit of CPU time."""
    return next((finding for finding in outcome.judgement.findings if _is_endless(finding)), None)


def _is_endless(finding: Finding) -> bool:
    return finding.kind == TIMED_OUT and not finding.params.get("finished")


def _with_place(outcome: CaseResult, located: Located) -> CaseResult:
    reason = "in-loop" if located.in_loop else "in-line"
    seen: dict[str, Parameter] = {"reason": reason, "looked_s": located.seconds}
    seen |= {"idle": list(located.unchanged)} if located.unchanged else {}
    findings = tuple(
        replace(finding, where=located.where, params={**finding.params, **seen}) if _is_endless(finding) else finding
        for finding in outcome.judgement.findings
    )
    return replace(outcome, judgement=replace(outcome.judgement, findings=findings))


class SmallerInputTask(Struct, frozen=True):
    """Run cases with parts of their inputs, to find a small one with which the program fails as with all of it."""

    job: GradingJob
    built: Built
    outcomes: Mapping[int, CaseResult]
    """Those of the cases, the ones that matter most first."""

    def deadline_s(self, _worker: Worker) -> float:
        """Return the elapsed seconds that it may take, with time to spare."""
        return _DEADLINE_S

    def run(self, worker: Worker) -> Timed:
        """Return the timed findings by case index."""
        from harness.grading.explaining.smaller.smaller_input import MOST_CPU_S, smaller_inputs  # noqa: PLC0415 - few programs

        assignment, timed = worker.course[self.job.submission.assignment], worker.stopwatch.begin()
        worker = replace(worker, most_cpu_s=MOST_CPU_S)
        keys = [f"{self.job.key}-smaller", f"{self.job.key}-smaller-answers"]
        try:
            return timed(smaller_inputs(assignment, self.built, self.outcomes, *map(worker.workspace, keys)))
        except (OSError, JudgeError):
            return timed({})
        finally:
            for key in keys:
                remove(worker.root / key)


def shrinkable(
    state: SubmissionState, assignment: Assignment, shown: Callable[[], Sequence[str]]
) -> SmallerInputTask | None:
    """The task that looks for smaller inputs of the failed cases that are shown; None if there are none.

    ``shown``: their names, the most important first, which take a while to find.
    """
    from harness.grading.explaining.smaller.smaller_input import MOST_SHRUNK, can_shrink  # noqa: PLC0415 - few programs fail

    cases = assignment.cases
    long = {cases[at].name: at for at, outcome in state.outcomes.items() if can_shrink(assignment, cases[at], outcome)}
    if not long or not isinstance(state.built, Built):
        return None
    indices = [long[name] for name in shown() if name in long][:MOST_SHRUNK]
    outcomes = {index: state.outcomes[index] for index in indices}
    return SmallerInputTask(state.job, state.built, outcomes) if outcomes else None
