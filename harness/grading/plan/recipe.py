"""How a submission is built and started: by the spec's recipes, the student's own file, or the language's usual way."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.language import languages
from harness.language.base import Language
from harness.model.errors import NeedsReview
from harness.model.finding import Finding
from harness.model.patterns import matching
from harness.sandbox.files.scratch import read_bounded, regular_files
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import SUBMISSION_FILE, Recipe

if TYPE_CHECKING:
    from harness.grading.plan.submission_file import SubmissionFile


def start_commands_of(
    recipe: Recipe, language_name: str, folder: Path, files: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the recipe's start commands, with ``{main}`` replaced by the entry point if there is one."""
    ways = recipe.run
    language, sources = None, list[str]()
    if not ways or any("{main}" in way for way in ways):
        try:
            language, sources = find_language(language_name, folder)
        except (NoRecipe, NeedsReview):
            return
        sources = [name for name in sources if name in files] or sources
    if not ways and language is not None:
        ways = language.recipe(as_arguments(sources)).run
    for way in ways:
        main = language.entry_point(folder, sources) if language is not None and "{main}" in way else ()
        if main is not None:
            yield tuple(word for part in way for word in (main if part == "{main}" else (part,)))


_UNSUPPORTED_SUFFIXES = (
    ".adb", ".clj", ".cs", ".dart", ".erl", ".ex", ".exs", ".f", ".f90", ".f95", ".fs", ".go", ".groovy",
    ".hs", ".ipynb", ".jl", ".kt", ".lisp", ".lsp", ".m", ".ml", ".nim", ".pas", ".php", ".r", ".rkt", ".rs",
    ".scala", ".scm", ".swift", ".tcl", ".ts", ".vb", ".zig",
)  # fmt: skip
"""Suffixes of programs in languages that the harness does not know."""


class NoRecipe(Exception):
    """There is no way to build or start the submission."""

    def __init__(self, finding: Finding) -> None:
        """``finding``: why, for the student."""
        super().__init__(finding)
        self.finding = finding


class BuildWays(Struct, frozen=True):
    """The ways to build and start a submission."""

    recipes: tuple[Recipe, ...] = ()
    """Best first; none if ``problem`` or ``review`` says why."""
    notes: tuple[Finding, ...] = ()
    """What the student should know of the own ``submission.yaml``."""
    is_students: bool = False
    """Whether the first way is that of the student's own file."""
    build_line: int = 0
    """The line of its ``build``."""
    run_line: int = 0
    """The line of its ``run``."""
    problem: Finding | None = None
    """Why there is no way, for the student."""
    review: Finding | None = None
    """Why a person has to look: the student's choice is not known here."""


def find_ways(assignment: Assignment, workdir: Path) -> BuildWays:
    """Find out how what lies in ``workdir`` is built and started."""
    spec, notes = assignment.spec, list[Finding]()
    if spec.submission_file and (own := _own_file(workdir)) is not None:
        notes = [*own.notes, *own.problems]
        if own.run:
            own_way = Recipe(commands=own.build, run=(own.run,))
            ways = (own_way, *_usual_ways(assignment, workdir))
            return BuildWays(ways, tuple(notes), is_students=True, build_line=own.build_line, run_line=own.run_line)
        notes.append(Finding.of("usual-way-tried"))
    try:
        return BuildWays(recipes(assignment, workdir), tuple(notes))
    except NoRecipe as error:
        return BuildWays(notes=tuple(notes), problem=error.finding)
    except NeedsReview as error:
        return BuildWays(notes=tuple(notes), review=error.finding)


def _own_file(workdir: Path) -> SubmissionFile | None:
    """What the student's own file says; None if there is no such file."""
    if not os.path.lexists(workdir / SUBMISSION_FILE):
        return None
    from harness.grading.plan.submission_file import LARGEST, read_submission_file  # noqa: PLC0415 - few submissions have one

    content = read_bounded(workdir, SUBMISSION_FILE, LARGEST)
    return None if content is None else read_submission_file(content)


def _usual_ways(assignment: Assignment, workdir: Path) -> tuple[Recipe, ...]:
    """The usual recipes, for a submission whose own way may fail; none if there are none."""
    try:
        return recipes(assignment, workdir)
    except (NoRecipe, NeedsReview):
        return ()


