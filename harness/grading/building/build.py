"""Build a submission: try the recipes in order, each in a fresh copy, until one works."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from harness.course.ingest.archives.limits import MAX_NOTES
from harness.course.ingest.taking_in.copy_submission import Intake, copy_submission, unreadable_note
from harness.course.ingest.taking_in.unwrap import unwrap
from harness.grading.building.built import Built, FailedRecipe, given_files
from harness.grading.building.repair_hand_in import (
    leave_out_unit_tests,
    repair_class_files,
    resolve_absolute_includes,
    restore_numbered,
    restore_suffixes,
)
from harness.grading.building.run_recipe import BuildBudget, run_own_recipe, run_usual_recipe
from harness.grading.child_requests.crash_sources import FindOpenEnd
from harness.grading.child_requests.find_near_names import NearNames, requires_functions
from harness.grading.child_requests.source_requests import (
    FindNearNames,
    FindStartCommands,
    FindWays,
    ways_to_build,
)
from harness.grading.child_requests.submitted_sources import with_source
from harness.grading.plan.recipe import expand_files
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import NOT_HANDED_IN
from harness.language import first_build_error
from harness.language.diagnostics.unavailable import missing_header, old_python
from harness.language.tools.case_tools import needs_build
from harness.language.tools.toolchain import missing_for_build
from harness.model.errors import JudgeError, MissingTool
from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, regular_files
from harness.sandbox.files.snapshot import is_untouched
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Recipe

_READ = 1 << 20
"""Bytes of a compiler's messages that are read."""


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
    if (unreadable := unreadable_note(intake.notes)) is not None:  # nobody knows what is missing
        return Built(Intake(notes=intake.notes), None, review=unreadable)
    if not intake.files:
        return Built(intake, None, (FailedRecipe(None, Finding.of(NOT_HANDED_IN)),))
    intake.notes += _first_notes(_prepare_staged(assignment, staged, intake))
    budget = BuildBudget.of(assignment.spec.build)
    try:
        built = _build_staged(assignment, staged, intake, workspace, budget)
    except MissingTool as error:
        return _not_built(assignment, staged, intake, workspace, error)
    if built.folder is None and built.review is None:
        messages = [failure.observation.stderr for failure in built.failed if failure.observation is not None]
        if notes := _first_notes(repair_class_files(staged, intake, messages)):
            intake.notes += notes
            return _build_staged(assignment, staged, intake, workspace, budget)
    return built


def _not_built(assignment: Assignment, staged: Path, intake: Intake, workspace: Workspace, error: JudgeError) -> Built:
    """What was handed in, for the cases that need no build; the error if there is no such case."""
    if all(needs_build(planned.case) for planned in assignment.cases):
        raise error
    folder = workspace.new("built")
    copy_tree(staged, folder)
    return Built(intake, folder, staged=staged, missing_tools=str(error))


_NO_RETURN = lazy_regex(r"^missing return statement|\[-Werror=return-type\]$")
"""What compilers say of a function that may end without a return."""


def _build_staged(
    assignment: Assignment, staged: Path, intake: Intake, workspace: Workspace, budget: BuildBudget
) -> Built:
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
        run_recipe = run_own_recipe if is_students else run_usual_recipe
        recipe, failure = run_recipe(way, folder, ways, workspace, assignment, budget)
        if failure is None:
            built = _as_built(assignment, intake, folder, recipe, workspace)
            run_line = ways.run_line if is_students else 0
            kept_files = tuple(name for name in intake.files if is_untouched(name, folder, staged))
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
        failed_recipes.append(_with_line(failure, folder, intake.files, workspace))
    # where any language is allowed, what the student's own Makefile starts is not among the recipes
    missing_message = "" if assignment.spec.language == "any" else missing_for_build(assignment)
    if missing_message:
        raise MissingTool(missing_message)
    return Built(intake, None, tuple(failed_recipes), review=_needs_review(assignment, failed_recipes))


def _with_line(failure: FailedRecipe, folder: Path, files: Collection[str], workspace: Workspace) -> FailedRecipe:
    """The failure with the student's line that it is about."""
    error = None if failure.observation is None else first_build_error(failure.observation.stderr[:_READ], files)
    if error is None:
        return failure
    open_end = None
    if _NO_RETURN.search(error.error) is not None:
        open_end = workspace.judging.call_or(FindOpenEnd(folder, error.where), workspace.key, None)
    return replace(failure, source=with_source(error.where, folder).source, open_end=open_end)


def _first_notes(notes: Iterator[Finding]) -> list[Finding]:
    """The first notes, and how many there are besides: a source may hold thousands of repairs."""
    first = list(islice(notes, MAX_NOTES))
    more = sum(1 for _ in notes)
    return [*first, Finding.of("more-notes", count=more)] if more else first


def _prepare_staged(assignment: Assignment, staged: Path, intake: Intake) -> Iterator[Finding]:
    """Fix what only the way of handing in did, and put the files there that the spec gives; yield notes."""
    yield from restore_suffixes(staged, intake, assignment.spec.files.required)
    yield from restore_numbered(staged, intake, assignment.spec.files.required)
    yield from leave_out_unit_tests(staged, intake)
    given = given_files(assignment, intake.files)
    for name, content in given.items():
        prepare_new_file(staged, name).write_bytes(assignment.content(content))
    yield from resolve_absolute_includes(staged, intake.files, given)


def _needs_review(assignment: Assignment, failed_recipes: list[FailedRecipe]) -> Finding | None:
    """Return why a person has to look if nothing built: the machine lacks a header, or the student's language."""
    checks = (missing_header, old_python) if assignment.spec.language == "any" else (missing_header,)
    reviews = (check(failure.observation) for failure in failed_recipes for check in checks)
    return next(filter(None, reviews), None)


def _as_built(assignment: Assignment, intake: Intake, folder: Path, recipe: Recipe, workspace: Workspace) -> Built:
    """Return what a recipe that worked has made of a submission; add notes to the intake's."""
    files = tuple(intake.files)
    given = given_files(assignment, files)
    own_of_language = (name for name in given if name not in {*files, *assignment.spec.given})
    start = FindStartCommands(assignment.spec.language, recipe, folder, (*files, *own_of_language))
    run = workspace.judging.call_or(start, workspace.key, ())
    added_files = tuple(sorted(set(regular_files(folder)) - set(intake.files) - set(given)))
    commands = tuple(expand_files(command, folder) for command in recipe.commands)
    near_names = NearNames()
    if requires_functions(assignment.cases):
        request = FindNearNames(assignment.id, folder, files)
        near_names = workspace.judging.call_or(request, workspace.key, near_names)
    intake.notes += near_name_notes(near_names.chosen)
    return Built(intake, folder, run=run, commands=commands, added_files=added_files, near_names=near_names)


def near_name_notes(near_names: Mapping[str, str]) -> list[Finding]:
    """What a student reads of functions that are called in the place of required ones."""
    return [
        Finding.of("near-name-called", function=name, near=near)
        for name, near in near_names.items()
        if not name.endswith("?")
    ]
