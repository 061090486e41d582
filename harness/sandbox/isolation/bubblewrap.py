"""Levels A and B: each command in a bubblewrap sandbox of its own, whose files exist only in memory."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from harness.model.errors import JudgeError
from harness.model.invocation import HOME_SIZE, Invocation
from harness.sandbox.files.collect_files import MAX_FILES, collect_files, file_limit_reached
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
from harness.sandbox.isolation.bubblewrap_command import (
    SANDBOX_HOME,
    SANDBOX_WORKDIR,
    copy_and_exec,
    fixed_options,
    read_init_pid,
    run_options,
)
from harness.sandbox.process_setup.cgroups import EXTRA_PROCESSES, Cgroup
from harness.sandbox.process_setup.environment import (
    ENVIRONMENT,
    check_startable,
    open_tools,
    tool_environment,
    tool_options,
)
from harness.sandbox.process_setup.fake_clock import clock_environment
from harness.sandbox.process_setup.rlimits import prlimit_prefix
from harness.sandbox.process_setup.seccomp import syscall_filter

_SETUP_TIMEOUT_S = 20.0
_OWN_PROCESSES = 1
"""Processes of the sandbox itself that are in the control group."""
_LIMIT_NAMES = {SANDBOX_WORKDIR: "disk", SANDBOX_HOME: "home"}
_FATAL_SIGNALS = {4, 5, 6, 7, 8, 9, 11, 13, 14, 15, 24, 25, 31}
"""The signals that end programs. bubblewrap reports them as an exit status of 128 and the number, as a shell does."""


class Bubblewrap(Isolation):
    """Show programs nothing of the machine but ``/usr``, and no network; nothing that they write outlives the run."""

    works_on_copies = True

    def __init__(
        self, level: Level, seccomp_filter: bytes, hidden_folders: tuple[Path, ...], *, root: bool, use_cgroup: bool
    ) -> None:
        """Prepare what all runs share.

        Args:
            level: the level that this is offered as.
            seccomp_filter: the filter as the kernel loads it.
            hidden_folders: folders below ``/usr`` that no program may see.
            root: whether programs run as another user, because the grader is root.
            use_cgroup: whether a control group limits memory and processes too.

        """
        self.level = level
        self.seccomp_filter = seccomp_filter
        self.use_cgroup = use_cgroup
        self._is_root = root
        self._cgroup: tuple[int, Cgroup] | None = None
        self._bwrap = ("bwrap", *fixed_options(hidden_folders))

    def uid(self) -> int | None:
        """Return the user that programs run as; None: the grader's own."""
        return sandbox_uid() if self._is_root else None

    def cgroup(self) -> Cgroup | None:
        """Return the control group of this process's runs; each worker has its own."""
        if not self.use_cgroup:
            return None
        if self._cgroup is None or self._cgroup[0] != os.getpid():
            try:
                self._cgroup = os.getpid(), Cgroup.create()
            except OSError as error:
                raise JudgeError(f"no control group can be made: {error}") from None
        return self._cgroup[1]

    def release_resources(self) -> None:
        """Remove the control group; the next run makes a new one."""
        if self._cgroup is not None:
            self._cgroup[1].remove()
        self._cgroup = None

    def sandbox(self, invocation: Invocation) -> BubblewrapSandbox:
        """Return a sandbox for one command; OSError when the kernel would not start that."""
        check_startable(invocation.command[0], invocation.workdir, ENVIRONMENT["PATH"])
        cgroup = self.cgroup()
        if cgroup is not None:
            cgroup.warm_up()
        return BubblewrapSandbox(self, invocation, self._bwrap)

    def home_in_sandbox(self, home: Path) -> str:  # noqa: ARG002 - the same for all
        """Return the sandbox's own home."""
        return SANDBOX_HOME


