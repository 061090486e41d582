"""Starting one command in its room. By posix_spawn: a fork would cost more, the more the larger the grader is."""

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

_AS_USUAL = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGQUIT)
"""Python ignores the first two, a shell those of what it runs in the background: no program is to inherit that."""


class Started(Struct, frozen=True):
    """A process that was started, and our ends of its pipes; whoever gets it closes them."""

    pid: int
    out: int
    err: int

    def close(self) -> None:
        """Close the pipes."""
        os.close(self.out)
        os.close(self.err)


def start(sandbox: Sandbox, stdin: int) -> Started:
    """Start the room's command with ``stdin`` and two new pipes; OSError when the kernel does not start it."""
    _keep_descriptors(os.getpid())
    word = sandbox.command[0]
    program = word if "/" in word else locate(word, sandbox.environment["PATH"])
    if program is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    out, out_end = os.pipe()
    err, err_end = os.pipe()
    streams = ((stdin, 0), (out_end, 1), (err_end, 2), *((one, one) for one in sandbox.descriptors))
    try:
        with inside(sandbox.folder):
            pid = os.posix_spawn(
                program,
                sandbox.command,
                sandbox.environment,
                file_actions=[(os.POSIX_SPAWN_DUP2, given, wanted) for given, wanted in streams],
                setsid=True,
                setsigdef=_AS_USUAL,
            )
    except OSError:
        os.close(out)
        os.close(err)
        raise
    finally:
        os.close(out_end)
        os.close(err_end)
    return Started(pid, out, err)


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Be in a folder for a moment: a new process begins where its parent is. No other thread looks at it."""
    before = os.open(".", os.O_PATH | os.O_CLOEXEC)
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(before)
        os.close(before)


@cache
def _keep_descriptors(pid: int) -> None:
    """Hand nothing down that was handed to us; Python itself opens nothing so. ``pid`` keys the cache."""
    for name in os.listdir(f"/proc/{pid}/fd"):
        if int(name) > 2:  # noqa: PLR2004 - the standard streams
            with contextlib.suppress(OSError):  # that of the listing itself
                os.set_inheritable(int(name), False)  # noqa: FBT003 - the only way to call it
