"""A dialogue on a terminal, by pexpect: wait for each prompt, type each answer, keep the screen."""

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
from harness.run.start import inside
from harness.run.watch import Watch

_SHORT_S = 0.01


class _Full(Exception):
    """The screen's cap is reached."""


class _Screen(io.BytesIO):
    """Keeps what the program wrote, up to a cap."""

    def __init__(self, cap: int) -> None:
        super().__init__()
        self.cap = cap

    def write(self, chunk: bytes, /) -> int:  # type: ignore[override]
        if self.tell() + len(chunk) > self.cap:
            super().write(chunk[: self.cap - self.tell()])
            raise _Full
        return super().write(chunk)


def observe_dialogue(invocation: Invocation, isolation: Isolation) -> Observation:
    """Run the command on a pseudo-terminal; ``stdout`` is the screen with newlines as line ends."""
    import pexpect  # noqa: PLC0415 - only a dialogue needs it

    process_tree.become_subreaper(os.getpid())
    try:
        sandbox = isolation.sandbox(invocation)
    except OSError as error:
        return not_started(invocation.command, error)
    try:
        return _on_terminal(invocation, sandbox, pexpect)
    finally:
        sandbox.close()


def _spawned(pexpect: Any, sandbox: Sandbox, patience_s: float) -> Any:
    class Spawned(pexpect.spawn):  # type: ignore[misc]
        """A program that inherits the room's descriptors, which pexpect has no argument for."""

        def _spawnpty(self, args: list[str], **more: Any) -> Any:
            return super()._spawnpty(args, pass_fds=sandbox.descriptors, **more)

    for one in sandbox.descriptors:
        os.set_inheritable(one, True)  # noqa: FBT003 - as subprocess does by itself
    command, environment = sandbox.command, dict(sandbox.environment)
    with inside(sandbox.folder):  # pexpect looks there for a command such as ./prog
        return Spawned(command[0], list(command[1:]), timeout=patience_s, env=environment, echo=False)


def _on_terminal(invocation: Invocation, sandbox: Sandbox, pexpect: Any) -> Observation:
    own = own_peak()
    limits, screen = invocation.limits, _Screen(invocation.limits.output)
    try:
        child = _spawned(pexpect, sandbox, limits.wall)
    except (pexpect.ExceptionPexpect, OSError) as error:
        return Observation(invocation.command, not_started=str(error).splitlines()[0])
    # pexpect asks so at the end of the screen, and asking reaps: the exit status and the CPU time would be gone.
    child.isalive = lambda: True
    child.delaybeforesend = child.delayafterread = child.delayafterclose = child.delayafterterminate = None
    child.logfile_read = screen
    begin = time.monotonic()
    watch = Watch(limits, begin, sandbox)
    try:
        sandbox.started(child.pid)
    except JudgeError:
        process_tree.stop(child.pid)
        process_tree.kill_all()
        raise
    stuck_at, ended_by = None, None
    try:
        stuck_at, ended_by = _talk(child, invocation, watch)
        if ended_by is None and stuck_at is None:  # it may have closed the terminal, and go on
            ended_by = _end_of(child.pid, watch)
    except _Full:
        ended_by = Limit.OUTPUT
    if ended_by is not None or stuck_at is not None:
        process_tree.stop(child.pid)
    _, status, used = os.wait4(child.pid, 0)
    rest = process_tree.kill_all()
    cpu = max(watch.most.cpu_s, used.ru_utime + used.ru_stime + rest.cpu_s)
    child.ptyproc.terminated = True
    with contextlib.suppress(OSError):
        os.close(child.child_fd)
    child.closed = child.ptyproc.closed = True
    code = sandbox.status(os.waitstatus_to_exitcode(status))
    refused = sandbox.ended()
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
        memory=max(watch.most.memory, peak(used, own), rest.memory),
        processes=watch.most.processes,
        open_files=watch.most.open_files,
        refused_limits=refused,
        stuck_at=stuck_at,
    )


def _talk(child: Any, invocation: Invocation, watch: Watch) -> tuple[int | None, Limit | None]:
    """Go through the exchanges: the step whose prompt never came, and the limit that was passed, if any."""
    import pexpect  # noqa: PLC0415

    others = [pexpect.EOF, pexpect.TIMEOUT]
    for step, exchange in enumerate(invocation.dialogue):
        if exchange.expect is not None:
            wanted = [exchange.expect.encode().replace(b"\n", b"\r\n"), *others]
            got, limit = _waited(child.expect_exact, wanted, watch)
        else:
            got, limit = _waited(child.expect, [(exchange.pattern or "").encode(), *others], watch)
        if got != 0:
            return step, limit
        if exchange.send is not None and (limit := _sent(child, exchange.send.encode() + b"\n", watch)):
            return None, limit
    return None, _waited(child.expect, others, watch)[1]


def _sent(child: Any, left: bytes, watch: Watch) -> Limit | None:
    """Type something, and read meanwhile; the limit that was passed before the program had taken it, if any."""
    import pexpect  # noqa: PLC0415

    os.set_blocking(child.child_fd, False)  # a program that does not read must not keep us waiting
    while left:
        try:
            left = left[os.write(child.child_fd, left) :]
        except BlockingIOError:
            if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=min(watch.pause(), _SHORT_S)) == 0:
                return None
            limit = watch.look()
            if limit is not None:
                return limit
        except OSError:  # nobody has the terminal any more; the next prompt does not come
            return None
    return None


def _end_of(pid: int, watch: Watch) -> Limit | None:
    """Wait for the end of a program: the limit that it passed before, if any."""
    pidfd = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    try:
        while not poll.poll(watch.pause() * 1000):
            limit = watch.look()
            if limit is not None:
                return limit
        return None
    finally:
        os.close(pidfd)


def _waited(expect: Callable[..., int], wanted: list[Any], watch: Watch) -> tuple[int, Limit | None]:
    """Which of these came first, the last one being that nothing did before a limit was passed; and that limit."""
    limit = None
    while limit is None:
        got = expect(wanted, timeout=watch.pause())
        if got < len(wanted) - 1:
            return got, None
        limit = watch.look()
    return len(wanted) - 1, limit
