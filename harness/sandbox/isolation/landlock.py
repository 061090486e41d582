"""Levels C and D: no namespaces, but Landlock, a system call filter, limits and, for root, another user."""

from __future__ import annotations

import contextlib
import marshal
import os
import shutil
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import harness
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.sandbox.files.scratch import chown_tree, open_memory_file
from harness.sandbox.isolation.base import (
    LOCKS,
    POLLED_MEMORY,
    SIGNS,
    UNCOUNTED_CPU,
    Backend,
    Isolation,
    Level,
    sandbox_uid,
)
from harness.sandbox.isolation.none import SandboxInPlace
from harness.sandbox.process_setup import landlock_exec, process_tree
from harness.sandbox.process_setup.environment import ENVIRONMENT, TOOLS, check_startable
from harness.sandbox.process_setup.rlimits import count_user_processes, resource_limits
from harness.sandbox.process_setup.seccomp import syscall_filter

_READABLE = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/proc", "/etc/alternatives", "/etc/ld.so.cache",
             "/etc/perl", "/etc/ssl/openssl.cnf", "/etc/swi-prolog")  # fmt: skip
_ETC_PATTERNS = ("java*", "python3*")
_COURSE_READS = (*{sys.prefix, sys.base_prefix, str(Path(harness.__file__).parent)},)
"""What the harness's own Python needs, which starts programs of the course."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")


class Landlock(Isolation):
    """Let programs read and write only what they are given; they see other processes and may fill the disk."""

    def __init__(self, level: Level, seccomp_filter: bytes, *, root: bool) -> None:
        """Prepare what all runs share; ``root``: programs run as another user."""
        self.level = level
        self._seccomp_filter = seccomp_filter
        self._is_root = root

    def uid(self) -> int | None:
        """Return the user that programs run as; None: the grader's own."""
        return sandbox_uid() if self._is_root else None

    def sandbox(self, invocation: Invocation) -> LandlockSandbox:
        """Return a sandbox for one command; OSError when the kernel would not start that."""
        check_startable(invocation.command[0], invocation.workdir, ENVIRONMENT["PATH"])
        return LandlockSandbox(invocation, self._seccomp_filter, self.uid())


class LandlockSandbox(SandboxInPlace):
    """The scratch folder itself, owned by the programs' user, and settings by which the new process confines itself."""

    overhead_processes = 0
    enforces_process_limit = True

    def __init__(self, invocation: Invocation, seccomp_filter: bytes, uid: int | None) -> None:
        self.environment = dict(ENVIRONMENT)
        if uid is not None:
            chown_tree(invocation.workdir, uid)
            chown_tree(invocation.home, uid)
        super().__init__(invocation, uid)
        word = invocation.command[0]
        other_processes = 0 if uid else count_user_processes()
        limits = resource_limits(invocation.limits, limit_processes=True, extra_processes=other_processes)
        settings = {
            "program": word if "/" in word else shutil.which(word, path=ENVIRONMENT["PATH"]),
            "user": uid,
            "filter": seccomp_filter,
            "limits": list(limits),
            "readable": [*_readable(), str(TOOLS)],
            "writable": [str(invocation.workdir), str(invocation.home)],
            "devices": [*_DEVICES, *(self._clock.files if self._clock else ())],
            "environment": self._variables,
        }
        settings_file = open_memory_file("settings", marshal.dumps(settings, landlock_exec.FORMAT))
        self.inherited_descriptors: tuple[int, ...] = (settings_file,)
        self.command = (_python(), "-I", "-S", landlock_exec.__file__, str(settings_file), *invocation.command)

    def confine(self, pid: int) -> None:
        """Close the settings: the new process limits itself."""
        del pid
        self._close_settings()

    def close(self) -> None:
        """Close the settings and remove the clock."""
        self._close_settings()
        super().close()

    def _close_settings(self) -> None:
        for descriptor in self.inherited_descriptors:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self.inherited_descriptors = ()


def _readable() -> list[str]:
    """Return what programs read: tools and their settings."""
    return [*_READABLE, *(str(path) for pattern in _ETC_PATTERNS for path in Path("/etc").glob(pattern))]


@cache
def course_program_filter() -> bytes:
    """Return the filter of system calls for ``confine_course_program``; empty if this machine has none."""
    try:
        return syscall_filter(in_namespaces=False, own_user=False)
    except JudgeError:
        return b""


def confine_course_program(program: Path, writable: Path, bpf_filter: bytes) -> None:
    """Confine this process, which then becomes a program of the course's that reads what a student's wrote.

    It dies with its parent. Where the kernel has Landlock it reads only tools and the folder ``program``, writes only
    ``writable``, and has no network and no capabilities: an output that takes the program over reaches no other
    case's answer.
    """
    if sys.platform != "linux":
        return
    process_tree.end_with_parent()
    if not landlock_exec.version():
        return
    landlock_exec.no_new_privileges()
    landlock_exec.landlock([*_readable(), *_COURSE_READS, str(program)], [str(writable)], [*_DEVICES])
    landlock_exec.no_capabilities()
    if bpf_filter:
        landlock_exec.load_filter(bpf_filter)


def _python() -> str:
    """Return the machine's own interpreter if there is one: the programs' user may not be able to reach ours."""
    return shutil.which("python3", path=ENVIRONMENT["PATH"]) or sys.executable


def _backend(level: Level, *, root: bool) -> Backend:
    def create(_hidden: Sequence[Path]) -> Landlock:
        if not landlock_exec.version():
            raise JudgeError("the kernel has no Landlock")
        return Landlock(level, syscall_filter(in_namespaces=False, own_user=root), root=root)

    return Backend(level, create, is_usable=lambda: (os.geteuid() == 0) == root)


_SHARED_BY_ALL = (
    "disk space except for each file's size",
    "sight of other processes",
    LOCKS,
    "the machine's lists of locks and keys",
    "the machine's lists of sockets",
    "times of files and devices that a program may read",
    "sight of the sizes and times of all files",
    SIGNS,
    POLLED_MEMORY,
    UNCOUNTED_CPU,
)
_SHARED_BY_ONE_USER = (
    "permissions and times of that user's files",
    "signals to that user's processes (below Linux 6.12)",
)
LEVEL_C = Level("C", 30, "Landlock and another user", _SHARED_BY_ALL)
LEVEL_D = Level("D", 40, "Landlock, as the user who grades", (*_SHARED_BY_ALL, *_SHARED_BY_ONE_USER))
BACKENDS = (_backend(LEVEL_C, root=True), _backend(LEVEL_D, root=False))
