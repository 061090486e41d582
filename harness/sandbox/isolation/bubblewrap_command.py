"""The words of a bubblewrap command: what a sandbox shows of the machine, and where the submission is in it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from harness.model.invocation import HOME_SIZE
from harness.model.patterns import lazy_regex

SANDBOX_WORKDIR, SANDBOX_HOME = "/box", "/tmp"  # noqa: S108 - inside the sandbox
_NAMESPACE_OPTIONS = (
    "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
    "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "box",
)  # fmt: skip
_CHILD_PID = lazy_regex(rb'"child-pid":\s*(\d+)')
_ROOT_FOLDERS = ("bin", "sbin", "lib", "lib64", "lib32")
_ETC_PATTERNS = ("alternatives", "ld.so.cache", "java*", "swi-prolog", "perl", "python3*")
"""What tools read below ``/etc``: no name of a user or a machine, no password."""
_HIDDEN_LISTS = ("locks", "keys", "key-users", *(f"pressure/{kind}" for kind in ("cpu", "io", "memory", "irq")))
"""Files below ``/proc`` by which programs in other sandboxes can be watched; ``supervisor.c`` hides the same."""
# The shell is replaced by the program, which is then the only process beside the sandbox's own first one.
_COPY_AND_EXEC = f'cp -RPp /submission/. {SANDBOX_WORKDIR}/ && exec "$@"'


def fixed_options(hidden_folders: tuple[Path, ...]) -> Iterator[str]:
    """Yield the options that are the same for every run; ``hidden_folders`` below ``/usr`` look empty."""
    yield from (*_NAMESPACE_OPTIONS, "--disable-userns", *_shown_files(hidden_folders))
    yield from ("--proc", "/proc", "--dev", "/dev", *_tmpfs("/dev/shm"), "--remount-ro", "/dev")  # noqa: S108
    yield from _tmpfs(SANDBOX_HOME)
    for path in (f"/proc/{name}" for name in _HIDDEN_LISTS if os.path.exists(f"/proc/{name}")):
        yield from ("--ro-bind", "/dev/null", path)


def supervisor_options(hidden_folders: tuple[Path, ...]) -> Iterator[str]:
    """Yield the options of the template of sandboxes: nothing in it can be written, each run mounts its own."""
    yield from (*_NAMESPACE_OPTIONS, "--as-pid-1", *_shown_files(hidden_folders))
    yield from ("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev")
    yield from ("--dir", SANDBOX_WORKDIR, "--dir", SANDBOX_HOME, "--remount-ro", "/", "--chdir", "/")


def _shown_files(hidden_folders: tuple[Path, ...]) -> Iterator[str]:
    """Options that show what tools need of the machine."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in _ROOT_FOLDERS:
        if os.path.islink(f"/{name}"):
            yield from ("--symlink", f"usr/{name}", f"/{name}")
        elif os.path.isdir(f"/{name}"):
            yield from ("--ro-bind", f"/{name}", f"/{name}")
    yield from ("--perms", "0755", "--dir", "/etc")
    for path in (str(path) for pattern in _ETC_PATTERNS for path in sorted(Path("/etc").glob(pattern))):
        yield from ("--ro-bind", path, path)
    for folder in hidden_folders:
        yield from ("--tmpfs", str(folder), "--remount-ro", str(folder))


def _tmpfs(folder: str) -> tuple[str, ...]:
    """Options for a folder in memory, of limited size, that anybody may write."""
    return "--size", str(HOME_SIZE), "--perms", "1777", "--tmpfs", folder


def run_options(workdir: Path, disk: int, info: int, block: int, seccomp: int) -> tuple[str, ...]:
    """Return the options of one run.

    ``workdir``: the folder whose content is copied into the sandbox. ``disk``: how many bytes the sandbox's working
    folder holds. ``info``: the descriptor where bubblewrap writes the number of its first process. ``block``: the
    descriptor from which bubblewrap reads a byte before it starts the command.
    """
    descriptors = ("--info-fd", str(info), "--block-fd", str(block), "--seccomp", str(seccomp))
    box = ("--size", str(disk), "--perms", "0755", "--tmpfs", SANDBOX_WORKDIR, "--chdir", SANDBOX_WORKDIR)
    return (*descriptors, "--ro-bind", str(workdir), "/submission", *box, "--remount-ro", "/")


def copy_and_exec(program: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command that copies the submission into the sandbox's working folder and becomes the program."""
    return ("sh", "-c", _COPY_AND_EXEC, "sh", *program)


def read_init_pid(pipe: int) -> int:
    """Read the number of a sandbox's first process from its ``--info-fd``; OSError when it ends before."""
    info = b""
    while b"}" not in info:
        chunk = os.read(pipe, 4096)
        if not chunk:
            raise OSError(errno.EIO, "bubblewrap ended before it stood")
        info += chunk
    number = _CHILD_PID.search(info)
    if number is None:
        raise OSError(errno.EPROTO, "bubblewrap names no process")
    return int(number[1])
