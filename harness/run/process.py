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
from harness.run.start import Started, start
from harness.run.watch import Watch


def observe(invocation: Invocation, isolation: Isolation) -> Observation:
    """Start the command, wait for its end or a limit, and tell what was seen.

    Must run in a process that runs one command at a time (see ``tree``). A command that the kernel does not start is
    an observation too, with ``not_started``.
    """
    process_tree.become_subreaper(os.getpid())
    try:
        sandbox = isolation.sandbox(invocation)
    except OSError as error:
        return not_started(invocation.command, error)
    stdin = open_memory_file("stdin", invocation.stdin) if invocation.stdin else os.open(os.devnull, os.O_RDONLY)
    own = own_peak()
    try:
        process = start(sandbox, stdin)
    except OSError as error:
        sandbox.close()
        return not_started(invocation.command, error)
    finally:
        os.close(stdin)
    capture = Capture(invocation.limits.output, {process.out: Stream(), process.err: Stream()})
    try:
        return _watched(process, invocation, sandbox, capture, own)
    except OSError:  # there is no room for its output
        process_tree.stop(process.pid)
        process_tree.kill_all()
        raise
    finally:
        capture.close()
        process.close()
        sandbox.close()


def own_peak() -> int:
    """The most memory that this process had, in KiB: a program that it starts is counted from there."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def peak(used: resource.struct_rusage, own: int) -> int:
    """Peak resident bytes of a program; 0 for one that stayed below what the kernel began to count from."""
    return used.ru_maxrss * 1024 if used.ru_maxrss > own else 0


def _watched(process: Started, invocation: Invocation, sandbox: Sandbox, capture: Capture, own: int) -> Observation:
    pidfd = os.pidfd_open(process.pid)
    begin = time.monotonic()
    try:
        _let_go(process.pid, sandbox, capture)
        ended_by, most = _wait(pidfd, capture, Watch(invocation.limits, begin, sandbox))
    finally:
        os.close(pidfd)
    wall = time.monotonic() - begin
    if ended_by is not None:
        process_tree.stop(process.pid)
    _, status, used = os.wait4(process.pid, 0)
    rest = process_tree.kill_all()
    capture.drain()
    # What died in a sandbox together with its first process is not always told by the kernel.
    cpu = max(most.cpu_s, used.ru_utime + used.ru_stime + rest.cpu_s)
    code = sandbox.status(os.waitstatus_to_exitcode(status))
    ended_by = ended_by or (Limit.OUTPUT if capture.full else None)
    ended_by = ended_by or _by_kernel(code)
    if code == -signal.SIGKILL and cpu > invocation.limits.cpu:
        ended_by = ended_by or Limit.CPU  # the kernel's hard limit was quicker than we
    refused = sandbox.ended()
    if "memory" in refused:
        ended_by = ended_by or Limit.MEMORY  # and the kernel's limit on memory
    return Observation(
        invocation.command,
        stdout=capture.streams[process.out].output(),
        stderr=read_whole(capture.streams[process.err].output()),
        exit=code if code >= 0 and ended_by is None else None,
        signal=-code if code < 0 and ended_by is None else None,
        ended_by=ended_by,
        cpu_s=cpu,
        wall_s=wall,
        memory=max(most.memory, peak(used, own), rest.memory),
        processes=most.processes,
        open_files=most.open_files,
        refused_limits=refused,
    )


def _let_go(pid: int, sandbox: Sandbox, capture: Capture) -> None:
    """Tell the room that its command was started; JudgeError, with what the sandbox says, when it does not stand."""
    try:
        sandbox.started(pid)
    except JudgeError as error:
        process_tree.stop(pid)
        os.wait4(pid, 0)
        process_tree.kill_all()
        for descriptor in capture.streams:
            os.set_blocking(descriptor, False)
        capture.drain()
        told = b"".join(read_whole(one.output()) for one in capture.streams.values()).decode(errors="replace").strip()
        raise JudgeError(f"{error}: {told}" if told else str(error)) from None


def _by_kernel(returncode: int) -> Limit | None:
    """The limit behind a signal that the kernel sends when one of its own limits is passed."""
    return {-signal.SIGXCPU: Limit.CPU, -signal.SIGXFSZ: Limit.OUTPUT}.get(returncode)


def _wait(pidfd: int, capture: Capture, watch: Watch) -> tuple[Limit | None, process_tree.Usage]:
    """Read until the process ends or passes a limit: that limit, and the most that was seen to be used."""
    poll = select.poll()
    for descriptor in (pidfd, *capture.streams):
        os.set_blocking(descriptor, False)
        poll.register(descriptor, select.POLLIN)
    while True:
        ready = poll.poll(watch.pause() * 1000)
        for descriptor, _ in ready:
            if descriptor != pidfd and not capture.read(descriptor):
                poll.unregister(descriptor)
        if capture.full:
            return Limit.OUTPUT, watch.most
        if any(descriptor == pidfd for descriptor, _ in ready):
            return None, watch.most
        limit = watch.look()
        if limit is not None:
            return limit, watch.most
