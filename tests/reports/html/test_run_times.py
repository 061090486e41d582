"""Run time over the size of the problem, from the cases of a grade."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.judge.messages.translator import translator
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.html.charts import RunTime, RunTimes, run_times, size_of
from harness.spec.format.assignment import Assignment
from tests.support import course, loaded, write

SPEC = """\
title: Sums
language: python
clauses:
  count: {text: It counts., points: 5}
  speed: {text: It is quick., points: 5}
cases:
  - name: count-{n}
    clause: count
    for: {n: [1, 4, 8, 9]}
    args: ["{n}"]
    stdout: "x\\n"
  - name: all-{n}
    clause: count
    for: {n: [4, 5, 6]}
    args: ["-v", "{n}"]
    stdout: "x\\n"
  - name: speed
    clause: speed
    args: ["10"]
    stdout: "x\\n"
    time: 20x reference, at least 2 s
  - name: other
    clause: count
    args: ["2", "3"]
    stdout: "x\\n"
"""


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    write(tmp_path / "reference" / "sum" / "own", {"main.py": ""})
    return loaded(course(tmp_path, SPEC))


def case(name: str, cpu_s: float | None, limit: float = 20.0, reference_s: float | None = None) -> CaseGrade:
    return CaseGrade(name, "count", Verdict.AC, timing=Timing(cpu_s, cpu_s, limit, reference_s))


def curve(assignment: Assignment, *cases: CaseGrade) -> RunTimes | None:
    return run_times(Grade("ann", "sum", Verdict.AC, cases), assignment, translator("en"))


def test_cases_that_differ_in_the_size_alone_make_a_curve(assignment: Assignment) -> None:
    cases = (
        *(case(f"count-{n}", n / 100) for n in (9, 4, 1)),
        *(case(f"all-{n}", 5.0) for n in (4, 5, 6)),
        case("speed", 3.0, limit=2.5, reference_s=0.125),
        case("other", 7.0),
        case("of-an-older-spec", 7.0),
    )
    shown = curve(assignment, *cases)
    assert shown is not None
    assert list(shown.times) == [
        RunTime(1, 0.01, None, None),
        RunTime(4, 0.04, None, None),
        RunTime(9, 0.09, None, None),
        RunTime(10, 3.0, 2.5, 0.125),
    ]
    assert shown.with_reference
    assert re.findall(r'class="[^"]*">([\d.]+ s)<', shown.svg) == ["0.01 s", "0.1 s", "1 s", "10 s"]
    assert shown.svg.count("<circle") == 4 + 1 + 4


def test_where_no_time_is_judged_or_few_sizes_were_run_there_is_no_curve(assignment: Assignment) -> None:
    assert curve(assignment, *(case(f"count-{n}", 0.1) for n in (1, 4, 8, 9))) is None
    assert curve(assignment, case("count-1", 0.1), case("speed", 0.1)) is None
    assert curve(assignment, case("count-1", 0.1), case("count-4", None), case("speed", 0.1)) is None
    assert curve(assignment) is None


@pytest.mark.parametrize("seconds", [0.0, 1e-9, 1e6])
def test_any_time_can_be_drawn(assignment: Assignment, seconds: float) -> None:
    shown = curve(assignment, case("count-1", seconds), case("count-4", seconds), case("speed", seconds, limit=2.0))
    assert shown is not None
    assert "<circle" in shown.svg


def test_the_size_of_a_case(assignment: Assignment) -> None:
    sizes = {planned.name: size_of(planned) for planned in assignment.cases}
    assert sizes == {
        **{f"count-{n}": n for n in (1, 4, 8, 9)},
        **{f"all-{n}": n for n in (4, 5, 6)},
        "speed": 10,
        "other": None,
    }
