"""``grade PATH...``: grade submissions and say why."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from pathlib import Path

from harness import __version__
from harness.cli.guard import guarded
from harness.cli.levels import isolation_level
from harness.model.errors import JudgeError
from harness.model.garbage_collector import paused_collector

_EPILOG = """\
PATH is a student's folder, one assignment in it, a folder of students, or a zip or tar of one of these.
Assignments are found by the names of their folders, or, in a flat folder, by the files that a spec requires.

exit status: 0 all accepted, 1 some not, 2 bad usage, spec or input, 3 judge error, 130 broken off by Ctrl-C
"""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        "grade",
        description="Grade submissions, clause by clause.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="what to grade")
    made.add_argument(
        "-j", "--jobs", type=_jobs, default=0, metavar="N", help="programs run at once (default: all cores)"
    )
    made.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="only cases whose name or assignment/name fits: 'usage-*' (repeatable)",
    )
    made.add_argument(
        "--assignment", action="append", default=[], metavar="ID", help="only this assignment (may be repeated)"
    )
    made.add_argument(
        "--report",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="also write a report in the format of its ending, such as .json or .csv (repeatable)",
    )
    made.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )
    made.add_argument(
        "--require-isolation",
        type=isolation_level,
        metavar="LEVEL",
        help="grade nothing where programs are isolated less than at this level, such as B",
    )
    made.add_argument(
        "--isolation",
        type=isolation_level,
        metavar="LEVEL",
        help="isolate programs at this level at most (default: A, the strongest)",
    )
    made.add_argument(
        "--on", metavar="WHERE", help="grade on Dask workers: tcp://scheduler:8786, or local:4 for four of its own"
    )
    made.add_argument(
        "--gradebook",
        metavar="PLACE",
        help="write the grades there, a file or a database (a class: .grade in the course)",
    )
    made.add_argument("--no-gradebook", action="store_true", help="write no gradebook")
    made.add_argument("--no-cache", action="store_true", help="compile everything anew, keep nothing in ~/.cache/grade")
    again = made.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="go on where the last run was broken off")
    again.add_argument(
        "--changed",
        action="store_true",
        help="grade only what was not graded as it is now: work, spec, harness and tools",
    )
    made.add_argument("--details", action="store_true", help="explain every failure of every student, in a class too")
    made.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return made


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 1024:  # noqa: PLR2004 - more would be a slip
        raise argparse.ArgumentTypeError(f'expected a whole number from 1 to 1024, got "{text}"')
    return int(text)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status."""
    made = parser()
    options = made.parse_args(arguments)
    if options.no_gradebook and (options.gradebook or options.resume or options.changed):
        made.error("--no-gradebook leaves nothing to write into, to resume or to compare with")

    if options.no_cache:
        os.environ["GRADE_CACHE"] = "off"  # for the workers too

    return guarded(lambda: _run(options), "grade")


def _run(options: argparse.Namespace) -> int:
    """Try the sandbox in a process of its own while this one loads the rest and reads the specs; then grade."""
    with paused_collector():
        from harness.schedule.isolation_probe import begin_isolation  # noqa: PLC0415 - --help must not wait for all this
        from harness.spec.folder import find_specs  # noqa: PLC0415

    specs = options.specs or find_specs(Path.cwd(), *options.paths)
    levels = {"required": options.require_isolation, "best": options.isolation}
    isolation = begin_isolation(specs, **levels) if options.on is None else None
    try:
        with paused_collector():
            from harness.commands.grade import grade  # noqa: PLC0415
            from harness.gradebook.options import GradebookOptions  # noqa: PLC0415

        gradebook_options = GradebookOptions(options.gradebook, options.resume, options.changed)
        return grade(
            options.paths,
            specs=specs,
            assignments=tuple(options.assignment),
            only=tuple(options.only),
            reports=tuple(options.report),
            jobs=options.jobs or len(os.sched_getaffinity(0)),
            details=options.details,
            where=isolation or options.on,
            **levels,
            gradebook_options=None if options.no_gradebook else gradebook_options,
        )
    finally:
        if isolation is not None:
            with contextlib.suppress(JudgeError):
                isolation()  # it has a scratch folder, and removes it


if __name__ == "__main__":
    sys.exit(main())
