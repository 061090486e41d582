"""Commands on what becomes of marks: their options, and what they call."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.app.cli.gradebook_options import add_place, add_why, place_of


def add_marks_commands(actions: argparse._SubParsersAction[Any]) -> None:
    """Add the parsers of ``adjust``, ``publish``, ``upload`` and ``why``."""
    action = actions.add_parser("adjust", help="give or take points for a reason")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("student", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("points", type=float, metavar="POINTS", help="how many; with a minus they are taken")
    action.add_argument("--revoke", action="store_true", help="take such an adjustment back")
    add_why(action)
    add_place(action, _adjust)
    action = actions.add_parser("publish", help="freeze the accepted marks of an assignment under a name")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("name", metavar="NAME", help="what the set is called, such as 'PA2, final'")
    action.add_argument("--without-open", action="store_true", help="leave out marks that are not whole and accepted")
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
    from harness.app.commands.course.publish import adjust  # noqa: PLC0415 - each command imports what it needs

    words = options.id, options.student, options.points
    return adjust(*words, why=options.why, revoke=options.revoke, **place_of(options))


def _publish(options: argparse.Namespace) -> int:
    from harness.app.commands.course.publish import publish_marks  # noqa: PLC0415 - each command imports what it needs

    return publish_marks(
        options.id, options.name, whole_only=options.without_open, why=options.why, **place_of(options)
    )


def _upload(options: argparse.Namespace) -> int:
    from harness.app.commands.course.publish import upload  # noqa: PLC0415 - each command imports what it needs

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
    from harness.app.commands.course.publish import why_mark  # noqa: PLC0415 - each command imports what it needs

    return why_mark(options.id, options.student, **place_of(options))
