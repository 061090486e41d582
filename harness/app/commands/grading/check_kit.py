"""``check.py`` of a student's kit: grade the folder that it stands in, by the visible part of a course."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from harness.course.ingest.taking_in.own_check import OF_KIT, RECEIPT, receipt
from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.sandbox.files.unix import runs_programs_watched
from harness.spec.format.assignment import KIT_FILE

_LOOK_S = 0.5


def main(kit: Path, folder: Path, arguments: list[str]) -> int:
    """Grade the work in ``folder``; return the exit status.

    ``kit``: the unpacked kit, with ``course/kit.json`` and ``course/specs``. ``folder``: the student's own, with
    ``check.py``.

    Raises:
        UsageError: when the command line asks for what the kit cannot do, or the work cannot be read.
        JudgeError: when the kit cannot judge it.

    """
    options = _parser().parse_args(arguments)
    facts = json.loads((kit / "course" / KIT_FILE).read_text(encoding="utf-8"))
    for case in (*options.only, *filter(None, [options.script])):
        if case in facts["elsewhere"]:
            raise UsageError(f"only the course can judge {case}")
    if options.script:
        return _script(kit, folder, facts, options.script)
    if options.what == "examples" and not facts["examples"]:
        raise UsageError("this kit checks no examples")

    def once() -> int:
        check = _check if runs_programs_watched() else _check_plainly
        if options.what == "examples" or not facts["cases"]:
            check = _examples
        return check(kit, folder, facts, options)

    return watch(once, folder) if options.watch else once()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="check.py", description="Check the work in this folder before it counts.")
    parser.add_argument("what", nargs="?", choices=["examples"], help="check the examples, and not the program")
    parser.add_argument("--watch", action="store_true", help="check again after each save; Ctrl-C ends it")
    parser.add_argument("--details", action="store_true", help="explain every failure")
    parser.add_argument("--only", action="append", default=[], metavar="CASE", help="run these cases alone")
    parser.add_argument("--report", action="append", default=[], metavar="FILE", help="write a report there, too")
    parser.add_argument("--script", metavar="CASE", help="print a shell script that repeats a case by hand")
    return parser


def _check(kit: Path, folder: Path, facts: dict[str, Any], options: argparse.Namespace) -> int:
    from harness.app.commands.grading.grade import GradeOptions, grade  # noqa: PLC0415 - takes what not every system has
    from harness.course.assignments import load_course  # noqa: PLC0415 - --help must not wait for all this
    from harness.grading.schedule.isolation_probe import isolate  # noqa: PLC0415 - likewise
    from harness.language.tools.case_tools import missing_tool_lines  # noqa: PLC0415 - likewise

    specs = kit / "course" / "specs"
    with copied_work(folder) as work:
        report = work.with_name("report.json")
        grade_options = GradeOptions(
            paths=(work,),
            specs=specs,
            assignments=(facts["assignment"],),
            only=tuple(options.only),
            details=options.details,
            reports=(*_reports(folder, options), str(report)),
            jobs=os.cpu_count() or 1,
            reader="student",
            student=folder.name or "me",
            best="E",
        )
        status = grade(grade_options, lambda: isolate(specs, best="E"))
        _write_receipt(folder, work, facts, options, status)
        lacking = missing_tool_lines(load_course(specs, (facts["assignment"],))[facts["assignment"]])
        if lacking:  # a student can do something about it
            print("\n".join(lacking))  # noqa: T201 - the command's output
            grades = json.loads(report.read_bytes())["grades"]
            seen = sum(case["max_score"] for grade in grades for case in grade["cases"])
            facts = {**facts, "seen": None if options.only else seen}
    say_end(facts)
    return status


def _examples(kit: Path, folder: Path, facts: dict[str, Any], options: argparse.Namespace) -> int:
    del kit, options
    from harness.app.commands.grading.check_examples import check_examples  # noqa: PLC0415 - as above

    with copied_work(folder) as work:
        return check_examples(facts["examples"], work)


def _reports(folder: Path, options: argparse.Namespace) -> tuple[str, ...]:
    return (str(folder / "check.html"), *options.report)


def _check_plainly(kit: Path, folder: Path, facts: dict[str, Any], options: argparse.Namespace) -> int:
    """As ``_check``, where the system lacks what the grader takes: fewer cases, watched by the clock alone."""
    from harness.course.assignments import load_course  # noqa: PLC0415 - --help must not wait for all this
    from harness.course.ingest.submission import Submission  # noqa: PLC0415 - likewise
    from harness.grading.schedule.case_selection import check_patterns  # noqa: PLC0415 - likewise
    from harness.grading.schedule.plain import grade_plainly, is_plain  # noqa: PLC0415 - likewise
    from harness.model.verdict import Verdict  # noqa: PLC0415 - likewise
    from harness.reports.document import Document  # noqa: PLC0415 - likewise
    from harness.reports.output.targets import parse_targets, reports_for  # noqa: PLC0415 - likewise
    from harness.reports.output.write import write_all  # noqa: PLC0415 - likewise
    from harness.reports.text.screen import screen_text  # noqa: PLC0415 - likewise
    from harness.reports.visible_to import document_for  # noqa: PLC0415 - likewise
    from harness.sandbox.isolation.none import LEVEL_E  # noqa: PLC0415 - likewise

    os.environ["GRADE_CACHE"] = "off"  # nothing says there whose a file is
    name = facts["assignment"]
    course = load_course(kit / "course" / "specs", (name,))
    check_patterns(course, tuple(options.only))
    targets = parse_targets(_reports(folder, options))
    with copied_work(folder) as work:
        root = work.with_name("root")
        root.mkdir()
        grade = grade_plainly(course[name], Submission(folder.name or "me", name, work), root, tuple(options.only))
        left_out = [planned.name for planned in course[name].cases if not is_plain(planned)]
        status = 0 if {row.verdict for row in grade.cases if row.name not in left_out} <= {Verdict.AC} else 1
        _write_receipt(folder, work, facts, options, status)
    document = Document((grade,), LEVEL_E, course)
    print(screen_text(document_for(document, "student"), details=options.details))  # noqa: T201 - the command's output
    write_all(reports_for(document, targets, "student"))
    if left_out:
        print(f"This system lacks what {len(left_out)} cases take; the course judges them.")  # noqa: T201 - as above
    seen = round(sum(row.max_score for row in grade.cases), 6)
    say_end({**facts, "seen": None if options.only and left_out else seen})
    return status


def _write_receipt(folder: Path, work: Path, facts: dict[str, Any], options: argparse.Namespace, status: int) -> None:
    """Write the receipt of a check of all cases beside the work, where the course asks for one."""
    if facts.get("receipt") and not options.only and status in (0, 1):
        (folder / RECEIPT).write_bytes(receipt(facts["assignment"], work, passed=status == 0))
        print(f"Hand in {RECEIPT} with this work; after a change, check again.")  # noqa: T201 - the command's output


@contextlib.contextmanager
def copied_work(folder: Path) -> Iterator[Path]:
    """A copy of a student's work, without the kit's own files, in a folder that is removed after the block.

    Raises:
        UsageError: when something there cannot be copied.

    """

    def ignored(path: str, names: list[str]) -> list[str]:
        return [name for name in names if name in OF_KIT] if Path(path) == folder else []

    with tempfile.TemporaryDirectory(prefix="check-", ignore_cleanup_errors=True) as name:
        work = Path(name) / "work"
        try:
            shutil.copytree(folder, work, symlinks=True, ignore=ignored)
        except shutil.Error as error:
            path, _, reason = error.args[0][0]
            raise UsageError(f"{path}: it cannot be copied: {reason}") from None
        yield work


def say_end(facts: dict[str, Any]) -> None:
    """Say what this run is not, and how much of the assignment it showed."""
    away = facts["elsewhere"]
    if away:
        print(f"Only the course can judge: {', '.join(away)}")  # noqa: T201 - the command's output
    if facts["examples"]:
        print("Check your examples with: python3 check.py examples")  # noqa: T201 - as above
    print("No isolation: your program ran as you. The mark is made at the course.")  # noqa: T201
    if facts["seen"] is not None:  # what was not tried may lack a tool as well
        print(f"{facts['seen']:g} of {facts['total']:g} points can be seen here", flush=True)  # noqa: T201


def _script(kit: Path, folder: Path, facts: dict[str, Any], case: str) -> int:
    from harness.app.commands.grading.reproduce import reproduce  # noqa: PLC0415 - as above

    with copied_work(folder) as work:
        return reproduce(facts["assignment"], case, work, specs=kit / "course" / "specs", isolation="E")


def watch(once: Callable[[], int], folder: Path) -> int:
    """Check now and whenever a file has changed; by looking, as every system can."""
    status = 0
    try:
        while True:
            seen = _state(folder)  # before the check: what is saved meanwhile is checked, too
            try:
                status = once()
            except (UsageError, JudgeError) as error:  # the next save may put it right
                status = error.exit_status
                print(f"check.py: {error}", file=sys.stderr)  # noqa: T201 - the command's output
            if status == EXIT_INTERRUPTED:
                return status
            print("\nWatching; Ctrl-C ends it.", flush=True)  # noqa: T201 - the command's output
            while _state(folder) == seen:
                time.sleep(_LOOK_S)
            print(f"\n{time.strftime('%H:%M:%S')} changed\n", flush=True)  # noqa: T201 - as above
    except KeyboardInterrupt:
        sys.stdout.flush()
        return status


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file of the student's."""
    state = {}
    for path, folders, names in os.walk(folder):
        if Path(path) == folder:
            folders[:] = [name for name in folders if name not in OF_KIT]
            names = [name for name in names if name not in OF_KIT]  # noqa: PLW2901 - the walk's own list is not needed
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for name in names:
            try:
                status = (Path(path) / name).stat()
            except OSError:
                continue
            state[f"{path}/{name}"] = status.st_size, status.st_mtime_ns
    return state
