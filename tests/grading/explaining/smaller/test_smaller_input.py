"""Parts of long inputs with which programs fail as with all of it, by the reference and the case's own checker."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.explaining.smaller.input_parts import parts_of, smallest_part
from harness.grading.grader import Grader
from harness.judge.finding_kinds import SMALLER_INPUT
from harness.model.finding import Finding
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from harness.spec.format.assignment import Assignment
from tests.support import course, harness, loaded, write

SPEC = """\
title: Products
language: {language}
clauses:
  product: {{text: The product of each line is printed., points: 10}}
cases:
  - name: many
    clause: product
    {how}
    {stdout}
"""
PAIRS = "3 4\n2 2\n5 1\n7 3\n1 1\n2 9\n6 6\n4 4\n3 -4\n5 5\n8 2\n9 1\n"
PRODUCTS = "12\n4\n5\n21\n1\n18\n36\n16\n-12\n25\n16\n9\n"
STDIN, STDOUT = f"stdin: {PAIRS!r}", f"stdout: {PRODUCTS!r}"
CHECKS = """\
def same(run, expected):
    if run.stdout.split() != expected.split():
        yield "another product"
"""
RIGHT = """\
import sys

for line in sys.stdin:
    a, b = map(int, line.split())
    print(a * b)
"""
WRONG = RIGHT.replace("a * b", "abs(a * b)")
WRONG_CPP = """\
#include <cstdlib>
#include <iostream>

int main() {
    int a, b;
    while (std::cin >> a >> b) std::cout << std::abs(a * b) << "\\n";
}
"""
COUNTED = """\
for _ in range(int(input())):
    a, b = map(int, input().split())
    print(a * b)
"""


SUM_OF_REST = """\
import sys

print(sum(map(int, sys.stdin.read().split()[1:])))
"""
SUM_OF_SO_MANY = """\
print(sum(abs(int(input())) for _ in range(int(input()))))
"""
QUOTIENTS = """\
import sys

