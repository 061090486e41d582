"""The commands of ``harness`` that run a course from its gradebook: their options, and what they call."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from harness.cli.levels import isolation_level
from harness.cli.parser import CommandLineParser


def add_commands(commands: argparse._SubParsersAction[CommandLineParser]) -> None:
    """Add the parsers of all commands on gradebooks."""
    _add_ingest(commands)
    _add_regrade(commands)
    _add_score(commands)
    _add_gradebook(commands)


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
    _add_place(command, _ingest)


def _add_regrade(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("regrade", help="grade what is kept anew; show, then accept or reject, what changes")
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
        help="accept the new marks of these students; of all where none is named",
    )
    command.add_argument("--reject", nargs="+", default=[], metavar="STUDENT", help="reject those of these students")
    command.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="programs run at once (default: all cores)",
    )
    command.add_argument("--isolation", type=isolation_level, metavar="LEVEL", help="isolate at this level at most")
    _add_why(command)
    _add_place(command, _regrade)


def _add_score(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("score", help="what a person gives for a clause, and who is still to be scored")
    command.add_argument("id", metavar="ID", help="the assignment")
    command.add_argument(
        "student", nargs="?", metavar="STUDENT", help="name, number, login, e-mail, or the work's hash"
    )
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="the clause's id")
    command.add_argument(
        "points", nargs="?", type=float, metavar="POINTS", help="the points; left out where items say them"
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
    command.add_argument("--blind", action="store_true", help="name no students: call work by its hash")
    _add_why(command)
    _add_place(command, _score)


def _add_gradebook(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("gradebook", help="the course's gradebook: its roster, and all of it as files")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    action = actions.add_parser("roster", help="bring in the class's roster, or what is new in it")
    action.add_argument("file", type=Path, metavar="FILE", help="a CSV file with names and numbers")
    _add_place(action, _roster)
    _add_place(actions.add_parser("unmatched", help="list the submissions that are nobody's yet"), _unmatched)
    action = actions.add_parser("settle", help="say whose a submission is that was not matched")
    action.add_argument("submission", type=int, metavar="NUMBER", help="its number in the list")
    whose = action.add_mutually_exclusive_group(required=True)
    whose.add_argument("student", nargs="?", metavar="STUDENT", help="name, number, login or e-mail")
    whose.add_argument("--nobody", action="store_true", help="it is nobody's, and counts for nobody")
    action.add_argument("--reassign", action="store_true", help="although it was settled before")
    _add_why(action)
    _add_place(action, _settle)
    action = actions.add_parser("leave", help="students left the course: their marks stay, and nothing more is missing")
    action.add_argument("students", nargs="+", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("--back", action="store_true", help="they are in the course again")
    _add_why(action)
    _add_place(action, _leave)
    action = actions.add_parser("marks", help="the accepted marks: an assignment's as sums, or all with the total")
    action.add_argument("id", nargs="?", metavar="ID", help="the assignment (default: all, and the course's total)")
    action.add_argument("--out", type=Path, metavar="FILE", help="also write them, as CSV or JSON by the ending")
    _add_place(action, _marks)
    action = actions.add_parser("class", help="an assignment as the class did it, or the course and who is at risk")
    action.add_argument("ids", nargs="*", metavar="ID", help="assignments in full (default: all, a line each)")
    action.add_argument("--json", type=Path, metavar="FILE", help="also write all of it as JSON")
    _add_place(action, _class)
    action = actions.add_parser("similar", help="pairs of programs that are worth a look, excerpts side by side")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument(
        "--template",
        action="append",
        default=[],
        type=Path,
        metavar="FOLDER",
        help="what all were given: it does not count",
    )
    action.add_argument(
        "--other",
        action="append",
        default=[],
        type=Path,
        metavar="FOLDER",
        help="other years' work, a folder a student",
    )
    action.add_argument("--with-reference", action="store_true", help="compare the references, too")
    action.add_argument("--least", type=float, default=50.0, metavar="PERCENT", help="the least likeness (default: 50)")
    action.add_argument("--most", type=int, default=30, metavar="N", help="how many pairs (default: 30)")
    action.add_argument("--json", type=Path, metavar="FILE", help="also write all of it as JSON")
    _add_place(action, _similar)
    action = actions.add_parser("forget", help="erase a person's identity and work; the marks stay without a name")
    action.add_argument("student", metavar="ID", help="number, login, e-mail or name")
    action.add_argument("--yes", action="store_true", help="really do it: it cannot be undone")
    _add_why(action)
    _add_place(action, _forget)
    action = actions.add_parser("export", help="write all tables, as CSV or JSON")
    action.add_argument("--out", type=Path, required=True, metavar="PATH", help="a folder for CSV, a file for JSON")
    action.add_argument("--format", choices=("csv", "json"), help="the format (default: told by PATH's ending)")
    _add_place(action, _export)
    _add_marks(actions)


def _add_marks(actions: argparse._SubParsersAction[Any]) -> None:
    """What becomes of marks."""
    action = actions.add_parser("adjust", help="give or take points for a reason")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("student", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("points", type=float, metavar="POINTS", help="how many; with a minus they are taken")
    action.add_argument("--revoke", action="store_true", help="take such an adjustment back")
    _add_why(action)
    _add_place(action, _adjust)
    action = actions.add_parser("publish", help="freeze the accepted marks of an assignment under a name")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("name", metavar="NAME", help="what the set is called, such as 'PA2, final'")
    action.add_argument("--without-open", action="store_true", help="leave out marks that are not whole and accepted")
    _add_why(action)
    _add_place(action, _publish)
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
    _add_why(action)
    _add_place(action, _upload)
    action = actions.add_parser("why", help="how a student's mark came about, and what it was before")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("student", metavar="STUDENT", help="name, number, login or e-mail")
    _add_place(action, _why)


def _add_why(command: argparse.ArgumentParser) -> None:
    command.add_argument("--why", default="", metavar="TEXT", help="the reason, for the record")


class _Place(TypedDict):
    gradebook: str | None
    specs: Path | None


def _add_place(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    """The options that every command has, and the function that runs it."""
    command.set_defaults(run=run)
    command.add_argument(
        "--gradebook", metavar="PLACE", help="the gradebook, a file or a database's URL (default: the course's own)"
    )
    command.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )


def _place(options: argparse.Namespace) -> _Place:
    return {"gradebook": options.gradebook, "specs": options.specs}


def _roster(options: argparse.Namespace) -> int:
    from harness.commands.gradebook import roster  # noqa: PLC0415 - each command imports what it needs

    return roster(options.file, **_place(options))


def _leave(options: argparse.Namespace) -> int:
    from harness.commands.gradebook import leave  # noqa: PLC0415 - each command imports what it needs

    return leave(options.students, back=options.back, why=options.why, **_place(options))


def _export(options: argparse.Namespace) -> int:
    from harness.commands.gradebook import export  # noqa: PLC0415 - each command imports what it needs

    form = options.format or ("json" if options.out.suffix == ".json" else "csv")
    return export(options.out, form=form, **_place(options))


def _ingest(options: argparse.Namespace) -> int:
    from harness.commands.ingest import ingest  # noqa: PLC0415 - each command imports what it needs

    return ingest(
        options.path,
        assignment=options.assignment,
        roster=options.roster,
        layout=options.layout,
        new_students=options.new_students,
        **_place(options),
    )


def _unmatched(options: argparse.Namespace) -> int:
    from harness.commands.gradebook import unmatched  # noqa: PLC0415 - each command imports what it needs

    return unmatched(**_place(options))


def _settle(options: argparse.Namespace) -> int:
    from harness.commands.gradebook import settle  # noqa: PLC0415 - each command imports what it needs

    return settle(options.submission, options.student, why=options.why, reassign=options.reassign, **_place(options))


def _regrade(options: argparse.Namespace) -> int:
    from harness.commands.regrade import regrade  # noqa: PLC0415 - each command imports what it needs

    return regrade(
        options.id,
        selection=options.selection,
        accept=options.accept,
        reject=options.reject,
        why=options.why,
        jobs=max(1, options.jobs),
        isolation=options.isolation,
        **_place(options),
    )


def _score(options: argparse.Namespace) -> int:
    from harness.commands.score import list_open, overlay_of, score  # noqa: PLC0415 - each command imports what it needs

    if options.source is None and options.student is None:
        return list_open(options.id, blind=options.blind, **_place(options))
    given = options.student, options.clause, options.points, options.item, options.comment
    return score(
        options.id,
        overlay_of(options.source, *given),
        marker=options.marker,
        final=options.final,
        why=options.why,
        **_place(options),
    )


def _adjust(options: argparse.Namespace) -> int:
    from harness.commands.publish import adjust  # noqa: PLC0415 - each command imports what it needs

    words = options.id, options.student, options.points
    return adjust(*words, why=options.why, revoke=options.revoke, **_place(options))


def _publish(options: argparse.Namespace) -> int:
    from harness.commands.publish import publish_marks  # noqa: PLC0415 - each command imports what it needs

    return publish_marks(options.id, options.name, whole_only=options.without_open, why=options.why, **_place(options))


def _upload(options: argparse.Namespace) -> int:
    from harness.commands.publish import upload  # noqa: PLC0415 - each command imports what it needs

    return upload(
        options.name,
        system=options.system,
        into=options.into,
        column=options.column,
        out=options.out,
        why=options.why,
        **_place(options),
    )


def _why(options: argparse.Namespace) -> int:
    from harness.commands.publish import why_mark  # noqa: PLC0415 - each command imports what it needs

    return why_mark(options.id, options.student, **_place(options))


def _class(options: argparse.Namespace) -> int:
    from harness.commands.class_overview import class_overview  # noqa: PLC0415 - each command imports what it needs

    return class_overview(tuple(options.ids), out=options.json, **_place(options))


def _forget(options: argparse.Namespace) -> int:
    from harness.commands.gradebook import forget  # noqa: PLC0415 - each command imports what it needs

    return forget(options.student, why=options.why, sure=options.yes, **_place(options))


def _similar(options: argparse.Namespace) -> int:
    from harness.commands.similar import similar  # noqa: PLC0415 - each command imports what it needs

    return similar(
        options.id,
        templates=options.template,
        others=options.other,
        with_reference=options.with_reference,
        least=options.least,
        most=options.most,
        out=options.json,
        **_place(options),
    )


def _marks(options: argparse.Namespace) -> int:
    from harness.commands.marks import marks  # noqa: PLC0415 - each command imports what it needs

    return marks(options.id, out=options.out, **_place(options))
