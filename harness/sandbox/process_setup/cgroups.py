"""Limit memory and processes of a worker's runs by a control group of version 1 or 2, and count their CPU time."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import signal
import threading
import time
from pathlib import Path

from msgspec import Struct

from harness.model.invocation import ResolvedLimits
from harness.sandbox.files.unix import stat_fields

_ROOT = Path("/sys/fs/cgroup")
_PREFIX = "grade-"
EXTRA_PROCESSES = 8
"""How much larger the inherited limit on processes is: the group's must be hit first, as only that is reported."""
_MEMORY_FOR_FILES = 192 * 1024**2
"""Added to the memory limit for files in memory, which count as memory and have limits of their own."""
_OWN_WORK_S = 0.25
"""CPU seconds that a group may count beyond what the program's processes say: those of the sandbox itself."""
_REMOVAL_TIMEOUT_S = 0.5
_counter = itertools.count()


class Cgroup(Struct):
    """A control group in each hierarchy that is needed, used for one run after the other."""

    memory: Path
    cpu: Path
    pids: Path
    version: int
    _cpu_before_s: float = 0.0
    _written_limits: tuple[int, int] | None = None
    _limit_hits: tuple[int, int] = (0, 0)
    _own_members: Path | None = None
    """The member list that names this process: written there again, it is not moved. None if there is none."""
    _warming_up: threading.Thread | None = None

    @classmethod
    def create(cls) -> Cgroup:
        """Make a group below this process's own; OSError if that is not allowed."""
        name = f"{_PREFIX}{os.getpid()}-{next(_counter)}"
        version, parents = parent_groups()
        memory, cpu, pids = (parent / name for parent in parents)
        for folder in dict.fromkeys((memory, cpu, pids)):
            folder.mkdir()
        members = parents[-1] / "cgroup.procs"
        own_members = members if _is_member(members, os.getpid()) else None
        return cls(memory, cpu, pids, version, _own_members=own_members)

    def warm_up(self) -> None:
        """Let the kernel take the lock that ``add_process`` needs during the setup of the sandbox: that is slow."""
        if self._own_members is not None and self._warming_up is None:
            self._warming_up = threading.Thread(target=_rejoin, args=(self._own_members,), daemon=True)
            self._warming_up.start()

    def finish_warm_up(self) -> None:
        """Wait until that is done."""
        if self._warming_up is not None:
            self._warming_up.join()
            self._warming_up = None

    def set_limits(self, limits: ResolvedLimits, own_processes: int) -> None:
        """Set the limits of a run; ``own_processes``: how many of the group's processes are the sandbox's own."""
        new_limits = limits.memory + limits.disk + _MEMORY_FOR_FILES, limits.processes + own_processes
        if new_limits != self._written_limits:
            self._write_limits(*new_limits)
            self._written_limits = new_limits
        self._cpu_before_s = self._counted_cpu_s()

    def total_cpu_s(self, counted_s: float) -> float:
        """Return the CPU seconds of the run whose limits were set last.

        ``counted_s``: those of its living processes and of what these waited for. The group counts also what nobody
        waits for: a program may ignore the ends of its children.
        """
        total_s = self._counted_cpu_s() - self._cpu_before_s
        return total_s if total_s > counted_s + _OWN_WORK_S else counted_s

    def _counted_cpu_s(self) -> float:
        if self.version != 1:
            return _read_counter(self.cpu / "cpu.stat", b"usage_usec") / 1e6
        with contextlib.suppress(OSError, ValueError):
            return int((self.cpu / "cpuacct.usage").read_text(encoding="utf-8")) / 1e9
        return 0.0

    def _folders(self) -> set[Path]:
        return {self.memory, self.cpu, self.pids}

    def add_process(self, pid: int) -> None:
        """Put a process into the group; its children will be in it too."""
        self.finish_warm_up()
        for folder in self._folders():
            (folder / "cgroup.procs").write_text(str(pid), encoding="utf-8")

    def _write_limits(self, memory: int, processes: int) -> None:
        self.pids.joinpath("pids.max").write_text(str(processes), encoding="utf-8")
        if self.version == 1:
            limit = self.memory / "memory.limit_in_bytes"
            with contextlib.suppress(OSError):  # for a moment the last run's pages may be more than the new limit
                (self.memory / "memory.force_empty").write_text("0", encoding="utf-8")
            limit.write_text(str(memory), encoding="utf-8")
        else:
            (self.memory / "memory.max").write_text(str(memory), encoding="utf-8")
            with contextlib.suppress(OSError):
                (self.memory / "memory.swap.max").write_text("0", encoding="utf-8")

    def new_limit_hits(self) -> tuple[str, ...]:
        """Return the limits that the kernel enforced since the last call: ``memory``, ``processes``."""
        events = "memory.oom_control" if self.version == 1 else "memory.events"
        now = _read_counter(self.memory / events, b"oom_kill"), _read_counter(self.pids / "pids.events", b"max")
        before, self._limit_hits = self._limit_hits, now
        counts = zip(("memory", "processes"), now, before, strict=True)
        return tuple(name for name, count, count_before in counts if count > count_before)

    def remove(self) -> None:
        """Remove the group; all its processes must have ended."""
        self.finish_warm_up()
        _remove(self._folders())


