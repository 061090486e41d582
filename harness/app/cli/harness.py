"""``harness COMMAND``: the commands for authors of a course."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from harness import __version__
from harness.app.cli.authoring import add_authoring_commands
from harness.app.cli.gradebook import add_commands
from harness.app.cli.guard import guarded
from harness.app.cli.parser import CommandLineParser, add_isolation, add_jobs, add_other_run, add_specs, call


def make_parser(words: Sequence[str] = ("import",)) -> argparse.ArgumentParser:
    """The parser of the command line; the formats of ``import`` are loaded only where ``words`` call it."""
    parser = CommandLineParser("harness", description="Look after a course: goldens, schema, this machine.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    add_authoring_commands(commands)

    command = commands.add_parser(
        "completion", help='a script for the shell: eval "$(harness completion bash)" completes what is typed'
    )
    command.add_argument(
        "shell", choices=("bash", "zsh", "tcsh", "fish"), metavar="SHELL", help="bash, zsh, tcsh or fish"
    )
    command.set_defaults(run=_completion)

    command = commands.add_parser("golden", help="regenerate golden outputs from the references, or check them")
    command.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    command.add_argument(
        "--check", action="store_true", help="write nothing; fail, with a diff, when a golden is stale"
    )
    add_jobs(command)
    add_isolation(command)
    add_specs(command, "authoring.golden:golden")

    command = commands.add_parser("doctor", help="what this machine has and lacks, and what can be graded here")
    add_specs(command, "grading.doctor:doctor")

    command = commands.add_parser("schema", help="the JSON Schema of spec.yaml or course.yaml, for editors")
    command.add_argument(
        "--report",
        action="store_const",
        dest="subject",
        const="report",
        default="spec",
        help="that of the JSON reports",
    )
    command.add_argument(
        "--course", action="store_const", dest="subject", const="course", default="spec", help="that of course.yaml"
    )
    command.add_argument("--out", type=Path, metavar="FILE", help="write it there instead of printing it")
    command.add_argument("--check", action="store_true", help="with --out: write nothing; fail when the file is stale")
    add_other_run(
        command,
        "--install",
        "authoring.schema:install",
        "put it beside the assignments, and set up completion in VS Code",
    )
    add_specs(command, "authoring.schema:schema")

    command = commands.add_parser("verify", help="prove the specs: right programs get full marks, wrong ones lose them")
    command.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    add_jobs(command, extra=1)
    add_isolation(command, "E")
    command.add_argument("--table", type=Path, metavar="FILE", help="also write the clause matrix as Markdown")
    command.add_argument(
        "--whole", action="store_true", help="run everything, also what cannot have changed since (always if CI is set)"
    )
    command.add_argument(
        "--check", action="store_true", help="with --table: write nothing; fail when the file is stale"
    )
    command.add_argument(
        "--watch", action="store_true", help="prove again whenever a file is saved, until Ctrl-C: what it may change"
    )
    add_specs(command, _verify)

    command = commands.add_parser(
        "mutate", help="change the references mechanically: which changes does no case notice?"
    )
    command.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    command.add_argument("--most", type=_count, default=40, metavar="N", help="changes a reference (default: 40)")
    add_jobs(command, extra=1)
    add_isolation(command, "E")
    add_specs(command, "authoring.mutate:run")

    command = commands.add_parser("reproduce", help="a shell script that repeats by hand what a case does")
    command.add_argument("assignment_id", metavar="ASSIGNMENT", help="the assignment's id")
    command.add_argument("case_name", metavar="CASE", help="the case's full name")
    command.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="the student's files for this assignment (default: this folder)",
    )
    command.add_argument(
        "--student", default="", metavar="NAME", help="whose work it is, if inputs are drawn for each student"
    )
    add_isolation(command)
    add_specs(command, "grading.reproduce:reproduce")

    _add_import(commands, with_formats="import" in words)
    add_commands(commands)

    commands.add_parser("grade", help="the same as the command grade", add_help=False)
    return parser


def _add_import(commands: argparse._SubParsersAction[CommandLineParser], *, with_formats: bool) -> None:
    """What other systems and courses have."""
    command = commands.add_parser("import", help="make an assignment from what another system or course has")
    kinds = command.add_subparsers(dest="kind", required=True, metavar="KIND")
    command = kinds.add_parser("pairs", help="from a folder of inputs and expected outputs: 1.in with 1.out or 1.ans")
    command.add_argument("folder", type=Path, metavar="FOLDER", help="the folder that holds the pairs")
    command.add_argument(
        "--id", dest="name", default="", metavar="ID", help="the assignment's id (default: from the folder's name)"
    )
    command.add_argument("--language", default="any", metavar="LANGUAGE", help="the language of the programs")
    add_specs(command, "authoring.imports:run_pairs")
    for kind in ("unittest", "pytest", "doctest", "junit", "node", "gradescope-utils"):
        command = kinds.add_parser(kind, help=f"from a course's own tests: {kind}")
        command.add_argument("tests", type=Path, metavar="FILE", help="the file with tests, or their folder")
        command.add_argument(
            "--id", dest="name", default="", metavar="ID", help="the assignment's id (default: from the file's name)"
        )
        add_specs(command, "authoring.imports:run_suite")
    if not with_formats:
        return
    from harness.authoring.importers import importers  # noqa: PLC0415 - they take as long as all the rest

    for importer in importers().values():
        command = kinds.add_parser(importer.name, help=importer.help)
        command.add_argument("source", type=Path, metavar="SOURCE", help="the file, or the folder that holds it")
        command.add_argument(
            "--id", dest="name", default="", metavar="ID", help="the assignment's id (default: from the folder's name)"
        )
        add_specs(command, "authoring.imports:run_package")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _verify(options: argparse.Namespace) -> int:
    whole = options.whole or bool(os.environ.get("CI"))
    return call(f"authoring.verify:{'watch' if options.watch else 'run'}", options, whole=whole)


def _completion(options: argparse.Namespace) -> int:
    from harness.app.cli import grade  # noqa: PLC0415 - each command imports what it needs
    from harness.app.commands.grading.completion import completion  # noqa: PLC0415 - as above

    return completion(options.shell, (grade.make_parser(), make_parser()))


def parse(words: list[str]) -> argparse.Namespace:
    """The options; what is after ``--`` in ``record`` belongs to the program that is run."""
    if words[:1] != ["record"] or "--" not in words:
        return make_parser(words).parse_args(words)
    divider = words.index("--")
    options = make_parser(words[:1]).parse_args(words[:divider])
    options.args += words[divider + 1 :]
    return options


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["grade"]:
        from harness.app.cli.grade import main as grade  # noqa: PLC0415 - each command imports what it needs

        return grade(words[1:])
    options = parse(words)
    return guarded(lambda: _run(options), "harness")


def _run(options: argparse.Namespace) -> int:
    status: int = call(options.run, options) if isinstance(options.run, str) else options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
