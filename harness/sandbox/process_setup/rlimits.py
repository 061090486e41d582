"""Set the kernel's own limits on a process and its children: a backstop for ``run.watch``."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterator
from functools import cache, lru_cache

from harness.model.invocation import ResolvedLimits
from harness.sandbox.files.unix import resource


@lru_cache(maxsize=64)
def resource_limits(
    limits: ResolvedLimits, *, limit_processes: bool = False, extra_processes: int = 0
) -> tuple[tuple[str, int, int], ...]:
    """Return the limits as name, soft and hard value, none of them above what this process has itself.

    ``limit_processes``: whether to limit the number of processes; the kernel counts all those of the same user.
    ``extra_processes``: how many processes it counts beside those of the run.
    """
    cpu = math.ceil(limits.cpu) + 1
    wanted_limits = {
        "cpu": (cpu, cpu + 1),  # the soft one sends SIGXCPU, which says what happened
        "fsize": (limits.output, limits.output),
        "nofile": (limits.open_files, limits.open_files),
        "core": (0, 0),
        "memlock": (1 << 16, 1 << 16),
        "msgqueue": (0, 0),
        "sigpending": (1024, 1024),  # counts timers too, and those of the user's other programs
        "rtprio": (0, 0),
    }
    if limit_processes:
        wanted_limits["nproc"] = (extra_processes + limits.processes, extra_processes + limits.processes)
    return tuple((name, *_capped(name, *pair)) for name, pair in wanted_limits.items())


def _capped(name: str, soft: int, hard: int) -> tuple[int, int]:
    _, own_hard = resource.getrlimit(_resource_number(name))
    hard_limit = hard if own_hard == resource.RLIM_INFINITY else min(hard, own_hard)
    return min(soft, hard_limit), hard_limit


@cache
def _resource_number(name: str) -> int:
    number: int = getattr(resource, f"RLIMIT_{name.upper()}")
    return number


def count_user_processes() -> int:
    """Count this user's processes and threads: the kernel counts them all where a run has no user of its own."""
    count = 0
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and entry.stat().st_uid == os.geteuid():
                count += len(os.listdir(f"/proc/{entry.name}/task"))
    return count


def numbered_limits(limits: ResolvedLimits) -> list[tuple[int, int, int]]:
    """Return the limits by the kernel's numbers, each with its soft and hard value."""
    return [(_resource_number(name), soft, hard) for name, soft, hard in resource_limits(limits)]


def set_limits(pid: int, limits: ResolvedLimits) -> None:
    """Set the limits on a process of this user that was just started."""
    for number, soft, hard in numbered_limits(limits):
        try:
            resource.prlimit(pid, number, (soft, hard))
        except (ProcessLookupError, PermissionError):
            return  # it has ended already, or is somebody else's


@contextlib.contextmanager
def file_limit_from_the_start(limits: ResolvedLimits) -> Iterator[None]:
    """Have the soft limit on a file's length for a moment, as a new process begins with its parent's.

    On a busy machine a short program may end before ``set_limits``. No other thread may write meanwhile.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_capped("fsize", limits.output, limits.output)[0], hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def prlimit_prefix(limits: ResolvedLimits, extra_processes: int) -> tuple[str, ...]:
    """Return the words in front of a command that set the limits from inside a user namespace.

    ``extra_processes``: how many more processes are allowed than the program may have.
    """
    values = resource_limits(limits, limit_processes=True, extra_processes=extra_processes)
    return ("prlimit", *(f"--{name}={soft}:{hard}" for name, soft, hard in values), "--")
