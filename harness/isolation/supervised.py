"""Levels A and B, quicker: all runs of one submission in one sandbox, each in new namespaces, by a supervisor in it.

What two runs of a submission share can only be read: the machine's files, the user, a network that no run has used. Two
submissions share nothing. A run that belongs to no submission has a sandbox of its own.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from harness.files.collect_files import MAX_FILES, collect_files
from harness.files.file_limit import file_limit_reached
from harness.files.scratch import chown_tree
from harness.isolation.base import Backend, Ending, Level
from harness.isolation.bubblewrap import (
    LEVEL_A,
    LEVEL_B,
    Bubblewrap,
    BubblewrapSandbox,
    create_bubblewrap,
    folders_below_usr,
)
from harness.isolation.bubblewrap_command import SANDBOX_HOME, SANDBOX_WORKDIR, supervisor_options
from harness.isolation.cgroups import EXTRA_PROCESSES
from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import check_startable
from harness.isolation.fake_clock import clock_environment
from harness.isolation.rlimits import resource_limits
from harness.isolation.sandbox_template import SandboxTemplate
from harness.isolation.supervisor_client import StartedRun, Supervisor
from harness.isolation.supervisor_program import supervisor_program
from harness.isolation.tool_wrappers import tool_environment
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.limits import HOME_SIZE

_OWN_PROCESSES = 2
"""Processes of the sandbox itself: the supervisor and a run's first process."""
_CGROUP_PROCESSES = 1 + _OWN_PROCESSES
"""Those in the control group, where the template is too."""
_ENVIRONMENT = ENVIRONMENT | {"HOME": SANDBOX_HOME, "TMPDIR": SANDBOX_HOME, "PWD": SANDBOX_WORKDIR}
_SIGKILL = 9
_GRACE_S = 3.0
"""How long a run that was stopped may take to end, before its first process is killed."""
_END_TIMEOUT_S = 20.0


class Supervised:
    """Keep the sandbox of the submission that is worked on; start another one for the next."""

    works_on_copies = True

    def __init__(self, bubblewrap: Bubblewrap, hidden_folders: Sequence[Path]) -> None:
        """Run what belongs to no submission by ``bubblewrap``; ``hidden_folders`` below ``/usr`` look empty."""
        self.level = bubblewrap.level
        self.bubblewrap = bubblewrap
        self._program = supervisor_program()
        self._options = tuple(supervisor_options(folders_below_usr(hidden_folders)))
        self._owner = 0
        """The process that the sandboxes belong to: a fork of it starts its own."""
        self._template: SandboxTemplate | None = None
        self._submission = ""
        self._current: Supervisor | None = None
        self._is_starting = False
        """Whether nobody has waited yet for the current one to be there."""
        self._previous: Supervisor | None = None
        """One that was killed, as long as nobody has waited for its end."""

    def sandbox(self, invocation: Invocation) -> BubblewrapSandbox:
        """Return a sandbox for one command alone."""
        self.end_sandbox()
        return self.bubblewrap.sandbox(invocation)

    def shared_sandbox(self, invocation: Invocation) -> SupervisedRun | None:
        """Return the place of a run in its submission's sandbox; None where it belongs to no submission."""
        if not invocation.submission:
            return None
        check_startable(invocation.command[0], invocation.workdir, ENVIRONMENT["PATH"])
        return SupervisedRun(self, invocation)

    def prepare(self, submission: str) -> None:
        """Begin to start the sandbox of a submission, whose first run comes soon, where there is none."""
        with contextlib.suppress(JudgeError):  # that run begins anew, and tells what is wrong; there may be none
            self._begin_start(submission)

    def _begin_start(self, submission: str) -> None:
        self._forget_those_of_others()
        if self._current is not None:
            if self._submission == submission and self._current.is_alive():
                return
            self._finish_start()
            self._current.kill()  # its end takes about as long as the beginning of the next one
            self._previous, self._current = self._current, None
        self._current = Supervisor(self._living_template())
        self._submission, self._is_starting = submission, True

    def _living_template(self) -> SandboxTemplate:
        """Return what sandboxes are copied from, or begin to start it."""
        if self._template is not None and self._template.is_alive():
            return self._template
        self.end_sandbox()
        cgroup = self.bubblewrap.cgroup()
        if cgroup is not None:
            cgroup.warm_up()
        seccomp_filter, uid = self.bubblewrap.seccomp_filter, self.bubblewrap.uid()
        self._template = SandboxTemplate(self._options, self._program, seccomp_filter, uid)
        return self._template

    def supervisor(self, submission: str) -> Supervisor:
        """Return the supervisor in a submission's sandbox, which is started where there is none."""
        try:
            return self._start(submission)
        except JudgeError:  # a template that is about to end, as somebody killed it, is there no longer the next time
            self.end_sandbox()
            return self._start(submission)

    def _start(self, submission: str) -> Supervisor:
        self._begin_start(submission)
        self._finish_start()
        if self._current is None:
            raise JudgeError("the sandbox was not started")
        return self._current

    def _finish_start(self) -> None:
        """Wait for the current sandbox to be there, and for the one before it to be gone."""
        if not self._is_starting or self._template is None or self._current is None:
            return
        if not self._template.is_released():
            self._release(self._template)
        self._current.wait_until_ready()
        self._is_starting = False
        self._end_previous()  # before the first run: only one sandbox with programs is ever in the control group

    def _release(self, template: SandboxTemplate) -> None:
        template.wait_until_ready()
        cgroup = self.bubblewrap.cgroup()
        try:
            if cgroup is not None:
                cgroup.add_process(template.pid)
            template.release()
        except OSError as error:
            raise JudgeError(f"the sandbox could not be made: {error}") from None

    def own_processes(self) -> tuple[int, ...]:
        """Return the processes below the grader that are the sandbox's own: the template's, and last the supervisor."""
        template = self._template.processes() if self._template is not None else ()
        return *template, *((self._current.pid(),) if self._current is not None else ())

    def reason_outside(self) -> str:
        """Return why a sandbox died that no program is to blame for; empty where none is known."""
        return "bubblewrap was killed" if self._template is not None and self._template.was_killed() else ""

    def end_sandbox(self) -> None:
        """Kill all that is in sandboxes that stay; the next run starts another one, from a new template."""
        self._forget_those_of_others()
        self._end_current()
        if self._template is not None:
            is_released = self._template.is_released()
            self._template.close()
            if not is_released and (cgroup := self.bubblewrap.cgroup()) is not None:
                cgroup.finish_warm_up()
        self._template = None

    def end_submission(self) -> None:
        """Kill all that is in the current sandbox; the next run starts another one."""
        self._finish_start()
        self._end_current()

    def _end_current(self) -> None:
        if self._current is not None:
            self._current.close()
        self._current, self._is_starting = None, False
        self._end_previous()

    def _end_previous(self) -> None:
        if self._previous is not None:
            self._previous.close()
        self._previous = None

    def _forget_those_of_others(self) -> None:
        if self._owner != os.getpid():
            self._owner, self._template, self._current, self._previous = os.getpid(), None, None, None

    def home_in_sandbox(self, home: Path) -> str:
        """Return the sandbox's own home."""
        return self.bubblewrap.home_in_sandbox(home)

    def release_resources(self) -> None:
        """End the sandbox and remove the control group; the next run makes new ones."""
        self.end_sandbox()
        self.bubblewrap.release_resources()


