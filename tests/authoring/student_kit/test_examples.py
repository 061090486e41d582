"""Examples before code: a kit says of them what the grader says, without the reference and the wrong programs."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from harness.app.commands.grading.check_examples import check_examples
from harness.authoring.student_kit.kit import student_kit
from harness.grading.schedule.tasks import Worker
from harness.model.errors import JudgeError, SpecError
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Doubling
language: python
build: [{run: [[python3, twice.py]]}]
clauses:
  examples: {text: Examples are right., points: 8}
  small: {text: Small numbers are doubled., points: 1}
cases:
  - {name: examples, clause: examples, tests: {runner: pairs, inputs: numbers}}
  - {name: small, clause: small, stdin: "1", stdout: "2\\n"}
"""
CHECKS = 'def numbers():\n    return [f"{n}\\n" for n in (0, 1, 20)]\n'
RIGHT = "print(2 * int(input()))\n"
WRONG = {"small-same": "n = int(input())\nprint(n if n < 9 else 2 * n)\n", "small-large": "print(int(input()) + 1)\n",
         "small-broken": "print(\n"}  # fmt: skip
EXAMPLES: dict[str, dict[str, str]] = {
    "all": {"t/1.in": "1\n", "t/1.out": "2\n", "t/2.in": "20", "t/2.ans": "40\r\n"},
    "one": {"1.in": "0 \r\n", "1.out": "0"},
    "wrong": {"1.in": "1\n", "1.out": "2\n", "2.in": "20\n", "2.out": "41\n"},
    "alone": {"1.in": "1\n"},
    "none": {"twice.py": RIGHT},
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return doubling(tmp_path_factory.mktemp("course"))


def doubling(root: Path, spec: str = SPEC, checks: str = CHECKS) -> Path:
    course(root, spec, beside={"checks.py": checks})
    write(root / "reference/sum/python", {"twice.py": RIGHT})
    for name, text in WRONG.items():
        write(root / "specs/sum/mutants" / name, {"twice.py": text})
    return root


@pytest.fixture(scope="module")
def sealed(root: Path) -> Any:
    return facts(root)["examples"]


def facts(root: Path) -> Any:
    assignment = loaded(root)
    with scratch() as place:
        kit = student_kit(assignment, Worker({"sum": assignment}, Unconfined(), place).workspace("kit"))
    with zipfile.ZipFile(io.BytesIO(kit.content)) as outer:
        inner = zipfile.ZipFile(io.BytesIO(outer.read("kit/kit.zip")))
        assert b"check.py examples" in outer.read("kit/README.md")
    return json.loads(inner.read("course/kit.json"))


@pytest.mark.parametrize(
    ("name", "said", "status"),
    [
        ("all", "valid 2 of 2; catches 3 of 3", 0),
        ("one", "valid 1 of 1; catches 2 of 3", 1),
        ("wrong", "valid 1 of 2; catches 2 of 3", 1),
        ("alone", "valid 0 of 0; catches 0 of 3", 1),
        ("none", "valid 0 of 0; catches 0 of 3", 1),
    ],
)
def test_a_kit_says_what_the_grader_says(
    root: Path, sealed: Any, tmp_path: Path, name: str, said: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    work = write(tmp_path / "work", EXAMPLES[name])
    assert check_examples(sealed, work) == status
    text = capsys.readouterr().out
    assert f"examples: {said} wrong programs\n" in text
    row = case_of(graded(loaded(root), work, only=("examples",)), "examples")
    assert (row.verdict is Verdict.AC) == (status == 0)
    if row.findings and row.findings[0].kind == "tests-miss-faults":
        noticed = re.search(r"catches (\d+)", text)
        assert noticed is not None
        assert int(noticed[1]) == row.findings[0].params["noticed"]
    if row.findings and row.findings[0].kind == "tests-reject-right":
        assert row.findings[0].params["names"] == ["2.in"]
        assert "2.in: another output is right" in text


def test_of_an_input_that_is_not_listed_the_course_says_more(
    root: Path, sealed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = write(tmp_path / "work", {**EXAMPLES["all"], "7.in": "7\n", "7.out": "14\n"})
    assert check_examples(sealed, work) == 1
    text = capsys.readouterr().out
    assert "valid 2 of 2; catches 3 of 3" in text
    assert "7.in: its input is none of those that can be checked here" in text
    assert case_of(graded(loaded(root), work, only=("examples",)), "examples").verdict is Verdict.AC


def test_an_assignment_of_examples_alone_has_a_kit(tmp_path: Path) -> None:
    spec = SPEC.replace('"1", stdout: "2\\n"', '"1", stdout: "2\\n", visibility: hidden')
    known = facts(doubling(tmp_path, spec))
    assert (known["cases"], list(known["examples"])) == (0, ["examples"])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return []", "must list 1 to 1000 inputs, not 0"),
        ("return ['x'] * 1001", "must list 1 to 1000 inputs, not 1001"),
        ("return 1 / 0", "failed: ZeroDivisionError"),
        ("return [1]", "failed: AttributeError"),
    ],
)
def test_a_list_that_is_none_is_reported(tmp_path: Path, body: str, message: str) -> None:
    doubling(tmp_path, checks=f"def numbers():\n    {body}\n")
    with pytest.raises(JudgeError, match=message):
        facts(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"runner: pairs": "runner: pytest"}, "only examples in pairs of files have inputs to list"),
        ({"inputs: numbers": "inputs: nombers"}, 'did you mean "numbers"'),
    ],
)
def test_a_key_that_cannot_be_is_refused(tmp_path: Path, change: dict[str, str], message: str) -> None:
    text = SPEC
    for old, new in change.items():
        text = text.replace(old, new)
    doubling(tmp_path, text)
    with pytest.raises(SpecError, match=r"cases\[0\].tests.inputs") as error:
        loaded(tmp_path)
    assert message in str(error.value)
