"""What is observed of a run is the same in every grading, wherever the run had its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from tests.support import course, graded, loaded, write

SPEC = """\
title: Parts
language: python
clauses:
  part: {text: The part is printed., points: 1}
cases:
  - {name: part, clause: part, stdout: "1\\n", stderr: ""}
"""
PROGRAM = "import os, sys\nprint(1)\nsys.stderr.write(os.path.abspath('part.py') + ', ' + os.getcwd() + '/data/x')\n"


@pytest.mark.parametrize("confined", [False, True])
def test_the_folder_of_the_run_has_the_same_name_on_stderr(tmp_path: Path, confined: bool) -> None:
    submission = write(tmp_path / "ann", {"main.py": PROGRAM})
    (case,) = graded(
        loaded(course(tmp_path, SPEC)), submission, isolation=isolate().isolation if confined else None
    ).cases
    assert [finding.actual for finding in case.findings] == [b"/box/part.py, /box/data/x"]
