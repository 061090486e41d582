"""A control group for a worker's runs, version 1 or 2: memory and processes limited by the kernel itself."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import threading
import time
from pathlib import Path

from msgspec import Struct

from harness.model.limits import ResolvedLimits

_ROOT = Path("/sys/fs/cgroup")
_PREFIX = "grade-"
_OURS = 1
"""Processes of the sandbox itself, in the same group."""
SPARE = 8
"""By how much the limit that each process inherits is larger: it is the group's that is to be met, for it is told."""
_ASIDE = 192 * 1024**2
"""Files in memory count as memory, and have limits of their own: so much is added for them."""
_PATIENCE_S = 0.5
_numbers = itertools.count()


class Cgroup(Struct):
    """One group in each hierarchy that is needed; it is used for one run after the other."""

    memory: Path
    pids: Path
    version: int
    _limits: tuple[int, int] | None = None
    _refused: tuple[int, int] = (0, 0)
    _own: Path | None = None
    """Where this process is a member already: written there, its number moves nobody. None: not where it looks so."""
    _waking: threading.Thread | None = None

    @classmethod
    def new(cls) -> Cgroup:
        """A new group below this process's own; OSError where that is not allowed."""
        name = f"{_PREFIX}{os.getpid()}-{next(_numbers)}"
        version, parents = _parents()
        made = [parent / name for parent in parents]
        for one in dict.fromkeys(made):
            one.mkdir()
        own = parents[-1] / "cgroup.procs"
        return cls(made[0], made[-1], version, _own=own if _holds(own, os.getpid()) else None)

    def wake(self) -> None:
        """Let the kernel take the lock that ``enter`` needs: idle it takes milliseconds, while the sandbox is made."""
        if self._own is not None:
            self._waking = threading.Thread(target=_stay, args=(self._own,), daemon=True)
            self._waking.start()

    def _awake(self) -> None:
        if self._waking is not None:
            self._waking.join()
            self._waking = None

    def enter(self, pid: int, limits: ResolvedLimits) -> None:
        """Put a process in, with these limits; its children follow."""
        self._awake()
        wanted = limits.memory + limits.disk + _ASIDE, limits.processes + _OURS
        if wanted != self._limits:
            self._limit(*wanted)
            self._limits = wanted
        for folder in dict.fromkeys((self.pids, self.memory)):
            (folder / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def _limit(self, memory: int, processes: int) -> None:
        self.pids.joinpath("pids.max").write_text(str(processes), encoding="ascii")
        if self.version == 1:
            limit = self.memory / "memory.limit_in_bytes"
            with contextlib.suppress(OSError):  # what is left of the last run's pages may be more for a moment
                (self.memory / "memory.force_empty").write_text("0", encoding="ascii")
            limit.write_text(str(memory), encoding="ascii")
        else:
            (self.memory / "memory.max").write_text(str(memory), encoding="ascii")
            with contextlib.suppress(OSError):
                (self.memory / "memory.swap.max").write_text("0", encoding="ascii")

    def refused(self) -> tuple[str, ...]:
        """The limits that the kernel refused to pass since the last time it was asked."""
        events = "memory.oom_control" if self.version == 1 else "memory.events"
        now = _count(self.memory / events, "oom_kill"), _count(self.pids / "pids.events", "max")
        before, self._refused = self._refused, now
        return tuple(name for name, one, other in zip(("memory", "processes"), now, before, strict=True) if one > other)

    def remove(self) -> None:
        """Remove the group; everybody in it has ended."""
        self._awake()
        _remove({self.memory, self.pids})


def _stay(members: Path) -> None:
    with contextlib.suppress(OSError):
        members.write_text("0", encoding="ascii")


def _holds(members: Path, pid: int) -> bool:
    with contextlib.suppress(OSError):
        return str(pid) in members.read_text(encoding="ascii").split()
    return False


def _parents() -> tuple[int, list[Path]]:
    """The version, and this process's own groups that hold memory and processes."""
    own: dict[str, str] = {}
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        for line in file:
            _, names, path = line.rstrip("\n").split(":", 2)
            own |= dict.fromkeys(names.split(","), path)
    if "memory" in own and "pids" in own:
        return 1, [_version_1(name, own[name]) for name in ("memory", "pids")]
    parent = _ROOT / own.get("", "/").lstrip("/")
    return 2, [_with_controllers(parent)]


def _version_1(name: str, path: str) -> Path:
    parent = _ROOT / name / path.lstrip("/")
    return parent if parent.is_dir() else _ROOT / name


def _with_controllers(parent: Path) -> Path:
    """A group whose children have both controllers: this process's own, or the one above it."""
    for one in (parent, parent.parent):
        control = one / "cgroup.subtree_control"
        with contextlib.suppress(OSError):
            if not {"memory", "pids"} <= set(control.read_text(encoding="ascii").split()):
                control.write_text("+memory +pids", encoding="ascii")
            return one
    raise PermissionError(f"{parent}: memory and pids cannot be handed on to groups below")


def remove_stale_groups() -> None:
    """Remove the groups of processes that have ended: our own workers, and graders that were killed."""
    with contextlib.suppress(OSError):
        found = (folder for parent in _parents()[1] for folder in parent.glob(f"{_PREFIX}*"))
        _remove({folder for folder in found if _is_left(folder)})


def _is_left(folder: Path) -> bool:
    pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
    return pid.isdigit() and not os.path.exists(f"/proc/{pid}")


def _remove(folders: set[Path]) -> None:
    """Remove groups. Who was killed in one is in it for a moment yet, and the kernel refuses."""
    deadline = time.monotonic() + _PATIENCE_S
    while folders:
        for folder in list(folders):
            try:
                folder.rmdir()
            except OSError as error:
                if error.errno == errno.EBUSY and time.monotonic() < deadline:
                    continue
            folders.discard(folder)
        if folders:
            time.sleep(0.002)


def _count(file: Path, key: str) -> int:
    with contextlib.suppress(OSError, ValueError):
        for line in file.read_text(encoding="ascii").splitlines():
            name, _, number = line.partition(" ")
            if name == key:
                return int(number)
    return 0
