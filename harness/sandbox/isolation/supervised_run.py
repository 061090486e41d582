"""A run of a submission by the supervisor in its sandbox."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from harness.model.errors import JudgeError
from harness.model.invocation import HOME_SIZE, Invocation
from harness.sandbox.files.collect_files import MAX_FILES, collect_files, file_limit_reached
from harness.sandbox.files.scratch import chown_tree
from harness.sandbox.files.unix import stat_fields, system_number
from harness.sandbox.isolation.base import Ending
from harness.sandbox.isolation.bubblewrap_command import SANDBOX_HOME, SANDBOX_WORKDIR
from harness.sandbox.isolation.supervisor_client import StartedRun, Supervisor
from harness.sandbox.process_setup.cgroups import EXTRA_PROCESSES
from harness.sandbox.process_setup.environment import ENVIRONMENT, tool_environment
from harness.sandbox.process_setup.fake_clock import clock_environment
from harness.sandbox.process_setup.rlimits import resource_limits

if TYPE_CHECKING:
    from harness.sandbox.isolation.bubblewrap import Bubblewrap

_OWN_PROCESSES = 2
"""Processes of the sandbox itself: the supervisor and a run's first process."""
_CGROUP_PROCESSES = 1 + _OWN_PROCESSES
"""Those in the control group, where the template is too."""
_ENVIRONMENT = ENVIRONMENT | {"HOME": SANDBOX_HOME, "TMPDIR": SANDBOX_HOME, "PWD": SANDBOX_WORKDIR}
_SIGKILL = 9
_GRACE_S = 3.0
"""How long a run's first process may take to end a run that was stopped, before the kernel is asked to."""
_END_TIMEOUT_S = 20.0


class SandboxOwner(Protocol):
    """What a run needs of the isolation that keeps its submission's sandbox."""

    bubblewrap: Bubblewrap

    def supervisor(self, submission: str) -> Supervisor:
        """Return the supervisor in a submission's sandbox, which is started if there is none."""
        ...

    def reason_outside(self) -> str:
        """Return why a sandbox died that no program is to blame for; empty if none is known."""
        ...

    def end_sandbox(self) -> None:
        """Kill all that is in sandboxes that stay; the next run starts another one, from a new template."""
        ...

    def end_submission(self) -> None:
        """Kill all that is in the current sandbox; the next run starts another one."""
        ...


