"""``harness completion SHELL``: a script with which a shell completes commands, options, files and assignments."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import shtab

SHELLS: Sequence[str] = ("bash", "zsh", "tcsh", "fish")

_ASSIGNMENTS = {"bash": "_grade_assignments", "zsh": "_grade_assignments", "tcsh": "`ls specs`"}
_PREAMBLE = {
    "bash": """\
_grade_assignments() {
  local folder=$PWD
  while [ ! -d "$folder/specs" ] && [ -n "$folder" ]; do folder=${folder%/*}; done
  local names=() spec
  for spec in "$folder"/specs/*/spec.yaml; do
    [ -e "$spec" ] && spec=${spec%/spec.yaml} && names+=("${spec##*/}")
  done
  compgen -W "${names[*]}" -- "$1"
}
""",
    "zsh": """\
_grade_assignments() {
  local folder=$PWD
  while [[ ! -d $folder/specs && -n $folder ]]; do folder=${folder%/*}; done
  local -a names=($folder/specs/*/spec.yaml(N:h:t))
  compadd -a names
}
""",
    "tcsh": "",
}
_FISH_ASSIGNMENTS = """\
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

_FILES = {"PATH", "FILE", "[FORMAT:]FILE"}
_FOLDERS = {"FOLDER"}
_IDS = {"ID", "ASSIGNMENT"}


def completion(shell: str, parsers: Sequence[argparse.ArgumentParser]) -> int:
    """Print the script for all the programs; return 0."""
    if shell == "fish":
        print(_FISH_ASSIGNMENTS + "".join(map(_fish_script, parsers)), end="")  # noqa: T201 - the command's output
        return 0
    scripts = []
    for parser in parsers:
        for action in _actions(parser):
            _complete(action)
        scripts.append(shtab.complete(parser, shell=shell, preamble=_PREAMBLE))  # type: ignore[arg-type]  # a text a shell, says its documentation
    print("\n".join(scripts), end="")  # noqa: T201 - the command's output
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001 - argparse names no other way
        yield action
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            for command in action.choices.values():
                yield from _actions(command)


def _complete(action: argparse.Action) -> None:
    """Say what is in the place of an argument."""
    known = {"file": shtab.FILE, "folder": shtab.DIRECTORY, "assignment": _ASSIGNMENTS}
    if kind := _kind(action):
        action.complete = known[kind]  # type: ignore[attr-defined]


def _kind(action: argparse.Action) -> str:
    """Return "file", "folder", "assignment" or "", by the word that the help has for an argument."""
    if action.metavar in _FILES:
        return "file"
    if action.metavar in _FOLDERS:
        return "folder"
    return "assignment" if action.metavar in _IDS else ""


def _fish_script(parser: argparse.ArgumentParser) -> str:
    """Return the script for a program, which shtab cannot write for fish."""
    lines = [f"complete -c {parser.prog} -f", *_options(parser, (), parser.prog)]
    return "\n".join(lines) + "\n"


def _options(parser: argparse.ArgumentParser, above: tuple[str, ...], program: str) -> Iterator[str]:
    """Yield a line an option, argument and command, each with the condition under which it is offered."""
    for action in parser._actions:  # noqa: SLF001 - argparse names no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            yield from _commands(action, above, program)
        elif action.help != argparse.SUPPRESS:
            names = "".join(_flag(name) for name in action.option_strings)
            yield f"complete -c {program}{_condition(above, ())}{names}{_values(action)}{_help(action)}"


def _commands(
    action: argparse._SubParsersAction[argparse.ArgumentParser], above: tuple[str, ...], program: str
) -> Iterator[str]:
    helps = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001 - as above
    for name, parser in action.choices.items():
        condition = _condition(above, tuple(action.choices))
        yield f"complete -c {program}{condition} -a {name} -d {_quoted(_plain(helps.get(name, '')))}"
        yield from _options(parser, (*above, name), program)


def _condition(above: tuple[str, ...], others: tuple[str, ...]) -> str:
    seen = [f"__fish_seen_subcommand_from {name}" for name in above]
    unseen = [f"not __fish_seen_subcommand_from {' '.join(others)}"] if others else []
    return f" -n {_quoted('; and '.join([*seen, *unseen]))}" if above or others else ""


def _flag(name: str) -> str:
    return f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"


def _values(action: argparse.Action) -> str:
    """Return what may be in the place of an argument, and that an option takes one."""
    takes = " -r" if action.option_strings and action.nargs != 0 else ""
    if action.choices is not None:
        return f"{takes} -a {_quoted(' '.join(map(str, action.choices)))}"
    offered = {
        "file": " -F",
        "folder": " -a '(__fish_complete_directories)'",
        "assignment": " -a '(__grade_assignments)'",
    }
    return takes + offered.get(_kind(action), "")


def _help(action: argparse.Action) -> str:
    return f" -d {_quoted(_plain(action.help))}" if action.help else ""


def _plain(text: str) -> str:
    """Return the first line of a help text, short enough for a menu."""
    return " ".join(text.replace("%%", "%").split())[:70]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
