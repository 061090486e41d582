"""``harness COMMAND``: the commands for authors of a course."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from harness import __version__
from harness.cli.guard import guarded
from harness.cli.levels import isolation_level


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser("harness", description="Look after a course: goldens, schema, this machine.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    command = commands.add_parser("golden", help="regenerate golden outputs from the references, or check them")
    command.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    command.add_argument(
        "--check", action="store_true", help="write nothing; fail, with a diff, when a golden is stale"
    )
    _add_jobs(command)
    _add_isolation(command, None)
    _add_specs(command)

    _add_specs(commands.add_parser("doctor", help="what this machine has and lacks, and what can be graded here"))

    command = commands.add_parser("schema", help="the JSON Schema of spec.yaml, for editors")
    command.add_argument("--out", type=Path, metavar="FILE", help="write it there instead of printing it")
    command.add_argument("--check", action="store_true", help="with --out: write nothing; fail when the file is stale")

    command = commands.add_parser("verify", help="prove the specs: right programs get full marks, wrong ones lose them")
    command.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    _add_jobs(command, extra=1)
    _add_isolation(command, "E")
    command.add_argument("--table", type=Path, metavar="FILE", help="also write the clause matrix as Markdown")
    command.add_argument(
        "--check", action="store_true", help="with --table: write nothing; fail when the file is stale"
    )
    _add_specs(command)

    command = commands.add_parser(
        "mutate", help="change the references mechanically: which changes does no case notice?"
    )
    command.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    command.add_argument("--most", type=_count, default=40, metavar="N", help="changes a reference (default: 40)")
    _add_jobs(command, extra=1)
    _add_isolation(command, "E")
    _add_specs(command)

    commands.add_parser("grade", help="the same as the command grade", add_help=False)
    return parser


def _add_isolation(command: argparse.ArgumentParser, level: str | None) -> None:
    """The programs beside a spec are the course's own: commands that grade hundreds of them may use no isolation."""
    command.add_argument(
        "--isolation",
        type=isolation_level,
        default=level,
        metavar="LEVEL",
        help=f"isolate programs at this level at most (default: {level or 'A'})",
    )


def _add_jobs(command: argparse.ArgumentParser, extra: int = 0) -> None:
    """``extra`` jobs beyond the cores are for commands whose programs often wait for something that never comes."""
    default = f"all cores{f' and {extra} more' if extra else ''}"
    cores = len(os.sched_getaffinity(0))
    command.add_argument(
        "-j", "--jobs", type=int, default=cores + extra, metavar="N", help=f"programs run at once (default: {default})"
    )


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _add_specs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["grade"]:
        from harness.cli.grade import main as grade  # noqa: PLC0415 - each command imports what it needs

        return grade(words[1:])
    options = make_parser().parse_args(words)
    return guarded(lambda: _run(options), "harness")


def _run(options: argparse.Namespace) -> int:
    if options.command == "golden":
        from harness.commands.golden import golden  # noqa: PLC0415 - each command imports what it needs

        return golden(
            tuple(options.ids),
            specs=options.specs,
            jobs=max(1, options.jobs),
            check=options.check,
            isolation=options.isolation,
        )
    if options.command == "verify":
        from harness.commands.verify import run  # noqa: PLC0415 - each command imports what it needs

        jobs = max(1, options.jobs)
        return run(
            tuple(options.ids),
            specs=options.specs,
            jobs=jobs,
            table=options.table,
            check=options.check,
            isolation=options.isolation,
        )
    if options.command == "mutate":
        from harness.commands.mutate import run as mutate  # noqa: PLC0415 - each command imports what it needs

        jobs = max(1, options.jobs)
        return mutate(
            tuple(options.ids), specs=options.specs, jobs=jobs, most=options.most, isolation=options.isolation
        )
    if options.command == "doctor":
        from harness.commands.doctor import doctor  # noqa: PLC0415 - each command imports what it needs

        return doctor(specs=options.specs)
    from harness.commands.schema import schema  # noqa: PLC0415 - each command imports what it needs

    return schema(out=options.out, check=options.check)


if __name__ == "__main__":
    sys.exit(main())
