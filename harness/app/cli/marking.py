"""Commands that bring in, grade again, score and publish what was handed in: options, and what they call."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.app.cli.parser import (
    CommandLineParser,
    add_isolation,
    add_jobs,
    add_layout,
    add_list,
    add_other_run,
    add_place,
    add_why,
    call,
)
from harness.model.errors import UsageError


def add_marking_commands(commands: argparse._SubParsersAction[CommandLineParser]) -> None:
    """Add the parsers of ``ingest``, ``regrade``, ``score``, ``audit`` and ``comment``."""
    _add_ingest(commands)
    _add_regrade(commands)
    _add_score(commands)
    _add_audit(commands)
    _add_comment(commands)


def _add_audit(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("audit", help="what of a graded class deserves a second look before marks are out")
    command.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="submissions, which are graded, or JSON reports of grade (default: the gradebook's grades)",
    )
    add_list(command, "--assignment", "ID", "only this assignment (may be repeated)", dest="assignments")
    add_layout(command)
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
    command.add_argument("--json", dest="out", type=Path, metavar="FILE", help="also write all of them as JSON")
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
    add_layout(command)
    command.add_argument("--new-students", action="store_true", help="who is not known becomes a student")
    add_place(command, "course.ingest:ingest")


def _add_regrade(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("regrade", help="grade what is kept again; show, then accept or reject, what changes")
    command.add_argument("name", metavar="ID", help="the assignment")
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
        "--accept", nargs="*", metavar="STUDENT", help="accept the new marks of these students; of all if none is named"
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
    command.add_argument("name", metavar="ID", help="the assignment")
    command.add_argument("who", nargs="?", metavar="STUDENT", help="name, number, login, e-mail, or the work's hash")
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="the clause's id")
    command.add_argument(
        "points", nargs="?", type=float, metavar="POINTS", help="the points; leave them out if items say them"
    )
    add_list(command, "--item", "NAME", "an item of the rubric (repeatable)", dest="items")
    command.add_argument("--comment", default="", metavar="TEXT", help="for the student")
    command.add_argument(
        "--from", dest="source", type=Path, metavar="FILE", help="take scores and rubric from YAML or CSV"
    )
    command.add_argument("--marker", default="", metavar="NAME", help="whose scores they are (default: yours)")
    command.add_argument("--final", action="store_true", help="this settles what two markers do not agree on")
    add_other_run(
        command,
        "--carry-over",
        "course.score:carry_over_scores",
        "what was given for earlier work of STUDENT counts for the new one",
    )
    add_other_run(command, "--undo", "course.score:undo_scores", "take back the last score of STUDENT for CLAUSE")
    command.add_argument("--blind", action="store_true", help="name no students: call work by its hash")
    add_why(command)
    add_place(command, _score)


def _add_comment(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("comment", help="write a remark on a line of a student's work, for their report")
    command.add_argument("place", metavar="FILE:LINE", help="the line, such as submissions/kim/sum/sum.py:12")
    command.add_argument("text", metavar="TEXT", help="what the student reads")
    add_layout(command)
    add_place(command, "marks.comment:comment")


def _audit(options: argparse.Namespace) -> int:
    case = options.accept or options.reject
    if case:
        return call("course.audit:decide_cause", options, case=case, accept=bool(options.accept))
    return call("course.audit:find_suspects", options, most=max(1, options.most))


def _regrade(options: argparse.Namespace) -> int:
    if options.undo:
        return call("course.regrade:undo_accept", options, who=options.undo)
    return call("course.regrade:regrade", options)


def _score(options: argparse.Namespace) -> int:
    open_ones = options.source is None and options.who is None
    return call("course.score:list_open" if open_ones else "course.score:score", options)


def add_marks_commands(actions: argparse._SubParsersAction[Any]) -> None:
    """Add the parsers of ``adjust``, ``publish``, ``upload`` and ``why``."""
    action = actions.add_parser("adjust", help="give or take points for a reason")
    action.add_argument("name", metavar="ID", help="the assignment")
    action.add_argument("who", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("points", type=float, metavar="POINTS", help="how many; with a minus they are taken")
    action.add_argument("--revoke", action="store_true", help="take such an adjustment back")
    action.add_argument("--again", action="store_true", help="the same points for the same reason once more")
    add_why(action)
    add_place(action, "marks.adjust:adjust")
    action = actions.add_parser(
        "publish", help="freeze the accepted marks of an assignment, or the totals, under a name"
    )
    action.add_argument("name", metavar="ID", help="the assignment; total: the course's totals")
    action.add_argument("title", metavar="NAME", help="what the set is called, such as 'PA2, final'")
    action.add_argument(
        "--without-open", action="store_true", dest="whole_only", help="leave out marks that are not whole and accepted"
    )
    add_other_run(action, "--undo", "marks.publish:undo_published", "take the set NAME back: it is no longer uploaded")
    add_why(action)
    add_place(action, "marks.publish:publish_marks")
    action = actions.add_parser("upload", help="write published marks as a file that a learning system imports")
    action.add_argument("title", metavar="NAME", help="the published set")
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
    add_place(action, "marks.upload:upload")
    action = actions.add_parser("why", help="how a student's mark came about, and what it was before")
    action.add_argument("name", metavar="ID", help="the assignment")
    action.add_argument("who", metavar="STUDENT", help="name, number, login or e-mail")
    add_place(action, "marks.adjust:why_mark")


def add_request_commands(actions: argparse._SubParsersAction[Any]) -> None:
    """Add the parsers of ``ask``, ``answer`` and ``requests``."""
    action = actions.add_parser("ask", help="write down what a student asks to be looked at again")
    action.add_argument("name", metavar="ID", help="the assignment")
    action.add_argument("who", metavar="STUDENT", help="name, number, login or e-mail")
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
    action = actions.add_parser("requests", help="list what students asked and nobody answered; read such a file in")
    action.add_argument("name", nargs="?", metavar="ID", help="the assignment (default: all)")
    action.add_argument("--all", action="store_true", dest="every", help="those that are answered, too")
    action.add_argument("--from", dest="source", type=Path, metavar="FILE", help="take requests and answers from CSV")
    action.add_argument("--out", type=Path, metavar="FILE", help="write them as CSV, to be completed")
    add_why(action)
    add_place(action, _requests)


def _ask(options: argparse.Namespace) -> int:
    from harness.course.gradebook.marks.requests import RequestLine  # noqa: PLC0415 - a command imports what it needs

    line = RequestLine("", None, options.who, options.name, options.clause, options.text)
    return call("marks.requests:bring_in", options, lines=[line])


def _answer(options: argparse.Namespace) -> int:
    from harness.course.gradebook.marks.requests import RequestLine  # noqa: PLC0415 - as above

    line = RequestLine("", options.request, points=options.points, answer=options.text)
    return call("marks.requests:bring_in", options, lines=[line])


def _requests(options: argparse.Namespace) -> int:
    if options.source is None:
        return call("marks.requests:list_requests", options)
    from harness.course.gradebook.marks.requests import read_requests  # noqa: PLC0415 - as above

    if options.name or options.every or options.out:
        raise UsageError("--from FILE takes requests in: it goes with no ID, --all or --out")
    return call("marks.requests:bring_in", options, lines=read_requests(options.source))
