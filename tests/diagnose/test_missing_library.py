"""A library that this machine lacks: a person judges the program; a module of the student's own is his fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.diagnose.missing_library import missing_library
from harness.messages.translator import sentence
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: t
language: python
clauses:
  one: {text: t, points: 8}
cases:
  - {name: own, clause: one, stdout: "5\\n"}
  - {name: any, clause: one, stdout: "5\\n", ending: any}
  - {name: called, clause: one, calls: [{function: f, returns: 1}]}
"""
RAISES = "raise ModuleNotFoundError(\"No module named 'ortools'\")\n"


@pytest.mark.parametrize(
    ("program", "verdict", "library"),
    [
        (f"def solve():\n    {RAISES}solve()\n", Verdict.NR, "ortools"),
        (f"def f(): return 1\ntry:\n    {RAISES}except ImportError:\n    print(5)\n", Verdict.AC, ""),
        ("import boards\nprint(5)\n", Verdict.RTE, ""),
    ],
)
def test_who_has_to_judge(program: str, verdict: Verdict, library: str, tmp_path: Path) -> None:
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "submission", {"main.py": program}))
    assert case_of(grade, "own").verdict is verdict
    assert case_of(grade, "any").verdict is (Verdict.WA if verdict is Verdict.RTE else verdict)
    assert case_of(grade, "called").verdict is (Verdict.WA if verdict is Verdict.RTE else verdict)
    if library:
        finding = case_of(grade, "any").findings[0]
        assert (finding.where.path, finding.where.line) == ("main.py", 2)
        assert sentence(finding).startswith(f"this machine has no Python library {library}, ")


@pytest.mark.parametrize(
    ("error", "library"),
    [
        ("ModuleNotFoundError: No module named 'numpy'", "numpy"),
        ("ModuleNotFoundError: No module named 'PIL.Image'; 'PIL' is not a package", "PIL"),
        ("ModuleNotFoundError: No module named 'queens'", ""),
        ("ModuleNotFoundError: No module named 'numpyy'", ""),
        ("ImportError: cannot import name 'x' from 'numpy'", ""),
        ("ValueError: ModuleNotFoundError: No module named 'numpy'", ""),
    ],
)
def test_what_is_a_library(error: str, library: str) -> None:
    assert missing_library(error) == library
