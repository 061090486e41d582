"""Build a submission: try the recipes in order, each in a fresh copy, until one works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.execute.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.execute.judge_requests import (
    FindNearNames,
    FindStartCommands,
    FindWays,
    commands_to_start,
    near_names_of,
    ways_to_build,
)
from harness.execute.missing_header import missing_header
from harness.execute.workspace import Workspace
from harness.files.scratch import copy_tree, prepare_new_file, regular_files
from harness.ingest.intake import Intake, copy_submission
from harness.ingest.unwrap import unwrap
from harness.judge.met_limits import describe_limit
from harness.model.errors import JudgeError
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.model.patterns import matches
from harness.plan.recipe import NoRecipe, expand_files
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
    """The recipes that were tried and failed, in order."""
    run: tuple[tuple[str, ...], ...] = ()
    """The ways to start the program, best first."""
    commands: tuple[tuple[str, ...], ...] = ()
    """The commands that built it."""
    added_files: tuple[str, ...] = ()
    """The files that the build added."""
    near_names: Mapping[str, str] = {}
    """Required function that is missing -> the submission's function of a similar name, which is called instead."""
    own_recipe: bool = False
    """Whether the student said how it is built and run."""
    review: str = ""
    """Why a person has to look: the submission needs what this machine lacks. Empty: it can be judged."""


def build(
    assignment: Assignment, source: Path, workspace: Workspace, intake_notes: tuple[str, ...] | None = None
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
    note = ""
    if intake_notes is None:
        source, note = unwrap(source, assignment.spec.files.required, lambda: workspace.new("unpacked"))
    intake = copy_submission(source, staged, assignment.spec.files.ignored)
    intake.notes += [*(intake_notes or ()), *([note] if note else ())]
    if not intake.files:
        return Built(intake, None, (FailedRecipe(None, "nothing was handed in"),))
    for name, content in assignment.spec.given.items():
        prepare_new_file(staged, name).write_bytes(assignment.content(content))
    failed_recipes: list[FailedRecipe] = []
    ways = ways_to_build(workspace.judging, workspace.key, FindWays(assignment.id, staged))
    intake.notes += ways.notes
    if not ways.recipes:
        failed_recipes = [FailedRecipe(None, ways.problem)] if ways.problem else []
        return Built(intake, None, tuple(failed_recipes), review=ways.review)
    for recipe in ways.recipes:
        if review := _check_tools(recipe, assignment, intake.files, is_students=ways.is_students):
            return Built(intake, None, review=review)
        folder = workspace.new("built")
        copy_tree(staged, folder)
        failure = _run_recipe(recipe, folder, workspace)
        if failure is None:
            files = tuple(intake.files)
            start = FindStartCommands(assignment.spec.language, recipe, folder, files)
            run = commands_to_start(workspace.judging, workspace.key, start)
            added_files = tuple(sorted(set(regular_files(folder)) - set(intake.files) - set(assignment.spec.given)))
            commands = tuple(expand_files(command, folder) for command in recipe.commands)
            request = FindNearNames(assignment.id, folder, files)
            near_names = near_names_of(workspace.judging, workspace.key, request)
            intake.notes += [
                f"{near_names[name]} is called in the place of {name}, which is not there" for name in near_names
            ]
            return Built(
                intake, folder, tuple(failed_recipes), run, commands, added_files, near_names, ways.is_students
            )
        failed_recipes.append(failure)
    if assignment.spec.language != "any":  # what the student's own Makefile starts is not among the recipes
        required = ((tool,) for tool in tools_of(assignment))
        if missing_message := missing_tools(*required, assignment=assignment):
            raise JudgeError(missing_message)
    review = next(filter(None, (missing_header(failure.observation) for failure in failed_recipes)), "")
    return Built(intake, None, tuple(failed_recipes), review=review)


def _check_tools(recipe: Recipe, assignment: Assignment, files: Sequence[str], *, is_students: bool) -> str:
    """Return why a person has to look, where this machine lacks a tool that the student chose; else nothing.

    Raises:
        JudgeError: when this machine lacks a tool that the spec or its language names.

    """
    check_commands = tuple(check.command for check in recipe.tries)
    commands = (*recipe.commands, *check_commands, *(recipe.run if len(recipe.run) == 1 else ()))
    if is_students:
        return missing_tools(*(command for command in commands if command and command[0] not in files))
    missing_message = missing_tools(*commands, assignment=assignment)
    if missing_message and not assignment.spec.build and assignment.spec.language == "any":
        return missing_message
    if missing_message:
        raise JudgeError(missing_message)
    return ""


def _run_recipe(recipe: Recipe, folder: Path, workspace: Workspace) -> FailedRecipe | None:
    """Run the build commands and checks of a recipe; return its failure, or None when it worked."""
    for command in recipe.commands:
        failure = _run_command(command, recipe, folder, workspace)
        if failure is not None:
            return failure
    paths = list(regular_files(folder))
    for pattern in recipe.makes:
        if not any(matches(path, pattern) for path in paths):
            last = " ".join(recipe.commands[-1]) if recipe.commands else "the build"
            return FailedRecipe(recipe.clause, f"{last} ended well but made no file {pattern}")
    for check in recipe.tries:
        failure = _run_command(check.command, recipe, folder, workspace)
        if failure is not None:
            return replace(failure, problem=check.told)
    return None


def _run_command(command: tuple[str, ...], recipe: Recipe, folder: Path, workspace: Workspace) -> FailedRecipe | None:
    """Run one command; return its failure, or None when it worked."""
    try:
        words = expand_files(command, folder)
    except NoRecipe as error:
        return FailedRecipe(recipe.clause, str(error))
    limits = ResolvedLimits.resolve(recipe.limits, DEFAULT_BUILD_LIMITS)
    observation = observe_build(words, folder, workspace.new("home"), limits, workspace)
    if observation.exit == 0:
        return None
    return FailedRecipe(recipe.clause, _failure_message(words, observation, limits), observation)


def _failure_message(words: tuple[str, ...], observation: Observation, limits: ResolvedLimits) -> str:
    command = " ".join(words)
    if observation.not_started:
        return f"{command} could not be started: {observation.not_started}"
    if observation.ended_by is not None:
        limit = observation.ended_by
        return f"{command} was ended at its {limit.value} limit: {describe_limit(limit, observation, limits)}"
    how = f"with exit status {observation.exit}" if observation.signal is None else f"by signal {observation.signal}"
    return f"{command} failed {how}"
