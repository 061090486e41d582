"""Which package brings a tool: the languages' own, the harness's, and those that only a spec or a submission names."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache

from harness.language import languages
from harness.language.base import Tool

HARNESS_PACKAGES = {
    "bwrap": "bubblewrap",
    "faketime": "faketime",
    "patch": "patch",
    "prlimit": "util-linux",
    "setpriv": "util-linux",
}
"""Tools that the harness itself takes -> the Debian packages that bring them. Those of a language are in its module."""

PYTEST = "python3 -m pytest"
"""The name of pytest as a module of the machine's Python."""
JUNIT = "JUnit 5"
"""The name of JUnit's jars."""
PIP_PACKAGES = ("ruff",)
"""Tools that pip brings, of no Debian package."""
OTHER_PACKAGES = {
    "ASM": "libasm-java",
    JUNIT: "junit5",
    "Rscript": "r-base-core",
    "ar": "binutils",
    "cargo": "cargo",
    "clang": "clang",
    "checkstyle": "checkstyle",
    "clang++": "clang",
    "clang-tidy": "clang-tidy",
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
    "libfaketime": "faketime",
    "mcs": "mono-mcs",
    "mono": "mono-runtime",
    "nim": "nim",
    "nm": "binutils",
    "npm": "npm",
    "ocaml": "ocaml",
    "octave": "octave",
    "php": "php-cli",
    PYTEST: "python3-pytest",
    "racket": "racket",
    "readelf": "binutils",
    "runghc": "ghc",
    "rustc": "rustc",
    "sbcl": "sbcl",
    "shellcheck": "shellcheck",
    "scala": "scala",
    "scalac": "scala",
    "tclsh": "tcl",
    "ts-node": "ts-node",
    "tsc": "node-typescript",
    "valgrind": "valgrind",
}
"""Tools of no language here, which only a spec or a submission names -> the Debian packages that bring them."""


@cache
def language_tools() -> dict[str, Tool]:
    """The tools of all languages by name."""
    return {tool.name: tool for language in languages().values() for tool in language.tools}


def packages() -> dict[str, str]:
    """Every tool that is known by name -> the Debian package that brings it."""
    return {tool.name: tool.package for tool in language_tools().values()} | HARNESS_PACKAGES | OTHER_PACKAGES


def install_command(tools: Iterable[str]) -> str:
    """The command that installs those of the tools whose packages are known; empty when there is none."""
    known = packages()
    wanted = list(tools)
    names = " ".join(dict.fromkeys(known[tool] for tool in wanted if tool in known))
    by_pip = " ".join(dict.fromkeys(tool for tool in wanted if tool in PIP_PACKAGES))
    commands = [f"apt-get install {names}"] if names else []
    commands += [f"{sys.executable} -m pip install {by_pip}"] if by_pip else []
    return " && ".join(commands)
