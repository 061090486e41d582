"""A process tree: who is in it, what it uses, and its certain end.

The grading process makes itself the subreaper, so that whatever a program leaves behind becomes its own child and can
neither hide nor survive. One process therefore runs one program at a time; ``-j`` starts several such processes.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Callable
from functools import cache
from multiprocessing.process import BaseProcess

from msgspec import Struct
from msgspec.structs import astuple

from harness.model.errors import JudgeError

_PR_SET_CHILD_SUBREAPER = 36
_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Usage(Struct, frozen=True):
    """What processes used: CPU seconds, and resident bytes; how many they are, and the most files that one has open."""

    cpu_s: float = 0.0
    memory: int = 0
    processes: int = 0
    """Threads are counted too."""
    open_files: int = 0

    def most(self, other: Usage) -> Usage:
        """The larger one of each figure."""
        return Usage(*map(max, astuple(self), astuple(other)))


@cache
def become_subreaper(pid: int) -> None:
    """Make this process the parent of every orphan below it. ``pid`` keys the cache: a forked worker asks anew."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    del pid


def children(pid: int) -> list[int]:
    """The direct children of a process, of all its threads; none when it is gone."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def descendants(pid: int) -> list[int]:
    """Every process below ``pid``, parents before their children."""
    found = children(pid)
    for one in found:  # grows while it is walked
        found += children(one)
    return found


def stat_fields(pid: int) -> list[bytes]:
    """What the kernel tells of a process in one line, from its state on; OSError when it is gone."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()  # its name comes before, and may hold anything


def usage(pids: list[int]) -> Usage:
    """What these processes and the children that they have waited for used so far."""
    ticks, pages, tasks, files = 0, 0, 0, 0
    for pid in pids:
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = stat_fields(pid)
            ticks += sum(map(int, fields[11:15]))
            pages += int(fields[21])
            tasks += int(fields[17])
            files = max(files, _open_files(pid))
    return Usage(ticks / _TICK, pages * _PAGE, tasks, files)


def _open_files(pid: int) -> int:
    """How many descriptors a process has; older kernels do not tell, and have them counted."""
    folder = f"/proc/{pid}/fd"
    return os.stat(folder).st_size or len(os.listdir(folder))


def stop(pid: int) -> None:
    """Kill the process ``pid`` and all below it at once; ``kill_all`` sees to those who got away."""
    _end(lambda: [pid, *descendants(pid)])


def kill_all(patience_s: float = 10.0) -> Usage:
    """Kill every process below this one and wait for each; what they had used, at their peaks.

    Raises JudgeError when the kernel does not end them within ``patience_s``.
    """
    spent, left = _reap()
    deadline = time.monotonic() + patience_s
    while left:
        _end(lambda: descendants(os.getpid()))
        time.sleep(0.0005)
        more, left = _reap()
        spent = Usage(spent.cpu_s + more.cpu_s, max(spent.memory, more.memory))
        if left and time.monotonic() > deadline:
            raise JudgeError(f"processes {descendants(os.getpid())} of a submission cannot be killed")
    return spent


def end(process: BaseProcess, again_s: float = 0.2) -> None:
    """End a process that leaves at SIGTERM, which is sent again every ``again_s`` seconds.

    Python sees a signal that comes just before it waits for something only when that has come.
    """
    while process.is_alive():
        process.terminate()
        process.join(again_s)


_ROUNDS = 50


def _end(everybody: Callable[[], list[int]]) -> None:
    """Stop all of them until nobody new comes, then kill them: that leaves a fork bomb nobody who could fork."""
    stopped = set[int]()
    for _ in range(_ROUNDS):
        new = set(everybody()) - stopped
        if not new:
            break
        for pid in new:
            _signal(pid, signal.SIGSTOP)
        stopped |= new
    for pid in stopped:
        _signal(pid, signal.SIGKILL)


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _reap() -> tuple[Usage, bool]:
    """Collect the children that have ended: what they used, and whether any child is left."""
    spent, most = 0.0, 0
    try:
        while True:
            pid, _, used = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                return Usage(spent, most), True
            spent += used.ru_utime + used.ru_stime
            most = max(most, used.ru_maxrss * 1024)
    except ChildProcessError:
        return Usage(spent, most), False
