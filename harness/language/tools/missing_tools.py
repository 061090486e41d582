"""The tools that this machine lacks for an assignment: which cases need them, and how they are installed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from harness.language.tools.case_tools import case_tools
from harness.language.tools.installed import tool_file
from harness.language.tools.packages import install_command
from harness.spec.format.assignment import Assignment

_NAMED = 3
"""So many cases are named."""


def lacking_by_case(assignment: Assignment) -> dict[str, tuple[str, ...]]:
    """Case -> the tools that it needs and this machine lacks; without the cases that lack none."""
    lacking: dict[str, tuple[str, ...]] = {}
    for planned in assignment.cases:
        missing = tuple(tool for tool in case_tools(assignment, planned.case) if tool_file(tool) is None)
        if missing:
            lacking[planned.name] = missing
    return lacking


def cases_by_tool(lacking: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """The same the other way round: tool -> the cases that need it."""
    by_tool: dict[str, list[str]] = {}
    for name, tools in lacking.items():
        for tool in tools:
            by_tool.setdefault(tool, []).append(name)
    return by_tool


def missing_tool_lines(assignment: Assignment) -> list[str]:
    """One line for each tool that is missing: who needs it, and how it is installed."""
    return [
        f"this machine has no {shown_name(tool)}, which {_counted(names, assignment)}; {how_to_install([tool])}"
        for tool, names in cases_by_tool(lacking_by_case(assignment)).items()
    ]


def _counted(names: list[str], assignment: Assignment) -> str:
    if len(names) == len(assignment.cases) > 1:
        return "all cases need"
    counted = "1 case needs" if len(names) == 1 else f"{len(names)} cases need"
    return f"{counted} ({shown_cases(names)})"


def shown_cases(names: list[str]) -> str:
    """The names of cases, the first few of many."""
    return ", ".join([*names[:_NAMED], *(["..."] if len(names) > _NAMED else [])])


def shown_name(tool: str) -> str:
    """A tool as people call it: a module of Python by its own name."""
    return tool.removeprefix("python3 -m ")


def how_to_install(tools: Collection[str]) -> str:
    """What to do to have these tools."""
    command = install_command(tools)
    return f"install it with: {command}" if command else "install it below /usr"
