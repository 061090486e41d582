"""The commands of ``harness`` that run a course from its gradebook: their options, and what they call."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.app.cli.marking import add_marking_commands, add_marks_commands
from harness.app.cli.parser import CommandLineParser, add_place, add_why, isolation_level, place_of
from harness.app.cli.requests import add_comment, add_request_commands


def add_commands(commands: argparse._SubParsersAction[CommandLineParser]) -> None:
    """Add the parsers of all commands on gradebooks."""
    add_marking_commands(commands)
    add_comment(commands)
    _add_gradebook(commands)


def _add_gradebook(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("gradebook", help="the course's gradebook: its roster, and all of it as files")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    action = actions.add_parser("roster", help="bring in the class's roster, or what is new in it")
    which = action.add_mutually_exclusive_group(required=True)
    which.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a CSV file with names and numbers")
    which.add_argument("--undo", action="store_true", help="take back what the last roster said")
    action.add_argument("--yes", action="store_true", help="it may rename, replace, join and leave out, as it says")
    add_why(action)
    add_place(action, _roster)
    add_place(actions.add_parser("unmatched", help="list the submissions that are nobody's yet"), _unmatched)
    action = actions.add_parser("settle", help="say whose a submission is that was not matched")
    action.add_argument("submission", type=int, metavar="NUMBER", help="its number in the list")
    whose = action.add_mutually_exclusive_group(required=True)
    whose.add_argument("student", nargs="?", metavar="STUDENT", help="name, number, login or e-mail")
    whose.add_argument("--nobody", action="store_true", help="it is nobody's, and counts for nobody")
    whose.add_argument("--undo", action="store_true", help="take back what was said about it last")
    action.add_argument("--reassign", action="store_true", help="although it was settled before")
    add_why(action)
    add_place(action, _settle)
    action = actions.add_parser("leave", help="students left the course: their marks stay, and nothing more is missing")
    action.add_argument("students", nargs="+", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("--back", action="store_true", help="they are in the course again")
    add_why(action)
    add_place(action, _leave)
    action = actions.add_parser("marks", help="the accepted marks: an assignment's as sums, or all with the total")
    action.add_argument("id", nargs="?", metavar="ID", help="the assignment (default: all, and the course's total)")
    action.add_argument("--out", type=Path, metavar="FILE", help="also write them, as CSV or JSON by the ending")
    add_place(action, _marks)
    action = actions.add_parser("class", help="an assignment as the class did it, or the course and who is at risk")
    action.add_argument("ids", nargs="*", metavar="ID", help="assignments in full (default: all, a line each)")
    action.add_argument("--json", type=Path, metavar="FILE", help="also write all of it as JSON")
    add_place(action, _class)
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
    add_place(action, _similar)
    _add_proofs(actions)
    add_marks_commands(actions)
    add_request_commands(actions)


def _add_proofs(actions: argparse._SubParsersAction[Any]) -> None:
    action = actions.add_parser("reproduce", help="grade kept work again by the kept spec: does the mark come out?")
    action.add_argument("student", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="programs run at once (default: 1)")
    action.add_argument(
        "--isolation", type=isolation_level, metavar="LEVEL", help="isolate at this level at most (default: as then)"
    )
    add_place(action, _reproduce)
    action = actions.add_parser("verify-log", help="check the audit log: was anything edited?")
    add_place(action, _verify_log)
    action = actions.add_parser("forget", help="erase a person's identity and work; the marks stay without a name")
    action.add_argument("student", metavar="ID", help="number, login, e-mail or name")
    action.add_argument("--yes", action="store_true", help="really do it: it cannot be undone")
    add_why(action)
    add_place(action, _forget)
    action = actions.add_parser("export", help="write all tables, as CSV or JSON")
    action.add_argument("--out", type=Path, required=True, metavar="PATH", help="a folder for CSV, a file for JSON")
    action.add_argument("--format", choices=("csv", "json"), help="the format (default: by PATH's ending)")
    add_place(action, _export)


def _roster(options: argparse.Namespace) -> int:
    from harness.app.commands.course.gradebook import roster, undo_last_roster  # noqa: PLC0415 - as the others

    if options.undo:
        return undo_last_roster(why=options.why, **place_of(options))
    return roster(options.file, sure=options.yes, **place_of(options))


def _leave(options: argparse.Namespace) -> int:
    from harness.app.commands.course.gradebook import leave  # noqa: PLC0415 - each command imports what it needs

    return leave(options.students, back=options.back, why=options.why, **place_of(options))


def _export(options: argparse.Namespace) -> int:
    from harness.app.commands.course.gradebook import export  # noqa: PLC0415 - each command imports what it needs

    form = options.format or ("json" if options.out.suffix == ".json" else "csv")
    return export(options.out, form=form, **place_of(options))


def _unmatched(options: argparse.Namespace) -> int:
    from harness.app.commands.course.gradebook import unmatched  # noqa: PLC0415 - each command imports what it needs

    return unmatched(**place_of(options))


def _settle(options: argparse.Namespace) -> int:
    from harness.app.commands.course.gradebook import settle, undo_settled  # noqa: PLC0415 - as the others

    if options.undo:
        return undo_settled(options.submission, why=options.why, **place_of(options))
    return settle(options.submission, options.student, why=options.why, reassign=options.reassign, **place_of(options))


def _class(options: argparse.Namespace) -> int:
    from harness.app.commands.course.class_overview import class_overview  # noqa: PLC0415 - each command imports what it needs

    return class_overview(tuple(options.ids), out=options.json, **place_of(options))


def _forget(options: argparse.Namespace) -> int:
    from harness.app.commands.course.gradebook import forget  # noqa: PLC0415 - each command imports what it needs

    return forget(options.student, why=options.why, sure=options.yes, **place_of(options))


def _reproduce(options: argparse.Namespace) -> int:
    from harness.app.commands.course.reproduce import reproduce  # noqa: PLC0415 - each command imports what it needs

    words = options.student, options.id
    return reproduce(*words, jobs=max(1, options.jobs), isolation=options.isolation, **place_of(options))


def _verify_log(options: argparse.Namespace) -> int:
    from harness.app.commands.course.gradebook import verify_log  # noqa: PLC0415 - each command imports what it needs

    return verify_log(**place_of(options))


def _similar(options: argparse.Namespace) -> int:
    from harness.app.commands.course.similar import similar  # noqa: PLC0415 - each command imports what it needs

    return similar(
        options.id,
        templates=options.template,
        others=options.other,
        with_reference=options.with_reference,
        least=options.least,
        most=options.most,
        out=options.json,
        **place_of(options),
    )


def _marks(options: argparse.Namespace) -> int:
    from harness.app.commands.course.marks import marks  # noqa: PLC0415 - each command imports what it needs

    return marks(options.id, out=options.out, **place_of(options))
