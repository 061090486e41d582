"""A test that costs nothing shows a fault of its own where that cannot come from the wrong function."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from tests.support import course, loaded

SPEC = """\
title: Boards
language: java
clauses:
  put: {text: A queen is put., points: 5}
  shows: {text: A board is shown., points: 5}
cases:
  - {name: puts, clause: put, calls: [{function: put, args: [1], returns: 1}]}
  - {name: shows, clause: shows, follows: put, calls: [{function: put, args: [1]}, {function: show, returns: "1"}]}
  - {name: shows-bare, clause: shows, follows: put, calls: [{function: show, returns: "1"}]}
"""
PUT = CaseGrade(
    "puts", "put", Verdict.WA, 0.0, 5.0, (Finding.of("wrong-return", call="put(1)", returned="2", wanted="1"),)
)
FOLLOWS = Finding.of("follows", clause="put")
RAISED = Finding.of("call-raised", Place(part="call"), call="put(1)", exception="IllegalStateException", text="")
ADDRESS = Finding.of("address-returned", Place(part="call"), None, b"[I@1b6d3586", call="show()", text='"[I@1b6d3586"')
NUMBER = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"2", call="show()", returned="2", wanted="1")


def shown(tmp_path: Path, name: str, *findings: Finding) -> str:
    waived = CaseGrade(name, "shows", Verdict.WA, 5.0, 5.0, (FOLLOWS, *findings))
    grade = Grade("ann", "boards", Verdict.WA, (PUT, waived))
    lines = explanation_lines(grade, loaded(course(tmp_path, SPEC)), translator(), details=False)
    return next(text for text in plain(lines) if "~" in text).strip()


def test_an_address_is_no_consequence(tmp_path: Path) -> None:
    said = shown(tmp_path, "shows", RAISED, ADDRESS)
    assert said.startswith(
        '~ shows costs no further points, but is another fault: show() returned "[I@1b6d3586". It shows'
    )


@pytest.mark.parametrize(("name", "is_own"), [("shows", False), ("shows-bare", True)])
def test_a_test_that_does_not_call_the_wrong_function_shows_another_fault(
    tmp_path: Path, name: str, *, is_own: bool
) -> None:
    assert ("another fault" in shown(tmp_path, name, NUMBER)) is is_own
    calling = replace(NUMBER, params={**NUMBER.params, "calls_wrong": ["put"]})
    assert "another fault" not in shown(tmp_path, name, calling)
