"""The judge: an observation and an expectation become a verdict. Pure: it starts nothing and reads nothing."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from harness.checkers import Context
from harness.judge.ending import judge_ending
from harness.judge.judgement import RIGHT, Judgement
from harness.judge.met_limits import met_limits
from harness.judge.streams import judge_streams
from harness.model.finding import Finding
from harness.model.limits import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import Output
from harness.model.verdict import Verdict
from harness.spec.assignment import PlannedCase
from harness.spec.model import Case


class Expectation(Struct, frozen=True):
    """All that one case is judged by."""

    planned: PlannedCase
    limits: ResolvedLimits
    context: Context
    texts: Mapping[str, Output | None]
    """The expected bytes of ``stdout``, ``stderr`` and files, where a text or a golden says them."""
    crash: str | None = None
    """The uncaught error that the language's module found in the output."""
    submitted_files: tuple[str, ...] = ()
    """The files of the submission."""
    added_files: tuple[str, ...] = ()
    """The files that the build added."""


def judge(observation: Observation, expectation: Expectation) -> Judgement:
    """The verdict on one run."""
    judgement = _judge_run(observation, expectation)
    if judgement.verdict is Verdict.AC:
        return judgement
    # The fault may come from a limit that the program was kept below.
    findings = met_limits(observation, expectation.limits)
    return replace(judgement, findings=(*judgement.findings, *findings)) if findings else judgement


def _judge_run(observation: Observation, expectation: Expectation) -> Judgement:
    case = expectation.planned.case
    ending = judge_ending(observation, expectation.limits, expectation.crash)
    if ending is not None and (case.ending == "own" or observation.not_started):
        return ending
    if observation.stuck_at is not None:
        return _unanswered_prompt(case, observation)
    judgement = judge_streams(case, observation, expectation.context, expectation.texts)
    findings = (*_exit_status(case, observation), *_cleaned(case, observation, expectation))
    if not findings:
        return judgement
    return Judgement(Verdict.WA, (*findings, *judgement.findings), 0.0, comparable=judgement.comparable)


def over_time(observation: Observation, limits: ResolvedLimits, case: Case) -> bool:
    """Whether the run passed its CPU or wall limit, in a case where that is judged."""
    return case.ending == "own" and (observation.ended_by in (Limit.CPU, Limit.WALL) or observation.cpu_s > limits.cpu)


def _unanswered_prompt(case: Case, observation: Observation) -> Judgement:
    step = observation.stuck_at or 0
    exchange = case.dialogue[step]
    finding = Finding(
        f"prompt {step + 1} of {len(case.dialogue)} did not come before the program ended",
        where="the screen",
        expected=(exchange.expect or exchange.pattern or "").encode(),
        actual=observation.stdout[-1500:],
    )
    return Judgement(Verdict.WA, (finding,), 0.0, comparable=False)


def _exit_status(case: Case, observation: Observation) -> tuple[Finding, ...]:
    if case.exit in (None, "any"):
        return ()
    wanted = case.exit if isinstance(case.exit, tuple) else (case.exit,)
    if observation.exit in wanted:
        return ()
    return (
        Finding(
            f"the exit status is {observation.exit}, expected {' or '.join(map(str, wanted))}", where="exit status"
        ),
    )


def _cleaned(case: Case, observation: Observation, expectation: Expectation) -> tuple[Finding, ...]:
    if not case.cleans:
        return ()
    left = [name for name in expectation.added_files if name in observation.files_left]
    gone = [name for name in expectation.submitted_files if name not in observation.files_left]
    command = " ".join(observation.command)
    findings = [Finding(f"{command} left {', '.join(left)}", where="the folder")] if left else []
    findings += (
        [Finding(f"{command} removed {', '.join(gone)}, which was handed in", where="the folder")] if gone else []
    )
    if observation.exit != 0:
        findings.append(
            Finding(
                f"{command} ended with exit status {observation.exit}",
                where="stderr",
                actual=observation.stderr[-1500:],
            )
        )
    return tuple(findings)


def judge_built_files(case: Case, kinds: Mapping[str, str]) -> Judgement:
    """The verdict on a case that only looks for files that the build makes.

    ``kinds``: ``file`` or ``executable``, for each that is there.
    """
    findings = []
    for name, wanted in case.built.items():
        kind = kinds.get(name)
        if kind is None:
            findings.append(Finding(f"the build made no file {name}", where="the folder"))
        elif wanted == "executable" and kind != "executable":
            findings.append(Finding(f"{name} has no execute permission", where="the folder"))
    return Judgement(Verdict.WA, tuple(findings), 0.0) if findings else RIGHT
