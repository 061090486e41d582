"""One attempt at a case: the program run in a fresh copy, observed, and all that it is judged by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from harness.checkers import Context
from harness.checkers.text import checker_of
from harness.execute.build import Built
from harness.execute.reproduce import reproduce
from harness.execute.workspace import Workspace
from harness.files.scratch import make_way, read_bounded, regular_files
from harness.judge.judge import Expectation
from harness.judge.streams import answer
from harness.languages import languages
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.model.output import Output, Stored, read_output, whole
from harness.model.run import Run
from harness.plan.recipe import NoWay, expand_files
from harness.plan.toolchain import missing_tools
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.model import Attempt, Case
from harness.spec.validate import expectations


class Attempted(Struct, frozen=True):
    """One attempt at a case, observed and not yet judged."""

    case: Case
    """The case with the attempt's way to hand the input over."""
    seen: Observation
    expectation: Expectation
    reproduce: str


def attempt(
    assignment: Assignment,
    planned: PlannedCase,
    built: Built,
    workspace: Workspace,
    *,
    limits: ResolvedLimits | None = None,
    way: Attempt | None = None,
    number: int = 0,
) -> Attempted:
    """Run one attempt at a case: by default its first. A golden that is not there yet is None in the expectation.

    ``number`` is the run's, among several; a moving clock shows it as seconds.
    """
    limits = limits or limits_of(assignment, planned.case)
    way = way or next(iter(planned.case.attempts or ()), Attempt())
    case = _with_attempt(planned.case, way)
    stdin = assignment.content(case.stdin)
    clock = _clock(case, number)
    seen = workspace.once(
        planned.shared_run,
        (limits, way, number),
        lambda: _observe(assignment, case, built, workspace, limits, stdin, clock),
    )
    stdout = _for_functions(case, answer(case, seen))
    run = Run(stdout, seen.stderr, seen.exit, case.args, stdin, planned.values, seen.files)
    language = languages().get(assignment.spec.language)
    expectation = Expectation(
        planned if case is planned.case else replace(planned, case=case),
        limits,
        Context(run, assignment.functions),
        expected_texts(assignment, planned),
        language.crash(seen) if language else _any_crash(seen),
        tuple(built.intake.files),
        built.made,
    )
    return Attempted(case, seen, expectation, reproduce(assignment, case, built, seen.command))


def _for_functions(case: Case, stdout: Output) -> bytes:
    """What the functions of ``checks.py`` see of stdout; nothing of one that is too large to be held for nobody."""
    looked_at = case.across or any(checker_of(expected).names() for _, expected in expectations(case))
    return whole(stdout) if looked_at or not isinstance(stdout, Stored) else b""


def _any_crash(seen: Observation) -> str | None:
    return next((told for language in languages().values() if (told := language.crash(seen))), None)


def _with_attempt(case: Case, way: Attempt) -> Case:
    if way.args is None and way.stdin is None:
        return case
    args = case.args if way.args is None else way.args
    stdin = case.stdin if way.stdin is None else way.stdin
    return msgspec.structs.replace(case, args=args, stdin=stdin)


def expected_texts(assignment: Assignment, planned: PlannedCase) -> Mapping[str, Output | None]:
    """The expected bytes of every judged part: written in the spec, or read from its golden."""
    texts: dict[str, Output | None] = {}
    for part, expected in expectations(planned.case):
        checker = checker_of(expected)
        written = checker.written()
        texts[part] = None if written is None else written.encode()
        if checker.wants_golden():
            texts[part] = read_output(assignment.golden(planned.name, part))
    return texts


def limits_of(assignment: Assignment, case: Case, cpu_limit_s: float | None = None) -> ResolvedLimits:
    """The limits of a case: its own, the spec's, the harness's; a relative time begins with its floor."""
    limits = ResolvedLimits.of(case.limits, assignment.spec.limits)
    cpu = cpu_limit_s or (case.time[1] if case.time else limits.cpu)
    said = case.limits.wall or assignment.spec.limits.wall
    return replace(limits, cpu=cpu, wall=max(limits.wall, 3 * cpu) if case.time or not said else limits.wall)


_FROM_LOOK_TO_LOOK = 1_000_003
_FROM_RUN_TO_RUN = 61_234_567
"""Seconds by which a moving clock goes on."""


def _clock(case: Case, number: int) -> str:
    """The time that a run is shown: the same in every grading, moved on by each look at the clock; empty: the real one.

    The steps are large and uneven, as the simplest generators give neighbouring seeds nearly the same first numbers.
    """
    if case.clock == "real":
        return ""
    moment = datetime(2001, 1, 1, tzinfo=UTC) + timedelta(seconds=number * _FROM_RUN_TO_RUN)
    return f"@{moment:%Y-%m-%d %H:%M:%S} i{_FROM_LOOK_TO_LOOK},0"


def _observe(
    assignment: Assignment,
    case: Case,
    built: Built,
    workspace: Workspace,
    limits: ResolvedLimits,
    stdin: bytes,
    clock: str,
) -> Observation:
    """Run the case's command in a fresh copy; of several ways to start, the first that the kernel can start."""
    seen = Observation((), not_started="nothing says how it is started (is there a main program?)")
    for command in commands(case, built):
        with workspace.copy_of(built.folder or Path()) as (workdir, home):
            for name, given in case.files.items():
                make_way(workdir, name).write_bytes(assignment.content(given))
            try:
                words = expand_files(command, workdir)
            except NoWay as error:
                seen = Observation(command, not_started=str(error))
                continue
            wanted = ("*",) if case.cleans else (*case.produces, *(case.output_files or ()))
            invocation = Invocation(words, workdir, home, limits, stdin, case.dialogue, clock, wanted)
            seen = workspace.observe(invocation)
            if not seen.not_started:
                return _collected(seen, case, workdir, built, limits)
        lacking = missing_tools(command)
        if lacking:
            raise JudgeError(lacking)
    return seen


def _collected(seen: Observation, case: Case, workdir: Path, built: Built, limits: ResolvedLimits) -> Observation:
    """The observation with the files that the case asks for; a file that was there before holds no output."""
    made = [
        name for name in case.output_files or () if not _untouched(workdir / name, (built.folder or workdir) / name)
    ]
    names = (*case.produces, *made)
    files = {name: content for name in names if (content := read_bounded(workdir, name, limits.output)) is not None}
    left = tuple(regular_files(workdir)) if case.cleans else ()
    return replace(seen, files=files, left=left) if files or left else seen


def _untouched(after: Path, before: Path) -> bool:
    """Whether a file that was there before the run is still the same."""
    try:
        now, then = after.lstat(), before.lstat()
    except OSError:
        return False
    return (now.st_size, now.st_mtime_ns) == (then.st_size, then.st_mtime_ns)


def commands(case: Case, built: Built) -> Iterator[tuple[str, ...]]:
    """The ways to start the case's program, its arguments behind each."""
    names = {"{input}": next(iter(case.files), ""), "{output}": next(iter(case.output_files or ()), "")}
    for way in (case.run,) if case.run is not None else built.run:
        if any(mark in word for word in way for mark in names):
            yield tuple(
                word.replace("{input}", names["{input}"]).replace("{output}", names["{output}"]) for word in way
            )
        else:
            yield (*way, *case.args)
