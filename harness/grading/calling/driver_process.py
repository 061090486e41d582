"""One process of a driver, started in a copy of the submission, and what it used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.child_requests.driver_report import DriverReport, how_ended
from harness.grading.plan.recipe import NoRecipe, expand_files
from harness.grading.running.observe_case import fake_clock, read_file_left, start_commands
from harness.grading.workspace.workspace import Workspace
from harness.language.driver import FOLDER, Attempt, Driver, NotCallable
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.model.result import CallsReport
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Case

_REPORT = "report.jsonl"
_REQUESTS = f"{FOLDER}/requests"
_LARGEST_REPORT = 16 * 1024**2


class DriverProcess(Struct, frozen=True):
    """A driver and what one process of it is started with."""

    driver: Driver
    requests: bytes
    """A line of JSON for each case: its standard input, unless that is the calls' own."""
    limits: ResolvedLimits
    workspace: Workspace
    stdin: bytes | None = None
    """What the calls read; None: the process has no streams that are the calls' own."""
    files: Mapping[str, bytes] = {}
    """Files that lie in the folder while the calls are made."""
    case: Case | None = None
    """The case whose ``produces`` names files of the folder to keep, and whose clock is shown; None: neither."""

    def run(self, prepared: Path) -> tuple[Observation, bytes]:
        """Run it in a fresh copy of the prepared submission; return the observation and the report."""
        with self.workspace.temporary() as (workdir, home):
            copy_tree(prepared, workdir)
            for name, content in self.files.items():
                prepare_new_file(workdir, name).write_bytes(content)
            observation, report = self._run_in(workdir, home)
            names = self.case.produces if self.case else ()
            left = {name: read_file_left(workdir, name, self.case, self.limits) for name in names if self.case}
            files = {name: content for name, content in left.items() if content is not None}
            return (replace(observation, files=files) if files else observation), report

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
        if self.stdin is not None:
            prepare_new_file(workdir, _REQUESTS).write_bytes(self.requests)
        stdin = self.requests if self.stdin is None else self.stdin
        invocation = Invocation(
            command,
            workdir,
            home,
            self.limits,
            stdin,
            clock=fake_clock(self.case, 0) if self.case else "",
            collect=tuple(self.case.produces if self.case else ()),
            collect_home=(_REPORT,),
        )
        observation = self.workspace.observe(invocation)
        if observation.not_started:
            raise JudgeError(missing_tools(command) or f"{command[0]} could not be started: {observation.not_started}")
        return observation, read_bounded(home, _REPORT, _LARGEST_REPORT) or b""


def call_timings(
    finished: Mapping[int, CallsReport], observation: Observation, cpu_limits: Mapping[int, float]
) -> dict[int, Timing]:
    """Return the measurements of cases by index, as far as one process distinguishes them.

    A case that was ended at a limit used that much, and the others share the rest equally. The memory is that of the
    process, which all of them had.
    """
    late = {index: str(calls_report.end.get("limit", "")) for index, calls_report in finished.items()}
    at_limit = {index: cpu_limits[index] for index in finished if late[index] == "cpu"}
    cpu = _shares(observation.cpu_s, at_limit, finished)
    cpu |= {index: max(cpu[index], limit) for index, limit in at_limit.items()}  # whatever the kernel's clock says
    waited = {index: observation.wall_s for index in finished if late[index] == "wall"}
    wall = _shares(observation.wall_s, waited or {index: cpu[index] for index in finished if late[index]}, finished)
    return {index: Timing(cpu[index], wall[index], cpu_limits[index], memory=observation.memory) for index in finished}


def _shares(total: float, known: Mapping[int, float], indices: Mapping[int, object]) -> dict[int, float]:
    """Each index's share of a total: what is known about it, else an equal part of what is left."""
    if len(known) == len(indices):
        return dict.fromkeys(indices, total / len(indices)) if indices else {}
    taken = {index: min(share, total / len(known)) for index, share in known.items()}
    rest = (total - sum(taken.values())) / (len(indices) - len(known))
    return dict.fromkeys(indices, rest) | taken


def run_prepare_command(command: tuple[str, ...], workdir: Path, home: Path, workspace: Workspace) -> None:
    """Run a command that prepares a submission for its driver; NotCallable when it fails, unless it may."""
    missing_message = missing_tools(command)
    if missing_message:
        raise JudgeError(missing_message)
    observation = observe_build(command, workdir, ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS), workspace, home)
    if observation.exit is None or (observation.exit != 0 and not isinstance(command, Attempt)):
        message = (observation.stderr or read_whole(observation.stdout)).decode(errors="replace")[-3000:]
        raise NotCallable(message or f"{command[0]} failed")


def with_left(case: Case, calls_report: CallsReport, observation: Observation) -> CallsReport:
    """The report with what the process left beside it, where the case judges that."""
    if case.stderr is None and not observation.files:
        return calls_report
    return replace(calls_report, stderr=observation.stderr if case.stderr is not None else b"", files=observation.files)


def finish_interrupted_case(report: DriverReport, observation: Observation, pending: list[int]) -> None:
    """Finish the case that the driver was in when it ended; one that ends between two cases is just started again."""
    if not report.finished and report.current is None:
        report.current = pending[0]
    ended_by = observation.ended_by.value if observation.ended_by else None
    report.finish_current(how_ended(observation.signal, observation.exit, ended_by), {})


CommandOf = Callable[[Path, tuple[tuple[str, ...], ...], str], tuple[str, ...]]
"""The command by which a driver runs a program: of its folder, the ways to start it, and the report's path."""


def run_program(
    assignment: Assignment,
    case: Case,
    built: Built,
    workspace: Workspace,
    command_of: CommandOf,
    limits: ResolvedLimits,
    report: tuple[str, int],
) -> bytes:
    """Run the program of a case under a driver; its report, empty if there is none.

    ``report``: the name of its file, and how many bytes of it are read.
    """
    name, most = report
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or Path(), workdir)
        for path, content in case.files.items():
            prepare_new_file(workdir, path).write_bytes(assignment.content(content))
        try:
            ways = tuple(expand_files(way, workdir) for way in start_commands(case, built))
            command = command_of(workdir, ways, f"{workspace.isolation.home_in_sandbox(home)}/{name}")
        except (NotCallable, NoRecipe):
            return b""
        if missing_tools(command):
            return b""
        stdin, clock = assignment.content(case.stdin), fake_clock(case, 0)
        workspace.observe(Invocation(command, workdir, home, limits, stdin, clock=clock, collect_home=(name,)))
        return (read_bounded(home, name, most) or b"")[:most]
