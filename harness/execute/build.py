"""Building a submission: the recipes in their order, each in a fresh copy, until one works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.execute.compilation import USUAL, observe_build
from harness.execute.misnamed_functions import near_names
from harness.execute.workspace import Workspace
from harness.files.scratch import copy_tree, make_way, regular_files
from harness.ingest.intake import Intake, copy_submission
from harness.ingest.unwrap import unwrap
from harness.judge.limits import figure
from harness.model.errors import JudgeError
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.model.patterns import matches
from harness.plan.recipe import NoWay, as_words, expand_files, find_language, recipes
from harness.plan.toolchain import missing_tools, tools_of
from harness.spec.assignment import Assignment
from harness.spec.model import Recipe


class FailedRecipe(Struct, frozen=True):
    """A recipe that did not build, and why."""

    clause: str | None
    problem: str
    """One sentence for the student."""
    observation: Observation | None = None
    """The command that failed."""


class Built(Struct, frozen=True):
    """A submission as it stands after its build."""

    intake: Intake
    folder: Path | None
    """Where the built files are; None when no recipe worked."""
    failed: tuple[FailedRecipe, ...] = ()
    """The recipes that were tried in vain, in their order."""
    run: tuple[tuple[str, ...], ...] = ()
    """The ways to start the program, best first."""
    commands: tuple[tuple[str, ...], ...] = ()
    """What was run to build it."""
    made: tuple[str, ...] = ()
    """The files that the build added."""
    near: Mapping[str, str] = {}
    """Functions asked for and not there -> the submission's own of nearly that name, which is called in their place."""


def build(
    assignment: Assignment, source: Path, workspace: Workspace, intake_notes: tuple[str, ...] | None = None
) -> Built:
    """Take the submission in and build it below ``place``.

    Args:
        assignment: what was asked for.
        source: what was handed in.
        workspace: where to work.
        intake_notes: the notes of an earlier intake, by which ``source`` was made; None: it is as it was handed in.

    Raises:
        JudgeError: when this machine lacks a tool, or has no room.

    """
    staged = workspace.new("staged")
    note = ""
    if intake_notes is None:
        source, note = unwrap(source, assignment.spec.files.required, lambda: workspace.new("unpacked"))
    intake = copy_submission(source, staged, assignment.spec.files.ignored)
    intake.notes += [*(intake_notes or ()), *([note] if note else ())]
    if not intake.files:
        return Built(intake, None, (FailedRecipe(None, "nothing was handed in"),))
    for name, given in assignment.spec.given.items():
        make_way(staged, name).write_bytes(assignment.content(given))
    failed: list[FailedRecipe] = []
    try:
        ways = recipes(assignment, staged)
    except NoWay as error:
        return Built(intake, None, (FailedRecipe(None, str(error)),))
    for recipe in ways:
        folder = workspace.new("built")
        copy_tree(staged, folder)
        problem = _try(recipe, folder, workspace)
        if problem is None:
            run = tuple(_start(recipe, assignment, folder, intake))
            made = tuple(sorted(set(regular_files(folder)) - set(intake.files) - set(assignment.spec.given)))
            commands = tuple(expand_files(command, folder) for command in recipe.commands)
            near = near_names(assignment.cases, folder, intake.files)
            intake.notes += [f"{near[name]} is called in the place of {name}, which is not there" for name in near]
            return Built(intake, folder, tuple(failed), run, commands, made, near)
        failed.append(problem)
    if assignment.spec.language != "any" and (lacking := missing_tools(*((tool,) for tool in tools_of(assignment)))):
        raise JudgeError(lacking)  # what the student's own Makefile starts is not among the recipes
    return Built(intake, None, tuple(failed))


def _try(recipe: Recipe, folder: Path, workspace: Workspace) -> FailedRecipe | None:
    tries = tuple(one.command for one in recipe.tries)
    lacking = missing_tools(*recipe.commands, *tries, *(recipe.run[:1] if len(recipe.run) == 1 else ()))
    if lacking:
        raise JudgeError(lacking)
    for command in recipe.commands:
        failed = _failed(command, recipe, folder, workspace)
        if failed is not None:
            return failed
    paths = list(regular_files(folder))
    for pattern in recipe.makes:
        if not any(matches(path, pattern) for path in paths):
            last = " ".join(recipe.commands[-1]) if recipe.commands else "the build"
            return FailedRecipe(recipe.clause, f"{last} ended well but made no file {pattern}")
    for one in recipe.tries:
        failed = _failed(one.command, recipe, folder, workspace)
        if failed is not None:
            return replace(failed, problem=one.told)
    return None


def _failed(command: tuple[str, ...], recipe: Recipe, folder: Path, workspace: Workspace) -> FailedRecipe | None:
    """What comes of a command that fails."""
    try:
        words = expand_files(command, folder)
    except NoWay as error:
        return FailedRecipe(recipe.clause, str(error))
    limits = ResolvedLimits.of(recipe.limits, USUAL)
    seen = observe_build(words, folder, workspace.new("home"), limits, workspace)
    return None if seen.exit == 0 else FailedRecipe(recipe.clause, _why(words, seen, limits), seen)


def _why(words: tuple[str, ...], seen: Observation, limits: ResolvedLimits) -> str:
    shown = " ".join(words)
    if seen.not_started:
        return f"{shown} could not be started: {seen.not_started}"
    if seen.ended_by is not None:
        return f"{shown} was ended at its {seen.ended_by.value} limit: {figure(seen.ended_by, seen, limits)}"
    return f"{shown} failed " + (f"with exit status {seen.exit}" if seen.signal is None else f"by signal {seen.signal}")


def _start(recipe: Recipe, assignment: Assignment, folder: Path, intake: Intake) -> Iterator[tuple[str, ...]]:
    """The recipe's ways to start, ``{main}`` filled in where there is an entry point."""
    ways = recipe.run
    language, sources = None, list[str]()
    if not ways or any("{main}" in way for way in ways):
        try:
            language, sources = find_language(assignment.spec.language, folder)
        except NoWay:
            return
        sources = [name for name in sources if name in intake.files] or sources
    if not ways and language is not None:
        ways = language.recipe(as_words(sources)).run
    for way in ways:
        main = language.entry(folder, sources) if language is not None and "{main}" in way else ()
        if main is not None:
            yield tuple(word for one in way for word in (main if one == "{main}" else (one,)))
