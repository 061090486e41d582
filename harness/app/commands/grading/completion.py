"""``harness completion SHELL``: a script with which a shell completes commands, options, files and assignments."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import shtab

_ASSIGNMENTS = {
    "bash": "_grade_assignments",
    "zsh": "_grade_assignments",
    "tcsh": "`ls specs`",
    "fish": "(__grade_assignments)",
}
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
    "fish": """\
function __grade_assignments
    set -l folder $PWD
    while test -n "$folder" -a ! -d "$folder/specs"
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
    for spec in $folder/specs/*/spec.yaml
        basename (dirname $spec)
    end
end
""",
}

_FILES = {"PATH", "FILE", "[FORMAT:]FILE"}
_FOLDERS = {"FOLDER"}
_IDS = {"ID", "ASSIGNMENT"}


def completion(shell: str, parsers: Sequence[argparse.ArgumentParser]) -> int:
    """Print the script for all the programs; return 0."""
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
    """Say what is in the place of an argument, by the word that the help has for it."""
    known = (_FILES, shtab.FILE), (_FOLDERS, shtab.DIRECTORY), (_IDS, _ASSIGNMENTS)
    for words, completed in known:
        if action.metavar in words:
            action.complete = completed  # type: ignore[attr-defined]
