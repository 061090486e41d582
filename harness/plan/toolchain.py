"""The tools that students' programs are built and run with: which of them are here, and which packages bring them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from functools import cache

from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import locate
from harness.languages import languages
from harness.languages.base import Tool
from harness.spec.assignment import Assignment

HARNESS_PACKAGES = {
    "bwrap": "bubblewrap",
    "faketime": "faketime",
    "patch": "patch",
    "prlimit": "util-linux",
    "setpriv": "util-linux",
}
"""Tools that the harness itself takes -> the Debian packages that bring them. Those of a language are in its module."""

OTHER_PACKAGES = {
    "Rscript": "r-base-core",
    "cargo": "cargo",
    "clang": "clang",
    "clang++": "clang",
    "clisp": "clisp",
    "cmake": "cmake",
    "dart": "dart",
    "elixir": "elixir",
    "erl": "erlang-base",
    "fpc": "fp-compiler",
    "gfortran": "gfortran",
    "ghc": "ghc",
    "go": "golang-go",
    "gnatmake": "gnat",
    "groovy": "groovy",
    "guile": "guile-3.0",
    "julia": "julia",
    "kotlinc": "kotlin",
    "mcs": "mono-mcs",
    "mono": "mono-runtime",
    "nim": "nim",
    "npm": "npm",
    "ocaml": "ocaml",
    "octave": "octave",
    "php": "php-cli",
    "racket": "racket",
    "runghc": "ghc",
    "rustc": "rustc",
    "sbcl": "sbcl",
    "scala": "scala",
    "scalac": "scala",
    "tclsh": "tcl",
    "ts-node": "ts-node",
    "tsc": "node-typescript",
}
"""Tools of no language here, which only a spec or a submission names -> the Debian packages that bring them."""

_USUAL_LANGUAGES = ("python", "java", "cpp")
"""Those that a machine must know where any language is allowed."""


@cache
def language_tools() -> dict[str, Tool]:
    """The tools of all languages by name."""
    return {tool.name: tool for language in languages().values() for tool in language.tools}


def packages() -> dict[str, str]:
    """Every tool that is known by name -> the Debian package that brings it."""
    return {tool.name: tool.package for tool in language_tools().values()} | HARNESS_PACKAGES | OTHER_PACKAGES


@cache
def initial_tools() -> frozenset[str]:
    """The tools that were here at the first call, before any grading."""
    return frozenset(tool for tool in (*language_tools(), *HARNESS_PACKAGES) if _is_here(tool))


def removed_tools() -> str:
    """One line on the tools that somebody has taken away since then; empty when all are there."""
    removed = sorted(tool for tool in initial_tools() if not _is_here(tool))
    if not removed:
        return ""
    return f"{' and '.join(removed)} went away while this ran; install it with: {_install(removed)}"


def _is_here(tool: str) -> bool:
    return shutil.which(tool, path=ENVIRONMENT["PATH"]) is not None


def missing_tools(*commands: tuple[str, ...]) -> str:
    """One line that names what is missing for these commands and how to install it; empty when all is there."""
    known = packages()
    lacking = [command[0] for command in commands if command and command[0] in known and locate(command[0]) is None]
    if not lacking:
        return ""
    return f"this machine has no {' and no '.join(dict.fromkeys(lacking))}; install it with: {_install(lacking)}"


def _install(tools: Iterable[str]) -> str:
    known = packages()
    return f"apt-get install {' '.join(dict.fromkeys(known[tool] for tool in tools))}"


@cache
def version(tool: str) -> str | None:
    """The line in which a tool tells its version; None when it is not there."""
    path = locate(tool)
    if path is None:
        return None
    known = language_tools().get(tool)
    output = subprocess.run(
        [path, known.version_flag if known else "--version"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=ENVIRONMENT,
        timeout=60,
        check=False,
    ).stdout.decode(errors="replace")
    return next((line.strip() for line in output.splitlines() if any(map(str.isdigit, line))), "unknown version")


def tools_of(assignment: Assignment) -> list[str]:
    """The tools that an assignment's recipes, cases and language take."""
    spec = assignment.spec
    commands = [command for recipe in spec.build for command in (*recipe.commands, *recipe.run)]
    commands += [attempt.command for recipe in spec.build for attempt in recipe.tries]
    commands += [planned.case.run for planned in assignment.cases if planned.case.run]
    named = [command[0] for command in commands if command and command[0] in packages()]
    names = _USUAL_LANGUAGES if spec.language == "any" else (spec.language,)
    required = [tool.name for name in names for tool in languages()[name].tools if tool.required]
    return list(dict.fromkeys([*named, *required]))
