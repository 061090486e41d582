"""A variable of ``for`` may be wherever a value stands, and keeps its type there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from harness.judge.checkers.lines import Lines
from harness.judge.checkers.regex import Regex
from harness.judge.checkers.tokens import Tokens
from harness.model.errors import SpecError
from harness.model.verdict import Verdict
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.model import Case, Generate
from tests.support import course, graded, loaded, write

HEAD = """\
title: t
language: python
clauses:
  one: {text: t, points: 1}
  two: {text: u, points: 1}
"""
OTHER = "  - {name: other, clause: two, stdout: x}\n"


def planned(tmp_path: Path, case: str) -> list[PlannedCase]:
    checks = "def make(random): return ''\n"
    root = course(
        tmp_path,
        f"{HEAD}cases:\n  - {{name: 'c-{{number}}', clause: one, {case}}}\n{OTHER}",
        beside={"checks.py": checks},
    )
    write(root, {"reference/sum/python/main.py": "print(1)\n"})
    return list(loaded(root).cases)[:-1]


def cases_of(tmp_path: Path, values: str, case: str) -> list[Case]:
    variables = [{"number": number, "v": value} for number, value in enumerate(yaml.safe_load(values))]
    return [expanded.case for expanded in planned(tmp_path, f"for: {json.dumps(variables)}, {case}")]


def refused(tmp_path: Path, values: str, case: str) -> list[str]:
    with pytest.raises(SpecError) as error:
        cases_of(tmp_path, values, case)
    return str(error.value).splitlines()


def test_exit_statuses(tmp_path: Path) -> None:
    assert [case.exit for case in cases_of(tmp_path, "[0, 3]", 'exit: "{v}"')] == [0, 3]
    cases = cases_of(tmp_path / "lists", "[[1, 2], any]", 'exit: "{v}"')
    assert [case.exit for case in cases] == [(1, 2), "any"]
    assert [case.exit for case in cases_of(tmp_path / "items", "[[1, 2], 5]", 'exit: [0, "{v}"]')] == [
        (0, 1, 2),
        (0, 5),
    ]


def test_limits_times_and_weights(tmp_path: Path) -> None:
    write(tmp_path / "reference" / "sum" / "own", {"main.py": ""})
    case = 'limits: {wall: "{v} s", processes: "{v}"}, weight: "{v}", stdout: x, time: "{v}x reference"'
    cases = cases_of(tmp_path, "[2, 3]", case)
    assert [case.limits.wall for case in cases] == [2.0, 3.0]
    assert [case.limits.processes for case in cases] == [2, 3]
    assert [case.weight for case in cases] == [2, 3]
    assert [case.time for case in cases] == [(2.0, 2.0), (3.0, 2.0)]


def test_words_that_a_key_chooses_from(tmp_path: Path) -> None:
    case = 'stdout: x, clock: "{v}"'
    assert [case.clock for case in cases_of(tmp_path / "clock", "[real, still]", case)] == ["real", "still"]
    case = 'stdout: x, visibility: "{v}"'
    assert [case.visibility for case in cases_of(tmp_path / "see", "[hidden, visible]", case)] == ["hidden", "visible"]
    case = 'clause: "{v}", stdout: x'
    root = course(tmp_path / "clause", f"{HEAD}cases:\n  - {{name: 'c-{{v}}', for: {{v: [one, two]}}, {case}}}\n")
    assert [planned.case.clause for planned in loaded(root).cases] == ["one", "two"]


def test_options_of_checkers(tmp_path: Path) -> None:
    case = 'stdout: {check: tokens, tolerance: "{v}", text: "{v}"}'
    checkers = [case.stdout for case in cases_of(tmp_path, "[0.5, 0.001]", case)]
    assert checkers == [Tokens(tolerance=0.5, text="0.5"), Tokens(tolerance=0.001, text="0.001")]
    case = 'stdout: {check: "{v}", pattern: "a{v}"}'
    assert [case.stdout for case in cases_of(tmp_path / "tag", "[regex]", case)] == [Regex(pattern="aregex")]
    case = 'stdout: {check: lines, partial: "{v}", ignore: ["{v}", case], text: a}'
    root = tmp_path / "list"
    case = 'stdout: {check: lines, ignore: "{v}", text: a}'
    checkers = [case.stdout for case in cases_of(root, "[[case], [blanks, case]]", case)]
    assert checkers == [Lines(ignore=("case",), text="a"), Lines(ignore=("blanks", "case"), text="a")]


def test_near_misses_runs_and_generated_inputs(tmp_path: Path) -> None:
    case = 'stdout: x, near_misses: {letter-case: "{v}"}'
    assert [case.near_misses for case in cases_of(tmp_path / "near", "[0.5, two]", case)] == [
        {"letter-case": 0.5},
        {"letter-case": "two"},
    ]
    case = 'generate: {function: make, count: "{v}", seed: "{v}"}'
    assert [case.generate for case in cases_of(tmp_path / "make", "[2, 3]", case)] == [
        Generate("make", 2, 2),
        Generate("make", 3, 3),
    ]


def test_steps_of_dialogues_and_calls(tmp_path: Path) -> None:
    case = 'dialogue: [{expect: "{v}", eof: "{v}"}]'
    (step,) = [case.dialogue[0] for case in cases_of(tmp_path / "talk", "[true]", case)]
    assert (step.expect, step.eof) == ("True", True)
    case = 'calls: [{function: f, args: ["{v}"], repeat: "{v}", tolerance: "{v}", returns: "{v}"}]'
    calls = [case.calls[0] for case in cases_of(tmp_path / "call", "[2, 3]", case)]
    assert [(call.args, call.repeat, call.tolerance, call.returns) for call in calls] == [
        ((2,), 2, 2, 2),
        ((3,), 3, 3, 3),
    ]


@pytest.mark.parametrize(
    ("values", "case", "words"),
    [
        ("[0, zero]", 'exit: "{v}"', ["\"v\" is 'zero'"]),
        ("[1, 0]", 'stdout: x, weight: "{v}"', ['"v" is 0']),
        ("[real, fast]", 'stdout: x, clock: "{v}"', ["'fast'"]),
        ("[2 s, quick]", 'stdout: x, limits: {cpu: "{v}"}', ["'quick'"]),
        ("[1, a]", 'stdout: {check: tokens, text: x, tolerance: "{v}"}', ["'a'"]),
        ("[text, txt]", 'stdout: {check: "{v}", text: x}', ["'txt'"]),
        ("[1]", 'exit: "{w}"', ['"{w}" is no variable of this case']),
        ("[1]", 'exit: "{v"', ['a single "{"']),
    ],
)
def test_types_are_checked_when_they_are_filled(tmp_path: Path, values: str, case: str, words: list[str]) -> None:
    lines = refused(tmp_path, values, case)
    assert all("spec.yaml:7: cases[0]" in line for line in lines)
    assert all(any(word in line for line in lines) for word in words), lines


def test_later_combinations_are_looked_at_too(tmp_path: Path) -> None:
    (line,) = refused(
        tmp_path, "[0.5, 2.5]", 'stdout: x, weight: "{v}", near_misses: {letter-case: 0.5, blanks: "{v}"}'
    )
    assert "from 0 to 1, got 2.5" in line


def test_a_spec_that_is_wrong_elsewhere_says_that_alone(tmp_path: Path) -> None:
    (line,) = refused(tmp_path, "[0, 3]", 'exit: "{v}", stdou: x')
    assert '"stdou"' in line or "stdou" in line


def test_what_is_filled_in_judges(tmp_path: Path) -> None:
    spec = HEAD + "cases:\n  - {name: 'c-{v}', clause: one, for: {v: [0, 3]}, args: ['{v}'], exit: '{v}'}\n" + OTHER
    assignment = loaded(course(tmp_path, spec))
    for program, verdicts in (("exit(int(sys.argv[1]))", "AC AC"), ("exit(0)", "AC WA")):
        source = f"import sys\nprint('x', end='')\nif len(sys.argv) > 1: {program}\n"
        grade = graded(assignment, write(tmp_path / verdicts.replace(" ", ""), {"main.py": source}))
        assert " ".join(row.verdict.name for row in grade.cases[:2]) == verdicts
        assert grade.cases[2].verdict is Verdict.AC
