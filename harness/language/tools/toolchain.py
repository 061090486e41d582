"""The tools that students' programs are built and run with: what this machine has, lacks or lost of them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from harness.language import languages
from harness.language.tools.case_tools import build_tools, case_tools, how_to_install, own_tools, shown_name, tools_in
from harness.language.tools.packages import (
    HARNESS_PACKAGES,
    PIP_PACKAGES,
    PYTEST,
    install_command,
    language_tools,
    packages,
    tool_file,
)
from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import SPEC_FILE
from harness.spec.format.model import Case

_PART = r"(?!\.\.?(?:/|$))[\w.$ ()+,=~-]+"
_PATH = lazy_regex(rf"(?:\./)?(?!-){_PART}(?:/{_PART})*", re.ASCII)
"""Paths below the folder; no leading ``@`` or ``-``, as a file of that name would be read as options."""
_HARMLESS_OPTIONS = {
    "java": lazy_regex(r"-proc:none|-nowarn|-g(?::none)?|-Xlint(?::[\w,-]+)?|-parameters|-deprecation"),
    "c": lazy_regex(r"-O[0-3sg]?|-std=[\w+]+|-W[\w=-]*|-w|-g\d?|-c|-pthread|-pedantic|-ansi|-I\.?|-l\w+"),
}
_OPTIONS_WITH_VALUE = {"java": {"-d", "-encoding", "--release", "-source", "-target"}, "c": {"-o"}}
_FAMILY = {"javac": "java", "gcc": "c", "g++": "c", "cc": "c", "c++": "c"}
_TIME_MACRO = lazy_regex(rb"__(?:DATE|TIME|TIMESTAMP)__")
_INSTALLED = (
    "/var/lib/dpkg/status", "/var/lib/rpm", "/usr/include", "/usr/local/include", "/usr/lib", "/usr/local/lib",
)  # fmt: skip
"""Paths that a system update changes: headers and libraries, which a compiler reads beside its sources."""


def only_compiles(command: tuple[str, ...]) -> bool:
    """Whether a command only compiles files of its folder: no option of it runs a program or reads elsewhere."""
    family = _FAMILY.get(command[0])
    words = iter(command[1:])
    for word in words:
        if family is None:
            return False
        if word in _OPTIONS_WITH_VALUE[family]:
            word = next(words, "")  # noqa: PLW2901 - the option's value is checked in its place
            if word != "." and not _PATH.fullmatch(word):
                return False
        elif not _HARMLESS_OPTIONS[family].fullmatch(word) and not _PATH.fullmatch(word):
            return False
    return family is not None


def is_reproducible(files: dict[str, bytes]) -> bool:
    """Whether compiling these files gives the same result at any time, and runs none of them.

    javac would run plug-ins and annotation processors that are named below ``META-INF/services``.
    """
    if any(path.startswith("META-INF/") or "/META-INF/" in path for path in files):
        return False
    return not any(_TIME_MACRO.search(content) for content in files.values())


@cache
def installation_id(tool: str) -> str:
    """Text that changes when another version of a tool is installed; empty when the tool is missing."""
    location = locate(tool)
    if location is None:
        return ""
    real = os.path.realpath(location)
    home = Path(real).parent.parent
    paths = (real, home / "release", home / "lib" / "modules", *_INSTALLED)
    return " ".join(f"{path}:{_size_and_time(path)}" for path in paths)


def _size_and_time(path: str | Path) -> str:
    try:
        status = Path(path).stat()
    except OSError:
        return "-"
    return f"{status.st_size}:{status.st_mtime_ns}"


_USUAL_LANGUAGES = ("python", "java", "cpp")
"""Those that a machine must know where any language is allowed."""
_UNKNOWN = "unknown version"


@cache
def initial_tools() -> frozenset[str]:
    """The tools that were here at the first call, before any grading."""
    return frozenset(tool for tool in (*language_tools(), *HARNESS_PACKAGES) if _is_here(tool))


def removed_tools(command: tuple[str, ...]) -> str:
    """One line on the tools, that of the command too, that somebody has taken away since then; empty when none."""
    named = {tool for tool in tools_in(command) if locate(tool) is not None}
    removed = sorted(tool for tool in initial_tools() | named if not _is_here(tool))
    return f"{' and '.join(removed)} went away while this ran; {how_to_install(removed)}" if removed else ""


def _is_here(tool: str) -> bool:
    return shutil.which(tool, path=ENVIRONMENT["PATH"]) is not None


def missing_tools(*commands: tuple[str, ...], assignment: Assignment | None = None) -> str:
    """One line that names what is missing for these commands and how to install it; empty when all is there.

    ``assignment``: whose spec may have named them.
    """
    return _lines_on(tools_in(*commands), assignment)


def missing_for_build(assignment: Assignment) -> str:
    """The same for all that a submission of an assignment is built and started with."""
    return _lines_on(build_tools(assignment), assignment)


def missing_for_case(assignment: Assignment, case: Case) -> str:
    """The same for what a case needs besides the build."""
    return _lines_on(own_tools(assignment, case), assignment)


def _lines_on(tools: Iterable[str], assignment: Assignment | None) -> str:
    lacking = [tool for tool in tools if tool_file(tool) is None]
    known = [tool for tool in lacking if install_command([tool])]
    unknown = [tool for tool in lacking if tool not in known]
    parts = [f"{' and no '.join(map(shown_name, known))}; {how_to_install(known)}"] if known else []
    parts += [f"{tool}{_named_by(tool, assignment)}; {how_to_install([tool])}" for tool in unknown]
    return "; ".join(f"this machine has no {part}" for part in parts)


def lacking_tools(*commands: tuple[str, ...], assignment: Assignment | None = None) -> Finding | None:
    """The same as a finding, for a submission whose student chose the tools; None when all is there."""
    lacking = [tool for tool in tools_in(*commands) if tool_file(tool) is None]
    if not lacking:
        return None
    named = assignment is not None and any(tool in _named_in_spec(assignment) for tool in lacking)
    spec = f"{assignment.folder.parent.name}/{assignment.id}/{SPEC_FILE}" if assignment and named else ""
    return Finding.of("tools-missing", tools=lacking, command=install_command(lacking), spec=spec)


def _named_by(tool: str, assignment: Assignment | None) -> str:
    if assignment is None or tool not in _named_in_spec(assignment):
        return ""
    return f", which {assignment.folder.parent.name}/{assignment.id}/{SPEC_FILE} names"


def version(tool: str) -> str | None:
    """The line in which a tool tells its version; None when it is not there. One of no list is not asked for it."""
    path = tool_file(tool)
    return None if path is None else _version_of(tool, path)


@cache
def _version_of(tool: str, path: str) -> str:
    """The same for a tool that is this file."""
    if tool not in packages() and tool not in PIP_PACKAGES:
        return _UNKNOWN
    if not os.access(path, os.X_OK) and tool != PYTEST:
        return Path(path).resolve().stem  # a library has its version in its name
    import subprocess  # noqa: PLC0415 - versions are known from before, mostly

    output = subprocess.run(
        _version_command(tool, path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=ENVIRONMENT,
        timeout=60,
        check=False,
    ).stdout.decode(errors="replace")
    return next((line.strip() for line in output.splitlines() if any(map(str.isdigit, line))), _UNKNOWN)


def _version_command(tool: str, path: str) -> tuple[str, ...]:
    known = language_tools().get(tool)
    start = (locate("python3") or "", *tool.split()[1:]) if tool == PYTEST else (path,)
    return (*start, known.version_flag if known else "--version")


def tools_of(assignment: Assignment) -> list[str]:
    """The tools that an assignment's recipes, cases and language take."""
    usual = _USUAL_LANGUAGES if assignment.spec.language == "any" else ()
    required = [tool.name for name in usual for tool in languages()[name].tools if tool.required]
    of_cases = [tool for planned in assignment.cases for tool in case_tools(assignment, planned.case)]
    return list(dict.fromkeys([*build_tools(assignment), *of_cases, *required]))


def _named_in_spec(assignment: Assignment) -> set[str]:
    """The tools that the spec's own commands start with."""
    spec = assignment.spec
    commands = [command for recipe in spec.build for command in (*recipe.commands, *recipe.run)]
    commands += [attempt.command for recipe in spec.build for attempt in recipe.tries]
    commands += [planned.case.run for planned in assignment.cases if planned.case.run]
    return {*tools_in(*commands)}