class SupervisedRun:
    """One run by the supervisor."""

    overhead_processes = 0
    enforces_process_limit = True

    def __init__(self, isolation: SandboxOwner, invocation: Invocation) -> None:
        self._isolation, self._invocation = isolation, invocation
        self._collects_files = bool(invocation.collect or invocation.collect_home)
        self._looks_at_files = self._collects_files
        self._started: StartedRun | None = None
        self._supervisor: Supervisor | None = None
        self._is_stopped = self._has_ended = self._is_lost = self._ends_sandbox = False
        self._limit_hits: tuple[str, ...] = ()
        self.end_descriptor = -1
        """Can be read when the run is over."""

    def start(self, stdin: int, stdout: int, stderr: int) -> None:
        """Start the program on these descriptors, which the caller may close then."""
        invocation, bubblewrap = self._invocation, self._isolation.bubblewrap
        uid, cgroup = bubblewrap.uid(), bubblewrap.cgroup()
        if uid is not None:
            chown_tree(invocation.workdir, uid)
        supervisor = self._isolation.supervisor(invocation.submission)
        clock = clock_environment(invocation.clock) if invocation.clock else {}
        variables = _ENVIRONMENT | tool_environment(invocation.limits.memory) | clock
        extra = EXTRA_PROCESSES if cgroup is not None else _OWN_PROCESSES
        limits = resource_limits(invocation.limits, limit_processes=True, extra_processes=extra)
        if cgroup is not None:
            cgroup.set_limits(invocation.limits, _CGROUP_PROCESSES)
        folder = os.open(invocation.workdir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            descriptors = (stdin, stdout, stderr, folder)
            supervisor.start_run(invocation.command, variables, limits, invocation.limits.disk, descriptors)
        finally:
            os.close(folder)
        self._supervisor, self.end_descriptor = supervisor, supervisor.result_pipe

    def init_pid(self) -> int:
        """Return the run's first process, below which the program's are; 0 when it has ended."""
        return self._descriptors().pid()

    def _descriptors(self) -> StartedRun:
        if self._started is None:
            self._started = self._requested().started()
        return self._started

    def _requested(self) -> Supervisor:
        if self._supervisor is None:
            raise JudgeError("the run was not started")
        return self._supervisor

    def hold_folders(self) -> None:
        """Note that the program was not too short to write many files: ``finish`` looks at them, however small."""
        self._looks_at_files = True

    def total_cpu_s(self, counted_s: float) -> float:
        """Add what the run's first process waited for, or take what the control group counted."""
        if not (self._has_ended or self._is_lost):
            counted_s += _waited_cpu_s(self.init_pid())
        cgroup = self._isolation.bubblewrap.cgroup()
        return cgroup.total_cpu_s(counted_s) if cgroup else counted_s

    def stop(self) -> None:
        """Ask for the end of all processes of the run."""
        self._is_stopped = True
        self._requested().stop_run()

    def wait(self) -> Ending:
        """Wait until nobody of the run is left, and return how it ended; JudgeError when the sandbox failed.

        A sandbox that died because the run's memory ran out ends as if by SIGKILL.
        """
        supervisor = self._requested()
        result = supervisor.result(_GRACE_S if self._is_stopped else _END_TIMEOUT_S)
        if result is None and supervisor.is_running():
            supervisor.kill_run()  # its first process does not end it
            result = supervisor.result(_END_TIMEOUT_S)
        if result is None:
            self._is_lost = True
            self._limit_hits = self._new_limit_hits()
            message = supervisor.message() or self._isolation.reason_outside()
            self._isolation.end_sandbox()
            if not message and not self._is_stopped and "memory" not in self._limit_hits:
                message = "it was killed; is the machine out of memory?"  # no program can do that
            if message:
                raise JudgeError(f"the sandbox failed: {message}")
            return Ending(-_SIGKILL)
        self._has_ended, self._ends_sandbox = True, result.used_network
        code = os.waitstatus_to_exitcode(result.status)
        return Ending(code, result.cpu_s, result.peak, result.not_executed)

    def finish(self) -> tuple[str, ...]:
        """Copy the wanted files back, and return the limits that the program hit."""
        full = () if self._is_lost else self._look_at_folders()
        return (*full, *self._limit_hits, *self._new_limit_hits())

    def _new_limit_hits(self) -> tuple[str, ...]:
        cgroup = self._isolation.bubblewrap.cgroup()
        return cgroup.new_limit_hits() if cgroup else ()

    def _look_at_folders(self) -> tuple[str, ...]:
        run, invocation = self._descriptors(), self._invocation
        folders = {"disk": run.workdir, "home": run.home}
        spaces = {name: os.fstatvfs(folder) for name, folder in folders.items()}
        full = [name for name, space in spaces.items() if space.f_bavail == 0]
        largest = invocation.limits.output
        is_large = any((space.f_blocks - space.f_bfree) * space.f_frsize >= largest for space in spaces.values())
        if is_large or self._looks_at_files:
            full += file_limit_reached((Path(f"/proc/self/fd/{folder}") for folder in folders.values()), largest)
        if self._collects_files:
            collect_files(run.workdir, invocation.workdir, invocation.collect, invocation.limits.disk, MAX_FILES)
            collect_files(run.home, invocation.home, invocation.collect_home, HOME_SIZE, MAX_FILES)
        return tuple(full)

    def close(self) -> None:
        """Close the run's descriptors; a run that was given up, or a sandbox that failed, is ended with its sandbox."""
        if self._supervisor is None:
            return
        try:
            if self._has_ended:
                self._descriptors()
            if self._started is not None:  # of a lost run too: its files would count as the memory of the next ones
                self._started.close()
                self._started = None
            if not self._has_ended:
                self._isolation.end_sandbox()
            elif self._ends_sandbox:
                self._isolation.end_submission()
        finally:
            self._supervisor = None


def _waited_cpu_s(pid: int) -> float:
    """Return the CPU seconds of the ended children that a process has waited for; 0 when it is gone."""
    with contextlib.suppress(OSError, ValueError):
        return sum(map(int, stat_fields(pid)[13:15])) / system_number("SC_CLK_TCK", 100)
    return 0.0
