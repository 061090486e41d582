"""Levels A and B, quicker: all runs of one submission in one sandbox, each in new namespaces, by a supervisor in it.

What two runs of a submission share can only be read: the machine's files, the user, a network that no run has used. Two
submissions share nothing. A run that belongs to no submission has a sandbox of its own.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.sandbox.isolation.base import Backend, Isolation, Level
from harness.sandbox.isolation.bubblewrap import (
    LEVEL_A,
    LEVEL_B,
    Bubblewrap,
    BubblewrapSandbox,
    create_bubblewrap,
    folders_below_usr,
)
from harness.sandbox.isolation.bubblewrap_command import supervisor_options
from harness.sandbox.isolation.sandbox_template import SandboxTemplate
from harness.sandbox.isolation.supervised_run import SupervisedRun
from harness.sandbox.isolation.supervisor_client import Supervisor
from harness.sandbox.isolation.supervisor_program import supervisor_program
from harness.sandbox.process_setup.environment import ENVIRONMENT, check_startable


class Supervised(Isolation):
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
        """Return the place of a run in its submission's sandbox; None if it belongs to no submission."""
        if not invocation.submission:
            return None
        check_startable(invocation.command[0], invocation.workdir, ENVIRONMENT["PATH"])
        return SupervisedRun(self, invocation)

    def prepare(self, submission: str) -> None:
        """Begin to start the sandbox of a submission, whose first run comes soon, if there is none."""
        with contextlib.suppress(JudgeError):  # that run begins again, and reports what is wrong; there may be none
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
        """Return the supervisor in a submission's sandbox, which is started if there is none."""
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
        """Return why a sandbox died that no program is to blame for; empty if none is known."""
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


def _backend(level: Level, *, use_cgroup: bool) -> Backend:
    def create(hidden_folders: Sequence[Path]) -> Supervised:
        return Supervised(create_bubblewrap(level, hidden_folders, use_cgroup=use_cgroup), hidden_folders)

    return Backend(level, create, preference=1)


BACKENDS = (_backend(LEVEL_A, use_cgroup=True), _backend(LEVEL_B, use_cgroup=False))
