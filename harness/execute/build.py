"""Build a submission: try the recipes in order, each in a fresh copy, until one works."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.execute.absolute_includes import resolve_absolute_includes
from harness.execute.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.execute.java_class_files import mend_class_files
from harness.execute.judge_requests import (
    FindNearNames,
    FindStartCommands,
    FindWays,
    commands_to_start,
    near_names_of,
    ways_to_build,
)
from harness.execute.mend_hand_in import leave_out_unit_tests, restore_numbered, restore_suffixes
from harness.execute.misnamed_functions import requires_functions
from harness.execute.missing_header import missing_header
from harness.execute.old_python import old_python
from harness.execute.source_places import with_source
from harness.execute.trial_start import try_start
from harness.execute.workspace import Workspace
from harness.files.scratch import copy_tree, prepare_new_file, regular_files
from harness.ingest.intake import Intake, copy_submission
from harness.ingest.limits import MAX_NOTES
from harness.ingest.unwrap import unwrap
from harness.judge.met_limits import limit_figures
from harness.languages import first_build_error
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.model.patterns import matches
from harness.model.place import Place
from harness.plan.recipe import BuildWays, NoRecipe, expand_files
from harness.plan.start_problem import mend_command, start_problem
from harness.plan.submission_file import NAME as SUBMISSION_FILE
from harness.plan.toolchain import lacking_tools, missing_tools, tools_of
from harness.spec.assignment import Assignment
from harness.spec.model import Recipe

_READ = 1 << 20
"""Bytes of a compiler's messages that are read."""


class FailedRecipe(Struct, frozen=True):
    """A recipe that did not build, and why."""

    clause: str | None
    problem: Finding
    observation: Observation | None = None
    """The command that failed."""
    review: Finding | None = None
    """Why a person has to look, where the student chose a tool that this machine lacks."""
    commands: tuple[tuple[str, ...], ...] = ()
    """The commands that were run, the one that failed last."""
    source: bytes = b""
    """The student's line with the first error, where the compiler names it and does not show it."""


class Built(Struct, frozen=True):
    """A submission as it stands after its build."""

    intake: Intake
    folder: Path | None
    """Where the built files are; None when no recipe worked."""
    failed: tuple[FailedRecipe, ...] = ()
    """The recipes that were tried and failed, in order."""
    run: tuple[tuple[str, ...], ...] = ()
    """The ways to start the program, best first."""
    commands: tuple[tuple[str, ...], ...] = ()
    """The commands that built it."""
    added_files: tuple[str, ...] = ()
    """The files that the build added."""
    kept_files: tuple[str, ...] = ()
    """The files handed in that the build left alone; one that it writes anew may also be taken away again."""
    near_names: Mapping[str, str] = {}
    """Required function that is missing -> the submission's function of a similar name, which is called instead."""
    own_recipe: bool = False
    """Whether it is built and run as the student said."""
    run_line: int = 0
    """The line of the student's own file that says how it is run; 0 where that was not followed."""
    review: Finding | None = None
    """Why a person has to look: the submission needs what this machine lacks. None: it can be judged."""
    staged: Path | None = None
    """Where the files are as they were before the build; None when no recipe worked."""


def build(
    assignment: Assignment, source: Path, workspace: Workspace, intake_notes: tuple[Finding, ...] | None = None
) -> Built:
    """Take the submission in and build it in ``workspace``.

    Args:
        assignment: the assignment that it answers.
        source: the folder or archive that was handed in.
        workspace: where scratch folders are made.
        intake_notes: the notes of an earlier intake that made ``source``; None when it is as it was handed in.

    Raises:
        JudgeError: when this machine lacks a tool or disk space.

    """
    staged = workspace.new("staged")
    unwrap_notes: list[Finding] = []
    if intake_notes is None:
        source, unwrap_notes = unwrap(source, assignment.spec.files.required, lambda: workspace.new("unpacked"))
    intake = copy_submission(source, staged, assignment.spec.files.ignored)
    intake.notes += [*(intake_notes or ()), *unwrap_notes]
    if not intake.files:
        return Built(intake, None, (FailedRecipe(None, Finding.of("not-handed-in")),))
    intake.notes += _first_notes(_mend(assignment, staged, intake))
    built = _build_staged(assignment, staged, intake, workspace)
    if built.folder is None and built.review is None:
        messages = [failure.observation.stderr for failure in built.failed if failure.observation is not None]
        if notes := _first_notes(mend_class_files(staged, intake, messages)):
            intake.notes += notes
            return _build_staged(assignment, staged, intake, workspace)
    return built


