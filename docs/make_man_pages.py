"""Make manual pages from the parsers of the command line: ``grade.1`` and ``harness.1``.

    python docs/make_man_pages.py [FOLDER]

They are written to ``build/man`` or to the folder named. ``man -l build/man/grade.1`` shows one.
"""
# ruff: noqa: INP001 - a script, not a module of the program

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from harness import __version__
from harness.app.cli import grade, harness


def quoted(text: str) -> str:
    """Return a text as roff reads it: no command at the beginning of a line, dashes that can be copied."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in lines)


def page(parser: argparse.ArgumentParser) -> str:
    """Return the manual page of a command, with those of its commands as sections of it."""
    summary = " ".join((parser.description or parser.prog).split())
    head = f'.TH {parser.prog.upper()} 1 "" "grade {__version__}"\n.SH NAME\n{parser.prog} \\- {quoted(summary)}\n'
    return head + "".join(sections(parser))


def sections(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield what the help of a command says, then the same of each command below it."""
    yield f'.SH "{parser.prog.upper()}"\n.nf\n{quoted(parser.format_help())}.fi\n'
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to its subcommands
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for command in dict.fromkeys(action.choices.values()):
                yield from sections(command)


def main(arguments: list[str]) -> None:
    """Write the pages."""
    os.environ["COLUMNS"] = "80"  # the width to which argparse breaks lines
    folder = Path(arguments[0]) if arguments else Path("build/man")
    folder.mkdir(parents=True, exist_ok=True)
    for parser in (grade.make_parser(), harness.make_parser()):
        (folder / f"{parser.prog}.1").write_text(page(parser), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
