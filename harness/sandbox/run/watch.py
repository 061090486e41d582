"""Watch what a running program uses: check it often at first, later less often.

Memory that processes share is measured apart, as that takes longer than adding up their resident sizes.

The limit on elapsed time is for programs that sleep or wait. While a program would compute and gets no processor, for
others keep the machine busy, its time stands still: what it computes has a limit of its own, on CPU time.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from harness.model.invocation import ResolvedLimits
from harness.model.observation import Limit
from harness.sandbox.files.unix import stat_fields
from harness.sandbox.isolation.base import Watched
from harness.sandbox.process_setup import process_tree

_KCMP = {"x86_64": 312, "aarch64": 272}.get(os.uname().machine) if os.name == "posix" else None
_KCMP_VM = 1
_LIBC = ctypes.CDLL(None) if os.name == "posix" else None


def proportional_set_size(pids: Sequence[int]) -> int:
    """Return the resident bytes of these processes together; a page that several share counts once.

    A child that ``vfork`` made uses its parent's memory until it starts a program; the kernel counts that twice, so it
    is left out here. A process that hides its maps counts with its whole resident size.
    """
    return sum(_process_pss(pid) for pid in pids if not _shares_parents_memory(pid, pids))


def _process_pss(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            size = next((int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss:")), 0)
            return size + process_tree.page_tables(pid)
    except PermissionError:
        return process_tree.usage([pid]).memory
    except (OSError, ValueError):  # it has ended
        return 0


def _shares_parents_memory(pid: int, pids: Sequence[int]) -> bool:
    """Tell whether a process uses the memory of its parent, which is among ``pids``."""
    try:
        parent = int(stat_fields(pid)[1])
    except (OSError, IndexError, ValueError):
        return False
    return (
        parent in pids
        and _KCMP is not None
        and _LIBC is not None
        and _LIBC.syscall(_KCMP, pid, parent, _KCMP_VM, 0, 0) == 0
    )


_FIRST_CHECK_S = 0.01
_LONGEST_INTERVAL_S = 0.05
_MAX_SHARING = 16
"""With more processes the sum of their resident sizes will do, shared or not, as long as it is within the limit."""
_NOTEWORTHY_GROWTH = 1.1
"""Below the limit, shared pages are counted again only when the sum has grown so many times: that takes long."""
_IDLE_CPU_SHARE = 0.02
"""A program that uses less than this share of a CPU, and would use no more, is idle."""
_STARVED_AFTER_S = 1.0
"""From so many elapsed seconds on it is seen whether it gets a processor: most programs end before."""
_BUSY_SHARE = 0.9
"""A program that uses this share of a CPU has all that it needs."""
LONGEST_STRETCH = 10
"""To protect the machine a run is ended after so many times its limit on elapsed time, however little it got."""


class Watch:
    """Check one run against its limits; ``begin`` is its start by the monotonic clock."""

    def __init__(self, limits: ResolvedLimits, begin: float, sandbox: Watched, pids: Callable[[], list[int]]) -> None:
        self._limits, self._begin, self._sandbox, self._pids = limits, begin, sandbox, pids
        self._interval_s, self._next_check = _FIRST_CHECK_S, begin + _FIRST_CHECK_S
        self.peak_usage = process_tree.Usage()
        """The largest value seen of each figure."""
        self._idle_since = begin, 0.0
        self._seen_before = begin, 0.0
        """When it was checked last, and the CPU seconds used by then."""
        self._counted_sum = 0
        """The sum of resident sizes when shared pages were last counted once."""

    def seconds_to_check(self) -> float:
        """Return the seconds until the next check is due."""
        return max(0.0, self._next_check - time.monotonic())

    def check(self) -> Limit | None:
        """Return the limit that is exceeded, if any; None at once if no check is due yet."""
        now = time.monotonic()
        if now < self._next_check:
            return None
        self._sandbox.hold_folders()
        usage = self._current_usage()
        starved_s = self._starved_seconds(now, usage.cpu_s)
        self.peak_usage = replace(self.peak_usage.maximum(usage), starved_s=starved_s)
        self._interval_s = min(_LONGEST_INTERVAL_S, self._interval_s * 1.5)
        self._next_check = now + self._interval_s
        limit = exceeded_limit(replace(usage, starved_s=starved_s), now - self._begin, self._limits)
        if limit is None and self._is_idle(now):
            return Limit.WALL
        return None if limit is Limit.PROCESSES and self._sandbox.enforces_process_limit else limit

    def _current_usage(self) -> process_tree.Usage:
        """Return what the tree uses; where that seems to be more memory than ever before, shared pages count once."""
        pids, overhead = self._pids(), self._sandbox.overhead_processes
        usage = process_tree.usage(pids)
        cpu_s = self._sandbox.total_cpu_s(usage.cpu_s)
        usage = replace(usage, cpu_s=cpu_s, processes=max(0, usage.processes - overhead))
        if self._limits.exceeded_by(usage.cpu_s) or usage.memory <= self.peak_usage.memory:
            return usage  # no exact figure is needed
        shares_memory = (
            len(pids) > 1 if usage.memory > self._limits.memory else 1 < len(pids) - overhead <= _MAX_SHARING
        )
        if not shares_memory:
            return usage
        if usage.memory <= min(self._limits.memory, self._counted_sum * _NOTEWORTHY_GROWTH):
            return replace(usage, memory=self.peak_usage.memory)
        self._counted_sum = usage.memory
        return replace(usage, memory=proportional_set_size(pids))

    def _is_idle(self, now: float) -> bool:
        """Tell whether it has been idle for as long as it may."""
        since, busy_before = self._idle_since
        if now - since <= self._limits.idle:
            return False
        busy = self.peak_usage.cpu_s + self.peak_usage.starved_s
        self._idle_since = now, busy
        return busy - busy_before < _IDLE_CPU_SHARE * (now - since)

    def _starved_seconds(self, now: float, cpu_s: float) -> float:
        """Return for how long it would have computed and could not.

        A little more CPU time than elapsed time makes up for a little less: the kernel counts in hundredths.
        """
        (checked, cpu_before), self._seen_before = self._seen_before, (now, cpu_s)
        starved_s, elapsed, used = self.peak_usage.starved_s, now - checked, cpu_s - cpu_before
        if now - self._begin < min(_STARVED_AFTER_S, self._limits.wall / 4):
            return starved_s
        if used < _BUSY_SHARE * elapsed and not process_tree.is_computing(self._pids()):
            return starved_s
        return max(0.0, starved_s + elapsed - max(0.0, used))


def exceeded_limit(usage: process_tree.Usage, wall_s: float, limits: ResolvedLimits) -> Limit | None:
    """Return the limit that is exceeded, if any."""
    if limits.exceeded_by(usage.cpu_s):
        return Limit.CPU
    if wall_s - usage.starved_s > limits.wall or wall_s > LONGEST_STRETCH * limits.wall:
        return Limit.WALL
    if usage.memory > limits.memory:
        return Limit.MEMORY
    return Limit.PROCESSES if usage.processes > limits.processes else None
