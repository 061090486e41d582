"""Levels A and B: each command in a bubblewrap sandbox of its own, in files that exist only in memory."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.files.collect_files import MAX_FILES, collect_files
from harness.files.file_limit import file_limit_reached
from harness.files.scratch import chown_tree, open_memory_file
from harness.isolation.base import POLLED_MEMORY, Backend, Level, programs_user
from harness.isolation.cgroups import SPARE, Cgroup
from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import check_startable
from harness.isolation.fake_clock import preloaded
from harness.isolation.rlimits import limited
from harness.isolation.seccomp import syscall_filter
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.limits import HOME_SIZE

_PATIENCE_S = 20.0
_FIXED = (
    "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
    "--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "box",
    "--ro-bind", "/usr", "/usr",
)  # fmt: skip
_LINKS = ("bin", "sbin", "lib", "lib64", "lib32")
_SETTINGS = ("alternatives", "ld.so.cache", "java*", "swi-prolog", "perl", "python3*")
"""What tools read below ``/etc``: no name of a user or a machine, no password."""
_WORKDIR, _HOME = "/box", "/tmp"  # noqa: S108 - inside the sandbox
_TOLD = {_WORKDIR: "disk", _HOME: "home"}
# The shell is replaced by the program, which is then the only one beside the sandbox's own first process.
_COPY = f'cp -RPp /submission/. {_WORKDIR}/ && exec "$@"'
_SIGNALS = {4, 5, 6, 7, 8, 9, 11, 13, 14, 15, 24, 25, 31}
"""The signals that end programs. bubblewrap tells them as 128 and the number, as a shell does."""


class Bubblewrap:
    """Everything of the machine but ``/usr`` is away; the network is empty; nothing written outlives the run."""

    def __init__(self, level: Level, filtered: bytes, hidden: tuple[Path, ...], *, root: bool, groups: bool) -> None:
        """Set the sandbox up for any number of runs.

        Args:
            level: what the probe found it to hold.
            filtered: the seccomp filter.
            hidden: folders below ``/usr`` that no program may see.
            root: whether programs run as somebody else, because the grader is root.
            groups: whether memory and processes are limited by a control group too.

        """
        self.level = level
        self.filtered = filtered
        self._root = root
        self.groups = groups
        self._group: tuple[int, Cgroup] | None = None
        self._prefix = ("bwrap", *_fixed(hidden))

    def user(self) -> int | None:
        """Who the programs are; None: the grader."""
        return programs_user() if self._root else None

    def group(self) -> Cgroup | None:
        """The control group of this process's runs; each worker has its own."""
        if not self.groups:
            return None
        if self._group is None or self._group[0] != os.getpid():
            self._group = os.getpid(), Cgroup.new()
        return self._group[1]

    def forget(self) -> None:
        """Remove the group; the next run makes a new one."""
        if self._group is not None:
            self._group[1].remove()
        self._group = None

    def sandbox(self, invocation: Invocation) -> BubblewrapSandbox:
        """A sandbox for one command; OSError when the kernel would not start it."""
        check_startable(invocation.command[0], invocation.workdir, ENVIRONMENT["PATH"])
        group = self.group()
        if group is not None:
            group.wake()
        return BubblewrapSandbox(self, invocation, self._prefix)

    def inside(self, home: Path) -> str:  # noqa: ARG002 - the same for all
        """The home is the sandbox's own."""
        return _HOME


def _fixed(hidden: tuple[Path, ...]) -> Iterator[str]:
    yield from _FIXED
    for name in _LINKS:
        if os.path.islink(f"/{name}"):
            yield from ("--symlink", f"usr/{name}", f"/{name}")
        elif os.path.isdir(f"/{name}"):
            yield from ("--ro-bind", f"/{name}", f"/{name}")
    yield from ("--perms", "0755", "--dir", "/etc")
    for path in (str(path) for pattern in _SETTINGS for path in sorted(Path("/etc").glob(pattern))):
        yield from ("--ro-bind", path, path)
    for folder in hidden:
        yield from ("--tmpfs", str(folder), "--remount-ro", str(folder))
    yield from ("--proc", "/proc", "--dev", "/dev", *_memory("/dev/shm"), "--remount-ro", "/dev")  # noqa: S108
    yield from _memory(_HOME)


def _memory(folder: str) -> tuple[str, ...]:
    """A folder that anybody may write, in memory, of limited size."""
    return "--size", str(HOME_SIZE), "--perms", "1777", "--tmpfs", folder


