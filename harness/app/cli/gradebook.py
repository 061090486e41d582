"""The commands of ``harness`` that run a course from its gradebook: their options, and the functions that they call."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.app.cli.marking import add_marking_commands, add_marks_commands, add_request_commands
from harness.app.cli.parser import (
    CommandLineParser,
    add_list,
    add_other_run,
    add_place,
    add_why,
    isolation_level,
    job_count,
)


def add_commands(commands: argparse._SubParsersAction[CommandLineParser]) -> None:
    """Add the parsers of all commands on gradebooks."""
    add_marking_commands(commands)
    _add_gradebook(commands)


def _add_gradebook(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("gradebook", help="the course's gradebook: its roster, and all of it as files")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    action = actions.add_parser("roster", help="bring in the class's roster, or what is new in it")
    which = action.add_mutually_exclusive_group(required=True)
    which.add_argument("path", nargs="?", type=Path, metavar="FILE", help="a CSV file with names and numbers")
    add_other_run(which, "--undo", "course.gradebook:undo_last_roster", "take back what the last roster said")
    action.add_argument(
        "--yes", action="store_true", dest="sure", help="it may rename, replace, join and leave out, as it says"
    )
    add_why(action)
    add_place(action, "course.gradebook:roster")
    action = actions.add_parser("unmatched", help="list the submissions that are nobody's yet")
    add_place(action, "course.gradebook:unmatched")
    action = actions.add_parser("settle", help="say whose a submission is that was not matched")
    action.add_argument("submission", type=int, metavar="NUMBER", help="its number in the list")
    whose = action.add_mutually_exclusive_group(required=True)
    whose.add_argument("student", nargs="?", metavar="STUDENT", help="name, number, login or e-mail")
    whose.add_argument("--nobody", action="store_true", help="it is nobody's, and counts for nobody")
    add_other_run(whose, "--undo", "course.gradebook:undo_settled", "take back what was said about it last")
    action.add_argument("--reassign", action="store_true", help="although it was settled before")
    add_why(action)
    add_place(action, "course.gradebook:settle")
    action = actions.add_parser("leave", help="students left the course: their marks stay, and nothing more is missing")
    action.add_argument("who", nargs="+", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("--back", action="store_true", help="they are in the course again")
    add_why(action)
    add_place(action, "course.gradebook:leave")
    action = actions.add_parser("marks", help="the accepted marks: an assignment's as sums, or all with the total")
    action.add_argument("name", nargs="?", metavar="ID", help="the assignment (default: all, and the course's total)")
    action.add_argument("--out", type=Path, metavar="FILE", help="also write them, as CSV or JSON by the ending")
    add_place(action, "course.marks:marks")
    action = actions.add_parser("class", help="an assignment as the class did it, or the course and who is at risk")
    action.add_argument("ids", nargs="*", metavar="ID", help="assignments in full (default: all, a line each)")
    action.add_argument("--json", dest="out", type=Path, metavar="FILE", help="also write all of it as JSON")
    add_place(action, "course.class_overview:class_overview")
    action = actions.add_parser("similar", help="pairs of programs that are worth a look, excerpts side by side")
    action.add_argument("name", metavar="ID", help="the assignment")
    add_list(action, "--template", "FOLDER", "what all were given: it does not count", dest="templates", type=Path)
    add_list(action, "--other", "FOLDER", "other years' work, a folder a student", dest="others", type=Path)
    action.add_argument("--with-reference", action="store_true", help="compare the references, too")
    action.add_argument("--least", type=float, default=50.0, metavar="PERCENT", help="the least likeness (default: 50)")
    action.add_argument("--most", type=int, default=30, metavar="N", help="how many pairs (default: 30)")
    action.add_argument("--json", dest="out", type=Path, metavar="FILE", help="also write all of it as JSON")
    add_place(action, "course.similar:similar")
    _add_proofs(actions)
    add_marks_commands(actions)
    add_request_commands(actions)


def _add_proofs(actions: argparse._SubParsersAction[Any]) -> None:
    action = actions.add_parser("reproduce", help="grade kept work again by the kept spec: does the mark come out?")
    action.add_argument("who", metavar="STUDENT", help="name, number, login or e-mail")
    action.add_argument("name", metavar="ID", help="the assignment")
    action.add_argument(
        "-j", "--jobs", type=job_count, default=1, metavar="N", help="programs run at once (default: 1)"
    )
    action.add_argument(
        "--isolation", type=isolation_level, metavar="LEVEL", help="isolate at this level at most (default: as then)"
    )
    add_place(action, "course.reproduce:reproduce")
    action = actions.add_parser("verify-log", help="check the audit log: was anything edited?")
    add_place(action, "course.gradebook:verify_log")
    action = actions.add_parser("forget", help="erase a person's identity and work; the marks stay without a name")
    action.add_argument("who", metavar="ID", help="number, login, e-mail or name")
    action.add_argument("--yes", action="store_true", dest="sure", help="really do it: it cannot be undone")
    add_why(action)
    add_place(action, "course.gradebook:forget")
    action = actions.add_parser("export", help="write all tables, as CSV or JSON")
    action.add_argument("--out", type=Path, required=True, metavar="PATH", help="a folder for CSV, a file for JSON")
    action.add_argument("--format", dest="form", choices=("csv", "json"), help="the format (default: by PATH's ending)")
    add_place(action, "course.gradebook:export")
