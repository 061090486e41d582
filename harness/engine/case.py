"""Running one case of a built submission: every attempt in a fresh copy, each judged, the best one counts."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from harness.checkers import Context
from harness.checkers.text import checker_of
from harness.engine.build import Built
from harness.engine.place import Place
from harness.engine.result import CaseResult
from harness.judge.judge import Expectation, judge, look_at_built, over_time
from harness.languages import languages
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.model.observation import Observation
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.plan.recipe import NoWay, expand_files
from harness.plan.toolchain import missing
from harness.run.dialogue import observe_dialogue
from harness.run.invocation import Invocation
from harness.run.process import observe
from harness.run.scratch import copy_tree, read_bounded, regular_files
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.bounds import Bounds
from harness.spec.model import Attempt, Case, Given
from harness.spec.sound import expectations

_LONG = 200
"""Characters of an input that a command line still shows."""


def run_case(
    assignment: Assignment, planned: PlannedCase, built: Built, place: Place, cpu_limit: float | None = None
) -> CaseResult:
    """Run a case against a submission that was built.

    Args:
        assignment: whose case it is.
        planned: the case.
        built: the submission; its build has worked.
        place: where scratch folders go.
        cpu_limit: seconds, in place of the case's own limit; None while the reference was not measured.

    Raises:
        JudgeError: when our side cannot judge: a tool is missing, ``checks.py`` fails, there is no room.

    """
    case = planned.case
    if built.folder is None:
        raise ValueError("only a submission that was built can be run")
    if case.built:
        return CaseResult(
            look_at_built(case, {name: kind for name in case.built if (kind := _kind(built.folder / name))})
        )
    bounds = bounds_of(assignment, case, cpu_limit)
    results = []
    for way in case.attempts or (Attempt(),):
        results.append(_judged(attempt(assignment, planned, built, place, bounds=bounds, way=way)))
        if results[-1].judgement.verdict is Verdict.AC:
            return results[-1]
    return min(results, key=_distance)


def bounds_of(assignment: Assignment, case: Case, cpu_limit: float | None = None) -> Bounds:
    """The limits of a case: its own, the spec's, the harness's; a relative time begins with its floor."""
    bounds = Bounds.of(case.limits, assignment.spec.limits)
    cpu = cpu_limit or (case.time[1] if case.time else bounds.cpu)
    return replace(bounds, cpu=cpu, wall=max(bounds.wall, 3 * cpu))


def _distance(result: CaseResult) -> tuple[bool, bool, bool]:
    """How far from right an attempt was: nearly right first, then a plain wrong answer, then a crash."""
    judgement = result.judgement
    return not judgement.comparable, judgement.verdict is not Verdict.WA, result.over_time


def _kind(path: Path) -> str | None:
    if path.is_symlink() or not path.is_file():
        return None
    return "executable" if path.stat().st_mode & 0o100 else "file"


@dataclass(frozen=True)
class Attempted:
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
    place: Place,
    *,
    bounds: Bounds | None = None,
    way: Attempt | None = None,
) -> Attempted:
    """Run one attempt at a case: by default its first. A golden that is not there yet is None in the expectation."""
    bounds = bounds or bounds_of(assignment, planned.case)
    case = _with_attempt(planned.case, way or next(iter(planned.case.attempts or ()), Attempt()))
    stdin = assignment.content(case.stdin)
    seen = _observe(assignment, case, built, place, bounds, stdin)
    run = Run(seen.stdout, seen.stderr, seen.exit, case.args, stdin, planned.values, seen.files)
    language = languages().get(assignment.spec.language)
    expectation = Expectation(
        replace(planned, case=case),
        bounds,
        Context(run, assignment.functions),
        expected_texts(assignment, planned),
        language.crash(seen) if language else _any_crash(seen),
        tuple(built.intake.files),
        built.made,
    )
    return Attempted(case, seen, expectation, reproduce(assignment, case, built, seen.command))


def _judged(attempted: Attempted) -> CaseResult:
    seen, expectation = attempted.seen, attempted.expectation
    try:
        judgement = judge(seen, expectation)
    except Exception as error:
        text = f"a function of checks.py failed: {type(error).__name__}: {error}"
        raise JudgeError(f"{expectation.planned.place}: {text}") from error
    timing = Timing(seen.cpu_s, seen.wall_s, expectation.bounds.cpu, memory=seen.memory)
    return CaseResult(judgement, timing, attempted.reproduce, over_time(seen, expectation.bounds))


def _any_crash(seen: Observation) -> str | None:
    return next((told for language in languages().values() if (told := language.crash(seen))), None)


def _with_attempt(case: Case, way: Attempt) -> Case:
    args = case.args if way.args is None else way.args
    stdin = case.stdin if way.stdin is None else way.stdin
    return msgspec.structs.replace(case, args=args, stdin=stdin)


def expected_texts(assignment: Assignment, planned: PlannedCase) -> Mapping[str, bytes | None]:
    """The expected bytes of every judged part: written in the spec, or read from its golden."""
    texts: dict[str, bytes | None] = {}
    for part, expected in expectations(planned.case):
        checker = checker_of(expected)
        written = checker.written()
        texts[part] = None if written is None else written.encode()
        if checker.wants_golden():
            golden = assignment.golden(planned.name, part)
            texts[part] = golden.read_bytes() if golden.is_file() else None
    return texts


def _observe(
    assignment: Assignment, case: Case, built: Built, place: Place, bounds: Bounds, stdin: bytes
) -> Observation:
    """Run the case's command in a fresh copy; of several ways to start, the first that the kernel can start."""
    seen = Observation((), not_started="nothing says how it is started (is there a main program?)")
    for command in commands(case, built):
        with place.temporary() as (box, home):
            copy_tree(built.folder or "", box)
            for name, given in case.files.items():
                (box / name).parent.mkdir(parents=True, exist_ok=True)
                (box / name).write_bytes(assignment.content(given))
            try:
                words = expand_files(command, box)
            except NoWay as error:
                seen = Observation(command, not_started=str(error))
                continue
            invocation = Invocation(words, box, home, bounds, stdin, case.dialogue)
            seen = (observe_dialogue if case.dialogue else observe)(invocation, place.isolation)
            if not seen.not_started:
                return _collected(seen, case, box, bounds)
        lacking = missing(command)
        if lacking:
            raise JudgeError(lacking)
    return seen