class BubblewrapSandbox:
    """One sandbox: made, entered, left, and what was asked for brought back."""

    folder = Path("/")
    beside = 2
    counts = True

    def __init__(self, isolation: Bubblewrap, invocation: Invocation, prefix: tuple[str, ...]) -> None:
        self._isolation, self._invocation = isolation, invocation
        self._wanted = bool(invocation.collect or invocation.collect_home)
        self._first = 0
        self._roots: dict[str, int] = {}
        user = isolation.user()
        if user is not None:
            chown_tree(invocation.workdir, user)
            prefix = ("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *prefix)
        self._info, info = os.pipe2(os.O_CLOEXEC)
        go, self._go = os.pipe2(os.O_CLOEXEC)
        filtered = open_memory_file("filter", isolation.filtered)
        self.descriptors: tuple[int, ...] = (info, go, filtered)
        self.environment = ENVIRONMENT | {"HOME": _HOME, "TMPDIR": _HOME}
        clock = preloaded(invocation.clock) if invocation.clock else {}
        extra = tuple(f"{name}={value}" for name, value in clock.items())
        program = ("env", *extra, *invocation.command) if extra else invocation.command
        self.command = (
            *prefix,
            "--info-fd",
            str(info),
            "--block-fd",
            str(go),
            "--seccomp",
            str(filtered),
            "--ro-bind",
            str(invocation.workdir),
            "/submission",
            "--size",
            str(invocation.limits.disk),
            "--perms",
            "0755",
            "--tmpfs",
            _WORKDIR,
            "--chdir",
            _WORKDIR,
            "--remount-ro",
            "/",
            "--",
            *limited(invocation.limits, SPARE if isolation.groups else 1),
            "sh",
            "-c",
            _COPY,
            "sh",
            *program,
        )

    def started(self, pid: int) -> None:
        """Wait until the sandbox stands, limit what will be in it, and let the command go."""
        for one in self.descriptors:
            os.close(one)
        self.descriptors = ()
        try:
            self._first = self._first_process()
            group = self._isolation.group()
            if group is not None:
                group.enter(self._first, self._invocation.limits)
            if self._wanted:
                self._wait_for_root(pid)
                self._hold()
        except (OSError, ValueError, KeyError) as error:
            raise JudgeError(f"the sandbox could not be made: {error}") from None
        os.write(self._go, b"\n")

    def _first_process(self) -> int:
        told = b""
        while b"}" not in told:
            chunk = os.read(self._info, 4096)
            if not chunk:
                raise OSError(errno.EIO, "bubblewrap ended before it stood")
            told += chunk
        return int(json.loads(told)["child-pid"])

    def _wait_for_root(self, pid: int) -> None:
        """Wait until the folders of the sandbox are there."""
        deadline = time.monotonic() + _PATIENCE_S
        root = f"/proc/{self._first}/root"
        while not os.path.isdir(f"{root}/submission"):  # it changes into its own root as its last step
            if time.monotonic() > deadline or not os.path.exists(f"/proc/{pid}/root"):
                raise OSError(errno.ETIMEDOUT, "bubblewrap does not get ready")
            time.sleep(0.0002)

    def _hold(self) -> None:
        """Keep hold of the sandbox's folders: they are to be read when nobody is alive in it any more."""
        for name in (_WORKDIR, _HOME):
            path = f"/proc/{self._first}/root{name}"
            self._roots[name] = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)

    def look(self) -> None:
        """Keep hold of its folders, to know whether they are full. What is over before makes nothing full."""
        if not self._roots:
            with contextlib.suppress(OSError):  # it has just ended
                self._hold()

    def status(self, code: int) -> int:
        """A signal where bubblewrap tells one."""
        return 128 - code if code - 128 in _SIGNALS else code

    def ended(self) -> tuple[str, ...]:
        """Bring back what was asked for."""
        asked = self._invocation
        full = []
        for name, held in self._roots.items():
            full += [_TOLD[name]] * (os.fstatvfs(held).f_bavail == 0)
        full += file_limit_reached((Path(f"/proc/self/fd/{one}") for one in self._roots.values()), asked.limits.output)
        if self._wanted:
            collect_files(self._roots[_WORKDIR], asked.workdir, asked.collect, asked.limits.disk, MAX_FILES)
            collect_files(self._roots[_HOME], asked.home, asked.collect_home, HOME_SIZE, MAX_FILES)
        group = self._isolation.group()
        return (*full, *(group.refused() if group else ()))

    def close(self) -> None:
        """Close every descriptor."""
        for one in (*self.descriptors, self._info, self._go, *self._roots.values()):
            with contextlib.suppress(OSError):
                os.close(one)
        self.descriptors, self._info, self._go, self._roots = (), -1, -1, {}


def is_there() -> bool:
    """Whether bubblewrap is installed where programs are looked for."""
    return shutil.which("bwrap", path=ENVIRONMENT["PATH"]) is not None


def _backend(level: Level, *, groups: bool) -> Backend:
    def make(hidden: Sequence[Path]) -> Bubblewrap:
        if not is_there():
            raise JudgeError("bubblewrap is not installed: apt-get install bubblewrap")
        below = tuple(path for folder in hidden if (path := folder.resolve()).is_relative_to("/usr"))
        return Bubblewrap(level, syscall_filter(), below, root=os.geteuid() == 0, groups=groups)

    return Backend(level, make)


LEVEL_A = Level("A", 10, "bubblewrap and a control group", ())
LEVEL_B = Level("B", 20, "bubblewrap", (POLLED_MEMORY,))
BACKENDS = (_backend(LEVEL_A, groups=True), _backend(LEVEL_B, groups=False))
