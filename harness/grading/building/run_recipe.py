"""Run a recipe: its commands, the files that it must make, a trial start of the program; say why it does not work."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import FailedRecipe
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.plan.recipe import BuildWays, NoRecipe, expand_files
from harness.grading.plan.start_problem import repair_command, start_problem
from harness.grading.verdicts.ending import limit_figures, start_refusal
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import BUILD_FAILED
from harness.language.tools.toolchain import lacking_tools, missing_tools
from harness.model.errors import MissingTool
from harness.model.finding import HINT, Finding, Place
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.patterns import matches
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, regular_files
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import SUBMISSION_FILE, BuildTest, Recipe

_TRIAL_LIMITS = ResolvedLimits(cpu=3.0, wall=5.0)
"""Enough for a program to begin; how it ends is of no matter here."""
_TRIAL_NAMES = {"{input}": "input.txt", "{output}": "output.txt"}

_READ = 1 << 16
"""Bytes of a check's output in which a word is looked for."""
_LONGEST_WORD = 80
"""Bytes of such a word that are shown."""


def try_start(command: tuple[str, ...], folder: Path, workspace: Workspace) -> Finding | None:
    """Start the program on an empty input; return why it did not even begin, or None when it did."""
    words = tuple(
        word.replace("{input}", _TRIAL_NAMES["{input}"]).replace("{output}", _TRIAL_NAMES["{output}"])
        for word in command
    )
    with workspace.temporary() as (workdir, home):
        copy_tree(folder, workdir)
        prepare_new_file(workdir, _TRIAL_NAMES["{input}"]).write_bytes(b"")
        refusal = start_refusal(workspace.observe(Invocation(words, workdir, home, _TRIAL_LIMITS)))
    return Finding.of("start-refused", text=refusal) if refusal else None


_COMMANDS_SHARE = 3 / 4
"""What one command may take of the budget: after one that hangs there is time for the usual way."""
_LEAST_S = 0.05
"""Seconds; with less than these left of the budget no command is started."""


class BuildBudget(Struct):
    """What all build commands of one submission may take together, however many they are."""

    cpu: float
    """CPU seconds in all."""
    wall: float
    """Elapsed seconds in all; those that a busy machine withheld do not count."""
    used_cpu: float = 0.0
    used_wall: float = 0.0

    @classmethod
    def of(cls, recipes: Iterable[Recipe] = ()) -> BuildBudget:
        """Return the budget of a build by these recipes of a spec, from the largest limits of a command."""
        resolved = [ResolvedLimits.resolve(recipe.limits, DEFAULT_BUILD_LIMITS) for recipe in recipes]
        resolved.append(ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS))
        cpu, wall = (max(getattr(limits, name) for limits in resolved) for name in ("cpu", "wall"))
        return cls(cpu / _COMMANDS_SHARE, wall / _COMMANDS_SHARE)

    def limits(self, limits: ResolvedLimits) -> ResolvedLimits:
        """Return the limits of the next command: its own, or what is left where that is less."""
        cpu, wall = self.cpu - self.used_cpu, self.wall - self.used_wall
        return (
            limits
            if cpu >= limits.cpu and wall >= limits.wall
            else replace(limits, cpu=min(cpu, limits.cpu), wall=min(wall, limits.wall))
        )

    def spend(self, observation: Observation) -> None:
        """Take what a command used from the budget."""
        self.used_cpu += observation.cpu_s
        self.used_wall += max(0.0, observation.wall_s - observation.starved_s)

    @property
    def spent(self) -> Limit | None:
        """The limit of the budget that is reached, if any."""
        if self.cpu - self.used_cpu < _LEAST_S:
            return Limit.CPU
        return Limit.WALL if self.wall - self.used_wall < _LEAST_S else None

    def problem(self, limit: Limit, words: tuple[str, ...]) -> Finding:
        """Return the finding on the command at which the budget ended."""
        seconds = self.cpu if limit is Limit.CPU else self.wall
        return Finding.of(f"build-over-budget-{limit.value}", command=" ".join(words), limit_s=seconds)


def run_usual_recipe(
    recipe: Recipe, folder: Path, _ways: BuildWays, workspace: Workspace, assignment: Assignment, budget: BuildBudget
) -> tuple[Recipe, FailedRecipe | None]:
    """Run a recipe of the spec or of the language; return it, and why it does not work."""
    if review := _check_tools(recipe, assignment):
        return recipe, FailedRecipe(None, review, review=review)
    return recipe, _run_recipe(recipe, folder, workspace, budget)


