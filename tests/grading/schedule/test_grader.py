"""A class is graded in the same memory, however large it is."""

from __future__ import annotations

import gc
from pathlib import Path

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.schedule.grader import Grader
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import SUM, course, loaded, write

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
