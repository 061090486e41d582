"""A read without a test is looked for where an output shows that it failed; what follows from it is no other cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.failed_reads import repeats_last
from harness.grading.verdicts.judgement import Judgement
from harness.model.finding import Finding, Place
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes
from tests.support import course, graded, loaded, write


@pytest.mark.parametrize(
    ("expected", "actual", "is_repeated"),
    [
        (b"4 5 6", b"4 5 6 6", False),
        (b"4 5 6", b"4 5 6 5 6", True),
        (b"1\nno answer\n", b"1\nno answer\nno answer\n", True),
        (b"4 5 6", b"4 5 6 7", False),
        (b"4 5 6", b"4 5 5 6", False),
        (b"4 5 6", b"4 5 6", False),
        (b"", b"4", False),
    ],
)
def test_an_output_whose_last_part_comes_twice_is_seen(expected: bytes, actual: bytes, *, is_repeated: bool) -> None:
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), expected, actual, line=1)
    for verdict in (Verdict.WA, Verdict.AC):
        outcome = CaseResult(Judgement(verdict, (finding,)))
        assert repeats_last(outcome) == (is_repeated and verdict is Verdict.WA)


READS = """\
#include <iostream>
void answer(int n) {
    while (n < 1) std::cin.get();
    std::cout << "number " << n << "\\n";
}
int main() {
    int n = 0;
    while (LOOP) { READ answer(n); }
}
"""
SPEC = """\
title: Lines
language: cpp
limits: {cpu: 0.5 s}
clauses: {lines: {text: A line for each number., points: 5}, quiet: {text: Nothing else., points: 5}}
cases:
  - {name: two, clause: lines, stdin: "1\\n2\\n", stdout: "number 1\\nnumber 2\\n"}
  - {name: none, clause: quiet, stdin: " \\n", stdout: ""}
"""


def test_a_run_without_input_that_does_not_end_follows_from_the_read(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course", SPEC))
    source = READS.replace("LOOP", "!std::cin.eof()").replace("READ", "std::cin >> n;")
    grade = graded(assignment, write(tmp_path / "ann", {"main.cpp": source}))
    assert [note.params["what"] for note in grade.notes if "what" in note.params] == ["untested-read"]
    (cause,) = causes(grade)
    assert [case.name for case in cause.cases] == ["two", "none"]
    source = READS.replace("LOOP", "std::cin >> n").replace("READ", "")
    assert not causes(graded(assignment, write(tmp_path / "bob", {"main.cpp": source})))


def test_a_function_that_crashes_when_it_is_called_reads_nothing(tmp_path: Path) -> None:
    spec = SPEC.replace(
        'none, clause: quiet, stdin: " \\n", stdout: ""', "calls, clause: quiet, calls: [{function: answer, args: [0]}]"
    )
    assert "calls: [" in spec
    assignment = loaded(course(tmp_path / "course", spec))
    source = READS.replace("LOOP", "!std::cin.eof()").replace("READ", "std::cin >> n;")
    grade = graded(assignment, write(tmp_path / "ann", {"main.cpp": source}))
    assert [[case.name for case in cause.cases] for cause in causes(grade)] == [["calls"], ["two"]]


def test_a_course_says_that_the_last_was_answered_twice() -> None:
    finding = Finding("twice", Place(stream="stdout"), b"4 5 6", b"4 5 6 6", params={"last_twice": True})
    assert repeats_last(CaseResult(Judgement(Verdict.WA, (finding,))))
