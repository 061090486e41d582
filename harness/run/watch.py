"""Watching what a running program uses: looked at now and then, at first soon, later less often."""

from __future__ import annotations

import os
import time

from msgspec.structs import replace

from harness.isolation.base import Sandbox
from harness.model.limits import ResolvedLimits
from harness.model.observation import Limit
from harness.run import process_tree
from harness.run.memory import proportional

_FIRST_LOOK_S = 0.01
_LONGEST_PAUSE_S = 0.05
_FEW = 16
"""Of more processes the memory is told as the sum of theirs, shared or not, as long as it is within the limit."""
_IDLE = 0.02
"""Who takes less than this part of the CPU waits. A program on a machine that many share gets more."""


class Watch:
    """The limits of one run that began at a moment of the monotonic clock."""

    def __init__(self, limits: ResolvedLimits, begin: float, sandbox: Sandbox) -> None:
        self._limits, self._begin, self._sandbox = limits, begin, sandbox
        self._pause, self._next = _FIRST_LOOK_S, begin + _FIRST_LOOK_S
        self.most = process_tree.Usage()
        """The most that was seen to be used."""
        self._mark = begin, 0.0

    def pause(self) -> float:
        """Seconds until the next look."""
        return max(0.0, self._next - time.monotonic())

    def look(self) -> Limit | None:
        """The limit that is passed, if any; nothing is looked at before it is time."""
        now = time.monotonic()
        if now < self._next:
            return None
        self._sandbox.look()
        used = self._used()
        self.most = self.most.most(used)
        self._pause = min(_LONGEST_PAUSE_S, self._pause * 1.5)
        self._next = now + self._pause
        limit = passed(used, now - self._begin, self._limits)
        if limit is None and self._waits(now):
            return Limit.WALL
        return None if limit is Limit.PROCESSES and self._sandbox.counts else limit

    def _used(self) -> process_tree.Usage:
        """What the tree uses; where that seems to be more memory than before, what is shared in it counts once."""
        pids, beside = process_tree.descendants(os.getpid()), self._sandbox.beside
        used = process_tree.usage(pids)
        used = replace(used, processes=max(0, used.processes - beside))
        if used.cpu_s > self._limits.cpu or used.memory <= self.most.memory:
            return used  # who is about to be ended is not kept any longer
        several = len(pids) > 1 if used.memory > self._limits.memory else 1 < len(pids) - beside <= _FEW
        return replace(used, memory=proportional(pids)) if several else used

    def _waits(self, now: float) -> bool:
        """Whether it has waited for as long as it may."""
        since, before = self._mark
        if now - since <= self._limits.idle:
            return False
        self._mark = now, self.most.cpu_s
        return self.most.cpu_s - before < _IDLE * (now - since)


def passed(used: process_tree.Usage, wall_s: float, limits: ResolvedLimits) -> Limit | None:
    """The limit that is passed, if any."""
    if used.cpu_s > limits.cpu:
        return Limit.CPU
    if wall_s > limits.wall:
        return Limit.WALL
    if used.memory > limits.memory:
        return Limit.MEMORY
    return Limit.PROCESSES if used.processes > limits.processes else None
