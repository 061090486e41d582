"""Level E: no isolation, for machines that give none, and for trusted programs."""

from __future__ import annotations

from collections.abc import Mapping

from harness.model.invocation import Invocation
from harness.sandbox.files.collect_files import file_limit_reached, sanitize_folder
from harness.sandbox.isolation.base import Backend, Isolation, Level, Sandbox
from harness.sandbox.process_setup.environment import ENVIRONMENT, TOOLS, tool_environment
from harness.sandbox.process_setup.fake_clock import SharedClock
from harness.sandbox.process_setup.rlimits import set_limits

LEVEL_E = Level(
    "E",
    50,
    "own session, watched limits, no sandbox",
    (
        "files outside its folder",
        "network",
        "disk space",
        "processes and memory for a moment",
        "signals to others",
        "malice",
    ),
    confines_writes=False,
)


class SandboxInPlace:
    """What sandboxes have in common that are nothing but the scratch folder itself."""

    def __init__(self, invocation: Invocation, uid: int | None = None) -> None:
        """``uid``: the user that the program runs as; None: this one."""
        self._invocation = invocation
        self.start_folder = invocation.workdir
        self._clock = SharedClock(invocation.clock, uid) if invocation.clock else None
        tools = tool_environment(invocation.limits.memory, str(TOOLS))
        home = {"HOME": str(invocation.home), "TMPDIR": str(invocation.home)}
        self._variables = ENVIRONMENT | tools | home | (self._clock.environment if self._clock else {})

    def total_cpu_s(self, counted_s: float) -> float:
        """Return them as they are: nothing else counts them."""
        return counted_s

    def exit_status(self, code: int) -> int:
        """Return the status as it is."""
        return code

    def hold_folders(self) -> None:
        """Do nothing: all files stay where they are."""

    def finish(self) -> tuple[str, ...]:
        """Sanitize a build's folder, and return the limits that the command hit."""
        invocation = self._invocation
        limit_hits = file_limit_reached((invocation.workdir, invocation.home), invocation.limits.output)
        if "*" in invocation.collect:
            sanitize_folder(invocation.workdir, invocation.limits.disk)
        return limit_hits

    def close(self) -> None:
        """Remove the clock."""
        if self._clock is not None:
            self._clock.close()


class UnconfinedSandbox(SandboxInPlace):
    """The scratch folder itself, and a scrubbed environment."""

    inherited_descriptors: tuple[int, ...] = ()
    overhead_processes = 0
    enforces_process_limit = False

    def __init__(self, invocation: Invocation) -> None:
        super().__init__(invocation)
        self.command = invocation.command
        compiler = {"RESIDENT_JAVAC": invocation.resident_javac} if invocation.resident_javac else {}
        self.environment: Mapping[str, str] = self._variables | compiler

    def confine(self, pid: int) -> None:
        """Set the kernel's limits on the process."""
        set_limits(pid, self._invocation.limits)


class Unconfined(Isolation):
    """Run programs without a sandbox: own session, watched limits, scrubbed environment, all processes killed."""

    level = LEVEL_E

    def sandbox(self, invocation: Invocation) -> Sandbox:
        """Return a sandbox that confines nothing."""
        return UnconfinedSandbox(invocation)


BACKENDS = (Backend(LEVEL_E, lambda _hidden: Unconfined()),)