class SupervisedRun:
    """One run by the supervisor."""

    overhead_processes = 0
    enforces_process_limit = True

    def __init__(self, isolation: Supervised, invocation: Invocation) -> None:
        self._isolation, self._invocation = isolation, invocation
        self._collects_files = bool(invocation.collect or invocation.collect_home)
        self._looks_at_folders = self._collects_files
        self._started: StartedRun | None = None
        self._supervisor: Supervisor | None = None
        self._is_stopped = self._has_ended = self._is_lost = self._ends_sandbox = False
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
        """Note that the program was not too short to fill its folders: ``finish`` looks whether it did."""
        self._looks_at_folders = True

    def stop(self) -> None:
        """Ask for the end of all processes of the run."""
        self._is_stopped = True
        self._requested().stop_run()

    def wait(self) -> Ending:
        """Wait until nobody of the run is left, and return how it ended; JudgeError when the sandbox failed.

        A sandbox that died, because the kernel wanted its memory, ends as if by SIGKILL.
        """
        supervisor = self._requested()
        result = supervisor.result(_GRACE_S if self._is_stopped else _END_TIMEOUT_S)
        if result is None and supervisor.is_running():
            self._descriptors().kill()  # its first process does not end by itself
            result = supervisor.result(_END_TIMEOUT_S)
        if result is None:
            self._is_lost = True
            message = supervisor.message() or self._isolation.reason_outside()
            self._isolation.end_sandbox()
            if message:
                raise JudgeError(f"the sandbox failed: {message}")
            return Ending(-_SIGKILL)
        self._has_ended, self._ends_sandbox = True, result.used_network
        code = os.waitstatus_to_exitcode(result.status)
        return Ending(code, result.cpu_s, result.peak, result.not_executed)

    def finish(self) -> tuple[str, ...]:
        """Copy the wanted files back, and return the limits that the program hit."""
        full = self._look_at_folders() if self._looks_at_folders and not self._is_lost else ()
        cgroup = self._isolation.bubblewrap.cgroup()
        return (*full, *(cgroup.new_limit_hits() if cgroup else ()))

    def _look_at_folders(self) -> tuple[str, ...]:
        run, invocation = self._descriptors(), self._invocation
        folders = {"disk": run.workdir, "home": run.home}
        full = [name for name, folder in folders.items() if os.fstatvfs(folder).f_bavail == 0]
        paths = (Path(f"/proc/self/fd/{folder}") for folder in folders.values())
        full += file_limit_reached(paths, invocation.limits.output)
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


def _backend(level: Level, *, use_cgroup: bool) -> Backend:
    def create(hidden_folders: Sequence[Path]) -> Supervised:
        return Supervised(create_bubblewrap(level, hidden_folders, use_cgroup=use_cgroup), hidden_folders)

    return Backend(level, create, preference=1)


BACKENDS = (_backend(LEVEL_A, use_cgroup=True), _backend(LEVEL_B, use_cgroup=False))