def _build_staged(assignment: Assignment, staged: Path, intake: Intake, workspace: Workspace) -> Built:
    """Build what was handed in, in the first way that works."""
    failed_recipes: list[FailedRecipe] = []
    ways = ways_to_build(workspace.judging, workspace.key, FindWays(assignment.id, staged))
    intake.notes += ways.notes
    if not ways.recipes:
        failed_recipes = [FailedRecipe(None, ways.problem)] if ways.problem else []
        return Built(intake, None, tuple(failed_recipes), review=ways.review)
    for way in ways.recipes:
        is_students = ways.is_students and way is ways.recipes[0]
        folder = workspace.new("built")
        copy_tree(staged, folder)
        run_recipe = _run_own_recipe if is_students else _run_usual_recipe
        recipe, failure = run_recipe(way, folder, ways, workspace, assignment)
        if failure is None:
            built = _as_built(assignment, intake, folder, recipe, workspace)
            run_line = ways.run_line if is_students else 0
            kept_files = tuple(name for name in intake.files if _is_untouched(folder / name, staged / name))
            return replace(
                built,
                failed=tuple(failed_recipes),
                kept_files=kept_files,
                own_recipe=is_students,
                run_line=run_line,
                staged=staged,
            )
        if failure.review:
            return Built(intake, None, review=failure.review)
        failed_recipes.append(_with_line(failure, folder, intake.files))
    if assignment.spec.language != "any":  # what the student's own Makefile starts is not among the recipes
        required = ((tool,) for tool in tools_of(assignment))
        if missing_message := missing_tools(*required, assignment=assignment):
            raise JudgeError(missing_message)
    return Built(intake, None, tuple(failed_recipes), review=_needs_review(assignment, failed_recipes))


def _with_line(failure: FailedRecipe, folder: Path, files: Collection[str]) -> FailedRecipe:
    """The failure with the student's line that it is about."""
    error = None if failure.observation is None else first_build_error(failure.observation.stderr[:_READ], files)
    return failure if error is None else replace(failure, source=with_source(error.where, folder).source)


def _first_notes(notes: Iterator[Finding]) -> list[Finding]:
    """The first notes, and how many there are besides: a source may hold thousands of what is mended."""
    first = list(islice(notes, MAX_NOTES))
    more = sum(1 for _ in notes)
    return [*first, Finding.of("more-notes", count=more)] if more else first


def _mend(assignment: Assignment, staged: Path, intake: Intake) -> Iterator[Finding]:
    """Mend what only the way of handing in did, and put the files there that the spec gives; yield notes."""
    yield from restore_suffixes(staged, intake, assignment.spec.files.required)
    yield from restore_numbered(staged, intake, assignment.spec.files.required)
    if not any(case.tests for case in assignment.spec.cases):
        yield from leave_out_unit_tests(staged, intake)
    for name, content in assignment.spec.given.items():
        prepare_new_file(staged, name).write_bytes(assignment.content(content))
    yield from resolve_absolute_includes(staged, intake.files, assignment.spec.given)


def _is_untouched(after: Path, before: Path) -> bool:
    """Whether a file is the same after the build, by size and modification time."""
    try:
        now, then = after.lstat(), before.lstat()
    except OSError:
        return False
    return (now.st_size, now.st_mtime_ns) == (then.st_size, then.st_mtime_ns)


def _needs_review(assignment: Assignment, failed_recipes: list[FailedRecipe]) -> Finding | None:
    """Return why a person has to look where nothing built: the machine lacks a header, or the student's language."""
    checks = (missing_header, old_python) if assignment.spec.language == "any" else (missing_header,)
    reviews = (check(failure.observation) for failure in failed_recipes for check in checks)
    return next(filter(None, reviews), None)


def _as_built(assignment: Assignment, intake: Intake, folder: Path, recipe: Recipe, workspace: Workspace) -> Built:
    """Return what a recipe that worked has made of a submission; add notes to the intake's."""
    files = tuple(intake.files)
    start = FindStartCommands(assignment.spec.language, recipe, folder, files)
    run = commands_to_start(workspace.judging, workspace.key, start)
    added_files = tuple(sorted(set(regular_files(folder)) - set(intake.files) - set(assignment.spec.given)))
    commands = tuple(expand_files(command, folder) for command in recipe.commands)
    near_names: dict[str, str] = {}
    if requires_functions(assignment.cases):
        near_names = near_names_of(workspace.judging, workspace.key, FindNearNames(assignment.id, folder, files))
    intake.notes += [Finding.of("near-name-called", function=name, near=near_names[name]) for name in near_names]
    return Built(intake, folder, run=run, commands=commands, added_files=added_files, near_names=near_names)


