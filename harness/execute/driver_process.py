"""One process of a driver, started in a copy of the submission."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from harness.drivers.base import Driver
from harness.execute.workspace import Workspace
from harness.files.scratch import copy_tree, read_bounded
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.plan.toolchain import missing_tools

_REPORT = "report.jsonl"
_LARGEST_REPORT = 16 * 1024**2


class DriverProcess(Struct, frozen=True):
    """A driver and what one process of it is started with."""

    driver: Driver
    requests: bytes
    """Its standard input: a line of JSON for each case."""
    limits: ResolvedLimits
    workspace: Workspace

    def run(self, prepared: Path) -> tuple[Observation, bytes]:
        """Run it in a fresh copy of the prepared submission; return the observation and the report."""
        with self.workspace.temporary() as (workdir, home):
            copy_tree(prepared, workdir)
            return self._run_in(workdir, home)

    def failure_alone(self) -> str | None:
        """Run it without a submission; return its last line on stderr when it fails, else None.

        Such a failure is our fault or the spec's. It must fail twice: a machine in trouble may kill it once, and
        that is no reason to spare the submission.
        """
        message = ""
        for _ in range(2):
            with self.workspace.temporary() as (workdir, home):
                if not self.driver.copy_driver(workdir):
                    return None
                observation = self._run_in(workdir, home)[0]
            if observation.exit in (0, None):
                return None
            message = " ".join(observation.stderr.decode(errors="replace").strip().splitlines()[-1:])
        return message

    def _run_in(self, workdir: Path, home: Path) -> tuple[Observation, bytes]:
        command = self.driver.start_command(workdir, f"{self.workspace.isolation.home_in_sandbox(home)}/{_REPORT}")
        invocation = Invocation(command, workdir, home, self.limits, self.requests, collect_home=(_REPORT,))
        observation = self.workspace.observe(invocation)
        if observation.not_started:
            raise JudgeError(missing_tools(command) or f"{command[0]} could not be started: {observation.not_started}")
        return observation, read_bounded(home, _REPORT, _LARGEST_REPORT) or b""
