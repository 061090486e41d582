"""Look into the first crash of a program, or else at its source for code that is seldom meant, and for what prints."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.failed_reads import goes_on_after_refusal, repeats_last
from harness.grading.child_requests.printed_lines import FindPrinting, unwanted_lines
from harness.grading.child_requests.written_size import RightSize, right_size
from harness.grading.running.explain_crash import can_be_explained, can_be_read, explain_crash, suspicious_code
from harness.grading.schedule.further_run import FurtherRun
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import CasesTask, Worker
from harness.grading.verdicts.judgement import Judgement
from harness.judge.finding_kinds import KILLED_BY_SIGNAL, UNCAUGHT_EXCEPTION, lacks_main
from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.model.finding import (
    FAILED_READS,
    KEPT_ELEMENTS,
    KEPT_GLOBAL,
    LOST_INPUTS,
    NEIGHBOURS_ALONE,
    UNCHECKED_SCAN,
    Finding,
    called_function,
)
from harness.model.verdict import FAILED, Verdict

if TYPE_CHECKING:
    from harness.language.diagnostics.crash_reports import CrashCause

_LONGEST_NUMBER = 100
_SIGNALS = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS", "SIGILL", "SIGTRAP")


class Explanation(Struct, frozen=True):
    """Why a program fails, as far as it is seen."""

    reason: CrashCause | Finding | None
    """The cause of the crash, or the finding on suspicious code."""
    printing: Mapping[int, Finding]
    """By case index: the statement that prints what should not come."""


class CrashTask(FurtherRun, frozen=True):
    """Run a case once more, with sanitizers, to find why its program crashes; or look for code that is seldom meant."""

    index: int
    crashed: bool = True
    """False: it only gave a wrong answer, and its source is looked at."""
    unwanted: Mapping[int, tuple[str, ...]] = {}
    """By case index: lines that came and should not."""
    shown: tuple[str, ...] = ()
    """The kinds of suspicious code that an outcome speaks for; of neighbours alone with the function."""
    calls: Mapping[str, int] = {}
    """The functions that give wrong answers when they are called, each with the first case that calls it."""
    right: RightSize | None = None
    """The only size for which the program is right; None for none."""

    def explanation(self, worker: Worker) -> Explanation:
        """What is found: the reason, and what prints."""
        folder, workspace = self.built.staged or self.built.folder, worker.workspace(self.job.key)
        request = FindPrinting(folder or Path(), tuple(self.built.kept_files), self.unwanted)
        printing = workspace.judging.call_or(request, workspace.key, {}) if self.unwanted and folder else {}
        return Explanation(self._reason(worker), printing)

    def _reason(self, worker: Worker) -> CrashCause | Finding | None:
        """The cause, or the finding on suspicious code."""
        assignment = worker.course[self.job.submission.assignment]
        workspace = worker.workspace(self.job.key)
        if self.crashed:
            return explain_crash(assignment, assignment.cases[self.index], self.built, workspace)
        if not can_be_read(self.built, sized=self.right is not None):
            return None
        hints = {"shown": self.shown, "wrong": tuple(self.calls)}
        noted = suspicious_code(assignment, self.built, workspace, **hints, right=self.right)
        return self._proven(noted, worker)

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

        return with_exception(noted, self.built, worker.workspace(self.job.key), worker.workspace(trial.key), run)

    def note(self, state: SubmissionState, explanation: Any) -> None:
        """Add what prints to the outcomes, and the finding to the notes on the program or the cause to what crashed."""
        state.crash_task = False
        if explanation is None:
            return
        super().note(state, explanation.printing)
        reason = explanation.reason
        if isinstance(reason, Finding):
            self.built.intake.notes.append(reason)
        elif reason is not None:
            outcome = state.outcomes[self.index]
            findings = tuple(_explained(finding, reason) for finding in outcome.judgement.findings)
            judgement = replace(outcome.judgement, findings=findings)
            state.outcomes[self.index] = replace(outcome, judgement=judgement)


def crash_task(state: SubmissionState) -> CrashTask | None:
    """The task that looks into the first crash of a submission, or else into its first wrong answer.

    None if no case failed so that it can.
    """
    if not isinstance(state.built, Built):
        return None
    cases = state.assignment.cases

    def preference(item: tuple[int, CaseResult]) -> tuple[bool, int]:
        return cases[item[0]].case.visibility != "visible", item[0]  # what a student may see goes first

    for index, outcome in sorted(state.outcomes.items(), key=preference):
        if any(map(_is_crash, outcome.judgement.findings)) and can_be_explained(cases[index], state.built):
            return CrashTask(state.job, state.built, index, unwanted=unwanted_lines(state.assignment, state.outcomes))
    right = right_size(state.assignment, state.outcomes) if state.complete else None
    looked_at = FAILED if right else (Verdict.WA,)
    wrong = (
        index
        for index, outcome in state.outcomes.items()
        if outcome.judgement.verdict in looked_at or any(map(lacks_main, outcome.judgement.findings))
    )
    first = next(wrong, None) if state.complete else None
    unwanted = unwanted_lines(state.assignment, state.outcomes) if state.complete else {}
    is_read = first is not None and can_be_read(state.built, sized=right is not None)
    if not is_read and not unwanted:
        return None
    shown, calls = _seen_oddities(state.outcomes.values()), _wrong_calls(state.outcomes)
    index = next(iter(unwanted)) if first is None else first
    return CrashTask(
        state.job, state.built, index, crashed=False, unwanted=unwanted, shown=shown, calls=calls, right=right
    )


def _explained(finding: Finding, cause: CrashCause) -> Finding:
    if not _is_crash(finding):
        return finding
    where = cause.where or finding.where
    if finding.kind == UNCAUGHT_EXCEPTION:  # it says what it is itself
        return replace(finding, where=where)
    reason = {"reason": cause.what} if cause.what == "recursion" else {}
    return replace(finding, where=where, params={**finding.params, "what": cause.what, **cause.params, **reason})


def _is_crash(finding: Finding) -> bool:
    """Whether a program crashed, or an exception left it, and no line of it is known."""
    crashed = finding.kind == KILLED_BY_SIGNAL and finding.params.get("signal") in _SIGNALS
    return (crashed or finding.kind == UNCAUGHT_EXCEPTION) and not finding.where.path


def _seen_oddities(outcomes: Collection[CaseResult]) -> tuple[str, ...]:
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
