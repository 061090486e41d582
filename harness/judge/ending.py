"""Judge how a program ended: by itself, at a limit, by a signal or an uncaught error. Pure."""

from __future__ import annotations

import signal

from harness.judge.judgement import Judgement
from harness.judge.met_limits import format_size
from harness.model.limits import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.verdict import Verdict

LIMIT_VERDICTS = {
    Limit.CPU: (Verdict.TLE, "the program used more than {cpu:.2f} s of CPU time and was ended at {cpu_used:.2f} s"),
    Limit.WALL: (Verdict.TLE, "the program was not done after {wall:.1f} s and was ended"),
    Limit.MEMORY: (Verdict.MLE, "the program used more than {memory} of memory and was ended{memory_used}"),
    Limit.OUTPUT: (Verdict.OLE, "the program wrote more than {output} to {stream} and was ended"),
    Limit.PROCESSES: (Verdict.RTE, "the program had {had} processes and threads, more than {processes}, and was ended"),
}
"""The verdict on a run that was ended at a limit, and its message."""


def judge_ending(observation: Observation, limits: ResolvedLimits, crash: str | None) -> Judgement | None:
    """The verdict on a program that was not started, was ended at a limit or crashed; None when it ended by itself.

    ``crash``: the uncaught error that the language's module found in the output.
    """
    if observation.not_started:
        program = observation.command[0] if observation.command else "the program"
        return Judgement.fault(Verdict.RTE, f"{program} could not be started: {observation.not_started}")
    limit = observation.ended_by or (Limit.CPU if observation.cpu_s > limits.cpu else None)
    limit = limit or (Limit.MEMORY if observation.memory > limits.memory else None)
    if limit is not None:
        verdict, text = LIMIT_VERDICTS[limit]
        message = text.format(
            cpu=limits.cpu,
            cpu_used=observation.cpu_s,
            wall=limits.wall,
            memory=format_size(limits.memory),
            memory_used=f"; it had at least {format_size(observation.memory)}"
            if observation.memory > limits.memory
            else "",
            output=format_size(limits.output),
            stream=_full_outputs(observation, limits),
            had=observation.processes,
            processes=limits.processes,
        )
        return Judgement.fault(
            verdict, message, where="stdout" if observation.stdout else "", actual=observation.stdout[:500] or None
        )
    if observation.signal is not None:
        return _crash(f"the program crashed: {_signal(observation.signal)}", observation)
    if crash is not None:
        return _crash(f"the program ended with an uncaught error: {crash}", observation)
    return None


def _full_outputs(observation: Observation, limits: ResolvedLimits) -> str:
    """The streams that a program filled."""
    full = {"stdout": observation.stdout, "stderr": observation.stderr}
    return " and ".join(name for name, content in full.items() if len(content) >= limits.output) or "a file"


def _crash(message: str, observation: Observation) -> Judgement:
    stderr = observation.stderr[-1500:] or None
    return Judgement.fault(Verdict.RTE, message, where="stderr" if stderr else "", actual=stderr)


def _signal(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    explanation = {
        "SIGSEGV": "it used memory that is not its own, for example an index out of range",
        "SIGABRT": "it gave up (abort), for example after an uncaught exception",
        "SIGFPE": "an arithmetic error, for example a division by zero",
    }.get(name)
    return f"{name}, {explanation}" if explanation else name
