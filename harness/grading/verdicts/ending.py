"""Findings on limits that a faulty program met without being ended by one, as they may be its cause. Pure.

No finding says that the program passed a limit, for the kernel kept it below. It says what the kernel refused, how far
the program was observed to go, or what the program says itself.

Judge how a program ended: by itself, at a limit, by a signal or an uncaught error. Pure.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

from msgspec.structs import replace

from harness.grading.verdicts.judgement import Judgement
from harness.judge.diagnose.values import repeated_lines
from harness.judge.finding_kinds import (
    KILLED_BY_SIGNAL,
    KILLED_BY_UNKNOWN_SIGNAL,
    LIBRARY_MISSING_HERE,
    NO_MAIN_PROGRAM,
    NOT_DONE_IN_TIME,
    TIMED_OUT,
    TOO_MANY_PROCESSES,
    TOO_MUCH_MEMORY,
    TOO_MUCH_OUTPUT,
    UNCAUGHT_EXCEPTION,
    WAITS,
    WAITS_FOR_INPUT,
)
from harness.language.diagnostics.exceptions import explain_exception
from harness.model.finding import NOWHERE, Finding, Parameter, Place
from harness.model.invocation import HOME_SIZE, ResolvedLimits
from harness.model.observation import NO_FILE, Crash, Limit, Observation
from harness.model.output import Output
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict

_REFUSED = ("processes", "disk", "home", "file")
"""The limits that the kernel enforces without ending a run."""
_ERROR_TEXTS = {
    b"Too many open files": "files",
    b"File too large": "file",
    b"No space left on device": "disk",
    b"Resource temporarily unavailable": "processes",
    b"start new thread": "processes",
    b"create native thread": "processes",
}
"""Texts on stderr where a limit is met -> the limit."""


def met_limits(observation: Observation, limits: ResolvedLimits) -> tuple[Finding, ...]:
    """One finding for each limit that was met."""
    figures: dict[str, Parameter] = {
        "processes": limits.processes,
        "files": limits.open_files,
        "disk": limits.disk,
        "home": HOME_SIZE,
        "file": limits.output,
    }
    findings = dict[str, Finding]()
    for how, limit, text in (*_refused(observation), *_observed(observation, limits), *_reported(observation)):
        said: dict[str, Parameter] = {"text": text} if text else {}
        finding = Finding.of(f"limit-{how}-{limit}", Place(part="limits"), **said, limit=figures[limit])
        findings.setdefault(limit, finding)
    return tuple(findings.values())


def limit_figures(limit: Limit, observation: Observation, limits: ResolvedLimits) -> dict[str, Parameter]:
    """The parameters of a finding on a run that was ended at a limit: what was allowed, and what was used."""
    if limit is Limit.CPU:
        if observation.ended_by is None:
            return {"limit_s": limits.cpu, "used_s": observation.cpu_s, "finished": True}
        return {"limit_s": limits.cpu, "used_s": max(observation.cpu_s, limits.cpu)}  # two clocks may differ a little
    if limit is Limit.WALL:
        computed = {"cpu_s": observation.cpu_s, "cpu_limit_s": limits.cpu}
        return {"limit_s": limits.wall, "used_s": max(observation.wall_s, limits.wall), **computed}
    if limit is Limit.MEMORY:
        used: dict[str, Parameter] = {"used": observation.memory} if observation.memory > limits.memory else {}
        return {"limit": limits.memory, **used}
    if limit is Limit.OUTPUT:
        return {"limit": limits.output, "streams": _full_streams(observation, limits)}
    return {"limit": limits.processes, "used": observation.processes}


def _full_streams(observation: Observation, limits: ResolvedLimits) -> list[str]:
    """The streams that a program filled; none if it was a file."""
    outputs = {"stdout": observation.stdout, "stderr": observation.stderr}
    return [name for name, content in outputs.items() if len(content) >= limits.output]


def _refused(observation: Observation) -> Iterator[tuple[str, str, str]]:
    """What the kernel refused, or what was full at the end."""
    for name in observation.refused_limits:
        if name in _REFUSED:
            yield "refused", name, ""


def _observed(observation: Observation, limits: ResolvedLimits) -> Iterator[tuple[str, str, str]]:
    if observation.processes >= limits.processes and observation.ended_by is not Limit.PROCESSES:
        yield "reached", "processes", ""
    if observation.open_files >= limits.open_files:
        yield "reached", "files", ""


def _reported(observation: Observation) -> Iterator[tuple[str, str, str]]:
    for error_text, name in _ERROR_TEXTS.items():
        if error_text in observation.stderr and not (
            name == "disk" and "home" in observation.refused_limits
        ):  # the same is said about both
            yield "reported", name, error_text.decode()


LIMIT_VERDICTS = {
    Limit.CPU: (Verdict.TLE, TIMED_OUT),
    Limit.WALL: (Verdict.TLE, NOT_DONE_IN_TIME),
    Limit.MEMORY: (Verdict.MLE, TOO_MUCH_MEMORY),
    Limit.OUTPUT: (Verdict.OLE, TOO_MUCH_OUTPUT),
    Limit.PROCESSES: (Verdict.RTE, TOO_MANY_PROCESSES),
}
"""The verdict on a run that was ended at a limit, and the kind of its finding."""


IDLE_CPU_SHARE = 0.1
"""A program over its wall-clock limit that used less than this share of its CPU limit was waiting, not computing."""
_SHOWN = 500
"""Bytes of an output that a finding on a limit has."""
_START_STATUSES = (1, 2, 126, 127)
"""With these an interpreter or a shell ends that did not find the program."""
_INTERPRETER_REFUSAL = lazy_regex(
    rb"""^(?:
        \S*python\S*:\ (?:can't\ open\ file|No\ module\ named)\ .*
        | Can't\ open\ perl\ script\ .*
        | Error:\ (?:Could\ not\ find\ or\ load|Unable\ to\ access\ jarfile|Main\ method\ not\ found)\ .*
    )""",
    re.MULTILINE | re.VERBOSE,
)
_SHELL_REFUSAL = lazy_regex(
    rb"^(?:ba|da)?sh: (?:line )?(?:\d+: )?\S+: .*"
    rb"(?:not found|can't cd|No such file|Permission denied|cannot execute).*",
    re.MULTILINE,
)
_SHELLS = ("sh", "bash", "dash")


def start_refusal(observation: Observation) -> str:
    """Why the program did not even begin: the word of the kernel, of a shell or an interpreter; empty when it did."""
    if observation.not_started or observation.exit not in _START_STATUSES or observation.stdout or observation.files:
        return observation.not_started
    stderr = observation.stderr[-5000:]
    refusal = _INTERPRETER_REFUSAL.search(stderr)
    if refusal is None and observation.command[:1] and observation.command[0] in _SHELLS:
        refusal = _SHELL_REFUSAL.search(stderr)  # a program that calls one gets the same, and has begun
    return refusal[0].decode(errors="replace")[:300] if refusal is not None else ""


def exceeded_limit(observation: Observation, limits: ResolvedLimits) -> Limit | None:
    """The limit that ended a run, or that it passed unnoticed; None if there is none."""
    if observation.ended_by is not None:
        return observation.ended_by
    if limits.exceeded_by(observation.cpu_s):
        return Limit.CPU
    return Limit.MEMORY if observation.memory > limits.memory else None


def judge_ending(
    observation: Observation, limits: ResolvedLimits, crash: Crash | None, *, on_terminal: bool = False
) -> Judgement | None:
    """The verdict on a program that was not started, was ended at a limit or crashed; None when it ended by itself.

    ``crash``: the uncaught error that the language's module found in the output; ``on_terminal``: whether input could
    still come when the run was ended: that of a pipe ends with its last byte.
    """
    refusal = start_refusal(observation)
    if refusal:
        return replace(Judgement.because(Verdict.RTE, _not_started(observation, refusal)), not_started=True)
    limit = exceeded_limit(observation, limits)
    if limit is not None:
        if observation.machine_was_busy:
            return machine_busy(observation, limits)
        verdict, kind = LIMIT_VERDICTS[limit]
        if limit is Limit.WALL and observation.cpu_s < IDLE_CPU_SHARE * limits.cpu:
            kind = WAITS_FOR_INPUT if on_terminal else WAITS
        where = Place(stream="stdout") if observation.stdout else NOWHERE
        actual = observation.stdout[:_SHOWN] or None
        if limit is Limit.OUTPUT:
            actual = _telling_part(_full_file(observation, limits) or observation.stdout) or None
        return Judgement.fault(verdict, kind, where, actual, **limit_figures(limit, observation, limits))
    if crash is not None and crash.memory_error:
        return _crash(observation, crash.where, "memory-error", what=crash.memory_error, text=crash.error)
    if observation.signal is not None and crash is None:
        name = _signal_name(observation.signal)
        kind = KILLED_BY_SIGNAL if name else KILLED_BY_UNKNOWN_SIGNAL
        return _crash(observation, NOWHERE, kind, signal=name or observation.signal)
    return _uncaught(observation, crash, limits) if crash is not None else None


def _full_file(observation: Observation, limits: ResolvedLimits) -> bytes:
    """The file that a program filled up to the limit, of those that are judged; empty if there is none."""
    return next((content for content in observation.files.values() if len(content) >= limits.output), b"")


def _telling_part(content: Output) -> bytes:
    """A few whole lines from the end of a long output, where the same ones come again and again; else its begin."""
    end = content[-_SHOWN:].splitlines(keepends=True)[1:-1]
    return b"".join(end) if repeated_lines([line.rstrip() for line in end]) else content[:_SHOWN]


def machine_busy(observation: Observation, limits: ResolvedLimits | None = None) -> Judgement:
    """The verdict on a program that the machine had no time for: nobody loses points, and a person has to look."""
    figures: dict[str, Parameter] = {"used_s": observation.wall_s, "cpu_s": observation.cpu_s}
    allowed: dict[str, Parameter] = {} if limits is None else {"limit_s": limits.cpu}
    return Judgement.fault(Verdict.NR, "machine-busy", NOWHERE, None, **figures, **allowed)


def _uncaught(observation: Observation, crash: Crash, limits: ResolvedLimits) -> Judgement:
    """The verdict on an uncaught exception; a person has to look where this machine lacks a library.

    A program that filled a file is ended by that, whatever its language makes of it.
    """
    if "file" in observation.refused_limits and (full := _full_file(observation, limits)):
        shown, where = _telling_part(full), crash.where
        return Judgement.fault(Verdict.OLE, TOO_MUCH_OUTPUT, where, shown, limit=limits.output, error=crash.error)
    if crash.library:
        return Judgement.fault(Verdict.NR, LIBRARY_MISSING_HERE, crash.where, None, library=crash.library)
    explanation = explain_exception(crash.error, crash.where.source, observation.stderr)
    said = {"reason": explanation.reason, **explanation.params} if explanation.reason else {}
    return _crash(observation, crash.where, UNCAUGHT_EXCEPTION, error=crash.error, **said)


def _not_started(observation: Observation, reason: str) -> Finding:
    program = observation.command[0] if observation.not_started and observation.command else ""
    if reason == NO_MAIN_PROGRAM:
        return Finding.of(NO_MAIN_PROGRAM, program=program)
    if reason.startswith(NO_FILE):
        return Finding.of("start-file-missing", program=program, file=reason.removeprefix(NO_FILE))
    return Finding.of("not-started", program=program, reason=reason)


def _crash(observation: Observation, where: Place, kind: str, **params: Parameter) -> Judgement:
    stderr = observation.stderr[-1500:] or None
    place = where or (Place(stream="stderr") if stderr else NOWHERE)
    return Judgement.fault(Verdict.RTE, kind, place, stderr, **params)


def _signal_name(number: int) -> str:
    """``SIGSEGV``; empty for a number without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""
