"""Which tools the cases of an assignment need, known before any submission is there, and which this machine lacks."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from harness.language import languages
from harness.language.tools.packages import install_command, packages, tool_file
from harness.model.patterns import lazy_regex
from harness.spec.format.assignment import Assignment
from harness.spec.format.kinds import kind_of
from harness.spec.format.model import Case

_CALL_TOOLS = {
    "c": ("gcc", "g++", "ar", "nm", "readelf"),
    "cpp": ("g++", "ar", "nm"),
}
"""What calls take besides the language's own tools, or with them."""
_SHELLS = ("bash", "dash", "sh")
_COMMAND_ENDS = frozenset({"|", "||", "&", "&&", ";", "(", "|&"})
_SETTING = lazy_regex(r"[A-Za-z_]\w*=")
LONGEST_HEAD = 256


def case_tools(assignment: Assignment, case: Case) -> tuple[str, ...]:
    """The tools that a case of an assignment needs, each once: those of the build, where it needs one, come first."""
    build = build_tools(assignment) if needs_build(case) else ()
    return tuple(dict.fromkeys((*build, *own_tools(assignment, case))))


def needs_build(case: Case) -> bool:
    """Whether a case looks at what the build makes, and not only at what was handed in."""
    return kind_of(case).needs_build(case)


def build_tools(assignment: Assignment) -> tuple[str, ...]:
    """The tools that a submission is built and started with: of the spec's recipes, and of its language.

    Where any language is allowed, a submission chooses those of its language itself.
    """
    spec = assignment.spec
    commands = [command for recipe in spec.build for command in (*recipe.commands, *recipe.run)]
    commands += [attempt.command for recipe in spec.build for attempt in recipe.tries]
    return tuple(dict.fromkeys((*tools_in(*commands), *language_tools(spec.language))))


def own_tools(assignment: Assignment, case: Case) -> tuple[str, ...]:
    """The tools that a case needs besides those of the build."""
    return tuple(dict.fromkeys(_own_tools(assignment, case)))


def _own_tools(assignment: Assignment, case: Case) -> Iterator[str]:
    if case.run is not None:
        yield from tools_in(case.run)
    if case.sanitize == "valgrind":
        yield from ("valgrind", "prlimit")
    if case.clock != "real":
        yield "libfaketime"
    yield from kind_of(case).tools(assignment, case)


def tools_for_calls(language: str) -> tuple[str, ...]:
    """The tools that a driver of a language takes."""
    return (*language_tools(language), *_CALL_TOOLS.get(language, ()))


def language_tools(name: str) -> tuple[str, ...]:
    """The tools that a language takes; none if any language is allowed."""
    return () if name == "any" else tuple(tool.name for tool in languages()[name].tools if tool.required)


def interpreters(program: Path) -> Iterator[str]:
    """What starts an interactor: the tool that its first line names; Python's own is the harness's."""
    if program.suffix == ".py" or not program.is_file():
        return
    with program.open("rb") as file:
        yield from named_interpreters(file.read(LONGEST_HEAD))


def named_interpreters(head: bytes) -> list[str]:
    """The tools that the first line of a script names, ``#!/usr/bin/env ruby``; none if it is no such line."""
    line = head.partition(b"\n")[0].decode(errors="replace")
    first, *rest = line[2:].split() or [""]
    return tools_in((Path(first).name, *rest)) if line.startswith("#!") and first else []


def tools_in(*commands: tuple[str, ...]) -> list[str]:
    """The tools that commands start; a word with a slash or a placeholder is a file of the submission's.

    Of a text for a shell those are meant that some package is known to bring, as it may hold anything.
    """
    return list(dict.fromkeys(tool for command in commands for tool in _tools_of_command(command)))


def _tools_of_command(command: tuple[str, ...]) -> Iterator[str]:
    if not command or not command[0] or "/" in command[0] or command[0].startswith("{"):
        return
    yield command[0]
    if command[0] == "env":
        yield from _tools_of_command(tuple(_without_settings(command[1:])))
    elif command[0] in _SHELLS and command[1:2] == ("-c",):
        yield from _tools_of_text(" ".join(command[2:3]))
    elif command[0] == "python3" and command[1:2] == ("-m",) and " ".join(command[:3]) in packages():
        yield " ".join(command[:3])


def _without_settings(words: Iterable[str]) -> Iterator[str]:
    """The command after the variables and options of ``env``."""
    begun = False
    for word in words:
        begun = begun or not (_SETTING.match(word) or word.startswith("-"))
        if begun:
            yield word


def _tools_of_text(text: str) -> Iterator[str]:
    """The tools of known packages that stand where a shell would start a command."""
    lexer = shlex.shlex(text.replace("\n", " ; "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    begins = True
    try:
        for word in lexer:
            if begins and word in packages():
                yield word
            begins = word in _COMMAND_ENDS or (begins and _SETTING.match(word) is not None)
    except ValueError:
        return  # the shell will say what is wrong with its quotes


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
