"""What JavaScript throws that is no Error has no stack, and is shown at its line all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Boards
language: javascript
clauses: {c: {text: It prints., points: 1}}
cases:
  - {name: prints, clause: c, stdout: "ok\\n"}
"""


@pytest.mark.parametrize(
    ("thrown", "error"),
    [('"no board"', "no board"), ("{rows: 8}", "{ rows: 8 }"), ("8", "8")],
    ids=["text", "object", "number"],
)
def test_a_thrown_value_has_its_line(tmp_path: Path, thrown: str, error: str) -> None:
    source = f"function f() {{\n  throw {thrown};\n}}\nf();\n"
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "work", {"main.js": source}))
    case = case_of(grade, "prints")
    assert case.verdict is Verdict.RTE
    assert [(each.params["error"], each.where.path, each.where.line) for each in case.findings[:1]] == [
        (error, "main.js", 2)
    ]
