"""How a submission is built and started: the spec's recipes, the student's own file, or the language's usual way."""

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
    """Not needed; the language is seen from the files."""


_OTHERS = (
    ".adb", ".clj", ".cs", ".dart", ".erl", ".ex", ".exs", ".f", ".f90", ".fs", ".go", ".groovy", ".hs", ".jl", ".kt",
    ".lisp", ".lsp", ".m", ".ml", ".nim", ".pas", ".php", ".r", ".rkt", ".rs", ".scala", ".scm", ".swift", ".tcl",
    ".ts", ".vb", ".zig",
)  # fmt: skip
"""Endings of programs that nothing here knows how to start."""


class NoWay(Exception):
    """Nothing says how this submission is built or started; the text is for the student."""


def recipes(assignment: Assignment, workdir: Path) -> tuple[Recipe, ...]:
    """The ways to build and start what lies in ``box``, best first; NoWay when there is none."""
    spec = assignment.spec
    if has_own_recipe(assignment, workdir):
        return (_own(workdir),)
    if spec.build:
        return spec.build
    language, sources = find_language(spec.language, workdir)
    words = as_words(sources)
    return (language.recipe(words), *language.otherwise(words), *_without_make(spec.language, language, workdir))


def has_own_recipe(assignment: Assignment, workdir: Path) -> bool:
    """Whether the submission may say itself how it is built and run, and does."""
    return assignment.spec.submission_file and (workdir / SUBMISSION_FILE).is_file()


def _without_make(name: str, chosen: Language, workdir: Path) -> tuple[Recipe, ...]:
    """Where a Makefile fails the sources are built their language's usual way: one fault is charged once."""
    if name != "any" or chosen.name != "make":
        return ()
    try:
        language, sources = find_language(name, workdir, but="make")
    except (NoWay, JudgeError):
        return ()
    words = as_words(sources)
    ways = (language.recipe(words), *language.otherwise(words))
    return tuple(Recipe(commands=one.commands, run=(("{main}",),)) for one in ways)


def find_language(name: str, workdir: Path, but: str = "") -> tuple[Language, list[str]]:
    """The language that a submission is written in and its sources; NoWay when there are none.

    Raises:
        JudgeError: where any language is allowed and this one is not known here.

    """
    paths = list(regular_files(workdir))
    allowed = list(languages().values()) if name == "any" else [languages()[name]]
    allowed = [language for language in allowed if language.name != but]
    found = [(language, sources) for language in allowed if (sources := language.sources(workdir, paths))]
    unknown = [path for path in paths if path.lower().endswith(_OTHERS)]
    if not found and name == "any" and unknown:
        # Any language is right: that we do not know this one is our fault, not the student's.
        raise JudgeError(f"nothing here knows how to start {unknown[0]}; say it in {SUBMISSION_FILE} (build, run)")
    if not found:
        suffixes = ", ".join("*" + suffix for language in allowed for suffix in language.suffixes)
        raise NoWay(f"no file here is a program in {'a known language' if name == 'any' else name} ({suffixes})")
    return min(found, key=lambda one: (one[0].rank, -len(one[1])))


def as_words(names: list[str]) -> list[str]:
    """Names of a student's files as words of a command: none of them an option, or a file of options."""
    return [f"./{name}" if name.startswith(("-", "@")) else name for name in names]


def expand_files(command: tuple[str, ...], workdir: Path) -> tuple[str, ...]:
    """``{files:*.java}`` in an argument list becomes the files that match; NoWay when none does."""
    words: list[str] = []
    for word in command:
        pattern = re.fullmatch(r"\{files:(.+)\}", word)
        if pattern is None:
            words.append(word)
            continue
        found = matching(regular_files(workdir), pattern[1])
        if not found:
            raise NoWay(f"there is no file {pattern[1]}")
        words += as_words(found)
    return tuple(words)


def _own(workdir: Path) -> Recipe:
    try:
        own = convert(read(workdir / SUBMISSION_FILE), OwnRecipe)
    except SpecError as error:
        raise NoWay(str(error).replace(f"{workdir}/", "")) from None
    build = own.build if not isinstance(own.build, str) else (own.build,) if own.build.strip() else ()
    return Recipe(commands=tuple(map(_words, build)), run=(_words(own.run),))


def _words(command: Command) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command)) if isinstance(command, str) else command
    except ValueError as error:
        raise NoWay(f"{SUBMISSION_FILE}: {command!r} is no command line: {error}") from None
    if not words or not words[0] or any("\0" in word for word in words):
        raise NoWay(f"{SUBMISSION_FILE}: {command!r} is no command")
    return words
