"""The commands of ``harness`` with which an author begins and checks a spec: their options, and what they call."""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.app.cli.parser import (
    CommandLineParser,
    add_isolation,
    add_list,
    add_specs,
    arguments_of,
    call,
    isolation_level,
    job_count,
)

_KINDS = ("output", "functions", "dialogue", "files")


def add_authoring_commands(commands: argparse._SubParsersAction[CommandLineParser]) -> None:
    """Add the parsers of all of them."""
    command = commands.add_parser("new", help="begin an assignment: a spec, a reference and wrong programs that work")
    command.add_argument(
        "name", nargs="?", default="", metavar="ID", help="the assignment's id, which is the name of its folder"
    )
    command.add_argument(
        "--course",
        type=Path,
        metavar="FOLDER",
        help="begin a course in that folder, with what checks it in CI; without ID its first assignment is hello",
    )
    command.add_argument("--language", default="", metavar="LANGUAGE", help="such as java (default: python)")
    command.add_argument(
        "--kind",
        choices=_KINDS,
        default="output",
        help="what is looked at: what is printed, what functions give back, a talk at a terminal, files that are made "
        "(default: output)",
    )
    command.add_argument(
        "--from",
        dest="transcript",
        type=Path,
        metavar="FILE",
        help="make the cases of a pasted session: lines '$ COMMAND', each with what it printed below it",
    )
    add_specs(command, "authoring.new:new")

    command = commands.add_parser("record", help="run the reference, and make a case of what it does")
    command.add_argument("assignment_id", metavar="ID", help="the assignment's id")
    command.add_argument("args", nargs="*", metavar="ARGUMENT", help="the program's arguments, after --")
    command.add_argument("--stdin", type=Path, metavar="FILE", help="hand this over on stdin; - takes what is piped in")
    add_list(command, "--file", "FILE", "put this file into the program's folder (repeatable)", dest="files", type=Path)
    add_list(command, "--produces", "NAME", "a file that the program makes (repeatable)")
    add_list(
        command,
        "--call",
        "CALL",
        "call a function instead of the program: 'add(2, 3)', 'account = new Account(Ann)', '$account.add(5)' "
        "(repeatable: the steps of one case)",
        dest="calls",
    )
    add_list(
        command,
        "--answer",
        "TEXT",
        "start the program on a terminal, and type this when it waits (repeatable)",
        dest="answers",
    )
    command.add_argument("--name", default="", metavar="NAME", help="the case's name (default: from the arguments)")
    command.add_argument("--clause", default="", metavar="CLAUSE", help="the case's clause (default: the last case's)")
    command.add_argument("--golden", action="store_true", help="keep the output in golden/ instead of the spec")
    command.add_argument("--append", action="store_true", help="append the case to the spec instead of printing it")
    add_isolation(command)
    add_specs(command, _record)

    command = commands.add_parser("check", help="what is wrong with the specs, and advice; nothing is run")
    command.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    command.add_argument("--strict", action="store_true", help="exit status 1 if there is advice")
    add_specs(command, "authoring.check:check")

    command = commands.add_parser("export", help="make an autograder of another system, or a kit for students: a zip")
    command.add_argument(
        "system",
        choices=("gradescope", "prairielearn", "student"),
        metavar="SYSTEM",
        help="gradescope, prairielearn or student",
    )
    command.add_argument("name", metavar="ID", help="the assignment")
    command.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the zip; with --each a folder")
    whose = command.add_mutually_exclusive_group()
    whose.add_argument("--for", dest="student", default="", metavar="STUDENT", help="a kit with their own variant")
    whose.add_argument("--each", action="store_true", help="a kit for each student who has a variant")
    command.add_argument(
        "--require-isolation",
        type=isolation_level,
        default="C",
        metavar="LEVEL",
        help="let it grade nothing if programs are isolated less (default: C)",
    )
    command.add_argument(
        "--seconds",
        type=int,
        default=540,
        metavar="N",
        help="report what is judged after this many seconds (default: 540)",
    )
    command.add_argument(
        "-j", "--jobs", type=job_count, default=1, metavar="N", help="programs run at once (default: 1)"
    )
    add_specs(command, "authoring.export:export")

    command = commands.add_parser("variants", help="draw the inputs of each student, and list who has what")
    command.add_argument("name", metavar="ID", help="the assignment")
    command.add_argument(
        "--roster", type=Path, metavar="FILE", help="the class (default: roster.csv next to the folder of specs)"
    )
    command.add_argument("--page", type=Path, metavar="FILE", help="write the list as an HTML page, too")
    add_specs(command, "authoring.variants:variants")


def _record(options: argparse.Namespace) -> int:
    from harness.app.commands.authoring.record import Recording  # noqa: PLC0415 - each command imports what it needs

    recording = Recording(**arguments_of(Recording, options))
    return call("authoring.record:record", options, recording=recording)