class BubblewrapSandbox:
    """One bubblewrap process; it waits on a pipe until the limits of what it will start are set."""

    start_folder = Path("/")
    overhead_processes = 2
    enforces_process_limit = True

    def __init__(self, isolation: Bubblewrap, invocation: Invocation, bwrap: tuple[str, ...]) -> None:
        self._isolation, self._invocation = isolation, invocation
        self._collects_files = bool(invocation.collect or invocation.collect_home)
        self._init_pid = 0
        self._held_folders: dict[str, int] = {}
        uid, prefix = isolation.uid(), tuple[str, ...]()
        if uid is not None:
            chown_tree(invocation.workdir, uid)
            prefix = ("setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups")
        self._info_pipe, info = os.pipe2(os.O_CLOEXEC)
        block, self._release_pipe = os.pipe2(os.O_CLOEXEC)
        seccomp = open_memory_file("filter", isolation.seccomp_filter)
        # Options go by a descriptor: the program can read the command line of its sandbox's first process.
        tools = open_tools()
        options = (
            *bwrap[1:],
            *tool_options(tools),
            *run_options(invocation.workdir, invocation.limits.disk, info, block, seccomp),
        )
        arguments = open_memory_file("arguments", b"".join(os.fsencode(option) + b"\0" for option in options))
        self.inherited_descriptors: tuple[int, ...] = (info, block, seccomp, arguments, *tools)
        self.environment = (
            ENVIRONMENT | tool_environment(invocation.limits.memory) | {"HOME": SANDBOX_HOME, "TMPDIR": SANDBOX_HOME}
        )
        clock = clock_environment(invocation.clock) if invocation.clock else {}
        variables = tuple(f"{name}={value}" for name, value in clock.items())
        extra_processes = EXTRA_PROCESSES if isolation.use_cgroup else _OWN_PROCESSES
        program = ("env", *variables, *invocation.command) if variables else invocation.command
        self.command = (
            *prefix,
            *(bwrap[0], "--args", str(arguments), "--"),
            # The limits are the program's: a large file that was handed in must not end the copying.
            *copy_and_exec((*prlimit_prefix(invocation.limits, extra_processes), *program)),
        )

    def confine(self, pid: int) -> None:
        """Wait until the sandbox is set up, limit what will run in it, and let the command start."""
        for descriptor in self.inherited_descriptors:
            os.close(descriptor)
        self.inherited_descriptors = ()
        try:
            self._init_pid = read_init_pid(self._info_pipe)
            cgroup = self._isolation.cgroup()
            if cgroup is not None:
                cgroup.set_limits(self._invocation.limits, _OWN_PROCESSES)
                cgroup.add_process(self._init_pid)
            self._wait_for_root(pid)
            self._open_folders()  # now: a program may be too short for it to be done while it runs
        except OSError as error:
            raise JudgeError(f"the sandbox could not be made: {error}") from None
        os.write(self._release_pipe, b"\n")

    def _wait_for_root(self, pid: int) -> None:
        """Wait until the folders of the sandbox exist."""
        deadline = time.monotonic() + _SETUP_TIMEOUT_S
        root = f"/proc/{self._init_pid}/root"
        while not os.path.isdir(f"{root}/submission"):  # it changes into its own root as its last step
            if time.monotonic() > deadline or not os.path.exists(f"/proc/{pid}/root"):
                raise OSError(errno.ETIMEDOUT, "bubblewrap does not get ready")
            time.sleep(0.0002)

    def _open_folders(self) -> None:
        """Open the sandbox's folders: only so can they still be read when its last process has ended."""
        for name in (SANDBOX_WORKDIR, SANDBOX_HOME):
            path = f"/proc/{self._init_pid}/root{name}"
            self._held_folders[name] = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)

    def hold_folders(self) -> None:
        """Do nothing: the folders were opened before the program was started."""

    def total_cpu_s(self, counted_s: float) -> float:
        """Take what the control group counted, where that is more."""
        cgroup = self._isolation.cgroup()
        return cgroup.total_cpu_s(counted_s) if cgroup else counted_s

    def exit_status(self, code: int) -> int:
        """Turn the exit status by which bubblewrap reports a signal into that signal, negative."""
        return 128 - code if code - 128 in _FATAL_SIGNALS else code

    def finish(self) -> tuple[str, ...]:
        """Copy the wanted files back, and return the limits that the program hit."""
        invocation = self._invocation
        full = [_LIMIT_NAMES[name] for name, folder in self._held_folders.items() if os.fstatvfs(folder).f_bavail == 0]
        paths = (Path(f"/proc/self/fd/{folder}") for folder in self._held_folders.values())
        full += file_limit_reached(paths, invocation.limits.output)
        if self._collects_files:
            workdir, home = self._held_folders[SANDBOX_WORKDIR], self._held_folders[SANDBOX_HOME]
            collect_files(workdir, invocation.workdir, invocation.collect, invocation.limits.disk, MAX_FILES)
            collect_files(home, invocation.home, invocation.collect_home, HOME_SIZE, MAX_FILES)
        cgroup = self._isolation.cgroup()
        return (*full, *(cgroup.new_limit_hits() if cgroup else ()))

    def close(self) -> None:
        """Close every descriptor."""
        pipes = (self._info_pipe, self._release_pipe)
        for descriptor in (*self.inherited_descriptors, *pipes, *self._held_folders.values()):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self.inherited_descriptors, self._info_pipe, self._release_pipe, self._held_folders = (), -1, -1, {}


def _is_installed() -> bool:
    return shutil.which("bwrap", path=ENVIRONMENT["PATH"]) is not None


def folders_below_usr(folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return those folders that a sandbox would show."""
    return tuple(path for folder in folders if (path := folder.resolve()).is_relative_to("/usr"))


def create_bubblewrap(level: Level, hidden_folders: Sequence[Path], *, use_cgroup: bool) -> Bubblewrap:
    """Return the isolation, not yet probed; JudgeError when a tool is missing."""
    if not _is_installed():
        raise JudgeError("bubblewrap is not installed: apt-get install bubblewrap")
    hidden = folders_below_usr(hidden_folders)
    return Bubblewrap(level, syscall_filter(), hidden, root=os.geteuid() == 0, use_cgroup=use_cgroup)


def _backend(level: Level, *more: str, use_cgroup: bool) -> Backend:
    """Return a level's backend with a sandbox for each run, which also does not hold ``more``."""
    level = replace(level, not_enforced=(*level.not_enforced, LOCKS, "times of devices", "number of terminals", *more))
    return Backend(level, lambda hidden_folders: create_bubblewrap(level, hidden_folders, use_cgroup=use_cgroup))


LEVEL_A = Level("A", 10, "bubblewrap and a control group", (SIGNS,))
LEVEL_B = Level("B", 20, "bubblewrap", (SIGNS, POLLED_MEMORY, UNCOUNTED_CPU))
BACKENDS = (_backend(LEVEL_A, use_cgroup=True), _backend(LEVEL_B, "number of processes", use_cgroup=False))
