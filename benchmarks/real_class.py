"""A class of real programs with a difference each: what one costs as the class grows, against its runs, and reports.

Start it with ``python benchmarks/real_class.py``, as root for level A; numbers after it are three other sizes.

Every student has one of ten programs that the spec has to accept, with a comment of their own. All cases run. The CPU
times of the builds and runs are also measured without a sandbox: what a bare loop of them would take. Reports are of a
class in which some programs are wrong; their grades are written into the gradebook, not graded again and again.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from measure import BIN, CHECKOUT, Command, Cost, Row, at_most, report, run
from msgspec.structs import replace

from harness.course.assignments import load_course
from harness.course.gradebook.begin_run import begin_run_in
from harness.course.gradebook.gradebook import Gradebook
from harness.course.ingest.finding.class_list import find_submissions

ASSIGNMENT = "cse30-pa2"
SIZES, PROGRAMS, REPORTED = (10, 100, 1000), 10, 1000
MAX_GROWTH, MAX_RATIO, MAX_REPORTS_S = 1.05, 1.3, 5.0
_REPORTS = ("html", "json", "csv", "md", "txt")
_SOME_WRONG = (0, 1)
_LOGGING_GRADE = """
import os, sys
from harness.grading.workspace.workspace import Workspace
log, observe = os.open(sys.argv.pop(1), os.O_CREAT | os.O_APPEND | os.O_WRONLY), Workspace._observe
def logged(*arguments):
    observation = observe(*arguments)
    os.write(log, b"%f\\n" % observation.cpu_s)
    return observation
Workspace._observe = logged
from harness.app.cli.grade import main
sys.exit(main())
"""
"""``grade`` that also writes down the CPU time of each program, which is not in its own at level A."""


def rows(sizes: Sequence[int] = SIZES) -> list[Row]:
    """The figures."""
    samples = [CHECKOUT / "submissions" / who / ASSIGNMENT for who in ("alice", "bob", "carol")]
    accepted = [samples[0], *sorted((CHECKOUT / "specs" / ASSIGNMENT / "accepted").iterdir())]
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        folders = [_class(root / str(size), size, accepted[:PROGRAMS]) for size in sizes]
        costs = [_graded(folder, "A") for folder in folders]
        _, bare_s = _graded(folders[0], "E")
        reporting = _reporting(root, samples + accepted)
    totals = [grader.cpu_s + programs_s for grader, programs_s in costs]
    further = [
        (more - fewer) / (many - few)
        for (fewer, more), (few, many) in zip(pairwise(totals), pairwise(sizes), strict=True)
    ]
    what = f"a class of {PROGRAMS} real Python programs in copies, level A: a further submission, CPU time"
    return [
        *(
            Row(f"{what}, {few} to {many}", each, "s")
            for each, (few, many) in zip(further, pairwise(sizes), strict=True)
        ),
        at_most(f"{what}: {sizes[1]} to {sizes[2]} / {sizes[0]} to {sizes[1]}", further[1] / further[0], MAX_GROWTH),
        at_most(f"{what} / its builds and runs without a sandbox", further[0] / (bare_s / sizes[0]), MAX_RATIO),
        at_most(
            f"{REPORTED} submissions: reports in {', '.join(_REPORTS)}, CPU time",
            reporting.cpu_s,
            MAX_REPORTS_S,
            unit="s",
        ),
        Row("the same, elapsed", reporting.wall_s, "s"),
    ]


def _class(folder: Path, students: int, programs: Sequence[Path]) -> Path:
    """Write a class of copies that differ."""
    for number in range(students):
        submission = folder / f"student-{number}" / ASSIGNMENT
        shutil.copytree(programs[number % len(programs)], submission)
        for source in submission.rglob("*.py"):
            source.write_bytes(source.read_bytes() + b"\n# %d\n" % number)
    return folder


def _command(folder: Path, *words: str | Path) -> Command:
    return [*words, "--specs", CHECKOUT / "specs", "--assignment", ASSIGNMENT, "-j", "2", folder]


def _graded(folder: Path, level: str) -> tuple[Cost, float]:
    """What the grader took for a class, and its programs, CPU seconds."""
    log = folder.with_suffix(f".{level}")
    words = ("-c", _LOGGING_GRADE, log, "--no-cache", "--isolation", level, "--gradebook", log.with_suffix(".sqlite"))
    cost = run(_command(folder, sys.executable, *words), accept=_SOME_WRONG)
    return cost, sum(map(float, log.read_text("ascii").splitlines()))


def _reporting(root: Path, programs: Sequence[Path]) -> Cost:
    """What all reports take of a class that is graded already."""
    course = load_course(CHECKOUT / "specs", [ASSIGNMENT])
    few, many = (_class(root / f"reported-{size}", size, programs) for size in (len(programs), REPORTED))
    book = root / "reported.sqlite"
    run(_command(few, BIN / "grade", "--isolation", "E", "--gradebook", book), accept=_SOME_WRONG)
    gradebook = Gradebook(str(book))
    run_id = max(gradebook.latest_attempts().values())
    grades = {grade.student: grade for grade in gradebook.grades(range(1, run_id + 1))}
    submissions = find_submissions([many], course, root / "unpacked").submissions
    kept = begin_run_in(gradebook, course, submissions, "E", (), reuse=False)
    for position, submission in enumerate(submissions):
        number = int(submission.student.removeprefix("student-")) % len(programs)
        kept.add(position, replace(grades[f"student-{number}"], student=submission.student))
    kept.end(complete=True)
    gradebook.close()
    reports = [word for name in _REPORTS for word in ("--report", root / f"report.{name}")]
    words = ("--isolation", "E", "--gradebook", book, "--changed", *reports)
    return run(_command(many, BIN / "grade", *words), accept=_SOME_WRONG)


if __name__ == "__main__":
    sys.exit(report(rows(tuple(map(int, sys.argv[1:])) or SIZES)))
