"""A program that was started: in a sandbox of its own below this process, or by a supervisor in one that stays."""

from __future__ import annotations

import contextlib
import os
import signal

from harness.sandbox.files.unix import resource
from harness.sandbox.isolation.base import Ending, Sandbox, SharedSandbox
from harness.sandbox.process_setup import process_tree


class SpawnedProgram:
    """A child of this process, in a sandbox of its own. All processes below this one are taken for the program's."""

    def __init__(self, sandbox: Sandbox, pid: int, own_peak_kib: int) -> None:
        """Take over a process that was just started; ``own_peak_kib`` is this process's peak from before that."""
        self._sandbox, self._pid, self._own_peak_kib = sandbox, pid, own_peak_kib
        self.end_descriptor = os.pidfd_open(pid)

    def confine(self) -> None:
        """Set its limits and let it go on; JudgeError when the sandbox cannot be made."""
        self._sandbox.confine(self._pid)

    def pids(self) -> list[int]:
        """Return all processes below this one."""
        return process_tree.descendants(os.getpid())

    def hang_up(self) -> None:
        """Do nothing: the terminal is that of its session, and the kernel signals it."""

    def stop(self) -> None:
        """Kill the process and all below it; ``wait`` must follow."""
        process_tree.kill_tree(self._pid)

    def wait(self) -> Ending:
        """Wait for the process, and kill what it leaves."""
        _, status, usage = os.wait4(self._pid, 0)
        rest = process_tree.kill_all()
        cpu_s = usage.ru_utime + usage.ru_stime + rest.cpu_s
        memory = max(_peak(usage, self._own_peak_kib), rest.memory)
        return Ending(self._sandbox.exit_status(os.waitstatus_to_exitcode(status)), cpu_s, memory)

    def abandon(self) -> None:
        """Kill the process and all below this one."""
        self.stop()
        process_tree.kill_all()

    def close(self) -> None:
        """Close the descriptor of the process."""
        os.close(self.end_descriptor)


class SharedProgram:
    """A program that was started by the supervisor of a sandbox that stays."""

    def __init__(self, sandbox: SharedSandbox) -> None:
        """Take over a run that was just started."""
        self._sandbox = sandbox
        self.end_descriptor = sandbox.end_descriptor

    def confine(self) -> None:
        """Do nothing: it was confined before it was started."""

    def pids(self) -> list[int]:
        """Return the processes below the run's first one."""
        init = self._sandbox.init_pid()
        return process_tree.descendants(init) if init else []

    def hang_up(self) -> None:
        """Send the signal: the terminal is not that of the session inside."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGHUP)

    def stop(self) -> None:
        """Ask the sandbox for its end; ``wait`` must follow."""
        self._sandbox.stop()

    def wait(self) -> Ending:
        """Wait until nobody of it is left."""
        return self._sandbox.wait()

    def abandon(self) -> None:
        """Close the run: that ends it."""
        self._sandbox.close()

    def close(self) -> None:
        """Do nothing: the descriptor is the sandbox's."""


Program = SpawnedProgram | SharedProgram
"""A started program; ``confine`` comes first, ``close`` last. ``end_descriptor`` can be read when it has ended."""


_ROUGH_KIB = 3 * max(32, 2 * (os.cpu_count() or 1)) * (os.cpu_count() or 1) * 4
"""By how much the kernel may err in a process's memory: it counts three kinds of pages on each processor, and adds up
what a processor has counted once that are 32, or twice the number of processors (``percpu_counter_batch``)."""


def own_peak() -> int:
    """Return this process's peak memory in KiB: the kernel counts a program that it starts from there."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _peak(resource_usage: resource.struct_rusage, own_peak_kib: int) -> int:
    """Return the peak resident bytes of a program; 0 if it stayed about below what the kernel counts from."""
    return resource_usage.ru_maxrss * 1024 if resource_usage.ru_maxrss > own_peak_kib + _ROUGH_KIB else 0