def recipes(assignment: Assignment, workdir: Path) -> tuple[Recipe, ...]:
    """Return the recipes of the spec, else the usual ones of the language, best first.

    Raises:
        NoRecipe: when there is no program in an allowed language.
        NeedsReview: when any language is allowed and this one is not known here.

    """
    spec = assignment.spec
    if spec.build:
        return spec.build
    is_called = not starts_program(assignment)
    own_file = SUBMISSION_FILE if spec.submission_file else ""
    language, sources = find_language(spec.language, workdir, own_file=own_file, with_headers=is_called)
    arguments = as_arguments(sources)
    checks = language.check_recipes(arguments) if is_called else ()
    if checks and not any(planned.kind.looks_at_build for planned in assignment.cases):
        return checks
    recipe, fallbacks = language.recipe(arguments), language.fallback_recipes(arguments)
    return (recipe, *fallbacks, *_recipes_without_make(spec.language, language, workdir), *checks)


def starts_program(assignment: Assignment) -> bool:
    """Whether any case starts the program, so that it needs a ``main``."""
    return any(planned.kind.starts_program(planned.case) for planned in assignment.cases)


def _recipes_without_make(name: str, chosen: Language, workdir: Path) -> tuple[Recipe, ...]:
    """The usual recipes of the sources' language, tried when the Makefile fails, so that it is charged only once."""
    if name != "any" or chosen.name != "make":
        return ()
    try:
        language, sources = find_language(name, workdir, excluding="make")
    except (NoRecipe, NeedsReview):
        return ()
    arguments = as_arguments(sources)
    usual = (language.recipe(arguments), *language.fallback_recipes(arguments))
    return tuple(Recipe(commands=recipe.commands, run=(("{main}",),)) for recipe in usual)


def find_language(
    name: str, workdir: Path, excluding: str = "", *, own_file: str = "", with_headers: bool = False
) -> tuple[Language, list[str]]:
    """The language that a submission is written in, and its source files; NoRecipe when there are none.

    ``own_file``: where students may say how theirs is started, if the spec takes such a file. ``with_headers``: if
    there are no sources, headers are taken for them.

    Raises:
        NeedsReview: when any language is allowed and this one is not known here.

    """
    paths = list(regular_files(workdir))
    allowed = list(languages().values()) if name == "any" else [languages()[name]]
    allowed = [language for language in allowed if language.name != excluding]
    matches = [(language, sources) for language in allowed if (sources := language.sources(workdir, paths))]
    if not matches and with_headers:
        by_headers = [
            (language, [path for path in paths if path.endswith(language.header_suffixes)]) for language in allowed
        ]
        matches = [(language, headers) for language, headers in by_headers if headers]
    unknown = [path for path in paths if path.lower().endswith(_UNSUPPORTED_SUFFIXES)]
    if not matches and name == "any" and unknown:
        # Any language is allowed: that the harness does not know this one is not the student's fault.
        raise NeedsReview(Finding.of("language-unknown", file=unknown[0], own_file=own_file))
    if not matches:
        suffixes = ["*" + suffix for language in allowed for suffix in language.suffixes]
        raise NoRecipe(Finding.of("no-program", language=name, suffixes=suffixes))
    return min(matches, key=lambda match: (match[0].rank, -len(match[1])))


def as_arguments(names: list[str]) -> list[str]:
    """Names of a student's files as arguments of a command that are not read as options (``-x``, ``@file``)."""
    return [f"./{name}" if name.startswith(("-", "@")) else name for name in names]


def expand_files(command: tuple[str, ...], workdir: Path) -> tuple[str, ...]:
    """Replace ``{files:*.java}`` in an argument list by the files that match; NoRecipe when none does."""
    words: list[str] = []
    for word in command:
        pattern = re.fullmatch(r"\{files:(.+)\}", word) if word.startswith("{files:") else None
        if pattern is None:
            words.append(word)
            continue
        matches = matching(regular_files(workdir), pattern[1])
        if not matches:
            raise NoRecipe(Finding.of("no-such-file", file=pattern[1]))
        words += as_arguments(matches)
    return tuple(words)
