"""A class is graded in the same memory, however large it is."""

from __future__ import annotations

import gc
from pathlib import Path

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.grader import Grader
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import SUM, course, graded, loaded, write

STUDENTS = 20


def test_nothing_that_was_built_outlives_its_grade(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course", SUM))
    folders = [write(tmp_path / f"student-{number}", {"main.py": "print(3)\n"}) for number in range(STUDENTS)]
    alive: list[int] = []

    def counted(_position: int, _grade: object) -> None:
        gc.collect()
        alive.append(sum(isinstance(entry, Built) for entry in gc.get_objects()))

    with scratch() as place:
        grader = Grader({"sum": assignment}, Unconfined(), place, 1, store_grade=counted)
        grader.run([Submission(folder.name, "sum", folder) for folder in folders])
    assert len(alive) == STUDENTS
    assert max(alive) - alive[0] <= 1


MANY_RUNS = """\
title: Draws
language: python
clauses:
  c: {text: It prints a line., points: 10}
cases:
  - {name: first, clause: c, args: [first], stdout: "x\\n"}
  - {name: second, clause: c, args: [second], stdout: "x\\n"}
  - {name: drawn, clause: c, args: [drawn], runs: 3, across: any_run}
  - {name: reached, clause: c, args: [reached], runs: 2, across: any_run}
"""


def test_cases_of_many_runs_are_tasks_of_their_own_that_begin_first(tmp_path: Path) -> None:
    log = tmp_path / "log"
    checks = {"checks.py": "def any_run(runs):\n    return []\n"}
    assignment = loaded(course(tmp_path / "course", MANY_RUNS, beside=checks))
    program = f"import sys\nprint(sys.argv[1], file=open({str(log)!r}, 'a'))\nprint('x')\n"
    grade = graded(assignment, write(tmp_path / "ann", {"main.py": program}), jobs=1)
    assert grade.verdict is Verdict.AC
    assert log.read_text("utf-8").split() == ["drawn"] * 3 + ["reached"] * 2 + ["first", "second"]