def run_own_recipe(
    way: Recipe, folder: Path, ways: BuildWays, workspace: Workspace, _assignment: Assignment, budget: BuildBudget
) -> tuple[Recipe, FailedRecipe | None]:
    """Run the student's own recipe and start its program once.

    Return the recipe with its commands as they are meant, and why it does not work, with the line of that file.
    """
    build_line, run_line = (Place(path=SUBMISSION_FILE, line=line) for line in (ways.build_line, ways.run_line))
    recipe = replace(way, commands=tuple(repair_command(command, folder) for command in way.commands))
    if review := lacking_tools(*recipe.commands):
        return recipe, FailedRecipe(None, review, review=replace(review, where=build_line))
    failure = _run_recipe(recipe, folder, workspace, budget)
    if failure is not None:
        return recipe, replace(failure, problem=replace(failure.problem, where=build_line))
    words = repair_command(way.run[0], folder)
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
        MissingTool: when this machine lacks a tool that the spec or its language names.

    """
    check_commands = tuple(check.command for check in recipe.tries)
    commands = (*recipe.commands, *check_commands, *(recipe.run if len(recipe.run) == 1 else ()))
    missing_message = missing_tools(*commands, assignment=assignment)
    if missing_message and not assignment.spec.build and assignment.spec.language == "any":
        return lacking_tools(*commands, assignment=assignment)
    if missing_message:
        raise MissingTool(missing_message)
    return None


def _run_recipe(recipe: Recipe, folder: Path, workspace: Workspace, budget: BuildBudget) -> FailedRecipe | None:
    """Run the build commands and checks of a recipe; return its failure, or None when it worked."""
    done: list[tuple[str, ...]] = []
    for command in recipe.commands:
        failure = _run_command(command, recipe, folder, workspace, budget, done)
        if failure is not None:
            return failure
    paths = list(regular_files(folder))
    for pattern in recipe.makes:
        if not any(matches(path, pattern) for path in paths):
            last = " ".join(recipe.commands[-1]) if recipe.commands else ""
            problem = Finding.of("build-made-no-file", command=last, file=pattern)
            return FailedRecipe(recipe.clause, problem, commands=tuple(done))
    for check in recipe.tries:
        failure = _run_command(check.command, recipe, folder, workspace, budget, done)
        if failure is not None:
            return replace(failure, problem=_unusable(check, failure.observation))
    return None


def _unusable(check: BuildTest, observation: Observation | None) -> Finding:
    """What a student reads where a check fails: its message, with the word of the output that it asks for."""
    streams = () if observation is None else (observation.stdout, observation.stderr)
    output = b"\n".join(bytes(stream[:_READ]) for stream in streams)
    words = output.partition(check.word_after.encode())[2].split(maxsplit=1) if check.word_after else []
    word = f": {words[0][:_LONGEST_WORD].decode(errors='replace')}" if words else ""
    return Finding(check.message + word, params={HINT: check.hint} if check.hint else {})


def _run_command(
    command: tuple[str, ...],
    recipe: Recipe,
    folder: Path,
    workspace: Workspace,
    budget: BuildBudget,
    done: list[tuple[str, ...]],
) -> FailedRecipe | None:
    """Run one command and add it to those that were run; return its failure, or None when it worked."""
    try:
        words = expand_files(command, folder)
    except NoRecipe as error:
        return FailedRecipe(recipe.clause, error.finding)
    if (spent := budget.spent) is not None:
        return FailedRecipe(recipe.clause, budget.problem(spent, words), commands=tuple(done))
    done.append(words)
    own_limits = ResolvedLimits.resolve(recipe.limits, DEFAULT_BUILD_LIMITS)
    limits = budget.limits(own_limits)
    observation = observe_build(words, folder, limits, workspace)
    budget.spend(observation)
    if observation.exit == 0:
        return None
    problem = _failure(words, observation, limits)
    if _ended_by_budget(observation, limits, own_limits):
        problem = budget.problem(observation.ended_by or Limit.WALL, words)
    return FailedRecipe(recipe.clause, problem, observation, commands=tuple(done))


def _ended_by_budget(observation: Observation, limits: ResolvedLimits, own_limits: ResolvedLimits) -> bool:
    """Whether a command was ended by what was left of the budget, and not by its own limit."""
    if observation.ended_by is Limit.CPU:
        return limits.cpu < own_limits.cpu
    return observation.ended_by is Limit.WALL and limits.wall < own_limits.wall


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
    return Finding.of(BUILD_FAILED, command=command, status="None" if observation.exit is None else observation.exit)
