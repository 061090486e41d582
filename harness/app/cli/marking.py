"""Commands that bring in, grade again, score and publish what was handed in: options, and what they call."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.app.cli.parser import CommandLineParser, add_isolation, add_jobs, add_place, add_why, place_of


def add_marking_commands(commands: argparse._SubParsersAction[CommandLineParser]) -> None:
    """Add the parsers of ``ingest``, ``regrade``, ``score`` and ``audit``."""
    _add_ingest(commands)
    _add_regrade(commands)
    _add_score(commands)
    _add_audit(commands)


def _add_audit(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("audit", help="what of a graded class deserves a second look before marks are out")
    command.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="submissions, which are graded, or JSON reports of grade (default: the gradebook's grades)",
    )
    command.add_argument(
        "--assignment", action="append", default=[], metavar="ID", help="only this assignment (may be repeated)"
    )
    command.add_argument(
        "--layout", choices=("student/assignment", "assignment/student"), metavar="LAYOUT", help="as in grade --layout"
    )
    command.add_argument("--roster", type=Path, metavar="FILE", help="as in grade --roster")
    command.add_argument(
        "--rerun",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="run losing cases once more, and the course's own programs on them (default: in classes of up to 120)",
    )
    add_jobs(command)
    add_isolation(command)
    command.add_argument("--most", type=int, default=20, metavar="N", help="how many are listed (default: 20)")
    command.add_argument("--json", type=Path, metavar="FILE", help="also write all of them as JSON")
    decision = command.add_mutually_exclusive_group()
    decision.add_argument(
        "--accept", metavar="CASE", help="the commonest answer that this case charges counts as right, in the gradebook"
    )
    decision.add_argument("--reject", metavar="CASE", help="it stays wrong, and is not listed again")
    add_why(command)
    add_place(command, _audit)


def _add_ingest(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser(
        "ingest", help="bring a download into the gradebook, every hand-in with student and time"
    )
    command.add_argument("path", type=Path, metavar="DOWNLOAD", help="a learning system's download, folder or zip")
    command.add_argument("--assignment", required=True, metavar="ID", help="the assignment that it is")
    command.add_argument("--roster", type=Path, metavar="FILE", help="bring in this roster first")
    command.add_argument(
        "--layout", choices=("student/assignment", "assignment/student"), metavar="LAYOUT", help="as in grade --layout"
    )
    command.add_argument("--new-students", action="store_true", help="who is not known becomes a student")
    add_place(command, _ingest)


def _add_regrade(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("regrade", help="grade what is kept again; show, then accept or reject, what changes")
    command.add_argument("id", metavar="ID", help="the assignment")
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--latest", action="store_const", const="latest", dest="selection", help="each student's last hand-in"
    )
    which.add_argument("--best", action="store_const", const="best", dest="selection", help="each student's best")
    which.add_argument(
        "--all",
        action="store_const",
        const="all",
        dest="selection",
        help="every hand-in (default: those that may count)",
    )
    command.add_argument(
        "--accept",
        nargs="*",
        metavar="STUDENT",
        help="accept the new marks of these students; of all if none is named",
    )
    command.add_argument(
        "--undo", nargs="+", default=[], metavar="STUDENT", help="let the marks count again that these had before"
    )
    command.add_argument("--only-rises", action="store_true", help="show, and accept, no mark that would fall")
    command.add_argument("--reject", nargs="+", default=[], metavar="STUDENT", help="reject those of these students")
    add_jobs(command)
    add_isolation(command)
    add_why(command)
    add_place(command, _regrade)


def _add_score(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("score", help="what a person gives for a clause, and who is still to be scored")
    command.add_argument("id", metavar="ID", help="the assignment")
    command.add_argument(
        "student", nargs="?", metavar="STUDENT", help="name, number, login, e-mail, or the work's hash"
    )
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="the clause's id")
    command.add_argument(
        "points", nargs="?", type=float, metavar="POINTS", help="the points; leave them out if items say them"
    )
    command.add_argument(
        "--item", action="append", default=[], metavar="NAME", help="an item of the rubric (repeatable)"
    )
    command.add_argument("--comment", default="", metavar="TEXT", help="for the student")
    command.add_argument(
        "--from", dest="source", type=Path, metavar="FILE", help="take scores and rubric from YAML or CSV"
    )
    command.add_argument("--marker", default="", metavar="NAME", help="whose scores they are (default: yours)")
    command.add_argument("--final", action="store_true", help="this settles what two markers do not agree on")
    command.add_argument(
        "--carry-over", action="store_true", help="what was given for earlier work of STUDENT counts for the new one"
    )
    command.add_argument("--undo", action="store_true", help="take back the last score of STUDENT for CLAUSE")
    command.add_argument("--blind", action="store_true", help="name no students: call work by its hash")
    add_why(command)
    add_place(command, _score)


def _ingest(options: argparse.Namespace) -> int:
    from harness.app.commands.course.ingest import ingest  # noqa: PLC0415 - each command imports what it needs

    return ingest(
        options.path,
        assignment=options.assignment,
        roster=options.roster,
        layout=options.layout,
        new_students=options.new_students,
        **place_of(options),
    )


def _audit(options: argparse.Namespace) -> int:
    from harness.app.commands.course.audit import decide_cause, run  # noqa: PLC0415 - each command imports what it needs

    case = options.accept or options.reject
    if case:
        chosen = tuple(options.assignment)
        return decide_cause(case, accept=bool(options.accept), why=options.why, assignments=chosen, **place_of(options))
    return run(
        options.paths,
        assignments=tuple(options.assignment),
        layout=options.layout,
        roster=options.roster,
        rerun=options.rerun,
        jobs=max(1, options.jobs),
        most=max(1, options.most),
        out=options.json,
        isolation=options.isolation,
        **place_of(options),
    )


def _regrade(options: argparse.Namespace) -> int:
    from harness.app.commands.course.regrade import regrade, undo_accept  # noqa: PLC0415 - as the others

    if options.undo:
        return undo_accept(options.id, options.undo, why=options.why, **place_of(options))
    return regrade(
        options.id,
        selection=options.selection,
        accept=options.accept,
        reject=options.reject,
        only_rises=options.only_rises,
        why=options.why,
        jobs=max(1, options.jobs),
        isolation=options.isolation,
        **place_of(options),
    )


def _score(options: argparse.Namespace) -> int:
    from harness.app.commands.course import score as scoring  # noqa: PLC0415 - each command imports what it needs

    if options.carry_over:
        words = options.id, options.student, options.clause
        return scoring.carry_over_scores(*words, why=options.why, **place_of(options))
    if options.undo:
        words = options.id, options.student, options.clause
        return scoring.undo_scores(*words, marker=options.marker, why=options.why, **place_of(options))
    if options.source is None and options.student is None:
        return scoring.list_open(options.id, blind=options.blind, **place_of(options))
    given = options.student, options.clause, options.points, options.item, options.comment
    return scoring.score(
        options.id,
        scoring.overlay_of(options.source, *given),
        marker=options.marker,
        final=options.final,
        why=options.why,
        **place_of(options),
    )


def add_marks_commands(actions: argparse._SubParsersAction[Any]) -> None:
    """Add the parsers of ``adjust``, ``publish``, ``upload`` and ``why``."""
    action = actions.add_parser("adjust", help="give or take points for a reason")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("student", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("points", type=float, metavar="POINTS", help="how many; with a minus they are taken")
    action.add_argument("--revoke", action="store_true", help="take such an adjustment back")
    action.add_argument("--again", action="store_true", help="the same points for the same reason once more")
    add_why(action)
    add_place(action, _adjust)
    action = actions.add_parser(
        "publish", help="freeze the accepted marks of an assignment, or the totals, under a name"
    )
    action.add_argument("id", metavar="ID", help="the assignment; total: the course's totals")
    action.add_argument("name", metavar="NAME", help="what the set is called, such as 'PA2, final'")
    action.add_argument("--without-open", action="store_true", help="leave out marks that are not whole and accepted")
    action.add_argument("--undo", action="store_true", help="take the set NAME back: it is no longer uploaded")
    add_why(action)
    add_place(action, _publish)
    action = actions.add_parser("upload", help="write published marks as a file that a learning system imports")
    action.add_argument("name", metavar="NAME", help="the published set")
    form = action.add_mutually_exclusive_group(required=True)
    form.add_argument(
        "--for", dest="system", default="", metavar="SYSTEM", help="canvas, moodle, blackboard or brightspace"
    )
    form.add_argument(
        "--into",
        type=Path,
        metavar="FILE",
        help="fill in the file of grades that the system gave out: all else in it stays byte for byte",
    )
    action.add_argument(
        "--column", metavar="TEXT", help="what the system calls the column (default: NAME, or the assignment's name)"
    )
    action.add_argument("--out", type=Path, required=True, metavar="FILE", help="where to")
    add_why(action)
    add_place(action, _upload)
    action = actions.add_parser("why", help="how a student's mark came about, and what it was before")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("student", metavar="STUDENT", help="name, number, login or e-mail")
    add_place(action, _why)


def _adjust(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.adjust import adjust  # noqa: PLC0415 - each command imports what it needs

    words = options.id, options.student, options.points
    return adjust(*words, why=options.why, revoke=options.revoke, again=options.again, **place_of(options))


def _publish(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.publish import publish_marks, publish_total, undo_published  # noqa: PLC0415 - as the others
    from harness.course.gradebook.marks.totals import TOTAL  # noqa: PLC0415 - as the others

    if options.id == TOTAL and not options.undo:
        words = {"whole_only": options.without_open, "why": options.why}
        return publish_total(options.name, **words, **place_of(options))
    if options.undo:
        return undo_published(options.id, options.name, why=options.why, **place_of(options))
    return publish_marks(
        options.id, options.name, whole_only=options.without_open, why=options.why, **place_of(options)
    )


def _upload(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.upload import upload  # noqa: PLC0415 - each command imports what it needs

    return upload(
        options.name,
        system=options.system,
        into=options.into,
        column=options.column,
        out=options.out,
        why=options.why,
        **place_of(options),
    )


def _why(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.adjust import why_mark  # noqa: PLC0415 - each command imports what it needs

    return why_mark(options.id, options.student, **place_of(options))
