"""Watching what a running program uses: looked at now and then, at first soon, later less often."""

from __future__ import annotations

import os
import time

from msgspec.structs import replace

from harness.model.bounds import Bounds
from harness.model.observation import Limit
from harness.run import tree

_FIRST_LOOK_S = 0.01
_LONGEST_PAUSE_S = 0.05


class Watch:
    """The limits of one run that began at a moment of the monotonic clock."""

    def __init__(self, bounds: Bounds, begin: float) -> None:
        self._bounds, self._begin = bounds, begin
        self._pause, self._next = _FIRST_LOOK_S, begin + _FIRST_LOOK_S
        self.most = tree.Usage()
        """The most that was seen to be used."""

    def pause(self) -> float:
        """Seconds until the next look."""
        return max(0.0, self._next - time.monotonic())

    def look(self) -> Limit | None:
        """The limit that is passed, if any; nothing is looked at before it is time."""
        now = time.monotonic()
        if now < self._next:
            return None
        used = _used(self._bounds)
        self.most = tree.Usage(max(self.most.cpu_s, used.cpu_s), max(self.most.memory, used.memory))
        self._pause = min(_LONGEST_PAUSE_S, self._pause * 1.5)
        self._next = now + self._pause
        return passed(used, now - self._begin, self._bounds)


def _used(bounds: Bounds) -> tree.Usage:
    """What the tree uses; where it seems too much memory, what its processes share is counted once."""
    pids = tree.descendants(os.getpid())
    used = tree.usage(pids)
    if used.memory > bounds.memory and len(pids) > 1:
        return replace(used, memory=tree.proportional(pids))
    return used


def passed(used: tree.Usage, wall_s: float, bounds: Bounds) -> Limit | None:
    """The limit that is passed, if any."""
    if used.cpu_s > bounds.cpu:
        return Limit.CPU
    if wall_s > bounds.wall:
        return Limit.WALL
    return Limit.MEMORY if used.memory > bounds.memory else None
