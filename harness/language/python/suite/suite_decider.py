"""Runs the course's tests, outside of the sandbox: the student's modules are mirrors of those in the other process.

Started as ``suite_decider.py INPUT ANSWER FEEDBACK``, as an interactor is: INPUT says what is run, the standard streams
lead to the student's program, and ``results.jsonl`` in FEEDBACK holds the result of each test.
"""

from __future__ import annotations

import io
import json
import os
import secrets
import sys
import tempfile
import types
from pathlib import Path
from typing import Any, Callable

import suite_mirror
import suite_programs
from suite_connection import Connection
from suite_exchange import Exchange
from suite_files import TEMPORARY, Files, is_code
from suite_modules import StudentModules
from suite_recorder import Results, Turns
from suite_wire import Lines

_DECORATORS = (
    "weight",
    "points",
    "number",
    "visibility",
    "clause",
    "hide_errors",
    "tags",
    "leaderboard",
    "partial_credit",
)
"""They say what a test is worth: the spec has read them, and here they do nothing."""
_DONE = 43
"""The status by which the student's program is ended, too."""


def main() -> None:
    """Run the tests."""
    settings = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    feedback = Path(sys.argv[3])
    files = _files(feedback, Path(settings["folder"]))
    folder = Path(files.path(files.course))
    connection = _connect(files, settings["each"])
    exchange = Exchange(folder)
    suite_mirror.connection = connection
    connection.resolve, connection.refer = exchange.resolve, exchange.refer
    connection.describe, connection.raised, connection.answer = exchange.describe, exchange.raised, exchange.answer
    turns = Turns(feedback / "results.jsonl", settings["between"], settings["test"])
    connection.asks, connection.answered = turns.ask, turns.answer
    paths = [folder / name for name in settings["files"]]
    own, *others = sys.path
    sys.path[:] = [*dict.fromkeys([str(folder), *(str(path.parent) for path in paths)]), *others, own]
    sys.meta_path.insert(0, StudentModules(settings["first"]))
    sys.meta_path.append(StudentModules(settings["rest"]))
    _provide_decorators()
    suite_programs.provide(connection, folder, settings["handed_in"])
    names = frozenset(settings["tests"])
    results = Results(turns, folder)
    if settings["runner"] == "pytest":
        from suite_pytest import run as run_pytest  # noqa: PLC0415 - only some machines have it

        run_pytest(paths, results, names)
    elif settings["runner"] == "doctest":
        from suite_doctest import run as run_doctest  # noqa: PLC0415 - as above

        run_doctest(paths, results, names, [*settings["first"], *settings["rest"]])
    else:
        from suite_unittest import run as run_unittest  # noqa: PLC0415 - as above

        run_unittest(paths, results, names)
    os._exit(_DONE)


def _files(feedback: Path, course: Path) -> Files:
    """Put the case's data into the working folder, and the course's files and temporary ones below it."""
    root = feedback / "files"
    data, own = list(feedback.iterdir()), f"{TEMPORARY}/{secrets.token_hex(16)}"
    (root / TEMPORARY).mkdir(parents=True)
    for path in data:
        path.rename(root / path.name)
    course.rename(root / own)
    os.chdir(root)
    os.environ["TMPDIR"] = tempfile.tempdir = str(root / TEMPORARY)

    def accepts(name: str) -> bool:
        if files.is_course(name) or is_code(name):
            return False
        is_new = name in files.received or not os.path.lexists(files.path(name))
        return files.is_lent(name) or (files.is_beside(name) and is_new)

    files = Files(str(root), own, accepts)
    return files


def _connect(files: Files, each_s: float) -> Connection:
    """Take the standard streams for the student's program; the tests get others."""
    lines = Lines(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    sys.stdin = io.StringIO("")
    sys.stdout = io.TextIOWrapper(open(os.devnull, "wb"), encoding="utf-8")  # noqa: SIM115 - for as long as it runs
    return Connection(lines, files, each_s)


def _nothing(*_: Any, **__: Any) -> Callable[[Any], Any]:
    return lambda test: test


def _provide_decorators() -> None:
    """Let the tests import them by the names that they have in ``gradescope_utils``, and from ``grade_tests``."""
    names = ("gradescope_utils", "gradescope_utils.autograder_utils", "gradescope_utils.autograder_utils.decorators")
    for name in (*names, "grade_tests"):
        module = types.ModuleType(name)
        vars(module).update(dict.fromkeys(_DECORATORS, _nothing), __path__=[])
        sys.modules[name] = module


if __name__ == "__main__":
    main()
