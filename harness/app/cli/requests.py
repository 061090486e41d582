"""Commands on what students ask and what teachers remark: options, and what they call."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.app.cli.parser import add_place, add_why, place_of
from harness.model.errors import UsageError


def add_request_commands(actions: argparse._SubParsersAction[Any]) -> None:
    """Add the parsers of ``ask``, ``answer`` and ``requests``."""
    action = actions.add_parser("ask", help="write down what a student asks to be looked at again")
    action.add_argument("id", metavar="ID", help="the assignment")
    action.add_argument("student", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("clause", nargs="?", default="", metavar="CLAUSE", help="the clause (default: the whole mark)")
    action.add_argument("--text", required=True, metavar="TEXT", help="what the student says")
    add_why(action)
    add_place(action, _ask)
    action = actions.add_parser("answer", help="answer a student's request, with points or without")
    action.add_argument("request", type=int, metavar="NUMBER", help="its number in the list")
    action.add_argument("--text", required=True, metavar="TEXT", help="the answer, for the student")
    action.add_argument(
        "--points", type=float, metavar="POINTS", help="what its clause has now; without a clause: points to be added"
    )
    add_why(action)
    add_place(action, _answer)
    action = actions.add_parser("requests", help="list the requests that nobody answered, or read a file of requests")
    action.add_argument("id", nargs="?", metavar="ID", help="the assignment (default: all)")
    action.add_argument("--all", action="store_true", dest="every", help="those that are answered, too")
    action.add_argument("--from", dest="source", type=Path, metavar="FILE", help="take requests and answers from CSV")
    action.add_argument("--out", type=Path, metavar="FILE", help="write them as CSV, to be completed")
    add_why(action)
    add_place(action, _requests)


def add_comment(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the parser of ``comment``."""
    command = commands.add_parser("comment", help="write a remark on a line of a student's work, for their report")
    command.add_argument("place", metavar="FILE:LINE", help="the line, such as submissions/kim/sum/sum.py:12")
    command.add_argument("text", metavar="TEXT", help="what the student reads")
    command.add_argument(
        "--layout", choices=("student/assignment", "assignment/student"), metavar="LAYOUT", help="as in grade --layout"
    )
    add_place(command, _comment)


def _comment(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.comment import comment  # noqa: PLC0415 - each command imports what it needs

    return comment(options.place, options.text, layout=options.layout, **place_of(options))


def _ask(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.requests import bring_in  # noqa: PLC0415 - each command imports what it needs
    from harness.course.gradebook.marks.requests import RequestLine  # noqa: PLC0415 - as above

    line = RequestLine("", None, options.student, options.id, options.clause, options.text)
    return bring_in([line], why=options.why, **place_of(options))


def _answer(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.requests import bring_in  # noqa: PLC0415 - each command imports what it needs
    from harness.course.gradebook.marks.requests import RequestLine  # noqa: PLC0415 - as above

    line = RequestLine("", options.request, points=options.points, answer=options.text)
    return bring_in([line], why=options.why, **place_of(options))


def _requests(options: argparse.Namespace) -> int:
    from harness.app.commands.marks.requests import bring_in, list_requests  # noqa: PLC0415 - as above
    from harness.course.gradebook.marks.requests import read_requests  # noqa: PLC0415 - as above

    if options.source is None:
        return list_requests(options.id, every=options.every, out=options.out, **place_of(options))
    if options.id or options.every or options.out:
        raise UsageError("--from FILE takes requests in: it goes with no ID, --all or --out")
    return bring_in(read_requests(options.source), why=options.why, **place_of(options))
