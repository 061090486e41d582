"""Cases with a variant for each student: judged by their own, by the reference; if that is not clear, by nobody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.model.errors import SpecError
from harness.model.finding import Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded, write

SPEC = """\
title: Taxes
language: python
clauses: {tax: {text: The tax is added., points: 10}}
cases:
  - {name: own, clause: tax, variants: {function: prices, seed: student}}
"""
CHECKS = """\
def prices(random):
    rate = random.randint(1, 9)
    return {"values": {"rate": rate}, "args": [str(random.randint(10, 99))], "files": {"more.txt": "5"}}
"""
REFERENCE = """\
import json, sys
rate = json.load(open("variant.json"))["rate"]
print((int(sys.argv[1]) + int(open("more.txt").read())) * (100 + rate))
"""
PROGRAM = """\
import os, sys
assert not os.path.exists("variant.json")
print((int(sys.argv[1]) + int(open("more.txt").read())) * (100 + {rate}))
"""
DRAWN: dict[str, dict[str, Any]] = {
    name: {"args": [price], "files": {"more.txt": "5"}, "values": {"rate": rate}}
    for name, price, rate in (("ann", "20", 7), ("bob", "30", 8))
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    students = [{"roster": {"login": name}, "drawn": {"prices": variant}} for name, variant in DRAWN.items()]
    course(tmp_path, SPEC, beside={"checks.py": CHECKS, "variants.json": json.dumps({"students": students})})
    write(tmp_path / "reference/sum/python", {"tax.py": REFERENCE})
    return tmp_path


def row(root: Path, program: str, student: str, *, own: bool = False, notes: tuple[Finding, ...] = ()) -> CaseGrade:
    assignment = loaded(root)
    with scratch() as place:
        grader = Grader({"sum": assignment}, Unconfined(), place, 1, own_programs=own)
        grader.run([Submission(student, "sum", write(root / "work", {"tax.py": program}), notes=notes)])
        return next(iter(grader.grades())).cases[0]


@pytest.mark.parametrize(("student", "rate"), [("ann", 7), ("bob", 8)])
def test_each_is_judged_by_their_own(root: Path, student: str, rate: int) -> None:
    right, wrong = (row(root, PROGRAM.format(rate=number), student) for number in (rate, 15 - rate))
    assert (right.verdict, right.score) == (Verdict.AC, 10)
    assert (wrong.verdict, wrong.score) == (Verdict.WA, 0)
    assert DRAWN[student]["args"][0] in wrong.reproduce


def test_whose_variant_is_not_known_is_failed_by_nobody(root: Path) -> None:
    result = row(root, PROGRAM.format(rate=7), "cy")
    assert (result.verdict, [finding.kind for finding in result.findings]) == (Verdict.NR, ["variant-unknown"])


def test_the_work_of_several_is_failed_by_nobody(root: Path) -> None:
    result = row(root, PROGRAM.format(rate=7), "ann", notes=(Finding.of("group-graded-once", count=2),))
    assert (result.verdict, [finding.kind for finding in result.findings]) == (Verdict.NR, ["variant-of-group"])


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        (REFERENCE, Verdict.AC),
        (REFERENCE.replace("100 + rate", "107"), Verdict.WA),
        (REFERENCE.replace("rate)", "min(rate, 2))"), Verdict.WA),
    ],
)
def test_the_courses_own_programs_are_proven_by_samples(root: Path, program: str, verdict: Verdict) -> None:
    (root / "specs/sum/variants.json").unlink()
    assert row(root, program, "accepted x", own=True).verdict is verdict


def test_a_reference_that_fails_costs_nobody_anything(root: Path) -> None:
    write(root / "reference/sum/python", {"tax.py": "import sys\nsys.exit(1)\n"})
    assert row(root, PROGRAM.format(rate=7), "ann").verdict is Verdict.JE


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("variants: {function: prizes}", 'did you mean "prices"'),
        ("variants: {function: prices, seed: 5}", "seed"),
        ('variants: {function: prices}\n    stdin: "x"', "the function draws it"),
        ('variants: {function: prices}\n    stdout: "5"', "say at most how it is compared"),
    ],
)
def test_what_cannot_be_is_refused(root: Path, entry: str, message: str) -> None:
    spec = SPEC.partition("cases:")[0] + f"cases:\n  - name: own\n    clause: tax\n    {entry}\n"
    write(root / "specs/sum", {"spec.yaml": spec})
    with pytest.raises(SpecError) as error:
        loaded(root)
    assert message in str(error.value)


def test_a_worker_builds_the_reference_once_for_all_students_and_cases(root: Path) -> None:
    more = "  - {name: again, clause: tax, variants: {function: prices, seed: student}}\n"
    course(root, SPEC + more)
    assignment = loaded(root)
    with scratch() as place:
        grader = Grader({"sum": assignment}, Unconfined(), place, 1)
        folders = [write(root / name, {"tax.py": PROGRAM.format(rate=rate)}) for name, rate in (("ann", 7), ("bob", 8))]
        grader.run([Submission(folder.name, "sum", folder) for folder in folders])
        assert [grade.score for grade in grader.grades()] == [10, 10]
        built = [*place.glob("answers-sum/built-*"), *place.glob("*/answers-sum/built-*")]
        assert len(built) == 1, built
