"""Hold a dialogue with a program on a terminal, by pexpect: wait for each prompt, type each answer, keep the screen."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any

from msgspec import Struct

from harness.model.errors import JudgeError, NeedsReview
from harness.model.finding import Finding
from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation
from harness.sandbox.files.unix import termios
from harness.sandbox.isolation.base import Isolation, Sandbox, SharedSandbox
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.environment import not_started
from harness.sandbox.run.conversation import (
    Conversation,
    DialogueEnd,
    MatchingTooSlow,
    Screen,
    ScreenFull,
    limited_matching,
    wait_for_end,
)
from harness.sandbox.run.program import Program, SharedProgram, SpawnedProgram, own_peak
from harness.sandbox.run.start import changed_directory
from harness.sandbox.run.watch import Watch

_WINDOW_SIZE = 24, 80
"""Rows and columns of the terminal."""


def observe_dialogue(invocation: Invocation, isolation: Isolation) -> Observation:
    """Run the command on a pseudo-terminal; ``stdout`` of the observation is the screen, with newlines as line ends."""
    import pexpect  # noqa: PLC0415 - only a dialogue needs it

    try:
        shared_sandbox = isolation.shared_sandbox(invocation)
        if shared_sandbox is not None:
            with contextlib.closing(shared_sandbox):
                return _on_terminal(invocation, _spawn_shared(shared_sandbox, invocation.limits.wall))
        process_tree.prepare_to_run()  # what others left is not charged to this program
        sandbox = isolation.sandbox(invocation)
    except OSError as error:
        return not_started(invocation.command, error)
    with contextlib.closing(sandbox):
        try:
            talk = _spawn(pexpect, sandbox, invocation.limits.wall)
        except (pexpect.ExceptionPexpect, OSError) as error:
            return Observation(invocation.command, not_started=str(error).splitlines()[0])
        return _on_terminal(invocation, talk)


class _Talk(Struct, frozen=True):
    """A program on a terminal, and pexpect's view of it."""

    child: Any
    program: Program
    sandbox: Sandbox | SharedSandbox

    def close(self) -> None:
        """Close our end of the terminal."""
        with contextlib.suppress(OSError):
            os.close(self.child.child_fd)
        self.child.closed = True
        # A cycle would let its file object close the descriptor later, when that is another's.
        vars(self.child).pop("read_nonblocking", None)
        self.program.close()


def _spawn_shared(sandbox: SharedSandbox, timeout_s: float) -> _Talk:
    """Let a supervisor start the program on a terminal that does not echo."""
    from pexpect import fdpexpect  # noqa: PLC0415 - only a dialogue needs it

    terminal, program_end = os.openpty()
    try:
        attributes = termios.tcgetattr(program_end)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(program_end, termios.TCSANOW, attributes)
        termios.tcsetwinsize(program_end, _WINDOW_SIZE)
        sandbox.start(program_end, program_end, program_end)
    except BaseException:
        os.close(terminal)
        raise
    finally:
        os.close(program_end)
    return _Talk(fdpexpect.fdspawn(terminal, timeout=timeout_s), SharedProgram(sandbox), sandbox)


def _spawn(pexpect: Any, sandbox: Sandbox, timeout_s: float) -> _Talk:
    own_peak_kib = own_peak()

    class Spawned(pexpect.spawn):  # type: ignore[misc]
        """A program that inherits the sandbox's descriptors, for which pexpect has no argument."""

        def _spawnpty(self, args: list[str], **options: Any) -> Any:
            return super()._spawnpty(args, pass_fds=sandbox.inherited_descriptors, **options)

    for descriptor in sandbox.inherited_descriptors:
        os.set_inheritable(descriptor, True)  # noqa: FBT003 - as subprocess does by itself
    command, environment = sandbox.command, dict(sandbox.environment)
    with changed_directory(sandbox.start_folder):  # pexpect looks there for a command such as ./prog
        child = Spawned(command[0], list(command[1:]), timeout=timeout_s, env=environment, echo=False)
    # pexpect calls this at the end of the screen, and the original reaps: exit status and CPU time would be lost.
    child.isalive = lambda: True
    child.ptyproc.terminated = child.ptyproc.closed = True
    return _Talk(child, SpawnedProgram(sandbox, child.pid, own_peak_kib), sandbox)


def _on_terminal(invocation: Invocation, talk: _Talk) -> Observation:
    child, program, limits = talk.child, talk.program, invocation.limits
    screen = Screen(limits.output)
    child.delaybeforesend = child.delayafterread = child.delayafterclose = child.delayafterterminate = None
    child.logfile_read = screen
    begin = time.monotonic()
    watch = Watch(limits, begin, talk.sandbox, program.pids)
    try:
        program.confine()
    except JudgeError:
        program.abandon()
        talk.close()
        raise
    conversation = Conversation(child, program, watch, screen)
    try:
        with limited_matching():
            outcome = conversation.hold(invocation.dialogue, any_prompt=invocation.any_prompt)
        if not outcome.is_over:  # it may have closed the terminal and go on
            outcome = DialogueEnd(limit=wait_for_end(program.end_descriptor, watch))
    except ScreenFull:
        outcome = DialogueEnd(limit=Limit.OUTPUT)
    except MatchingTooSlow:
        program.abandon()
        talk.close()
        raise NeedsReview(Finding.of("not-judgeable", reason="time")) from None
    ended_by = outcome.limit
    if outcome.is_over:
        program.stop()
    ending = program.wait()
    talk.close()
    if ending.start_error:
        return not_started(invocation.command, OSError(ending.start_error, os.strerror(ending.start_error)))
    cpu, code = max(watch.peak_usage.cpu_s, ending.cpu_s), ending.code
    refused = talk.sandbox.finish()
    ended_by = ended_by or (Limit.CPU if limits.exceeded_by(cpu) else None)
    ours = ended_by is not None or outcome.is_over
    return Observation(
        invocation.command,
        stdout=screen.getvalue().replace(b"\r\n", b"\n"),
        exit=code if code >= 0 and not ours else None,
        signal=-code if code < 0 and not ours else None,
        ended_by=ended_by,
        cpu_s=cpu,
        wall_s=time.monotonic() - begin,
        memory=max(watch.peak_usage.memory, ending.memory),
        processes=watch.peak_usage.processes,
        open_files=watch.peak_usage.open_files,
        refused_limits=refused,
        stuck_at=outcome.stuck_at,
        prompted=outcome.prompted,
        waits=outcome.waits,
        other_prompts=tuple(conversation.other_prompts),
        transcript=conversation.transcript()[-limits.output :].replace(b"\r\n", b"\n"),
    )
