"""How a submission is built and started: by the spec's recipes, the student's own file, or the language's usual way."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from harness.files.scratch import regular_files
from harness.languages import languages
from harness.languages.base import Language
from harness.model.errors import JudgeError, SpecError
from harness.model.patterns import matching
from harness.model.struct import Model
from harness.spec.assignment import Assignment
from harness.spec.convert import convert
from harness.spec.model import Recipe
from harness.spec.source import read

SUBMISSION_FILE = "submission.yaml"
Command = str | tuple[str, ...]


class OwnRecipe(Model, frozen=True):
    """What a submission may say of itself in ``submission.yaml``."""

    run: Command
    """A command line or an argument list; ``{input}`` and ``{output}`` become the names of the two files."""
    build: tuple[Command, ...] | str = ()
    """Command lines or argument lists, run one after the other."""
    language: str = ""
    """Ignored: the language is found by the files."""


_UNSUPPORTED_SUFFIXES = (
    ".adb", ".clj", ".cs", ".dart", ".erl", ".ex", ".exs", ".f", ".f90", ".fs", ".go", ".groovy", ".hs", ".jl", ".kt",
    ".lisp", ".lsp", ".m", ".ml", ".nim", ".pas", ".php", ".r", ".rkt", ".rs", ".scala", ".scm", ".swift", ".tcl",
    ".ts", ".vb", ".zig",
)  # fmt: skip
"""Suffixes of programs in languages that the harness does not know."""


class NoRecipe(Exception):
    """There is no way to build or start the submission; the message is for the student."""


def recipes(assignment: Assignment, workdir: Path) -> tuple[Recipe, ...]:
    """The ways to build and start the submission in ``workdir``, best first; NoRecipe when there is none."""
    spec = assignment.spec
    if has_own_recipe(assignment, workdir):
        return (_own_recipe(workdir),)
    if spec.build:
        return spec.build
    language, sources = find_language(spec.language, workdir)
    arguments = as_arguments(sources)
    recipe, fallbacks = language.recipe(arguments), language.fallback_recipes(arguments)
    return (recipe, *fallbacks, *_recipes_without_make(spec.language, language, workdir))


def has_own_recipe(assignment: Assignment, workdir: Path) -> bool:
    """Whether the spec allows a ``submission.yaml``, and the submission has one."""
    return assignment.spec.submission_file and (workdir / SUBMISSION_FILE).is_file()


def _recipes_without_make(name: str, chosen: Language, workdir: Path) -> tuple[Recipe, ...]:
    """The usual recipes of the sources' language, tried when the Makefile fails, so that it is charged only once."""
    if name != "any" or chosen.name != "make":
        return ()
    try:
        language, sources = find_language(name, workdir, excluding="make")
    except (NoRecipe, JudgeError):
        return ()
    arguments = as_arguments(sources)
    usual = (language.recipe(arguments), *language.fallback_recipes(arguments))
    return tuple(Recipe(commands=recipe.commands, run=(("{main}",),)) for recipe in usual)


def find_language(name: str, workdir: Path, excluding: str = "") -> tuple[Language, list[str]]:
    """The language that a submission is written in, and its source files; NoRecipe when there are none.

    Raises:
        JudgeError: when any language is allowed and the harness does not know this one.

    """
    paths = list(regular_files(workdir))
    allowed = list(languages().values()) if name == "any" else [languages()[name]]
    allowed = [language for language in allowed if language.name != excluding]
    matches = [(language, sources) for language in allowed if (sources := language.sources(workdir, paths))]
    unknown = [path for path in paths if path.lower().endswith(_UNSUPPORTED_SUFFIXES)]
    if not matches and name == "any" and unknown:
        # Any language is allowed: that the harness does not know this one is not the student's fault.
        raise JudgeError(f"nothing here knows how to start {unknown[0]}; say it in {SUBMISSION_FILE} (build, run)")
    if not matches:
        suffixes = ", ".join("*" + suffix for language in allowed for suffix in language.suffixes)
        raise NoRecipe(f"no file here is a program in {'a known language' if name == 'any' else name} ({suffixes})")
    return min(matches, key=lambda match: (match[0].rank, -len(match[1])))


def as_arguments(names: list[str]) -> list[str]:
    """Names of a student's files as arguments of a command that are not read as options (``-x``, ``@file``)."""
    return [f"./{name}" if name.startswith(("-", "@")) else name for name in names]


def expand_files(command: tuple[str, ...], workdir: Path) -> tuple[str, ...]:
    """Replace ``{files:*.java}`` in an argument list by the files that match; NoRecipe when none does."""
    words: list[str] = []
    for word in command:
        pattern = re.fullmatch(r"\{files:(.+)\}", word)
        if pattern is None:
            words.append(word)
            continue
        matches = matching(regular_files(workdir), pattern[1])
        if not matches:
            raise NoRecipe(f"there is no file {pattern[1]}")
        words += as_arguments(matches)
    return tuple(words)


def _own_recipe(workdir: Path) -> Recipe:
    try:
        own = convert(read(workdir / SUBMISSION_FILE), OwnRecipe)
    except SpecError as error:
        raise NoRecipe(str(error).replace(f"{workdir}/", "")) from None
    build = own.build if not isinstance(own.build, str) else (own.build,) if own.build.strip() else ()
    return Recipe(commands=tuple(map(_split, build)), run=(_split(own.run),))


def _split(command: Command) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command)) if isinstance(command, str) else command
    except ValueError as error:
        raise NoRecipe(f"{SUBMISSION_FILE}: {command!r} is no command line: {error}") from None
    if not words or not words[0] or any("\0" in word for word in words):
        raise NoRecipe(f"{SUBMISSION_FILE}: {command!r} is no command")
    return words
