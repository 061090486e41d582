"""The kernel's own limits on a process and its children: a backstop behind the watching."""

from __future__ import annotations

import contextlib
import math
import os
import resource
from functools import cache, lru_cache

from harness.model.limits import ResolvedLimits


@lru_cache(maxsize=64)
def resource_limits(
    limits: ResolvedLimits, *, processes: bool = False, besides: int = 0
) -> tuple[tuple[str, int, int], ...]:
    """The limits by name, soft and hard, none of them above what this process has itself.

    ``processes``: their number too, where the kernel counts those of the run alone, or ``besides`` so many others.
    """
    cpu = math.ceil(limits.cpu) + 1
    wanted = {
        "cpu": (cpu, cpu + 1),  # the soft one tells by SIGXCPU what it was
        "fsize": (limits.output, limits.output),
        "nofile": (limits.open_files, limits.open_files),
        "core": (0, 0),
        "memlock": (1 << 16, 1 << 16),
        "msgqueue": (0, 0),
        "sigpending": (1024, 1024),  # timers too: the kernel counts those of a user's other programs with them
        "rtprio": (0, 0),
    }
    if processes:
        wanted["nproc"] = (besides + limits.processes, besides + limits.processes)
    return tuple((name, *_below_ours(name, *pair)) for name, pair in wanted.items())


def _below_ours(name: str, soft: int, hard: int) -> tuple[int, int]:
    _, most = resource.getrlimit(_number(name))
    top = hard if most == resource.RLIM_INFINITY else min(hard, most)
    return min(soft, top), top


@cache
def _number(name: str) -> int:
    number: int = getattr(resource, f"RLIMIT_{name.upper()}")
    return number


def own_processes() -> int:
    """The processes and threads of this user, now: the kernel counts them all where a run has no user of its own."""
    total = 0
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and entry.stat().st_uid == os.geteuid():
                total += len(os.listdir(f"/proc/{entry.name}/task"))
    return total


def set_limits(pid: int, limits: ResolvedLimits) -> None:
    """Set them on a process of this user that was just started."""
    for name, soft, hard in resource_limits(limits):
        try:
            resource.prlimit(pid, _number(name), (soft, hard))
        except (ProcessLookupError, PermissionError):
            return  # it has ended already, or is somebody else's


def limited(limits: ResolvedLimits, besides: int) -> tuple[str, ...]:
    """The words in front of a command that set them, and the number of processes, from inside a user namespace.

    ``besides``: so many more than the program may have.
    """
    words = (f"--{name}={soft}:{hard}" for name, soft, hard in resource_limits(limits, processes=True, besides=besides))
    return ("prlimit", *words, "--")
