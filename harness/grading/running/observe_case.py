"""Run a case's program once in a fresh copy, and gather everything that its observation is judged by."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.rebuild import sanitized, sanitized_command, sanitized_limits
from harness.grading.plan.recipe import NoRecipe, expand_files
from harness.grading.running.earlier_runs import earlier_cases, run_earlier
from harness.grading.running.reproduce import command_line, reproduce_run
from harness.grading.verdicts.judgement import Expectation
from harness.grading.verdicts.streams import answer
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers import Context, checker_of
from harness.judge.finding_kinds import NO_MAIN_PROGRAM
from harness.language.java.virtual_machine import has_vm_warning
from harness.language.tools.case_tools import LONGEST_HEAD, named_interpreters
from harness.language.tools.packages import install_command
from harness.language.tools.toolchain import lacking_tools, missing_tools
from harness.model.errors import JudgeError, NeedsReview
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import NO_FILE, Observation
from harness.model.output import StoredOutput
from harness.model.run import Run
from harness.sandbox.files.scratch import prepare_new_file, read_bounded, regular_files
from harness.sandbox.files.snapshot import is_untouched
from harness.sandbox.isolation.bubblewrap_command import SANDBOX_WORKDIR
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, InputWay

_NOT_FOUND = 127
"""The exit status of ``env`` and of a shell that find no such program."""


class ObservedCase(Struct, frozen=True):
    """One run of a case, observed and not yet judged."""

    case: Case
    """The case with the arguments and input of this run."""
    observation: Observation
    expectation: Expectation
    reproduce: str


def observe_case(
    assignment: Assignment,
    planned: PlannedCase,
    built: Built,
    workspace: Workspace,
    *,
    limits: ResolvedLimits | None = None,
    way: InputWay | None = None,
    number: int = 0,
) -> ObservedCase:
    """Run a case once, by default in its first way to hand the input over.

    The expectation is complete except for what takes time or the course's functions (see ``expectation.complete``).
    ``number`` is the index of the run among several; it
    moves the clock that the run is shown.
    """
    limits = limits or case_limits(assignment, planned.case)
    way = way or next(iter(planned.case.attempts or ()), InputWay())
    case = with_way(planned.case, way)
    built = sanitized(case, built, workspace)
    clock = fake_clock(case, number)

    def observe_now() -> Observation:
        now = replace(planned, case=case)
        if case.interactor:
            return _run_with_interactor(assignment, now, built, workspace, limits, clock)
        return _run_first_startable(assignment, now, built, limits, clock, workspace, workspace.observe)

    def observe_undisturbed() -> Observation:
        observation = observe_now()
        return (
            observe_now() if has_vm_warning(observation) else observation
        )  # again if the program itself writes such lines

    observation = workspace.observe_once(planned.shared_run, (limits, way, number), observe_undisturbed)
    if observation.of_earlier is not None:
        case = [*earlier_cases(case)][observation.of_earlier]
    stdin, stdout = assignment.content(case.stdin), answer(case, observation)
    if isinstance(stdout, StoredOutput):
        stdout = b""  # whoever reads it whole does so where that is bounded
    run = Run(stdout, observation.stderr, observation.exit, case.args, stdin, planned.values, observation.files)
    expectation = Expectation(
        planned if case is planned.case else replace(planned, case=case),
        limits,
        Context(run),
        {},
        submitted_files=built.kept_files,
        added_files=built.added_files,
        folder=built.folder,
    )
    return ObservedCase(
        case,
        observation,
        expectation,
        command_line(assignment, case.name, reproduce_run(assignment, case, built, observation)),
    )


def with_way(case: Case, way: InputWay) -> Case:
    """The case with the arguments and the input of one way to hand the input over."""
    if way.args is None and way.stdin is None:
        return case
    args = case.args if way.args is None else way.args
    stdin = case.stdin if way.stdin is None else way.stdin
    return msgspec.structs.replace(case, args=args, stdin=stdin)


def case_limits(assignment: Assignment, case: Case, cpu_limit_s: float | None = None) -> ResolvedLimits:
    """Return the limits of a case: its own, else the spec's, else the defaults; a relative time is its floor."""
    limits = ResolvedLimits.resolve(case.limits, assignment.spec.limits)
    cpu = cpu_limit_s or (case.time[1] if case.time else limits.cpu)
    wall_limit = case.limits.wall or assignment.spec.limits.wall
    wall = max(limits.wall, 3 * cpu) if case.time or not wall_limit else limits.wall
    return sanitized_limits(case, replace(limits, cpu=cpu, wall=wall))


