"""Run one command on pipes and observe it: bounded output, CPU, wall clock and memory watched, nobody left alive."""

from __future__ import annotations

import os
import select
import signal
import time

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation
from harness.model.output import read_whole
from harness.sandbox.files.scratch import open_memory_file
from harness.sandbox.files.unix import runs_programs_watched
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.environment import not_started
from harness.sandbox.run.capture import Capture, Stream
from harness.sandbox.run.program import Program
from harness.sandbox.run.start import StartedProgram, start
from harness.sandbox.run.watch import Watch


def observe(invocation: Invocation, isolation: Isolation) -> Observation:
    """Start the command, wait until it ends or exceeds a limit, and return the observation.

    Must run in a process that runs one command at a time (see ``process_tree``). A command that the kernel does not
    start is an observation too, with ``not_started``. Raises JudgeError when the sandbox cannot be made.
    """
    if not runs_programs_watched():
        from harness.sandbox.run.plain import observe_plainly  # noqa: PLC0415 - few systems need it

        return observe_plainly(invocation)
    stdin = open_memory_file("stdin", invocation.stdin)  # never a device: a program can change the times of its stdin
    try:
        started = start(invocation, isolation, stdin)
    except OSError as error:
        return not_started(invocation.command, error)
    finally:
        os.close(stdin)
    capture = Capture(invocation.limits.output, {started.out: Stream(), started.err: Stream()})
    try:
        return _observe_program(started, invocation, capture)
    except OSError:  # no disk space for its output
        started.program.abandon()
        raise
    finally:
        capture.close()
        started.close()


def _observe_program(started: StartedProgram, invocation: Invocation, capture: Capture) -> Observation:
    program = started.program
    begin = time.monotonic()
    confine(program, capture)
    watch = Watch(invocation.limits, begin, started.sandbox, program.pids)
    ended_by, peak_usage = _wait_for_end(program.end_descriptor, capture, watch)
    wall = time.monotonic() - begin
    if ended_by is not None:
        program.stop()
    return observation_of(started, invocation, capture, ended_by, peak_usage, wall)


def observation_of(
    started: StartedProgram,
    invocation: Invocation,
    capture: Capture,
    ended_by: Limit | None,
    peak_usage: process_tree.Usage,
    wall: float,
) -> Observation:
    """Wait for a program that has ended or was stopped, and return what was observed of it."""
    program, sandbox = started.program, started.sandbox
    ending = program.wait()
    if ending.start_error:
        return not_started(invocation.command, OSError(ending.start_error, os.strerror(ending.start_error)))
    capture.drain()
    # The kernel does not always report the CPU time of what died together with a sandbox's first process.
    cpu, code = sandbox.total_cpu_s(max(peak_usage.cpu_s, ending.cpu_s)), ending.code
    ended_by = ended_by or (Limit.OUTPUT if capture.full else None)
    ended_by = ended_by or _limit_of_signal(code)
    if code == -signal.SIGKILL and invocation.limits.exceeded_by(cpu):
        ended_by = ended_by or Limit.CPU  # the kernel's hard limit was quicker than the watch
    refused = sandbox.finish()
    if "memory" in refused:
        ended_by = ended_by or Limit.MEMORY  # the kernel's limit on memory was quicker too
    return Observation(
        invocation.command,
        stdout=capture.streams[started.out].output(),
        stderr=read_whole(capture.streams[started.err].output()),
        exit=code if code >= 0 and ended_by is None else None,
        signal=-code if code < 0 and ended_by is None else None,
        ended_by=ended_by,
        cpu_s=cpu,
        wall_s=wall,
        starved_s=peak_usage.starved_s,
        memory=max(peak_usage.memory, ending.memory),
        processes=peak_usage.processes,
        open_files=peak_usage.open_files,
        refused_limits=refused,
    )


def confine(program: Program, capture: Capture) -> None:
    """Confine the started program; JudgeError, with what it wrote so far, when the sandbox cannot be made."""
    try:
        program.confine()
    except JudgeError as error:
        program.abandon()
        for descriptor in capture.streams:
            os.set_blocking(descriptor, False)
        capture.drain()
        written = b"".join(read_whole(stream.output()) for stream in capture.streams.values())
        message = written.decode(errors="replace").strip()
        raise JudgeError(f"{error}: {message}" if message else str(error)) from None


def _limit_of_signal(returncode: int) -> Limit | None:
    """Return the limit that a signal stands for that the kernel sends when one of its own limits is exceeded."""
    return {-signal.SIGXCPU: Limit.CPU, -signal.SIGXFSZ: Limit.OUTPUT}.get(returncode)


def _wait_for_end(end_descriptor: int, capture: Capture, watch: Watch) -> tuple[Limit | None, process_tree.Usage]:
    """Read until the process ends or exceeds a limit; return that limit and the peak usage."""
    poll = select.poll()
    for descriptor in (end_descriptor, *capture.streams):
        os.set_blocking(descriptor, False)
        poll.register(descriptor, select.POLLIN)
    while True:
        ready = poll.poll(watch.seconds_to_check() * 1000)
        for descriptor, _ in ready:
            if descriptor != end_descriptor and not capture.read(descriptor):
                poll.unregister(descriptor)
        if capture.full:
            return Limit.OUTPUT, watch.peak_usage
        if any(descriptor == end_descriptor for descriptor, _ in ready):
            return None, watch.peak_usage
        limit = watch.check()
        if limit is not None:
            return limit, watch.peak_usage
