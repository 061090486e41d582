"""Code of the course's that must compile with a student's, or must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import SpecError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

CPP = """\
title: Counter
language: cpp
files: {required: [counter.h]}
clauses:
  reads: {text: A const counter can be read., points: 1}
  keeps: {text: A const counter is not changed., points: 1}
cases:
  - name: reads
    clause: reads
    compiles:
      code: |
        #include "counter.h"
        int read(const Counter& counter) { return counter.value(); }
  - name: keeps
    clause: keeps
    compiles:
      code: |
        #include "counter.h"
        void change(const Counter& counter) { counter.up(); }
      refused: "const "
"""
COUNTER = """\
#pragma once
class Counter {
    int value_ = 0;
public:
    int value() const { return value_; }
    void up() { ++value_; }
};
"""
JAVA = """\
title: Shapes
language: java
files: {required: [Shape.java]}
clauses:
  implements: {text: Anybody can implement Shape., points: 1}
  sealed: {text: A point cannot be moved., points: 1}
cases:
  - name: implements
    clause: implements
    compiles: {code: "class Square implements Shape { public double area() { return 4; } }"}
  - name: sealed
    clause: sealed
    compiles:
      code: "class Move { void move(Point p) { int x = p.x; p.x = 1; } }"
      refused: "p.x = 1;"
"""
SHAPE = "interface Shape { double area(); }\nclass Point { final int x = 0; }\n"


def verdicts(tmp_path: Path, spec: str, files: dict[str, str]) -> Grade:
    course(tmp_path, spec)
    return graded(loaded(tmp_path), write(tmp_path / "ann", files))


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (("", ""), set()),
        (("value() const", "value()"), {"reads"}),
        (("up() { ++", "up() const { ++const_cast<Counter*>(this)->"), {"keeps"}),
        (("up", "down"), {"keeps"}),  # nothing is refused if nothing is there
        (("#pragma once", "#define const"), {"reads", "keeps"}),
        (("};", "}"), {"reads", "keeps"}),
    ],
)
def test_what_must_and_must_not_compile(tmp_path: Path, change: tuple[str, str], wrong: set[str]) -> None:
    grade = verdicts(tmp_path, CPP, {"counter.h": COUNTER.replace(*change)})
    assert {case.name for case in grade.cases if case.verdict is not Verdict.AC} - {"build"} == wrong


def test_the_finding_has_the_error_and_the_students_line(tmp_path: Path) -> None:
    grade = verdicts(tmp_path, CPP, {"counter.h": COUNTER.replace("value() const", "value()")})
    finding = case_of(grade, "reads").findings[0]
    assert finding.params["line"] == "int read(const Counter& counter) { return counter.value(); }"
    assert "discards qualifiers" in str(finding.params["error"])
    assert (finding.where.path, finding.where.source.strip()) == ("counter.h", b"int value() { return value_; }")


NEWER = COUNTER.replace("#pragma once", "#pragma once\n#include <concepts>\ntemplate <std::integral T> T twice(T x);")


@pytest.mark.parametrize(
    ("counter", "options", "wrong"),
    [
        (NEWER, "", set()),
        (NEWER.replace("value() const", "value()"), "", {"reads"}),
        (NEWER.replace("up() {", "up() const {").replace("int value_", "mutable int value_"), "", {"keeps"}),
        (NEWER, "[-std=c++17]", {"reads", "keeps"}),
    ],
)
def test_newer_code_compiles_as_in_a_build_unless_the_spec_names_a_standard(
    tmp_path: Path, counter: str, options: str, wrong: set[str]
) -> None:
    spec = CPP.replace("      code: |", f"      options: {options}\n      code: |") if options else CPP
    grade = verdicts(tmp_path, spec, {"counter.h": counter})
    assert {case.name for case in grade.cases if case.verdict is not Verdict.AC} - {"build"} == wrong


def test_the_error_of_newer_code_is_its_own(tmp_path: Path) -> None:
    grade = verdicts(tmp_path, CPP, {"counter.h": NEWER.replace("value() const", "value()")})
    assert "discards qualifiers" in str(case_of(grade, "reads").findings[0].params["error"])


@pytest.mark.parametrize(
    ("change", "wrong"),
    [(("", ""), set()), (("final int", "int"), {"sealed"}), (("double area", "int area"), {"implements"})],
)
def test_java(tmp_path: Path, change: tuple[str, str], wrong: set[str]) -> None:
    grade = verdicts(tmp_path, JAVA, {"Shape.java": SHAPE.replace(*change)})
    assert {case.name for case in grade.cases if case.verdict is not Verdict.AC} == wrong


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('refused: "const "', 'refused: "final "', "is not in the code"),
        ('refused: "const "', 'refused: "counter"', "is in the code several times"),
        ('refused: "const "', "instead: x", '"refused", which is missing'),
        ("language: cpp", "language: python", '"compiles" is for c, cpp, java'),
    ],
)
def test_what_cannot_be_is_an_error_of_the_spec(tmp_path: Path, old: str, new: str, said: str) -> None:
    course(tmp_path, CPP.replace(old, new))
    with pytest.raises(SpecError, match=said):
        loaded(tmp_path)
