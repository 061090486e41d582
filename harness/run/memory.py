"""What processes have in memory together, where they share it: told by the kernel, dearer than each one's own size."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence

from harness.run import process_tree

_KCMP = {"x86_64": 312, "aarch64": 272}.get(os.uname().machine)
_KCMP_VM = 1
_LIBC = ctypes.CDLL(None)


def proportional(pids: Sequence[int]) -> int:
    """Resident bytes of these processes, a page that several share counted once.

    A child that ``vfork`` made has its parent's memory itself until it starts a program: the kernel counts that twice.
    Who has closed his maps to others is counted with all that he has.
    """
    return sum(_share(pid) for pid in pids if not _is_parents(pid, pids))


def _share(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            return next((int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss:")), 0)
    except PermissionError:
        return process_tree.usage([pid]).memory
    except (OSError, ValueError):  # it has ended
        return 0


def _is_parents(pid: int, pids: Sequence[int]) -> bool:
    """Whether its memory is that of its parent, which is counted too."""
    try:
        parent = int(process_tree.stat_fields(pid)[1])
    except (OSError, IndexError, ValueError):
        return False
    return parent in pids and _KCMP is not None and _LIBC.syscall(_KCMP, pid, parent, _KCMP_VM, 0, 0) == 0