for line in sys.stdin.readlines()[1:]:
    a, b = map(int, line.split())
    print(a // b if b else "none")
"""
DIVISORS = """\
import sys

for line in sys.stdin:
    print(min(each for each in range(2, int(line) + 1) if int(line) % each == 0))
"""
ONE_OF = """\
def one_of(run, expected):
    for came, allowed in zip(run.stdout.split(), expected.splitlines()):
        if came not in allowed.split():
            yield "no divisor"
"""


def spec(how: str = STDIN, stdout: str = STDOUT, language: str = "python") -> str:
    return SPEC.format(how=how.replace("'", '"'), stdout=stdout.replace("'", '"'), language=language)


def graded(assignment: Assignment, folder: Path) -> Grade:
    """The grade, with smaller inputs of all failed cases."""

    def failed(grade: Grade, _assignment: Assignment) -> list[str]:
        return [case.name for case in grade.cases if case.verdict is not Verdict.AC]

    with scratch() as place:
        grader = Grader({assignment.id: assignment}, Unconfined(), place, 1, shown_cases=failed)
        grader.run([Submission("ann", assignment.id, folder)])
        return next(iter(grader.grades()))


def smaller(root: Path, text: str, program: str, reference: str = RIGHT, file: str = "main.py") -> list[Finding]:
    """The findings on smaller inputs in the one case."""
    by_function = {"checks.py": CHECKS, "golden/many.stdout": PRODUCTS}
    course(root, text, beside=by_function if "golden" in text else {})
    write(root / "reference/sum/python", {"main.py" if file == "main.py" else "right.cc": reference})
    (case,) = graded(loaded(root), write(root / "ann", {file: program})).cases
    assert case.score == 0
    return [finding for finding in case.findings if finding.kind == SMALLER_INPUT]


def test_the_line_that_shows_the_fault_is_found(tmp_path: Path) -> None:
    (found,) = smaller(tmp_path, spec(), WRONG)
    assert found.params == {"text": "3 -4", "command": "echo '3 -4' | python3 main.py"}
    assert (found.expected, found.actual) == (b"-12\n", b"12\n")


def test_a_program_that_is_built(tmp_path: Path) -> None:
    right = WRONG_CPP.replace("std::abs(a * b)", "a * b")
    (found,) = smaller(tmp_path, spec(language="cpp"), WRONG_CPP, right, "wrong.cc")
    assert found.params["text"] == "3 -4"
    assert str(found.params["command"]).startswith("g++ ")


def test_standard_input_and_a_file_with_the_same_bytes_shrink_together(tmp_path: Path) -> None:
    how = f"stdin: {PAIRS!r}\n    files: {{input.txt: {PAIRS!r}}}"
    by_function = "stdout: {check: python, function: same, golden: true}"
    from_file = WRONG.replace("sys.stdin", 'open("input.txt")')
    (found,) = smaller(tmp_path, spec(how, by_function), from_file, RIGHT)
    assert found.params["command"] == "echo '3 -4' > input.txt && python3 main.py < input.txt"


def test_the_words_of_one_line(tmp_path: Path) -> None:
    right = "print(*(int(word) * 2 for word in input().split()))\n"
    numbers = [*range(1000, 1035), -5, *range(2000, 2010)]
    how = f"stdin: {' '.join(map(str, numbers))!r}"
    stdout = f"stdout: {' '.join(str(2 * number) for number in numbers)!r}"
    (found,) = smaller(tmp_path, spec(how, stdout), right.replace("int(word)", "abs(int(word))"), right)
    left = str(found.params["text"]).split()
    assert "-5" in left
    assert len(left) <= 5


@pytest.mark.parametrize(
    ("text", "program", "reference"),
    [
        (spec(f"stdin: {'12' + chr(10) + PAIRS!r}"), COUNTED.replace("a * b", "abs(a * b)"), COUNTED),
        (spec(f"{STDIN}\n    visibility: hidden"), WRONG, RIGHT),
        (spec(f"{STDIN}\n    limits: {{cpu: 1 s}}"), "while True: pass\n", RIGHT),
        (spec("stdin: '3 -4\n2 2\n'", "stdout: '-12\n4\n'"), WRONG, RIGHT),
    ],
    ids=["a count goes before", "hidden", "never ends", "short"],
)
def test_no_smaller_input(tmp_path: Path, text: str, program: str, reference: str) -> None:
    assert smaller(tmp_path, text, program, reference) == []


@pytest.mark.parametrize(
    ("stdin", "stdout", "program", "reference"),
    [
        ("12\\n" + "\\n".join(map(str, range(1, 12))) + "\\n-12\\n", "54\\n", SUM_OF_SO_MANY, SUM_OF_REST),
        ("4\\n6 3\\n8 2\\n9 3\\n7 0\\n", "2\\n4\\n3\\nnone\\n", QUOTIENTS.replace(' if b else "none"', ""), QUOTIENTS),
    ],
    ids=["a count that the reference passes over", "a heading"],
)
def test_a_part_that_lacks_the_form_of_the_whole_is_none(
    tmp_path: Path, stdin: str, stdout: str, program: str, reference: str
) -> None:
    for found in smaller(tmp_path, spec(f'stdin: "{stdin}"', f'stdout: "{stdout}"'), program, reference):
        assert str(found.params["text"]).startswith(stdin[: stdin.index("\\n")]), "with its first line"


def test_a_right_answer_among_several_is_no_fault(tmp_path: Path) -> None:
    by_function = "stdout: {check: python, function: one_of, golden: true}"
    text = spec('stdin: "12\\n9\\n35\\n49\\n"', by_function)
    course(tmp_path, text, beside={"checks.py": ONE_OF, "golden/many.stdout": "2 3 4 6\n3\n5 7\n7\n"})
    write(tmp_path / "reference/sum/python", {"main.py": DIVISORS})
    wrong = DIVISORS.replace("min(", "max(").replace("int(line) + 1", "int(line)").replace("% each == 0", "% each < 2")
    (case,) = graded(loaded(tmp_path), write(tmp_path / "ann", {"main.py": wrong})).cases
    assert case.verdict is Verdict.WA
    assert all(finding.kind != SMALLER_INPUT for finding in case.findings)


def test_the_command_of_a_report_has_the_small_input(tmp_path: Path) -> None:
    course(tmp_path, spec())
    write(tmp_path / "reference/sum/python", {"main.py": RIGHT})
    write(tmp_path / "submissions/ann/sum", {"main.py": WRONG + WRONG[WRONG.index("for") :]})
    words = ("grade", "submissions/ann", "--no-gradebook")
    shown = harness(*words, cwd=tmp_path, apart=tmp_path / "apart", without="GRADE_CHANGES").out
    assert "see it: echo '3 -4' | python3 main.py" in shown
    without = harness(*words, "--no-changes", cwd=tmp_path, apart=tmp_path / "apart", without="GRADE_CHANGES").out
    assert "see it: echo" not in without


def test_halving_ends_where_no_half_is_enough() -> None:
    parts, tried = parts_of(b"1\n2\n3\n4\n5\n6\n7\n8\n"), list[bytes]()

    def fails(some: Sequence[bytes]) -> bool:
        tried.append(b"".join(some))
        return {b"6\n", b"7\n"} <= {*some}

    assert smallest_part(parts, parts[:1], fails) == parts[4:]
    assert len(tried) == 5
