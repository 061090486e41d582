"""The completion of commands, options, files and assignments for fish, which shtab does not know."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

ASSIGNMENTS = """\
function __grade_assignments
    set -l folder $PWD
    while test -n "$folder" -a ! -d "$folder/specs"
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
    for spec in $folder/specs/*/spec.yaml
        basename (dirname $spec)
    end
end
"""


def script(parser: argparse.ArgumentParser, values: Callable[[argparse.Action], str]) -> str:
    """Return the script for a program; ``values`` gives "file", "folder", "assignment" or "" for an argument."""
    program = parser.prog
    lines = [f"complete -c {program} -f", *_options(parser, (), program, values)]
    return "\n".join(lines) + "\n"


def _options(
    parser: argparse.ArgumentParser, above: tuple[str, ...], program: str, values: Callable[[argparse.Action], str]
) -> Iterator[str]:
    """Yield a line an option, argument and command, each with the condition under which it is offered."""
    for action in parser._actions:  # noqa: SLF001 - argparse names no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            yield from _commands(action, above, program, values)
        elif action.help != argparse.SUPPRESS:
            names = "".join(_flag(name) for name in action.option_strings)
            yield f"complete -c {program}{_condition(above, ())}{names}{_values(action, values(action))}{_help(action)}"


def _commands(
    action: argparse._SubParsersAction[argparse.ArgumentParser],
    above: tuple[str, ...],
    program: str,
    values: Callable[[argparse.Action], str],
) -> Iterator[str]:
    helps = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001 - as above
    for name, parser in action.choices.items():
        condition = _condition(above, tuple(action.choices))
        yield f"complete -c {program}{condition} -a {name} -d {_quoted(_plain(helps.get(name, '')))}"
        yield from _options(parser, (*above, name), program, values)


def _condition(above: tuple[str, ...], others: tuple[str, ...]) -> str:
    seen = [f"__fish_seen_subcommand_from {name}" for name in above]
    unseen = [f"not __fish_seen_subcommand_from {' '.join(others)}"] if others else []
    return f" -n {_quoted('; and '.join([*seen, *unseen]))}" if above or others else ""


def _flag(name: str) -> str:
    return f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"


def _values(action: argparse.Action, kind: str) -> str:
    """Return what may stand in the place of an argument, and that an option takes one."""
    takes = " -r" if action.option_strings and action.nargs != 0 else ""
    if action.choices is not None:
        return f"{takes} -a {_quoted(' '.join(map(str, action.choices)))}"
    offered = {
        "file": " -F",
        "folder": " -a '(__fish_complete_directories)'",
        "assignment": " -a '(__grade_assignments)'",
    }
    return takes + offered.get(kind, "")


def _help(action: argparse.Action) -> str:
    return f" -d {_quoted(_plain(action.help))}" if action.help else ""


def _plain(text: str) -> str:
    """Return the first line of a help text, short enough for a menu."""
    return " ".join(text.replace("%%", "%").split())[:70]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
