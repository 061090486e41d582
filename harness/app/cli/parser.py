"""The parser of command lines, whose errors are one line that names what was meant, and options that commands share."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from harness.model.errors import UsageError, nearest

_LIKENESS = 0.6


class CommandLineParser(argparse.ArgumentParser):
    """An ``ArgumentParser`` whose errors teach; its subparsers are of this class too."""

    words: Sequence[str] = ()
    """What is being parsed."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, and keep the words for messages."""
        self.words = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Print one line and end with exit status 2."""
        program, line = _explained(self, message)
        self.exit(2, f"{program}: {line}\n")


def _explained(parser: CommandLineParser, message: str) -> tuple[str, str]:
    """The program with its command, and what is wrong."""
    chosen = _chosen(parser, parser.words)
    options = list(_options(parser, chosen))
    unknown = next(_unknown_options(message, parser.words, options), None)
    help_line = f"{chosen.prog} --help lists them"
    if unknown is not None:
        near = nearest(unknown, options, _LIKENESS)
        return chosen.prog, f"there is no option {unknown}; " + (f"did you mean {near}?" if near else help_line)
    choice = re.match(r"argument (.+?): invalid choice: '?(.*?)'? \(choose from (.*)\)$", message)
    if choice:
        known = [word.strip(" '") for word in choice[3].split(",")]
        near = nearest(choice[2], known, _LIKENESS)
        advice = f'did you mean "{near}"? ' if near else ""
        if choice[1].isupper() and not choice[1].startswith("-"):
            name = choice[1].lower()
            return chosen.prog, f'there is no {name} "{choice[2]}"; {advice}{name}s: {", ".join(known)}'
        return chosen.prog, f'{choice[1]} takes {", ".join(known)}, not "{choice[2]}"; {advice}'.rstrip("; ")
    if message.endswith((": COMMAND", ": ACTION")):
        names = [name for action in chosen._actions for name in action.choices or ()]  # noqa: SLF001 - as below
        return chosen.prog, f"which command? {', '.join(names)}; {chosen.prog} --help says more"
    message = re.sub(r"^the following arguments are required: ", "this is missing: ", message)
    message = re.sub(r"^unrecognized arguments: ", "there are too many words: ", message)
    return chosen.prog, f"{message}; {chosen.prog} --help says more"


def _unknown_options(message: str, words: Sequence[str], options: list[str]) -> Iterator[str]:
    """The options in the message that there are none of, and, where something is missing, those among the words."""
    unrecognized = message.partition("unrecognized arguments: ")[2].split()
    missing = "are required" in message
    for word in unrecognized or (words if missing else ()):
        if word == "--":
            return
        name = word.partition("=")[0]
        known = any(option == name or option.startswith(name) for option in options)
        if re.match(r"--?[A-Za-z]", name) and (unrecognized or not known):
            yield name


def _chosen(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command that the words name, or of what it is part of."""
    for index, word in enumerate(words):
        for action in parser._actions:  # noqa: SLF001 - argparse names no other way
            if isinstance(action, argparse._SubParsersAction) and word in action.choices:  # noqa: SLF001 - as above
                return _chosen(action.choices[word], words[index + 1 :])
    return parser


def _options(*parsers: argparse.ArgumentParser) -> Iterator[str]:
    for parser in parsers:
        for action in parser._actions:  # noqa: SLF001 - as above
            yield from action.option_strings


USUAL_NAMES = ("A", "B", "C", "D", "E")
"""The levels that the harness itself brings: for these no backend has to be imported."""


def isolation_level(text: str) -> str:
    """Parse the name of an isolation level."""
    if text.upper() in USUAL_NAMES:
        return text.upper()
    from harness.sandbox.isolation import level_named  # noqa: PLC0415 - another's level, or a slip

    try:
        return level_named(text).name
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_isolation(command: argparse.ArgumentParser, level: str | None = None) -> None:
    """Add the option for the strongest isolation to use.

    The programs beside a spec are the course's own: commands that grade hundreds of them may use none, ``level`` E.
    """
    command.add_argument(
        "--isolation",
        type=isolation_level,
        default=level,
        metavar="LEVEL",
        help=f"isolate programs at this level at most (default: {level or 'A'})",
    )


def job_count(text: str) -> int:
    """Parse how many programs run at once: at least one."""
    try:
        return max(1, int(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"invalid int value: {text!r}") from None


def add_jobs(command: argparse.ArgumentParser, extra: int = 0) -> None:
    """Add the option for how many programs run at once: as many as there are cores, and ``extra`` ones.

    More than the cores are for commands whose programs often wait for something that never comes.
    """
    default = f"all cores{f' and {extra} more' if extra else ''}"
    cores = len(os.sched_getaffinity(0))
    command.add_argument(
        "-j",
        "--jobs",
        type=job_count,
        default=cores + extra,
        metavar="N",
        help=f"programs run at once (default: {default})",
    )


def add_why(command: argparse.ArgumentParser) -> None:
    """Add the option that gives a reason."""
    command.add_argument("--why", default="", metavar="TEXT", help="the reason, for the record")


def add_layout(command: argparse.ArgumentParser) -> None:
    """Add the option that says what the folders are."""
    layouts = ("student/assignment", "assignment/student")
    command.add_argument("--layout", choices=layouts, metavar="LAYOUT", help="as in grade --layout")


def add_list(command: argparse.ArgumentParser, option: str, metavar: str, text: str, **more: Any) -> None:
    """Add an option that may be given several times; ``text`` is its help, and ``more`` what argparse takes besides."""
    command.add_argument(option, action="append", default=[], metavar=metavar, help=text, **more)


def add_other_run(group: argparse._ActionsContainer, option: str, run: str, text: str) -> None:
    """Add an option with which another function runs; ``text`` is its help."""
    group.add_argument(option, action="store_const", dest="run", const=run, help=text)


Command = str | Callable[[argparse.Namespace], int]
"""What runs: a function of ``harness.app.commands``, as ``call`` takes it, or one that calls such functions."""


def add_specs(command: argparse.ArgumentParser, run: Command) -> None:
    """Add what runs, and the option for the folder of specs."""
    command.set_defaults(run=run)
    command.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )


def add_place(command: argparse.ArgumentParser, run: Command) -> None:
    """Add what runs, and the options for the gradebook and the folder of specs."""
    command.add_argument(
        "--gradebook", metavar="PLACE", help="the gradebook, a file or a database's URL (default: the course's own)"
    )
    add_specs(command, run)


def call(function: str, options: argparse.Namespace, **more: Any) -> int:
    """Import a function of ``harness.app.commands``, named ``MODULE:FUNCTION``; call it with the options it takes.

    The ``dest`` of an option is the name of the parameter. ``more``: values that are in no option.
    """
    module, _, name = function.partition(":")
    command = getattr(importlib.import_module(f"harness.app.commands.{module}"), name)
    status: int = command(**arguments_of(command, options, **more))
    return status


def arguments_of(function: Callable[..., Any], options: argparse.Namespace, **more: Any) -> dict[str, Any]:
    """The options that are parameters of the function, lists as tuples."""
    from inspect import signature  # noqa: PLC0415 - takes long to load, and ``grade`` does not need it

    given = vars(options) | more
    values = {name: given[name] for name in signature(function).parameters if name in given}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