def _run_usual_recipe(
    recipe: Recipe, folder: Path, _ways: BuildWays, workspace: Workspace, assignment: Assignment
) -> tuple[Recipe, FailedRecipe | None]:
    """Run a recipe of the spec or of the language; return it, and why it does not work."""
    if review := _check_tools(recipe, assignment):
        return recipe, FailedRecipe(None, review, review=review)
    return recipe, _run_recipe(recipe, folder, workspace)


def _run_own_recipe(
    way: Recipe, folder: Path, ways: BuildWays, workspace: Workspace, _assignment: Assignment
) -> tuple[Recipe, FailedRecipe | None]:
    """Run the student's own recipe and start its program once.

    Return the recipe with its commands as they are meant, and why it does not work, with the line of that file.
    """
    build_line, run_line = (Place(path=SUBMISSION_FILE, line=line) for line in (ways.build_line, ways.run_line))
    recipe = replace(way, commands=tuple(mend_command(command, folder) for command in way.commands))
    if review := lacking_tools(*recipe.commands):
        return recipe, FailedRecipe(None, review, review=replace(review, where=build_line))
    failure = _run_recipe(recipe, folder, workspace)
    if failure is not None:
        return recipe, replace(failure, problem=replace(failure.problem, where=build_line))
    words = mend_command(way.run[0], folder)
    if review := lacking_tools(words):
        return recipe, FailedRecipe(None, review, review=replace(review, where=run_line))
    problem = start_problem(words, folder) or try_start(words, folder, workspace)
    command = words[2] if words[:2] == ("sh", "-c") else " ".join(words)
    recipe = replace(recipe, run=(words,))
    if problem is None:
        return recipe, None
    params = {**problem.params, "command": command, "reason": problem.kind}
    return recipe, FailedRecipe(None, Finding("", run_line, kind="not-startable", params=params))


def _check_tools(recipe: Recipe, assignment: Assignment) -> Finding | None:
    """Return why a person has to look, where this machine lacks a tool that the student chose; else None.

    Raises:
        JudgeError: when this machine lacks a tool that the spec or its language names.

    """
    check_commands = tuple(check.command for check in recipe.tries)
    commands = (*recipe.commands, *check_commands, *(recipe.run if len(recipe.run) == 1 else ()))
    missing_message = missing_tools(*commands, assignment=assignment)
    if missing_message and not assignment.spec.build and assignment.spec.language == "any":
        return lacking_tools(*commands, assignment=assignment)
    if missing_message:
        raise JudgeError(missing_message)
    return None


def _run_recipe(recipe: Recipe, folder: Path, workspace: Workspace) -> FailedRecipe | None:
    """Run the build commands and checks of a recipe; return its failure, or None when it worked."""
    done: list[tuple[str, ...]] = []
    for command in recipe.commands:
        failure = _run_command(command, recipe, folder, workspace, done)
        if failure is not None:
            return failure
    paths = list(regular_files(folder))
    for pattern in recipe.makes:
        if not any(matches(path, pattern) for path in paths):
            last = " ".join(recipe.commands[-1]) if recipe.commands else ""
            problem = Finding.of("build-made-no-file", command=last, file=pattern)
            return FailedRecipe(recipe.clause, problem, commands=tuple(done))
    for check in recipe.tries:
        failure = _run_command(check.command, recipe, folder, workspace, done)
        if failure is not None:
            return replace(failure, problem=Finding(check.told))
    return None


def _run_command(
    command: tuple[str, ...], recipe: Recipe, folder: Path, workspace: Workspace, done: list[tuple[str, ...]]
) -> FailedRecipe | None:
    """Run one command and add it to those that were run; return its failure, or None when it worked."""
    try:
        words = expand_files(command, folder)
    except NoRecipe as error:
        return FailedRecipe(recipe.clause, error.finding)
    done.append(words)
    limits = ResolvedLimits.resolve(recipe.limits, DEFAULT_BUILD_LIMITS)
    observation = observe_build(words, folder, limits, workspace)
    if observation.exit == 0:
        return None
    return FailedRecipe(recipe.clause, _failure(words, observation, limits), observation, commands=tuple(done))


def _failure(words: tuple[str, ...], observation: Observation, limits: ResolvedLimits) -> Finding:
    command = " ".join(words)
    if observation.not_started:
        return Finding.of("build-not-started", command=command, reason=observation.not_started)
    limit = observation.ended_by
    if limit is not None:
        figures = limit_figures(limit, observation, limits)
        return Finding.of(f"build-ended-at-{limit.value}", command=command, **figures)
    if observation.signal is not None:
        return Finding.of("build-killed", command=command, signal=observation.signal)
    return Finding.of("build-failed", command=command, status="None" if observation.exit is None else observation.exit)
