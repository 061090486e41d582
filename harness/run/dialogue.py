"""Hold a dialogue with a program on a terminal, by pexpect: wait for each prompt, type each answer, keep the screen."""

from __future__ import annotations

import contextlib
import io
import os
import select
import time
from collections.abc import Callable
from typing import Any

from harness.isolation.base import Isolation, Sandbox
from harness.isolation.executables import not_started
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation
from harness.run import process_tree
from harness.run.process import own_peak, peak
from harness.run.start import changed_directory
from harness.run.watch import Watch

_SHORT_TIMEOUT_S = 0.01


class _ScreenFull(Exception):
    """The screen's cap is reached."""


class _Screen(io.BytesIO):
    """Keeps what the program wrote, up to a cap."""

    def __init__(self, cap: int) -> None:
        super().__init__()
        self.cap = cap

    def write(self, chunk: bytes, /) -> int:  # type: ignore[override]
        if self.tell() + len(chunk) > self.cap:
            super().write(chunk[: self.cap - self.tell()])
            raise _ScreenFull
        return super().write(chunk)


def observe_dialogue(invocation: Invocation, isolation: Isolation) -> Observation:
    """Run the command on a pseudo-terminal; ``stdout`` of the observation is the screen, with newlines as line ends."""
    import pexpect  # noqa: PLC0415 - only a dialogue needs it

    process_tree.become_subreaper(os.getpid())
    process_tree.kill_all()  # what others left behind is not charged to this program
    try:
        sandbox = isolation.sandbox(invocation)
    except OSError as error:
        return not_started(invocation.command, error)
    try:
        return _on_terminal(invocation, sandbox, pexpect)
    finally:
        sandbox.close()


def _spawn(pexpect: Any, sandbox: Sandbox, timeout_s: float) -> Any:
    class Spawned(pexpect.spawn):  # type: ignore[misc]
        """A program that inherits the sandbox's descriptors, for which pexpect has no argument."""

        def _spawnpty(self, args: list[str], **options: Any) -> Any:
            return super()._spawnpty(args, pass_fds=sandbox.inherited_descriptors, **options)

    for descriptor in sandbox.inherited_descriptors:
        os.set_inheritable(descriptor, True)  # noqa: FBT003 - as subprocess does by itself
    command, environment = sandbox.command, dict(sandbox.environment)
    with changed_directory(sandbox.start_folder):  # pexpect looks there for a command such as ./prog
        return Spawned(command[0], list(command[1:]), timeout=timeout_s, env=environment, echo=False)


def _on_terminal(invocation: Invocation, sandbox: Sandbox, pexpect: Any) -> Observation:
    own_peak_kib = own_peak()
    limits, screen = invocation.limits, _Screen(invocation.limits.output)
    try:
        child = _spawn(pexpect, sandbox, limits.wall)
    except (pexpect.ExceptionPexpect, OSError) as error:
        return Observation(invocation.command, not_started=str(error).splitlines()[0])
    # pexpect calls this at the end of the screen, and the original reaps: exit status and CPU time would be lost.
    child.isalive = lambda: True
    child.delaybeforesend = child.delayafterread = child.delayafterclose = child.delayafterterminate = None
    child.logfile_read = screen
    begin = time.monotonic()
    watch = Watch(limits, begin, sandbox)
    try:
        sandbox.confine(child.pid)
    except JudgeError:
        process_tree.kill_tree(child.pid)
        process_tree.kill_all()
        raise
    stuck_at, ended_by = None, None
    try:
        stuck_at, ended_by = _hold_dialogue(child, invocation, watch)
        if ended_by is None and stuck_at is None:  # it may have closed the terminal and go on
            ended_by = _wait_for_end(child.pid, watch)
    except _ScreenFull:
        ended_by = Limit.OUTPUT
    if ended_by is not None or stuck_at is not None:
        process_tree.kill_tree(child.pid)
    _, status, used = os.wait4(child.pid, 0)
    rest = process_tree.kill_all()
    cpu = max(watch.peak_usage.cpu_s, used.ru_utime + used.ru_stime + rest.cpu_s)
    child.ptyproc.terminated = True
    with contextlib.suppress(OSError):
        os.close(child.child_fd)
    child.closed = child.ptyproc.closed = True
    code = sandbox.exit_status(os.waitstatus_to_exitcode(status))
    refused = sandbox.finish()
    ended_by = ended_by or (Limit.CPU if cpu > limits.cpu else None)
    ours = ended_by is not None or stuck_at is not None
    return Observation(
        invocation.command,
        stdout=screen.getvalue().replace(b"\r\n", b"\n"),
        exit=code if code >= 0 and not ours else None,
        signal=-code if code < 0 and not ours else None,
        ended_by=ended_by,
        cpu_s=cpu,
        wall_s=time.monotonic() - begin,
        memory=max(watch.peak_usage.memory, peak(used, own_peak_kib), rest.memory),
        processes=watch.peak_usage.processes,
        open_files=watch.peak_usage.open_files,
        refused_limits=refused,
        stuck_at=stuck_at,
    )


def _hold_dialogue(child: Any, invocation: Invocation, watch: Watch) -> tuple[int | None, Limit | None]:
    """Go through the exchanges; return the step whose prompt never came and the limit that was exceeded, if any."""
    import pexpect  # noqa: PLC0415

    endings = [pexpect.EOF, pexpect.TIMEOUT]
    for step, exchange in enumerate(invocation.dialogue):
        if exchange.expect is not None:
            patterns = [exchange.expect.encode().replace(b"\n", b"\r\n"), *endings]
            matched, limit = _wait_for(child.expect_exact, patterns, watch)
        else:
            matched, limit = _wait_for(child.expect, [(exchange.pattern or "").encode(), *endings], watch)
        if matched != 0:
            return step, limit
        if exchange.send is not None and (limit := _type_answer(child, exchange.send.encode() + b"\n", watch)):
            return None, limit
    return None, _wait_for(child.expect, endings, watch)[1]


def _type_answer(child: Any, remaining: bytes, watch: Watch) -> Limit | None:
    """Type an answer and read the screen meanwhile; return the limit that was exceeded before all was taken, if any."""
    import pexpect  # noqa: PLC0415

    os.set_blocking(child.child_fd, False)  # a program that does not read must not keep us waiting
    while remaining:
        try:
            remaining = remaining[os.write(child.child_fd, remaining) :]
        except BlockingIOError:
            if (
                child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=min(watch.seconds_to_check(), _SHORT_TIMEOUT_S))
                == 0
            ):
                return None
            limit = watch.check()
            if limit is not None:
                return limit
        except OSError:  # the terminal is closed; the next prompt does not come
            return None
    return None


def _wait_for_end(pid: int, watch: Watch) -> Limit | None:
    """Wait until a program ends; return the limit that it exceeded before, if any."""
    pidfd = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    try:
        while not poll.poll(watch.seconds_to_check() * 1000):
            limit = watch.check()
            if limit is not None:
                return limit
        return None
    finally:
        os.close(pidfd)


def _wait_for(expect: Callable[..., int], patterns: list[Any], watch: Watch) -> tuple[int, Limit | None]:
    """Return the index of the pattern that came first, or the last index and the limit that was exceeded before any."""
    limit = None
    while limit is None:
        matched = expect(patterns, timeout=watch.seconds_to_check())
        if matched < len(patterns) - 1:
            return matched, None
        limit = watch.check()
    return len(patterns) - 1, limit
