"""Run one command on pipes and observe it: bounded output, CPU, wall clock and memory watched, nobody left alive."""

from __future__ import annotations

import os
import resource
import select
import signal
import time

from harness.files.scratch import open_memory_file
from harness.isolation.base import Isolation, Sandbox
from harness.isolation.executables import not_started
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation
from harness.model.output import read_whole
from harness.run import process_tree
from harness.run.capture import Capture, Stream
from harness.run.start import StartedProcess, start
from harness.run.watch import Watch


def observe(invocation: Invocation, isolation: Isolation) -> Observation:
    """Start the command, wait until it ends or exceeds a limit, and return the observation.

    Must run in a process that runs one command at a time (see ``process_tree``). A command that the kernel does not
    start is an observation too, with ``not_started``. Raises JudgeError when the sandbox cannot be made.
    """
    process_tree.become_subreaper(os.getpid())
    process_tree.kill_all()  # what others left behind is not charged to this program
    try:
        sandbox = isolation.sandbox(invocation)
    except OSError as error:
        return not_started(invocation.command, error)
    stdin = open_memory_file("stdin", invocation.stdin) if invocation.stdin else os.open(os.devnull, os.O_RDONLY)
    own_peak_kib = own_peak()
    try:
        process = start(sandbox, stdin)
    except OSError as error:
        sandbox.close()
        return not_started(invocation.command, error)
    finally:
        os.close(stdin)
    capture = Capture(invocation.limits.output, {process.out: Stream(), process.err: Stream()})
    try:
        return _observe_process(process, invocation, sandbox, capture, own_peak_kib)
    except OSError:  # no disk space for its output
        process_tree.kill_tree(process.pid)
        process_tree.kill_all()
        raise
    finally:
        capture.close()
        process.close()
        sandbox.close()


def own_peak() -> int:
    """Return this process's peak memory in KiB: the kernel counts a program that it starts from there."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def peak(resource_usage: resource.struct_rusage, own_peak_kib: int) -> int:
    """Return the peak resident bytes of a program; 0 where it stayed below what the kernel counts from."""
    return resource_usage.ru_maxrss * 1024 if resource_usage.ru_maxrss > own_peak_kib else 0


def _observe_process(
    process: StartedProcess, invocation: Invocation, sandbox: Sandbox, capture: Capture, own_peak_kib: int
) -> Observation:
    pidfd = os.pidfd_open(process.pid)
    begin = time.monotonic()
    try:
        _confine(process.pid, sandbox, capture)
        ended_by, peak_usage = _wait_for_end(pidfd, capture, Watch(invocation.limits, begin, sandbox))
    finally:
        os.close(pidfd)
    wall = time.monotonic() - begin
    if ended_by is not None:
        process_tree.kill_tree(process.pid)
    _, status, resource_usage = os.wait4(process.pid, 0)
    rest = process_tree.kill_all()
    capture.drain()
    # The kernel does not always report the CPU time of what died together with a sandbox's first process.
    cpu = max(peak_usage.cpu_s, resource_usage.ru_utime + resource_usage.ru_stime + rest.cpu_s)
    code = sandbox.exit_status(os.waitstatus_to_exitcode(status))
    ended_by = ended_by or (Limit.OUTPUT if capture.full else None)
    ended_by = ended_by or _limit_of_signal(code)
    if code == -signal.SIGKILL and cpu > invocation.limits.cpu:
        ended_by = ended_by or Limit.CPU  # the kernel's hard limit was quicker than the watch
    refused = sandbox.finish()
    if "memory" in refused:
        ended_by = ended_by or Limit.MEMORY  # the kernel's limit on memory was quicker too
    return Observation(
        invocation.command,
        stdout=capture.streams[process.out].output(),
        stderr=read_whole(capture.streams[process.err].output()),
        exit=code if code >= 0 and ended_by is None else None,
        signal=-code if code < 0 and ended_by is None else None,
        ended_by=ended_by,
        cpu_s=cpu,
        wall_s=wall,
        memory=max(peak_usage.memory, peak(resource_usage, own_peak_kib), rest.memory),
        processes=peak_usage.processes,
        open_files=peak_usage.open_files,
        refused_limits=refused,
    )


def _confine(pid: int, sandbox: Sandbox, capture: Capture) -> None:
    """Confine the started command; JudgeError, with what it wrote so far, when the sandbox cannot be made."""
    try:
        sandbox.confine(pid)
    except JudgeError as error:
        process_tree.kill_tree(pid)
        os.wait4(pid, 0)
        process_tree.kill_all()
        for descriptor in capture.streams:
            os.set_blocking(descriptor, False)
        capture.drain()
        written = b"".join(read_whole(stream.output()) for stream in capture.streams.values())
        message = written.decode(errors="replace").strip()
        raise JudgeError(f"{error}: {message}" if message else str(error)) from None


def _limit_of_signal(returncode: int) -> Limit | None:
    """Return the limit behind a signal that the kernel sends when one of its own limits is exceeded."""
    return {-signal.SIGXCPU: Limit.CPU, -signal.SIGXFSZ: Limit.OUTPUT}.get(returncode)


def _wait_for_end(pidfd: int, capture: Capture, watch: Watch) -> tuple[Limit | None, process_tree.Usage]:
    """Read until the process ends or exceeds a limit; return that limit and the peak usage."""
    poll = select.poll()
    for descriptor in (pidfd, *capture.streams):
        os.set_blocking(descriptor, False)
        poll.register(descriptor, select.POLLIN)
    while True:
        ready = poll.poll(watch.seconds_to_check() * 1000)
        for descriptor, _ in ready:
            if descriptor != pidfd and not capture.read(descriptor):
                poll.unregister(descriptor)
        if capture.full:
            return Limit.OUTPUT, watch.peak_usage
        if any(descriptor == pidfd for descriptor, _ in ready):
            return None, watch.peak_usage
        limit = watch.check()
        if limit is not None:
            return limit, watch.peak_usage
