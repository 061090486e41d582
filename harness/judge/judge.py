"""The judge: an observation and an expectation become a verdict. Pure: it starts nothing and reads nothing."""

from __future__ import annotations

import signal
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from harness.checkers import Context
from harness.judge.judgement import RIGHT, Judgement
from harness.judge.limits import met, size
from harness.judge.streams import judge_streams
from harness.model.finding import Finding
from harness.model.limits import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import Output
from harness.model.verdict import Verdict
from harness.spec.assignment import PlannedCase
from harness.spec.model import Case

ENDINGS = {
    Limit.CPU: (Verdict.TLE, "the program used more than {cpu:.2f} s of CPU time and was ended at {cpu_used:.2f} s"),
    Limit.WALL: (Verdict.TLE, "the program was not done after {wall:.1f} s and was ended"),
    Limit.MEMORY: (Verdict.MLE, "the program used more than {memory} of memory and was ended{memory_used}"),
    Limit.OUTPUT: (Verdict.OLE, "the program wrote more than {output} to {stream} and was ended"),
    Limit.PROCESSES: (Verdict.RTE, "the program had {had} processes and threads, more than {processes}, and was ended"),
}
"""The verdict on a run that was stopped at a limit, and what is said of it."""


class Expectation(Struct, frozen=True):
    """All that one case is judged by."""

    planned: PlannedCase
    limits: ResolvedLimits
    context: Context
    texts: Mapping[str, Output | None]
    """The expected bytes of ``stdout``, ``stderr`` and files, where a text or a golden says them."""
    crash: str | None = None
    """The uncaught error that the language's module found in the output."""
    handed_in: tuple[str, ...] = ()
    """The files of the submission."""
    made: tuple[str, ...] = ()
    """The files that the build added."""


def judge(seen: Observation, expectation: Expectation) -> Judgement:
    """The verdict on one run."""
    judged = _judge(seen, expectation)
    # A fault may come from a limit that the program was kept below; one that is right all the same is right.
    told = () if judged.verdict is Verdict.AC else met(seen, expectation.limits)
    return replace(judged, findings=(*judged.findings, *told)) if told else judged


def _judge(seen: Observation, expectation: Expectation) -> Judgement:
    case = expectation.planned.case
    ending = _ending(seen, expectation)
    if ending is not None and (case.ending == "own" or seen.not_started):
        return ending
    if seen.stuck_at is not None:
        return _stuck(case, seen)
    judged = judge_streams(case, seen, expectation.context, expectation.texts)
    others = (*_exit(case, seen), *_clean(case, seen, expectation))
    if not others:
        return judged
    return Judgement(Verdict.WA, (*others, *judged.findings), 0.0, comparable=judged.comparable)


def over_time(seen: Observation, limits: ResolvedLimits, case: Case) -> bool:
    """Whether the run passed its CPU or wall limit, and that is judged."""
    return case.ending == "own" and (seen.ended_by in (Limit.CPU, Limit.WALL) or seen.cpu_s > limits.cpu)


def _ending(seen: Observation, expectation: Expectation) -> Judgement | None:
    """The verdict on a program that did not end by itself, or not in peace."""
    limits = expectation.limits
    if seen.not_started:
        what = seen.command[0] if seen.command else "the program"
        return Judgement.fault(Verdict.RTE, f"{what} could not be started: {seen.not_started}")
    limit = seen.ended_by or (Limit.CPU if seen.cpu_s > limits.cpu else None)
    limit = limit or (Limit.MEMORY if seen.memory > limits.memory else None)
    if limit is not None:
        verdict, text = ENDINGS[limit]
        told = text.format(
            cpu=limits.cpu,
            cpu_used=seen.cpu_s,
            wall=limits.wall,
            memory=size(limits.memory),
            memory_used=f"; it had at least {size(seen.memory)}" if seen.memory > limits.memory else "",
            output=size(limits.output),
            stream=_flooded(seen, limits),
            had=seen.processes,
            processes=limits.processes,
        )
        return Judgement.fault(verdict, told, where="stdout" if seen.stdout else "", actual=seen.stdout[:500] or None)
    if seen.signal is not None:
        return _crash(f"the program crashed: {_signal(seen.signal)}", seen)
    if expectation.crash is not None:
        return _crash(f"the program ended with an uncaught error: {expectation.crash}", seen)
    return None


def _flooded(seen: Observation, limits: ResolvedLimits) -> str:
    """Where a program wrote too much."""
    full = {"stdout": seen.stdout, "stderr": seen.stderr}
    return " and ".join(name for name, content in full.items() if len(content) >= limits.output) or "a file"


def _crash(message: str, seen: Observation) -> Judgement:
    told = seen.stderr[-1500:] or None
    return Judgement.fault(Verdict.RTE, message, where="stderr" if told else "", actual=told)


def _signal(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    told = {
        "SIGSEGV": "it used memory that is not its own, for example an index out of range",
        "SIGABRT": "it gave up (abort), for example after an uncaught exception",
        "SIGFPE": "an arithmetic error, for example a division by zero",
    }.get(name)
    return f"{name}, {told}" if told else name


def _stuck(case: Case, seen: Observation) -> Judgement:
    step = seen.stuck_at or 0
    exchange = case.dialogue[step]
    finding = Finding(
        f"prompt {step + 1} of {len(case.dialogue)} did not come before the program ended",
        where="the screen",
        expected=(exchange.expect or exchange.pattern or "").encode(),
        actual=seen.stdout[-1500:],
    )
    return Judgement(Verdict.WA, (finding,), 0.0, comparable=False)


def _exit(case: Case, seen: Observation) -> tuple[Finding, ...]:
    if case.exit in (None, "any"):
        return ()
    wanted = case.exit if isinstance(case.exit, tuple) else (case.exit,)
    if seen.exit in wanted:
        return ()
    return (Finding(f"the exit status is {seen.exit}, expected {' or '.join(map(str, wanted))}", where="exit status"),)


def _clean(case: Case, seen: Observation, expectation: Expectation) -> tuple[Finding, ...]:
    if not case.cleans:
        return ()
    left = [name for name in expectation.made if name in seen.files_left]
    gone = [name for name in expectation.handed_in if name not in seen.files_left]
    command = " ".join(seen.command)
    found = [Finding(f"{command} left {', '.join(left)}", where="the folder")] if left else []
    found += [Finding(f"{command} removed {', '.join(gone)}, which was handed in", where="the folder")] if gone else []
    if seen.exit != 0:
        found.append(
            Finding(f"{command} ended with exit status {seen.exit}", where="stderr", actual=seen.stderr[-1500:])
        )
    return tuple(found)


def look_at_built(case: Case, kinds: Mapping[str, str]) -> Judgement:
    """The verdict on a case that only looks at what the build made; ``kinds``: ``file`` or ``executable``."""
    findings = []
    for name, wanted in case.built.items():
        kind = kinds.get(name)
        if kind is None:
            findings.append(Finding(f"the build made no file {name}", where="the folder"))
        elif wanted == "executable" and kind != "executable":
            findings.append(Finding(f"{name} has no execute permission", where="the folder"))
    return Judgement(Verdict.WA, tuple(findings), 0.0) if findings else RIGHT
