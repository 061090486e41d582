"""Which package brings a tool, and where the tool is on this machine."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from harness.language import languages
from harness.language.base import Tool
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate
from harness.sandbox.process_setup.fake_clock import find_library

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


JAR_FOLDER = Path("/usr/share/java")
"""Where Debian's packages put jars."""
_JARS = {
    "ASM": ("asm", "asm-tree", "asm-analysis"),
    JUNIT: ("junit-jupiter-engine", "junit-platform-console"),
}
_LINTERS = ("shellcheck", "checkstyle", "clang-tidy", *PIP_PACKAGES)
_FIND_MODULE = "import importlib.util, sys; print(getattr(importlib.util.find_spec(sys.argv[1]), 'origin', ''))"
_TIMEOUT_S = 60


def tool_file(tool: str) -> str | None:
    """The file that a tool is on this machine; None if it is not installed."""
    if tool in _JARS:
        jars = [JAR_FOLDER / f"{name}.jar" for name in _JARS[tool]]
        return str(jars[0]) if all(jar.is_file() for jar in jars) else None
    if tool == PYTEST:
        return _module_file(tool.rpartition(" ")[2])
    if tool == "libfaketime":
        library = find_library()
        return None if library is None else str(library)
    return linter_file(tool) if tool in _LINTERS else locate(tool)


def linter_file(tool: str) -> str | None:
    """A linter on the search path, else in the harness's own environment."""
    own = Path(sys.prefix) / "bin" / tool
    return shutil.which(tool, path=ENVIRONMENT["PATH"]) or (str(own) if own.is_file() else None)


def _module_file(name: str) -> str | None:
    """The file of a module of the machine's Python, which is not the one that runs this."""
    python = locate("python3")
    return None if python is None else _file_for(python, name)


@cache
def _file_for(python: str, name: str) -> str | None:
    import subprocess  # noqa: PLC0415 - few specs name a module

    command = (python, "-I", "-c", _FIND_MODULE, name)
    ended = subprocess.run(
        command, env=ENVIRONMENT, capture_output=True, stdin=subprocess.DEVNULL, timeout=_TIMEOUT_S, check=False
    )
    return ended.stdout.decode(errors="replace").strip() or None
