"""Near misses on the prompts of a dialogue cost what the case says, and nothing else is forgiven."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

SPEC = """\
title: T
language: python
clauses:
  c: {text: It asks., points: 10}
FORMcases:
  - name: talk
    clause: c
    dialogue:
      - {expect: "Number: ", send: "3"}
      - {expect: "Sum 3\\nNumber: ", eof: true}
      - {expect: "Bye\\n"}
    near_misses: NEAR
"""
ASKS = """\
import sys
total = 0
try:
    while True:
        total += int(input(PROMPT))
        print(SUM, total)
except EOFError:
    print(BYE)
"""


def row(root: Path, prompt: str = "Number: ", total: str = "Sum", bye: str = "Bye", near: str = "") -> CaseGrade:
    form = "  form: {text: The form is right., points: 2}\n" if "form" in near else ""
    spec = (SPEC if near else SPEC.replace("    near_misses: NEAR\n", "")).replace("NEAR", near).replace("FORM", form)
    source = ASKS.replace("PROMPT", repr(prompt)).replace("SUM", repr(total)).replace("BYE", repr(bye))
    grade = graded(loaded(course(root, spec)), write(root / "ann", {"main.py": source}))
    return next(case for case in grade.cases if case.name == "talk")


def test_a_right_dialogue(tmp_path: Path) -> None:
    assert row(tmp_path, near="{letter-case: 0.5}").verdict is Verdict.AC


@pytest.mark.parametrize(
    ("wrong", "near", "score"),
    [
        ({"prompt": "number: "}, "{letter-case: 0.5}", 5),
        ({"total": "sum"}, "{letter-case: 0.5}", 5),
        ({"bye": "bye"}, "{letter-case: 0.5}", 5),
        ({"prompt": "number: ", "bye": "BYE"}, "{letter-case: 0.5}", 5),
        ({"prompt": "number: "}, "{letter-case: form}", 10),
        ({"prompt": "number: "}, "{letter-case: 0}", 0),
        ({"prompt": "number: "}, "{blanks: 0.5}", 0),
        ({"prompt": "number: "}, "", 0),
        ({"prompt": "number: ", "bye": "Farewell"}, "{letter-case: 0.5}", 0),
        ({"prompt": "Name? "}, "{letter-case: 0.5}", 0),
    ],
)
def test_near_misses_of_prompts(tmp_path: Path, wrong: dict[str, str], near: str, score: float) -> None:
    assert row(tmp_path, near=near, **wrong).score == score


def test_what_is_not_forgiven_is_reported_as_without_near_misses(tmp_path: Path) -> None:
    wrong = {"prompt": "Name? "}
    with_near, without = row(tmp_path / "with", near="{letter-case: 0.5}", **wrong), row(tmp_path / "without", **wrong)
    assert with_near.findings == without.findings
    assert with_near.verdict is without.verdict is Verdict.WA


def test_a_crash_after_another_prompt_is_not_the_fault(tmp_path: Path) -> None:
    found = row(tmp_path, prompt="Name? ", total="x", bye="y", near="{letter-case: 0.5}")
    assert [finding.kind for finding in found.findings] == ["prompt-missing"]
