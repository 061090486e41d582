"""Start one command in its sandbox, by posix_spawn: the larger the grader is, the longer a fork would take."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from harness.isolation.base import Sandbox
from harness.isolation.executables import locate

_DEFAULT_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGQUIT)
"""Reset for the program: Python ignores the first two, and a shell the others in what it runs in the background."""


class StartedProcess(Struct, frozen=True):
    """A process that was started, and our ends of its pipes, which the caller must close."""

    pid: int
    out: int
    err: int

    def close(self) -> None:
        """Close the pipes."""
        os.close(self.out)
        os.close(self.err)


def start(sandbox: Sandbox, stdin: int) -> StartedProcess:
    """Start a sandbox's command with ``stdin`` and two new pipes; OSError when the kernel does not start it."""
    _make_uninheritable(os.getpid())
    word = sandbox.command[0]
    program = word if "/" in word else locate(word, sandbox.environment["PATH"])
    if program is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    out, out_end = os.pipe()
    err, err_end = os.pipe()
    inherited = ((descriptor, descriptor) for descriptor in sandbox.inherited_descriptors)
    streams = ((stdin, 0), (out_end, 1), (err_end, 2), *inherited)
    try:
        with changed_directory(sandbox.start_folder):
            pid = os.posix_spawn(
                program,
                sandbox.command,
                sandbox.environment,
                file_actions=[(os.POSIX_SPAWN_DUP2, descriptor, target) for descriptor, target in streams],
                setsid=True,
                setsigdef=_DEFAULT_SIGNALS,
            )
    except OSError:
        os.close(out)
        os.close(err)
        raise
    finally:
        os.close(out_end)
        os.close(err_end)
    return StartedProcess(pid, out, err)


@contextlib.contextmanager
def changed_directory(folder: Path) -> Iterator[None]:
    """Change into a folder for a moment, as a new process begins in its parent's. No other thread may depend on it."""
    previous = os.open(".", os.O_PATH | os.O_CLOEXEC)
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(previous)
        os.close(previous)


@cache
def _make_uninheritable(pid: int) -> None:
    """Make descriptors uninheritable that this process inherited itself. ``pid`` is the key of the cache."""
    for name in os.listdir(f"/proc/{pid}/fd"):
        if int(name) > 2:  # noqa: PLR2004 - the standard streams
            with contextlib.suppress(OSError):  # the descriptor of the listing itself
                os.set_inheritable(int(name), False)  # noqa: FBT003 - the only way to call it