_SECONDS_PER_LOOK = 1_000_003
_SECONDS_PER_RUN = 61_234_567
"""Seconds by which a moving clock advances."""


def fake_clock(case: Case, number: int) -> str:
    """Return the clock that a run is shown, as libfaketime writes it; empty for the real one.

    It is the same in every grading and advances with each look. The steps of a moving one are large and uneven, as
    simple random generators give neighbouring seeds nearly the same first numbers. A still one must move a little,
    or nobody can sleep; a wait with a timeout does not end by either, as libfaketime counts looks.
    """
    if case.clock == "real":
        return ""
    moment = datetime(2001, 1, 1, tzinfo=UTC) + timedelta(seconds=number * _SECONDS_PER_RUN)
    step = "0.000001" if case.clock == "still" else _SECONDS_PER_LOOK
    return f"@{moment:%Y-%m-%d %H:%M:%S} i{step},0"


def _run_first_startable(
    assignment: Assignment,
    planned: PlannedCase,
    built: Built,
    limits: ResolvedLimits,
    clock: str,
    workspace: Workspace,
    observe: Callable[[Invocation], Observation],
) -> Observation:
    """Run the case's program in a fresh copy, by the first of its start commands that the kernel can start."""
    case = planned.case
    observation = Observation((), not_started=NO_MAIN_PROGRAM)
    returned_files = ("*",) if case.cleans else (*case.produces, *(case.output_files or ()))
    is_written = bool(case.files or returned_files or case.before)
    for command in start_commands(case, built):
        with workspace.copy_of(built.folder or Path(), is_written=is_written) as (workdir, home):
            for name, content in case.files.items():
                prepare_new_file(workdir, name).write_bytes(assignment.content(content))
            try:
                words = sanitized_command(case, expand_files(command, workdir), limits)
            except NoRecipe as error:
                observation = Observation(command, not_started=NO_FILE + str(error.finding.params["file"]))
                continue
            any_prompt, stdin = bool(case.near_misses), assignment.content(case.stdin)
            invocation = Invocation(
                words, workdir, home, limits, stdin, case.dialogue, any_prompt, clock, returned_files
            )
            begin = partial(_run_in, assignment=assignment, built=built, workspace=workspace, place=invocation)
            stopped = case.before and run_earlier(planned, begin, limits, assignment, built, workspace)
            observation = stopped or observe(invocation)
            if observation.not_started or observation.exit == _NOT_FOUND:
                _check_interpreter(command, assignment, built)
            if not observation.not_started:
                return _with_files(_as_in_sandbox(observation, workdir), case, workdir, built, limits)
        check_tool(command, assignment, case, built)
    return observation


def _run_in(
    earlier: Case, assignment: Assignment, built: Built, workspace: Workspace, place: Invocation
) -> Observation:
    """Make an earlier run in the folder of the case's own; what it leaves there stays."""
    observation, stdin = Observation((), not_started=NO_MAIN_PROGRAM), assignment.content(earlier.stdin)
    for command in start_commands(earlier, built):
        words = sanitized_command(earlier, expand_files(command, place.workdir), place.limits)
        observation = workspace.observe(replace(place, command=words, stdin=stdin, collect=("*",)))
        if not observation.not_started:
            break
    return observation


