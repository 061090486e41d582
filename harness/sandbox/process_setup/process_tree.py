"""List the processes of a program, measure what they use, and kill them all.

The grading process makes itself the subreaper, so that every process that a program leaves becomes its child
and can neither hide nor survive. One process therefore runs one program at a time; ``-j`` starts several of them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Callable
from functools import cache

from msgspec import Struct
from msgspec.structs import astuple

from harness.model.errors import JudgeError
from harness.sandbox.files.unix import stat_fields, system_number

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_TICK = system_number("SC_CLK_TCK", 100)
_PAGE = system_number("SC_PAGE_SIZE", 4096)
_WIDE = 8 << 30
"""Bytes of addresses from which a process's page tables are counted; those of fewer are 16 MiB at most."""


class Usage(Struct, frozen=True):
    """What processes use: CPU seconds, resident bytes, how many they are, and the most files that one has open."""

    cpu_s: float = 0.0
    memory: int = 0
    processes: int = 0
    """Threads count too."""
    open_files: int = 0
    starved_s: float = 0.0
    """Elapsed seconds in which they would have computed, and the machine had no time for them."""

    def maximum(self, other: Usage) -> Usage:
        """Return the larger one of each figure."""
        return Usage(*map(max, astuple(self), astuple(other)))


@cache
def become_subreaper(pid: int) -> None:
    """Make this process the parent of every orphan below it. ``pid`` keys the cache: a forked worker asks again."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    del pid


def end_with_parent(number: int = signal.SIGKILL) -> None:
    """Let this process get a signal when the process that forked it ends."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)


def prepare_to_run() -> None:
    """Adopt every orphan below this process from now on, and kill what earlier programs left.

    Raises JudgeError when that cannot be killed.
    """
    become_subreaper(os.getpid())
    kill_all()


_servers = set[tuple[int, int]]()
"""Processes below the grader that are no program's, each after the grading process that started it."""


def register_server(pid: int) -> None:
    """Take a child of this process for a server: it is no descendant, so it is neither counted nor killed."""
    _servers.add((os.getpid(), pid))


def end_server(pid: int) -> None:
    """Kill a server and wait for it; do nothing if it has ended or is another process's."""
    if (os.getpid(), pid) in _servers:
        _servers.remove((os.getpid(), pid))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def children(pid: int) -> list[int]:
    """Return the direct children of a process, of all its threads; none when it is gone."""
    pids: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                pids += map(int, file.read().split())
    return pids


def descendants(pid: int) -> list[int]:
    """Return every process below ``pid`` except for servers, parents before their children."""
    pids = children(pid)
    for child in pids:  # the list grows in the loop
        pids += children(child)
    return [child for child in pids if (os.getpid(), child) not in _servers]


def parent(pid: int) -> int:
    """Return the parent of a process; 0 when the process is gone."""
    try:
        return int(stat_fields(pid)[1])
    except (OSError, IndexError, ValueError):
        return 0


def usage(pids: list[int]) -> Usage:
    """Return what these processes, and the children that they have waited for, used so far.

    The kernel's tables of a process count as its memory where they can be large: it may read a terabyte of zeros that
    takes no other memory.
    """
    ticks, memory, tasks, files = 0, 0, 0, 0
    for pid in pids:
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = stat_fields(pid)
            ticks += sum(map(int, fields[11:15]))
            memory += int(fields[21]) * _PAGE
            memory += page_tables(pid) if int(fields[20]) > _WIDE else 0
            tasks += int(fields[17])
            files = max(files, _open_files(pid))
    return Usage(ticks / _TICK, memory, tasks, files)


def page_tables(pid: int) -> int:
    """Return the bytes of the kernel's tables of a process's pages; 0 when the process is gone."""
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/status", "rb") as file:
        return next((int(line.split()[1]) * 1024 for line in file if line.startswith(b"VmPTE:")), 0)
    return 0


def is_computing(pids: list[int]) -> bool:
    """Tell whether a thread of these processes runs, or would if there were a processor for it."""
    return any(_thread_state(pid, thread) == b"R" for pid in pids for thread in threads(pid))


def threads(pid: int) -> list[str]:
    """The threads of a process, by their numbers; empty if it has ended."""
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def _thread_state(pid: int, thread: str) -> bytes:
    with contextlib.suppress(OSError, IndexError):
        return stat_fields(f"{pid}/task/{thread}")[0]
    return b""


def _open_files(pid: int) -> int:
    """Return how many descriptors a process has; on older kernels the size of its folder is 0, and they are counted."""
    folder = f"/proc/{pid}/fd"
    return os.stat(folder).st_size or len(os.listdir(folder))


def kill_tree(pid: int) -> None:
    """Kill a process and all below it; ``kill_all`` must follow for those that were reparented meanwhile."""
    _freeze_and_kill(lambda: [pid, *descendants(pid)])


def kill_all(timeout_s: float = 10.0) -> Usage:
    """Kill every process below this one except for servers; return their CPU time and the largest peak memory.

    Raises JudgeError when the kernel does not end them within ``timeout_s``.
    """
    total, any_left = _reap()
    deadline = time.monotonic() + timeout_s
    while any_left:
        _freeze_and_kill(lambda: descendants(os.getpid()))
        time.sleep(0.0005)
        usage_now, any_left = _reap()
        total = Usage(total.cpu_s + usage_now.cpu_s, max(total.memory, usage_now.memory))
        if any_left and time.monotonic() > deadline:
            raise JudgeError(f"processes {descendants(os.getpid())} of a submission cannot be killed")
    return total


_MAX_ROUNDS = 50


def _freeze_and_kill(list_pids: Callable[[], list[int]]) -> None:
    """Stop processes until no new ones appear, then kill them: a stopped fork bomb cannot fork any more."""
    stopped = set[int]()
    for _ in range(_MAX_ROUNDS):
        new_pids = set(list_pids()) - stopped
        if not new_pids:
            break
        for pid in new_pids:
            _signal(pid, signal.SIGSTOP)
        stopped |= new_pids
    for pid in stopped:
        _signal(pid, signal.SIGKILL)


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _reap() -> tuple[Usage, bool]:
    """Wait for the children that have ended; return what they used, and whether any child is left."""
    total, maximum = 0.0, 0
    try:
        while True:
            pid, _, resource_usage = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                has_server = any(grader == os.getpid() for grader, _ in _servers)
                return Usage(total, maximum), not has_server or bool(descendants(os.getpid()))
            if (os.getpid(), pid) in _servers:  # a program killed it: what it used is that of earlier ones too
                _servers.remove((os.getpid(), pid))
                continue
            total += resource_usage.ru_utime + resource_usage.ru_stime
            maximum = max(maximum, resource_usage.ru_maxrss * 1024)
    except ChildProcessError:
        return Usage(total, maximum), False
