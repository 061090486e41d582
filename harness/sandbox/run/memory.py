"""Measure the memory of processes that share some of it; that takes longer than adding up their resident sizes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence

from harness.sandbox.run import process_tree

_KCMP = {"x86_64": 312, "aarch64": 272}.get(os.uname().machine)
_KCMP_VM = 1
_LIBC = ctypes.CDLL(None)


def proportional_set_size(pids: Sequence[int]) -> int:
    """Return the resident bytes of these processes together; a page that several share counts once.

    A child that ``vfork`` made uses its parent's memory until it starts a program; the kernel counts that twice, so it
    is left out here. A process that hides its maps counts with its whole resident size.
    """
    return sum(_process_pss(pid) for pid in pids if not _shares_parents_memory(pid, pids))


def _process_pss(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            return next((int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss:")), 0)
    except PermissionError:
        return process_tree.usage([pid]).memory
    except (OSError, ValueError):  # it has ended
        return 0


def _shares_parents_memory(pid: int, pids: Sequence[int]) -> bool:
    """Tell whether a process uses the memory of its parent, which is among ``pids``."""
    try:
        parent = int(process_tree.stat_fields(pid)[1])
    except (OSError, IndexError, ValueError):
        return False
    return parent in pids and _KCMP is not None and _LIBC.syscall(_KCMP, pid, parent, _KCMP_VM, 0, 0) == 0