def _rejoin(members: Path) -> None:
    """Move this process to the group that it is in: that only takes the kernel's lock."""
    with contextlib.suppress(OSError):
        members.write_text("0", encoding="utf-8")


def _is_member(members: Path, pid: int) -> bool:
    with contextlib.suppress(OSError):
        return str(pid) in members.read_text(encoding="utf-8").split()
    return False


def parent_groups() -> tuple[int, tuple[Path, Path, Path]]:
    """Return the version of control groups, and this process's own groups for memory, CPU time and processes."""
    own: dict[str, str] = {}
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        for line in file:
            _, names, path = line.rstrip("\n").split(":", 2)
            own |= dict.fromkeys(names.split(","), path)
    if "memory" in own and "pids" in own:
        memory, cpu, pids = (_version_1_group(name, own.get(name, "/")) for name in ("memory", "cpuacct", "pids"))
        return 1, (memory, cpu, pids)
    group = _group_with_controllers(_ROOT / own.get("", "/").lstrip("/"))
    return 2, (group, group, group)


def _version_1_group(name: str, path: str) -> Path:
    parent = _ROOT / name / path.lstrip("/")
    return parent if parent.is_dir() else _ROOT / name


def _group_with_controllers(parent: Path) -> Path:
    """Return a group whose children have both controllers: ``parent`` or the one above; PermissionError if neither."""
    for group in (parent, parent.parent):
        control = group / "cgroup.subtree_control"
        with contextlib.suppress(OSError):
            if not {"memory", "pids"} <= set(control.read_text(encoding="utf-8").split()):
                control.write_text("+memory +pids", encoding="utf-8")
            return group
    raise PermissionError(f"{parent}: memory and pids cannot be handed on to groups below")


def remove_stale_groups() -> None:
    """Remove the groups of processes that have ended: of this grader's workers, and of graders that were killed."""
    with contextlib.suppress(OSError):
        groups = {folder for parent in parent_groups()[1] for folder in parent.glob(f"{_PREFIX}*") if _is_stale(folder)}
        inner = (folder for group in groups for folder in group.glob(f"{_PREFIX}*"))  # of a grader in a group
        stale = groups | set(filter(_is_stale, inner))
        for folder in stale:
            _kill_orphans(folder)
        _remove(stale)


def _is_stale(folder: Path) -> bool:
    pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
    try:
        return pid.isdigit() and stat_fields(pid)[:1] in ([], [b"Z"])  # Z: ended, and nobody has asked how yet
    except OSError:
        return True


def _kill_orphans(folder: Path) -> None:
    """Kill what is left where bubblewrap itself was killed: a child that waits for it, and would for ever.

    Where graders in another PID namespace use the same groups, theirs have their parents, and are left alone.
    """
    with contextlib.suppress(OSError):
        members = set(map(int, (folder / "cgroup.procs").read_text(encoding="utf-8").split()))
        for pid in members - {0}:  # 0: in a PID namespace that is not seen from here
            with contextlib.suppress(OSError, IndexError):
                parent = int(stat_fields(pid)[1])
                if parent not in members and Path(f"/proc/{parent}/comm").read_bytes() != b"bwrap\n":
                    os.kill(pid, signal.SIGKILL)


def _remove(folders: set[Path]) -> None:
    """Remove groups, again and again for a while: the kernel refuses while a killed process is still in one.

    A group with another one in it, which is not to be removed or could not be, is left alone.
    """
    deadline = time.monotonic() + _REMOVAL_TIMEOUT_S
    while folders:
        for folder in sorted(folders, reverse=True):  # an inner group before its outer one
            try:
                folder.rmdir()
            except OSError as error:
                if error.errno == errno.EBUSY and time.monotonic() < deadline and _inner_groups(folder) <= folders:
                    continue
            folders.discard(folder)
        if folders:
            time.sleep(0.002)


def _inner_groups(folder: Path) -> set[Path]:
    with contextlib.suppress(OSError):
        return {Path(entry.path) for entry in os.scandir(folder) if entry.is_dir()}
    return set()


def _read_counter(file: Path, key: bytes) -> int:
    with contextlib.suppress(OSError, ValueError):
        descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        try:
            content = os.read(descriptor, 4096)
        finally:
            os.close(descriptor)
        for line in content.splitlines():
            name, _, number = line.partition(b" ")
            if name == key:
                return int(number)
    return 0
