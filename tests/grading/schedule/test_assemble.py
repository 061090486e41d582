"""What was not judged is distinguished from what was not handed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.schedule.assemble import assemble
from harness.model.verdict import Verdict
from tests.support import SUM, course, loaded, write

WITH_FILES_AND_BUILD = SUM.replace(
    "clauses:\n",
    """\
files: {required: [main.py], clause: files}
build:
  - {commands: [[python3, -m, py_compile, main.py]], clause: build}
clauses:
  files: {text: All is there., points: 2}
  build: {text: It builds., points: 2}
""",
)


@pytest.mark.parametrize(("handed_in", "verdict"), [(True, Verdict.SK), (False, Verdict.NS)])
def test_a_submission_before_its_turn_is_not_one_that_was_never_handed_in(
    tmp_path: Path, handed_in: bool, verdict: Verdict
) -> None:
    assignment = loaded(course(tmp_path / "course", WITH_FILES_AND_BUILD))
    folder = write(tmp_path / "ann", {"main.py": "print(3)\n"}) if handed_in else None
    grade = assemble(assignment, Submission("ann", "sum", folder), None, {})
    assert {case.name for case in grade.cases} == {"files", "build", "two", "three"}
    assert {case.verdict for case in grade.cases} == {verdict}
    assert grade.verdict is verdict
    assert grade.complete is (verdict is Verdict.NS)
