"""The tools that students' programs are built and run with: where they are, and which package brings them."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache

from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import locate
from harness.spec.assignment import Assignment

PACKAGES = {
    "awk": "mawk",
    "bash": "bash",
    "bwrap": "bubblewrap",
    "cc": "gcc",
    "faketime": "faketime",
    "g++": "g++",
    "gcc": "gcc",
    "java": "default-jre-headless",
    "javac": "default-jdk-headless",
    "lua": "lua5.4",
    "make": "make",
    "node": "nodejs",
    "patch": "patch",
    "perl": "perl",
    "python3": "python3",
    "ruby": "ruby",
    "swipl": "swi-prolog-nox",
}
"""Tool -> the Debian package that brings it."""

BY_HAND = {
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
"""Tools of languages that are started only as a submission says itself, and the packages that bring them."""

_OURS = {"bwrap": "bubblewrap", "setpriv": "util-linux", "prlimit": "util-linux"}


@cache
def at_first() -> frozenset[str]:
    """The tools that were here when this was first asked, before any grading."""
    return frozenset(tool for tool in PACKAGES | _OURS if shutil.which(tool, path=ENVIRONMENT["PATH"]))


def gone() -> str:
    """One line on the tools that somebody has taken away since then; empty when all are there."""
    lost = sorted(tool for tool in at_first() if shutil.which(tool, path=ENVIRONMENT["PATH"]) is None)
    if not lost:
        return ""
    packages = " ".join(dict.fromkeys((PACKAGES | _OURS)[tool] for tool in lost))
    return f"{' and '.join(lost)} went away while this ran; install it with: apt-get install {packages}"


def missing(*commands: tuple[str, ...]) -> str:
    """One line that names what is missing for these commands and how to install it; empty when all is there."""
    known = PACKAGES | BY_HAND
    lacking = [command[0] for command in commands if command and command[0] in known and locate(command[0]) is None]
    if not lacking:
        return ""
    packages = " ".join(dict.fromkeys(known[tool] for tool in lacking))
    return f"this machine has no {' and no '.join(dict.fromkeys(lacking))}; install it with: apt-get install {packages}"


_OF_LANGUAGE = {"java": ("javac", "java"), "python": ("python3",), "cpp": ("g++",), "prolog": ("swipl",), "c": ("gcc",),
                "any": ("python3", "javac", "java", "g++")}  # fmt: skip

_VERSION_FLAGS = {"java": "-version", "javac": "-version", "perl": "-v"}


@cache
def version(tool: str) -> str | None:
    """The line in which a tool tells its version; None when it is not there."""
    path = locate(tool)
    if path is None:
        return None
    told = subprocess.run(
        [path, _VERSION_FLAGS.get(tool, "--version")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=ENVIRONMENT,
        timeout=60,
        check=False,
    ).stdout.decode(errors="replace")
    return next((line.strip() for line in told.splitlines() if any(map(str.isdigit, line))), "unknown version")


def tools_of(assignment: Assignment) -> list[str]:
    """The tools that an assignment's recipes, cases and language take."""
    spec = assignment.spec
    commands = [command for recipe in spec.build for command in (*recipe.commands, *recipe.run)]
    commands += [one.command for recipe in spec.build for one in recipe.tries]
    commands += [planned.case.run for planned in assignment.cases if planned.case.run]
    named = [command[0] for command in commands if command and command[0] in PACKAGES]
    return list(dict.fromkeys([*named, *_OF_LANGUAGE.get(spec.language, ())]))