def _run_with_interactor(
    assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace, limits: ResolvedLimits, clock: str
) -> Observation:
    """Run the case's program joined with its interactor, to which alone the input goes, in one pass or several."""
    from harness.grading.running import interactor  # noqa: PLC0415 - few cases have one

    case = planned.case
    expected = None if case.stdout is None else checker_of(case.stdout)
    file = expected.expected_file() if expected is not None else ""
    text = expected.expected_text() if expected is not None else None
    answer_text = (assignment.folder / file).read_bytes() if file else (text or "").encode()
    program = (assignment.folder / case.interactor).absolute()
    folder = interactor.new_partner_folder(workspace, assignment.content(case.stdin), answer_text)

    def observe(invocation: Invocation) -> Observation:
        return interactor.observe_with_partner(invocation, workspace, program, folder)

    def observe_pass() -> Observation:
        return _run_first_startable(assignment, planned, built, limits, clock, workspace, observe)

    statuses = case.exit if isinstance(case.exit, tuple) else (case.exit if isinstance(case.exit, int) else 0,)
    return interactor.observe_passes(folder, case.passes, statuses, observe_pass)


def check_tool(command: tuple[str, ...], assignment: Assignment, case: Case, built: Built) -> None:
    """Raise where this machine lacks the tool of a command.

    Raises:
        NeedsReview: when the student chose the tool.
        JudgeError: when the spec, a language or a driver names it.

    """
    if command[:1] and command[0] in built.intake.files:  # as {main} it is a file
        return
    missing_message = missing_tools(command, assignment=assignment)
    review = lacking_tools(command, assignment=assignment)
    if review is not None and case.run is None and (built.own_recipe or assignment.spec.language == "any"):
        raise NeedsReview(review)
    if missing_message:
        raise JudgeError(missing_message)


def _check_interpreter(command: tuple[str, ...], assignment: Assignment, built: Built) -> None:
    """Raise NeedsReview where the first line of a student's script names a known tool that this machine lacks."""
    if assignment.spec.language not in ("any", "script") or "/" not in command[0] or built.folder is None:
        return
    head = read_bounded(built.folder, command[0], LONGEST_HEAD) or b""
    known = [tool for tool in named_interpreters(head) if install_command([tool])]
    if (review := lacking_tools(*((tool,) for tool in known), assignment=assignment)) is not None:
        raise NeedsReview(review)


def _as_in_sandbox(observation: Observation, workdir: Path) -> Observation:
    """Name the run's folder on stderr as the strongest level does: a traceback is the same in every grading."""
    folder = os.fsencode(workdir)
    if folder not in observation.stderr:
        return observation
    return replace(observation, stderr=observation.stderr.replace(folder, SANDBOX_WORKDIR.encode()))


def _with_files(
    observation: Observation, case: Case, workdir: Path, built: Built, limits: ResolvedLimits
) -> Observation:
    """Add the files that the case judges; a file that is the same as before the run is not its output."""
    before = built.folder or workdir
    new_files = [name for name in case.output_files or () if not is_untouched(name, workdir, before)]
    names = (*case.produces, *new_files)
    files = {name: content for name in names if (content := read_file_left(workdir, name, case, limits)) is not None}
    left = tuple(regular_files(workdir)) if case.cleans else ()
    return replace(observation, files=files, files_left=left) if files or left else observation


def read_file_left(workdir: Path, name: str, case: Case, limits: ResolvedLimits) -> bytes | None:
    """Read a file that a run left; None if there is none. Whatever has the name counts for one that must not be."""
    content = read_bounded(workdir, name, limits.output)
    unwanted = name in case.produces and checker_of(case.produces[name]).accepts_missing()
    return b"" if content is None and unwanted and os.path.lexists(workdir / name) else content


def start_commands(case: Case, built: Built) -> Iterator[tuple[str, ...]]:
    """Yield the commands that may start the case's program, each with its arguments."""
    names = {"{input}": next(iter(case.files), ""), "{output}": next(iter(case.output_files or ()), "")}
    for way in (case.run,) if case.run is not None else built.run:
        if any(mark in word for word in way for mark in names):
            yield tuple(
                word.replace("{input}", names["{input}"]).replace("{output}", names["{output}"]) for word in way
            )
        else:
            yield (*way, *case.args)
