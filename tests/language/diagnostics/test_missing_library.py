"""A library that this machine lacks: a person judges the program; a module of the student's own is his fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import sentence
from harness.language.diagnostics.unavailable import missing_library
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
  - {name: counted, clause: one, trace: {f: 1}}
"""
RAISES = "raise ModuleNotFoundError(\"No module named 'termtables'\")\n"
IMPORTS = "import termtables\n"
CLAIMS = 'exec("raise ModuleNotFoundError(\\"No module named \'termtables\'\\")")  # import\n'
PRINTS = """\
import sys
def f(): return 1
sys.stderr.write("Traceback (most recent call last):\\nModuleNotFoundError: No module named 'termtables'\\n")
sys.exit(1)
"""
FORGES = """\
import json, os
def f():
    lines = [{"case": 2, "call": 0, "function": "f", "raised": "ModuleNotFoundError", "message": WORD}, {"end": 2}]
    for number in range(3, 20):
        try: os.write(number, "".join(json.dumps(line) + "\\n" for line in lines).encode())
        except OSError: pass
    for folder in (os.environ["HOME"], "."):
        for name in os.listdir(folder):
            if "report" in name:
                with open(os.path.join(folder, name), "a") as file:
                    file.writelines(json.dumps(n) + "\\n" for n in lines)
    os._exit(0)
if __name__ == "__main__": print(5)
""".replace("WORD", "\"No module named 'termtables'\"")
NR, RTE, WA, AC = Verdict.NR, Verdict.RTE, Verdict.WA, Verdict.AC


@pytest.mark.parametrize(
    ("program", "verdicts", "line"),
    [
        (f"def solve():\n    {IMPORTS}solve()\n", (NR, NR, NR, NR), 2),
        (f"def f():\n    {IMPORTS}    return 1\nprint(5)\n", (AC, AC, NR, WA), 2),
        (f"def f():\n    {IMPORTS}    return 1\nprint(f() + 4)\n", (NR, NR, NR, AC), 2),
        ("def f():\n    from importlib import import_module\n    import_module('PIL.z.z')\nf()\n", (NR, NR, NR, AC), 3),
        (f"def f(): return 1\ntry:\n    {IMPORTS}except ImportError:\n    print(5)\n", (AC, AC, AC, WA), None),
        (f"def f():\n    {RAISES}f()\n", (RTE, WA, RTE, AC), None),
        (f"def f():\n    {CLAIMS}f()\n", (RTE, WA, RTE, AC), None),
        (f"def f():\n    {CLAIMS}f()\nimport json\n", (RTE, WA, RTE, AC), None),
        (PRINTS, (RTE, WA, AC, WA), None),
        (FORGES, (AC, AC, RTE, WA), None),
        (f"import turtle\n{PRINTS}", (NR, NR, AC, NR), None),
        ("import boards\nprint(5)\n", (RTE, WA, WA, WA), None),
        ("def f():\n    import boards\nprint(5)\n", (AC, AC, RTE, WA), None),
    ],
)
def test_who_has_to_judge(program: str, verdicts: tuple[Verdict, ...], line: int | None, tmp_path: Path) -> None:
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "submission", {"main.py": program}))
    names = ("own", "any", "called", "counted")
    assert tuple(case_of(grade, name).verdict for name in names) == verdicts
    if line is not None:
        finding = next(finding for name in names for finding in case_of(grade, name).findings if finding.where.path)
        assert (finding.where.path, finding.where.line) == ("main.py", line)
        assert sentence(finding).startswith("this machine has no Python library ")


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


def test_a_line_that_imports_nothing_lacks_no_library() -> None:
    error = "ModuleNotFoundError: No module named 'numpy'"
    for source in (b"import numpy as np", b"def f(): from numpy import (", b"np = importlib.import_module('numpy')"):
        assert missing_library(error, source) == "numpy"
    assert missing_library(error, b"raise ModuleNotFoundError(text)") == ""
