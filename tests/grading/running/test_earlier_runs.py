"""Runs that a case makes before its own, in the same folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import SpecError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.sandbox.isolation.base import Isolation
from tests.support import course, graded, loaded, write

TODO = """\
import os
import sys

command, *words = sys.argv[1:]
lines = open("tasks.txt").read().splitlines() if os.path.exists("tasks.txt") else []
if command == "add":
    lines.append(words[0] if words else input())
elif command == "clear":
    os.remove("tasks.txt")
    sys.exit(3)
elif command == "take":
    del lines[int(words[0])]
elif command == "wait":
    while True:
        pass
if command == "list":
    print("\\n".join(lines) if os.path.exists("tasks.txt") else "no file")
else:
    open("tasks.txt", "w").writelines(f"{line}\\n" for line in lines)
"""
SPEC = """\
title: Tasks
language: python
limits: {cpu: 1 s}
clauses:
  list: {text: The tasks are listed., points: 1}
cases:
  - name: list
    clause: list
    before: [BEFORE]
    args: [list]
    stdout: "EXPECTED\\n"
"""


def spec(before: str, expected: str = "milk") -> str:
    return SPEC.replace("BEFORE", before).replace("EXPECTED", expected)


def row(root: Path, before: str, expected: str = "milk", isolation: Isolation | None = None) -> CaseGrade:
    assignment = loaded(course(root, spec(before, expected)))
    return graded(assignment, write(root / "ann", {"todo.py": TODO}), isolation=isolation).cases[0]


@pytest.mark.parametrize("sandboxed", [False, True])
@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("{args: [add, milk]}", "milk"),
        ("{args: [add, milk]}, {args: [add, eggs]}", r"milk\neggs"),
        ("{args: [add], stdin: milk}", "milk"),
        ("{args: [add, milk]}, {args: [clear]}", "no file"),
        ("{run: [python3, todo.py, add], args: [milk]}", "milk"),
    ],
)
def test_what_earlier_runs_leave_is_there(tmp_path: Path, before: str, expected: str, *, sandboxed: bool) -> None:
    isolation = isolate().isolation if sandboxed else None
    assert row(tmp_path, before, expected, isolation).verdict is Verdict.AC


def test_a_report_names_the_runs_before_and_so_does_the_line_to_paste(tmp_path: Path) -> None:
    case = row(tmp_path, "{args: [add, oat milk]}, {args: [add], stdin: eggs}")
    (finding,) = case.findings
    assert finding.params["earlier"] == "python3 todo.py add 'oat milk'; printf 'eggs' | python3 todo.py add"
    assert case.reproduce == (
        "python3 todo.py add 'oat milk' && printf 'eggs' | python3 todo.py add && python3 todo.py list </dev/null"
    )


@pytest.mark.parametrize(
    ("before", "verdict", "kind", "command"),
    [
        ("{args: [add, milk]}, {args: [take, '7']}", Verdict.RTE, "uncaught-exception", "take 7"),
        ("{args: [wait]}, {args: [add, milk]}", Verdict.TLE, "timed-out", "wait"),
    ],
)
def test_an_earlier_run_that_ends_badly_decides(
    tmp_path: Path, before: str, verdict: Verdict, kind: str, command: str
) -> None:
    case = row(tmp_path, before)
    assert (case.verdict, case.findings[0].kind) == (verdict, kind)
    assert case.reproduce.endswith(f"python3 todo.py {command} </dev/null")


def test_variables_are_filled_in_and_files_are_looked_for(tmp_path: Path) -> None:
    text = (
        spec("{args: ['{command}', milk], stdin: {file: lines.txt}}")
        .replace("    clause: list\n", "    clause: list\n    for: {command: [add]}\n")
        .replace("name: list", "name: 'list-{command}'")
    )
    with pytest.raises(SpecError, match=r"before\[0\]\.stdin.* there is no file .*lines\.txt"):
        loaded(course(tmp_path, text))
    assignment = loaded(course(tmp_path, text, beside={"lines.txt": "-"}))
    assert assignment.cases[0].case.before[0].args == ("add", "milk")