def _collected(seen: Observation, case: Case, box: Path, bounds: Bounds) -> Observation:
    """The observation with the files that the case asks for."""
    names = (*case.produces, *(case.output_files or ()))
    files = {name: content for name in names if (content := read_bounded(box, name, bounds.output)) is not None}
    left = tuple(regular_files(box)) if case.cleans else ()
    return replace(seen, files=files, left=left) if files or left else seen


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


def reproduce(assignment: Assignment, case: Case, built: Built, command: tuple[str, ...]) -> str:
    """A shell command that does by hand, in the submission's folder, what the case did."""
    steps = [shlex.join(words) for words in built.commands] if case.run is None or case.cleans else []
    for name, given in case.files.items():
        steps.append(f"{_source(assignment, given)} > {shlex.quote(name)}")
    start = shlex.join(command)
    if case.stdin is not None and not case.dialogue:
        start = f"{_source(assignment, case.stdin)} | {start}"
    return " && ".join([*steps, start])


def _source(assignment: Assignment, given: str | Given) -> str:
    content = assignment.content(given)
    escaped = (
        content.decode(errors="replace").encode("unicode_escape").decode().replace("'", r"\x27").replace("%", "%%")
    )
    if isinstance(given, Given) and given.file is not None and len(escaped) > _LONG:
        return f"cat {shlex.quote(str(assignment.folder / given.file))}"
    return f"printf '{escaped}'"
