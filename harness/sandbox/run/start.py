"""Start one command in its sandbox, by posix_spawn: the larger the grader is, the longer a fork would take.

Where a sandbox stays, its supervisor starts the command.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from harness.model.invocation import Invocation
from harness.sandbox.files.unix import signals
from harness.sandbox.isolation.base import Isolation, Sandbox, SharedSandbox
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.environment import locate
from harness.sandbox.process_setup.rlimits import file_limit_from_the_start
from harness.sandbox.run.program import Program, SharedProgram, SpawnedProgram, own_peak

_DEFAULT_SIGNALS = signals("SIGPIPE", "SIGXFSZ", "SIGINT", "SIGQUIT")
"""Reset for the program: Python ignores the first two, and a shell the others in what it runs in the background."""


class StartedProgram(Struct, frozen=True):
    """A program that was started, what is around it, and our ends of its pipes."""

    program: Program
    sandbox: Sandbox | SharedSandbox
    out: int
    err: int

    def close(self) -> None:
        """Close the pipes, what the program holds, and its sandbox."""
        os.close(self.out)
        os.close(self.err)
        self.program.close()
        self.sandbox.close()


def start(invocation: Invocation, isolation: Isolation, stdin: int) -> StartedProgram:
    """Start a command with ``stdin`` and two new pipes: if there is one, in its submission's sandbox that stays.

    Raises OSError when the kernel does not start it, JudgeError when there is no sandbox.
    """
    shared_sandbox = isolation.shared_sandbox(invocation)
    if shared_sandbox is not None:
        with _closed_on_error(shared_sandbox), _pipes() as pipes:
            shared_sandbox.start(stdin, pipes.out_end, pipes.err_end)
            return StartedProgram(SharedProgram(shared_sandbox), shared_sandbox, pipes.out, pipes.err)
    process_tree.prepare_to_run()  # what others left is not charged to this program
    sandbox = isolation.sandbox(invocation)
    own_peak_kib = own_peak()
    # A sandbox sets the limits itself, after its launcher has written what it needs.
    is_plain = not isolation.level.confines_writes
    limit = file_limit_from_the_start(invocation.limits) if is_plain else contextlib.nullcontext()
    with _closed_on_error(sandbox), _pipes() as pipes, limit:
        pid = _spawn(sandbox, stdin, pipes.out_end, pipes.err_end)
        return StartedProgram(SpawnedProgram(sandbox, pid, own_peak_kib), sandbox, pipes.out, pipes.err)


@contextlib.contextmanager
def _closed_on_error(sandbox: Sandbox | SharedSandbox) -> Iterator[None]:
    try:
        yield
    except BaseException:
        sandbox.close()
        raise


class _Pipes(Struct, frozen=True):
    """The two ends of a program's standard output and error."""

    out: int
    out_end: int
    err: int
    err_end: int


@contextlib.contextmanager
def _pipes() -> Iterator[_Pipes]:
    """Make the pipes, close the program's ends afterwards, and ours too when it was not started."""
    pipes = _Pipes(*os.pipe(), *os.pipe())
    try:
        yield pipes
    except BaseException:
        os.close(pipes.out)
        os.close(pipes.err)
        raise
    finally:
        os.close(pipes.out_end)
        os.close(pipes.err_end)


def _spawn(sandbox: Sandbox, stdin: int, stdout: int, stderr: int) -> int:
    _make_uninheritable(os.getpid())
    word = sandbox.command[0]
    program = word if "/" in word else locate(word, sandbox.environment["PATH"])
    if program is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    inherited = ((descriptor, descriptor) for descriptor in sandbox.inherited_descriptors)
    streams = ((stdin, 0), (stdout, 1), (stderr, 2), *inherited)
    with changed_directory(sandbox.start_folder):
        return os.posix_spawn(
            program,
            sandbox.command,
            sandbox.environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, descriptor, target) for descriptor, target in streams],
            setsid=True,
            setsigdef=_DEFAULT_SIGNALS,
        )


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
