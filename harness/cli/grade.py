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


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        "grade",
        description="Grade submissions, clause by clause.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="what to grade")
    parser.add_argument(
        "-j", "--jobs", type=_jobs, default=0, metavar="N", help="programs run at once (default: all cores)"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="only cases whose name or assignment/name fits: 'usage-*' (repeatable)",
    )
    parser.add_argument(
        "--assignment", action="append", default=[], metavar="ID", help="only this assignment (may be repeated)"
    )
    parser.add_argument(
        "--report",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="also write a report in the format of its ending, such as .json or .csv (repeatable)",
    )
    parser.add_argument(
        "--layout",
        choices=("student/assignment", "assignment/student"),
        metavar="LAYOUT",
        help="what the folders below PATH are: student/assignment or assignment/student (default: told by names)",
    )
    parser.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )
    parser.add_argument(
        "--require-isolation",
        type=isolation_level,
        metavar="LEVEL",
        help="grade nothing where programs are isolated less than at this level, such as B",
    )
    parser.add_argument(
        "--isolation",
        type=isolation_level,
        metavar="LEVEL",
        help="isolate programs at this level at most (default: A, the strongest)",
    )
    parser.add_argument(
        "--on", metavar="WHERE", help="grade on Dask workers: tcp://scheduler:8786, or local:4 for four of its own"
    )
    parser.add_argument(
        "--gradebook",
        metavar="PLACE",
        help="write the grades there, a file or a database (a class: .grade in the course)",
    )
    parser.add_argument("--no-gradebook", action="store_true", help="write no gradebook")
    parser.add_argument(
        "--no-cache", action="store_true", help="compile everything anew, keep nothing in ~/.cache/grade"
    )
    reuse = parser.add_mutually_exclusive_group()
    reuse.add_argument("--resume", action="store_true", help="go on where the last run was broken off")
    reuse.add_argument(
        "--changed",
        action="store_true",
        help="grade only what was not graded as it is now: work, spec, harness and tools",
    )
    parser.add_argument("--details", action="store_true", help="explain every failure of every student, in a class too")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 1024:  # noqa: PLR2004 - more would be a slip
        raise argparse.ArgumentTypeError(f'expected a whole number from 1 to 1024, got "{text}"')
    return int(text)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    if options.no_gradebook and (options.gradebook or options.resume or options.changed):
        parser.error("--no-gradebook leaves nothing to write into, to resume or to compare with")

    if options.no_cache:
        os.environ["GRADE_CACHE"] = "off"  # for the workers too

    return guarded(lambda: _run(options), "grade")


def _run(options: argparse.Namespace) -> int:
    """Probe the isolation in a process of its own while this one imports the rest and reads the specs; then grade."""
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
            host=isolation or options.on,
            layout=options.layout,
            **levels,
            gradebook_options=None if options.no_gradebook else gradebook_options,
        )
    finally:
        if isolation is not None:
            with contextlib.suppress(JudgeError):
                isolation()  # waits for the probe, which removes its scratch folder


if __name__ == "__main__":
    sys.exit(main())
