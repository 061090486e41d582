"""The kernel's own limits on a process and its children: a backstop behind the watching."""

from __future__ import annotations

import math
import resource

from harness.spec.bounds import Bounds


def set_limits(pid: int, bounds: Bounds, *, processes: bool = False) -> None:
    """Set them on a process that was just started.

    Args:
        pid: the process.
        bounds: what it may use.
        processes: limit their number too; only where it counts those of this run alone (in a user namespace).

    """
    cpu = math.ceil(bounds.cpu) + 1
    limits = [
        (resource.RLIMIT_CPU, cpu, cpu + 1),  # the soft one tells by SIGXCPU what it was
        (resource.RLIMIT_FSIZE, bounds.output, bounds.output),
        (resource.RLIMIT_NOFILE, bounds.open_files, bounds.open_files),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_MEMLOCK, 1 << 16, 1 << 16),
        (resource.RLIMIT_MSGQUEUE, 0, 0),
        (resource.RLIMIT_RTPRIO, 0, 0),
    ]
    if processes:
        limits.append((resource.RLIMIT_NPROC, bounds.processes, bounds.processes))
    for kind, soft, hard in limits:
        try:
            _, most = resource.prlimit(pid, kind)
            top = hard if most == resource.RLIM_INFINITY else min(hard, most)
            resource.prlimit(pid, kind, (min(soft, top), top))
        except (ProcessLookupError, PermissionError, ValueError):
            return  # it has ended already, or an outer limit is lower
