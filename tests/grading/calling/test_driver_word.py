"""What a driver's report says decides nothing that the student could gain by: no point, no review, no fault of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: t
language: python
clauses:
  one: {text: t, points: 8}
cases:
  - {name: called, clause: one, calls: [{function: f, returns: 1}]}
  - {name: again, clause: one, isolated: true, calls: [{function: f, returns: 1}]}
"""
FORGES = """\
import os
def f():
    for folder in (os.environ["HOME"], "."):
        for name in os.listdir(folder):
            if "report" in name:
                with open(os.path.join(folder, name), "a") as file: file.write(LINES)
    os._exit(STATUS)
"""
CALL = {"case": 0, "call": 0, "function": "f"}
LIBRARY = "ModuleNotFoundError: No module named 'numpy'"


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([CALL | {"raised": "ModuleNotFoundError", "message": "No module named 'numpy'"}, {"end": 0}], 0),
        ([CALL | {"missing": f"main.py ended early: {LIBRARY}"}, {"end": 0}], 0),
        ([CALL | {"missing": "there is no function f in the submission"}, {"end": 0}], 0),
        ([CALL | {"raised": "existence_error", "message": "Unknown procedure: fd_domain/3"}, {"end": 0}], 0),
        ([{"case": 0, "loading": LIBRARY}, {"end": 0}], 0),
        ([{"end": 0, "ended": LIBRARY}], 0),
        ([{"end": 0, "limit": "cpu"}], 0),
        ([{"end": 0, "limit": "wall"}], 0),
        ([{"end": 0, "signal": 9}], 0),
        ([{"end": 0, "exit": 0}], 0),
        ([{"end": 0, "verdict": "AC", "score": 8}], 0),
        ([{"begin": 1}, {"end": 1}, {"end": 0}], 0),
        ([CALL | {"returned": {"!repr": "1"}}, {"end": 0}], 0),
        ([CALL | {"returned": True}, {"end": 0}], 0),
        ([CALL | {"returned": 1.0, "reads": 1 << 80}, {"end": 0}], 0),
        ([], 3),
        ([], 1),
        ([], 127),
    ],
)
def test_a_forged_line_changes_no_verdict(lines: list[dict[str, Any]], status: int, tmp_path: Path) -> None:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    program = FORGES.replace("LINES", repr(text)).replace("STATUS", str(status))
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "ann", {"main.py": program}))
    lost = (Verdict.WA, Verdict.RTE, Verdict.TLE)  # a program may say about itself that it took too long
    assert case_of(grade, "called").verdict in lost
    assert case_of(grade, "again").verdict in lost
    assert grade.score == 0
