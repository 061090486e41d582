"""The tools that students' programs are built and run with: what this machine has, lacks or lost of them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from functools import cache

from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import locate
from harness.languages import languages
from harness.model.finding import Finding
from harness.plan.packages import HARNESS_PACKAGES, install_command, language_tools, packages
from harness.spec.assignment import Assignment
from harness.spec.folder import SPEC_FILE

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
    return f"{' and '.join(removed)} went away while this ran; {_how_to_install(removed)}" if removed else ""


def _is_here(tool: str) -> bool:
    return shutil.which(tool, path=ENVIRONMENT["PATH"]) is not None


def tools_in(*commands: tuple[str, ...]) -> list[str]:
    """The tools that commands start with; a word with a slash or a placeholder is a file of the submission's."""
    words = [command[0] for command in commands if command]
    return list(dict.fromkeys(word for word in words if word and "/" not in word and not word.startswith("{")))


def missing_tools(*commands: tuple[str, ...], assignment: Assignment | None = None) -> str:
    """One line that names what is missing for these commands and how to install it; empty when all is there.

    ``assignment``: whose spec may have named them.
    """
    lacking = [tool for tool in tools_in(*commands) if locate(tool) is None]
    known = [tool for tool in lacking if install_command([tool])]
    unknown = [tool for tool in lacking if tool not in known]
    parts = [f"{' and no '.join(known)}; {_how_to_install(known)}"] if known else []
    parts += [f"{tool}{_named_by(tool, assignment)}; {_how_to_install([tool])}" for tool in unknown]
    return "; ".join(f"this machine has no {part}" for part in parts)


def lacking_tools(*commands: tuple[str, ...], assignment: Assignment | None = None) -> Finding | None:
    """The same as a finding, for a submission whose student chose the tools; None when all is there."""
    lacking = [tool for tool in tools_in(*commands) if locate(tool) is None]
    if not lacking:
        return None
    named = assignment is not None and any(tool in _named_in_spec(assignment) for tool in lacking)
    spec = f"{assignment.folder.parent.name}/{assignment.id}/{SPEC_FILE}" if assignment and named else ""
    return Finding.of("tools-missing", tools=lacking, command=install_command(lacking), spec=spec)


def _named_by(tool: str, assignment: Assignment | None) -> str:
    if assignment is None or tool not in _named_in_spec(assignment):
        return ""
    return f", which {assignment.folder.parent.name}/{assignment.id}/{SPEC_FILE} names"


def _how_to_install(tools: Iterable[str]) -> str:
    command = install_command(tools)
    return f"install it with: {command}" if command else "install it below /usr"


@cache
def version(tool: str) -> str | None:
    """The line in which a tool tells its version; None when it is not there. One of no list is not asked for it."""
    path = locate(tool)
    if path is None:
        return None
    if tool not in packages():
        return _UNKNOWN
    known = language_tools().get(tool)
    output = subprocess.run(
        [path, known.version_flag if known else "--version"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=ENVIRONMENT,
        timeout=60,
        check=False,
    ).stdout.decode(errors="replace")
    return next((line.strip() for line in output.splitlines() if any(map(str.isdigit, line))), _UNKNOWN)


def tools_of(assignment: Assignment) -> list[str]:
    """The tools that an assignment's recipes, cases and language take."""
    language = assignment.spec.language
    names = _USUAL_LANGUAGES if language == "any" else (language,)
    required = [tool.name for name in names for tool in languages()[name].tools if tool.required]
    return list(dict.fromkeys([*_named_in_spec(assignment), *required]))


def _named_in_spec(assignment: Assignment) -> list[str]:
    """The tools that the spec's own commands start with."""
    spec = assignment.spec
    commands = [command for recipe in spec.build for command in (*recipe.commands, *recipe.run)]
    commands += [attempt.command for recipe in spec.build for attempt in recipe.tries]
    commands += [planned.case.run for planned in assignment.cases if planned.case.run]
    return tools_in(*commands)
