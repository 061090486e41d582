"""``grade PATH...``: grade submissions and say why."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from harness import __version__
from harness.app.cli.guard import guarded, leave
from harness.app.cli.parser import CommandLineParser, add_list, isolation_level
from harness.course.assignments import paused_collector
from harness.model.errors import JudgeError, UsageError

_EPILOG = """\
PATH is a student's folder, one assignment in it, a file, a folder of students, a learning system's download, or a
zip or tar of one of these. Assignments are found by the names of their folders, or by the files that a spec requires.

exit status: 0 all accepted, 1 some not, 2 bad usage, spec or input, 3 judge error, 130 interrupted by Ctrl-C
"""

_TO_BE_CLOSED = {"sqlalchemy", "distributed"}
"""What Python itself has to take down at the end: a gradebook's files, the threads of a cluster's client."""


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = CommandLineParser(
        "grade",
        description="Grade submissions, clause by clause.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="what to grade")
    parser.add_argument(
        "-j", "--jobs", type=_jobs, default=0, metavar="N", help="programs run at once (default: all cores)"
    )
    add_list(
        parser,
        "--only",
        "PATTERN",
        "only cases whose name or assignment/name fits: 'usage-*', or those of a clause (repeatable)",
    )
    add_list(parser, "--assignment", "ID", "only this assignment (may be repeated)")
    add_list(
        parser,
        "--report",
        "[FORMAT:]FILE",
        "also write a report, in the format of its ending, such as .json or .csv, or in that named, such as "
        "junit:out.xml (repeatable); '-' prints it instead of the screen; "
        "a name with {student}, such as 'mails/{student}.md', makes a file for each student",
    )
    parser.add_argument(
        "--for",
        dest="reader",
        choices=("student", "staff"),
        metavar="READER",
        help="student: nothing of hidden cases; staff: all (default: student in files with {student} "
        "and in formats that students get, else staff)",
    )
    parser.add_argument(
        "--layout",
        choices=("student/assignment", "assignment/student"),
        metavar="LAYOUT",
        help="what the folders below PATH are: student/assignment or assignment/student (default: by their names)",
    )
    parser.add_argument(
        "--student",
        metavar="NAME",
        help="PATH is this student's work for one assignment, whatever lies in it (takes --assignment)",
    )
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="FILE",
        help="the class's students, a CSV file (default: roster.csv in PATH or beside it)",
    )
    parser.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )
    parser.add_argument(
        "--require-isolation",
        type=isolation_level,
        metavar="LEVEL",
        help="grade nothing if programs are isolated less than at this level, such as B",
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
        "--no-cache", action="store_true", help="compile everything again, keep nothing in ~/.cache/grade"
    )
    parser.add_argument(
        "--no-changes", action="store_true", help="try no small changes of a wrong program to find its fault"
    )
    reuse = parser.add_mutually_exclusive_group()
    reuse.add_argument("--resume", action="store_true", help="go on where the last run was interrupted")
    reuse.add_argument(
        "--changed",
        action="store_true",
        help="grade only what was not graded as it is now: work, spec, harness and tools",
    )
    parser.add_argument("--details", action="store_true", help="explain every failure of every student, in a class too")
    parser.add_argument(
        "--see-it",
        type=Path,
        metavar="FOLDER",
        help="of one submission: write what shows a cause again into FOLDER/NUMBER.sh if it is too long to paste",
    )
    parser.add_argument(
        "--hint", type=int, choices=(1, 2), default=1, metavar="N", help="2: show the second, deeper hints too"
    )
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        help="the language of the sentences in reports, such as de (default: GRADE_LANGUAGE, else en)",
    )
    parser.add_argument("--watch", action="store_true", help="grade again whenever a file is saved, until Ctrl-C")
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

    if options.student is not None and (len(options.paths) != 1 or len(options.assignment) != 1):
        parser.error("--student takes one PATH and one --assignment")

    if options.no_cache:
        os.environ["GRADE_CACHE"] = "off"  # for the workers too

    status = guarded(lambda: _run(options), "grade")
    if arguments is None and not _TO_BE_CLOSED & sys.modules.keys():  # the command itself, not called by another
        leave(status)
    return status


def _run(options: argparse.Namespace) -> int:
    """Grade by the specs; an exercise of another system is imported first."""
    if options.specs is None or any(options.specs.glob("*/spec.yaml")):
        return _run_by_specs(options)
    from harness.app.commands.authoring.imports import foreign_format, imported_specs  # noqa: PLC0415 - rarely needed

    importer = foreign_format(options.specs)
    if importer is None:
        return _run_by_specs(options)
    if options.watch or options.gradebook or options.resume or options.changed:
        raise UsageError(
            "--watch and a gradebook take an exercise that stays imported; "
            f"first call harness import {importer.name} {options.specs}"
        )
    with imported_specs(importer, options.specs) as specs:
        options.specs, options.no_gradebook = specs, True
        return _run_by_specs(options)


def _run_by_specs(options: argparse.Namespace) -> int:
    """Probe the isolation in a process of its own while this one imports the rest and reads the specs; then grade."""
    with paused_collector():
        from harness.grading.schedule.isolation_probe import begin_isolation  # noqa: PLC0415 - --help must not wait for all this
        from harness.spec.format.folder import find_specs  # noqa: PLC0415

    specs = options.specs or find_specs(Path.cwd(), *options.paths)
    isolation = begin_isolation(specs, **_levels(options)) if options.on is None else None
    try:
        watched = options.watch and all(path.exists() for path in options.paths)  # else reports it, and ends
        return _watch(options, specs, isolation) if watched else _grade(options, specs, isolation)
    finally:
        if isolation is not None:
            with contextlib.suppress(JudgeError):
                isolation()  # waits for the probe, which removes its scratch folder


class _Levels(TypedDict):
    required: str | None
    best: str | None


def _levels(options: argparse.Namespace) -> _Levels:
    return {"required": options.require_isolation, "best": options.isolation}


def _watch(options: argparse.Namespace, specs: Path, isolation: Callable[[], Any] | None) -> int:
    from harness.app.commands.grading.watch import watch  # noqa: PLC0415 - few watch
    from harness.reports.output.targets import parse_targets  # noqa: PLC0415 - as above

    written = [target.path for target in parse_targets(tuple(options.report)) if target.path is not None]
    written += [Path(options.gradebook)] if options.gradebook else []
    watched = (*options.paths, specs, specs.parent / "reference")
    return watch(lambda: _grade(options, specs, isolation), watched, written)


def _grade(options: argparse.Namespace, specs: Path, isolation: Callable[[], Any] | None) -> int:
    with paused_collector():
        from harness.app.commands.grading.grade import GradeOptions, grade  # noqa: PLC0415 - --help must not wait for all this
        from harness.course.gradebook.run_grades import GradebookOptions  # noqa: PLC0415

    gradebook = None if options.no_gradebook else GradebookOptions(options.gradebook, options.resume, options.changed)
    grade_options = GradeOptions(
        paths=tuple(options.paths),
        specs=specs,
        assignments=tuple(options.assignment),
        only=tuple(options.only),
        reports=tuple(options.report),
        jobs=options.jobs or len(os.sched_getaffinity(0)),
        details=options.details,
        second_hints=options.hint > 1,
        tries_changes=not options.no_changes and os.environ.get("GRADE_CHANGES") != "off",
        scripts=options.see_it,
        language=options.language or os.environ.get("GRADE_LANGUAGE") or "en",
        reader=options.reader,
        layout=options.layout,
        roster=options.roster,
        student=options.student,
        **_levels(options),
        gradebook=gradebook,
    )
    return grade(grade_options, isolation or options.on)


if __name__ == "__main__":
    sys.exit(main())
