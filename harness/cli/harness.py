"""``harness COMMAND``: what a course's author does beside grading."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from harness import __version__
from harness.cli.guard import guarded
from harness.cli.levels import isolation_level


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("harness", description="Look after a course: goldens, schema, this machine.")
    made.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")

    one = commands.add_parser("golden", help="regenerate golden outputs from the references, or check them")
    one.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    one.add_argument("--check", action="store_true", help="write nothing; fail, with a diff, when a golden is stale")
    _jobs(one)
    _isolation(one, None)
    _specs(one)

    _specs(commands.add_parser("doctor", help="what this machine has and lacks, and what can be graded here"))

    one = commands.add_parser("schema", help="the JSON Schema of spec.yaml, for editors")
    one.add_argument("--out", type=Path, metavar="FILE", help="write it there instead of printing it")
    one.add_argument("--check", action="store_true", help="with --out: write nothing; fail when the file is stale")

    one = commands.add_parser("verify", help="prove the specs: right programs get full marks, wrong ones lose them")
    one.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    _jobs(one, more=1)
    _isolation(one, "E")
    one.add_argument("--table", type=Path, metavar="FILE", help="also write the clause matrix as Markdown")
    one.add_argument("--check", action="store_true", help="with --table: write nothing; fail when the file is stale")
    _specs(one)

    one = commands.add_parser("mutate", help="change the references mechanically: which changes does no case notice?")
    one.add_argument("ids", nargs="*", metavar="ID", help="assignments (default: all)")
    one.add_argument("--most", type=_count, default=40, metavar="N", help="changes a reference (default: 40)")
    _jobs(one, more=1)
    _isolation(one, "E")
    _specs(one)

    commands.add_parser("grade", help="the same as the command grade", add_help=False)
    return made


def _isolation(one: argparse.ArgumentParser, level: str | None) -> None:
    """The programs beside a spec are the course's own, so that those who grade hundreds of them begin with none."""
    one.add_argument(
        "--isolation",
        type=isolation_level,
        default=level,
        metavar="LEVEL",
        help=f"isolate programs at this level at most (default: {level or 'A'})",
    )


def _jobs(one: argparse.ArgumentParser, more: int = 0) -> None:
    """``more`` beside the cores where many a program waits for something that never comes."""
    told = f"all cores{f' and {more} more' if more else ''}"
    cores = len(os.sched_getaffinity(0))
    one.add_argument(
        "-j", "--jobs", type=int, default=cores + more, metavar="N", help=f"programs run at once (default: {told})"
    )


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _specs(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["grade"]:
        from harness.cli.grade import main as grade  # noqa: PLC0415 - each command imports what it needs

        return grade(words[1:])
    options = parser().parse_args(words)
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
