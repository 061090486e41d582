"""Levels C and D: no namespaces, but Landlock, a filter of system calls, limits and, for root, another user."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from harness.files.scratch import chown_tree, open_memory_file
from harness.isolation import landlock_exec
from harness.isolation.base import POLLED_MEMORY, Backend, Level, programs_user
from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import check_startable
from harness.isolation.fake_clock import SharedClock
from harness.isolation.in_place import ended
from harness.isolation.rlimits import own_processes, resource_limits
from harness.isolation.seccomp import syscall_filter
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation

_READABLE = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/proc", "/etc/alternatives", "/etc/ld.so.cache",
             "/etc/perl", "/etc/swi-prolog")  # fmt: skip
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")


class Landlock:
    """The program sees the machine's processes and may fill the disk; it reads and writes only what it is given."""

    def __init__(self, level: Level, filtered: bytes, *, root: bool) -> None:
        """Set it up for any number of runs; ``root``: programs run as somebody else."""
        self.level = level
        self._filter = filtered.hex()
        self._root = root

    def user(self) -> int | None:
        """Who the programs are; None: the grader."""
        return programs_user() if self._root else None

    def forget(self) -> None:
        """Nothing is kept from run to run."""

    def sandbox(self, invocation: Invocation) -> LandlockSandbox:
        """The scratch folder itself; OSError when the kernel would not start the command."""
        check_startable(invocation.command[0], invocation.workdir, ENVIRONMENT["PATH"])
        return LandlockSandbox(invocation, self._filter, self.user())

    def inside(self, home: Path) -> str:
        """The path itself."""
        return str(home)


class LandlockSandbox:
    """The scratch folder, given to the user of the programs, and the settings for the new process."""

    beside = 0
    counts = True

    def __init__(self, invocation: Invocation, filtered: str, user: int | None) -> None:
        self._asked = invocation
        self.folder = invocation.workdir
        self.environment = dict(ENVIRONMENT)
        for folder in (invocation.workdir, invocation.home) if user is not None else ():
            chown_tree(folder, user or 0)
        home = {"HOME": str(invocation.home), "TMPDIR": str(invocation.home)}
        self._clock = SharedClock(invocation.clock, user) if invocation.clock else None
        word = invocation.command[0]
        settings = {
            "program": word if "/" in word else shutil.which(word, path=ENVIRONMENT["PATH"]),
            "user": user,
            "filter": filtered,
            "limits": list(resource_limits(invocation.limits, processes=True, besides=0 if user else own_processes())),
            "readable": [*_READABLE, *map(str, Path("/etc").glob("java*")), *map(str, Path("/etc").glob("python3*"))],
            "writable": [str(invocation.workdir), str(invocation.home)],
            "devices": [*_DEVICES, *(self._clock.files if self._clock else ())],
            "environment": ENVIRONMENT | home | (self._clock.environment if self._clock else {}),
        }
        told = open_memory_file("settings", json.dumps(settings).encode())
        self.descriptors: tuple[int, ...] = (told,)
        self.command = (_python(), "-I", "-S", landlock_exec.__file__, str(told), *invocation.command)

    def started(self, pid: int) -> None:
        """The new process limits itself."""
        del pid
        self._close_settings()

    def status(self, code: int) -> int:
        """The status as it is."""
        return code

    def look(self) -> None:
        """All stays where it is."""

    def ended(self) -> tuple[str, ...]:
        """What the run left lies where it must; a build's folder is freed of what nobody could read."""
        return ended(self._asked)

    def close(self) -> None:
        """Close the settings, remove the clock."""
        self._close_settings()
        if self._clock is not None:
            self._clock.close()

    def _close_settings(self) -> None:
        for one in self.descriptors:
            with contextlib.suppress(OSError):
                os.close(one)
        self.descriptors = ()


def _python() -> str:
    """The machine's own interpreter where there is one: ours may lie where the programs' user cannot reach it."""
    return shutil.which("python3", path=ENVIRONMENT["PATH"]) or sys.executable


def _backend(level: Level, *, root: bool) -> Backend:
    def make(_hidden: Sequence[Path]) -> Landlock:
        if not landlock_exec.version():
            raise JudgeError("the kernel has no Landlock")
        return Landlock(level, syscall_filter(apart=False), root=root)

    return Backend(level, make, lambda: (os.geteuid() == 0) == root)


LEVEL_C = Level("C", 30, "Landlock and another user", ("disk space", "sight of other processes", POLLED_MEMORY))
LEVEL_D = Level("D", 40, "Landlock", ("disk space", "sight of and signals to other processes", POLLED_MEMORY))
BACKENDS = (_backend(LEVEL_C, root=True), _backend(LEVEL_D, root=False))
