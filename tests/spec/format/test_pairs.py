"""Cases made of pairs of files beside a spec."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.assignments import load_cached
from harness.model.errors import SpecError
from harness.model.verdict import Verdict
from harness.spec.format.pairs import find_pairs, natural_order
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Sums
language: python
clauses:
  sum: {text: The sum of the numbers is printed., points: 10}
cases:
  from: "tests/*.in"
  clause: sum
"""
ADD = "import sys\nprint(sum(map(float, (*sys.stdin.read().split(), *sys.argv[1:]))))\n"
FILES = {
    "tests/1.in": "1 2\n",
    "tests/1.out": "3.0\n",
    "tests/2.in": "4\n",
    "tests/2.ans": "5.0\n",
    "tests/2.args": "'0.5' .5",
    "tests/10.in": "",
    "tests/10.out": "7\n",
}


def problem(root: Path) -> str:
    with pytest.raises(SpecError) as error:
        loaded(root)
    return str(error.value)


def test_each_pair_is_a_case_in_the_order_of_its_number(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC, beside=FILES))
    assert [planned.name for planned in assignment.cases] == ["1", "2", "10"]
    assert assignment.cases[1].case.args == ("0.5", ".5")
    assert str(assignment.cases[0].location) == f"{tmp_path}/specs/sum/spec.yaml:5: cases[0]"


def test_right_and_wrong_outputs_are_judged_by_the_files(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC, beside=FILES))
    grade = graded(assignment, write(tmp_path / "ann", {"add.py": ADD}))
    assert [case.verdict for case in grade.cases] == [Verdict.AC, Verdict.AC, Verdict.WA]
    assert case_of(grade, "10").findings[0].expected == b"7\n"
    wrong = graded(assignment, write(tmp_path / "bob", {"add.py": ADD.replace("sum(", "max(0, *", 1)}))
    assert case_of(wrong, "1").verdict is Verdict.WA


def test_a_checker_without_a_text_gets_the_file_of_the_pair(tmp_path: Path) -> None:
    spec = SPEC + "  name: add-{pair}\n  stdout: {check: tokens, tolerance: 0.000001}\n"
    assignment = loaded(course(tmp_path, spec, beside=FILES))
    grade = graded(assignment, write(tmp_path / "ann", {"add.py": ADD}))
    verdicts = {case.name: case.verdict.name for case in grade.cases}
    assert verdicts == {"add-1": "AC", "add-2": "AC", "add-10": "WA"}


def test_a_function_of_the_course_gets_the_file_where_there_is_one(tmp_path: Path) -> None:
    spec = SPEC + "  stdout: {check: python, function: close}\n"
    checks = "def close(run, expected):\n    if expected is not None and float(run.stdout) != float(expected):\n"
    beside = {**FILES, "checks.py": checks + "        yield 'not the sum'\n", "tests/3.in": "1"}
    grade = graded(loaded(course(tmp_path, spec, beside=beside)), write(tmp_path / "ann", {"add.py": ADD}))
    assert [case.verdict.name for case in grade.cases] == ["AC", "AC", "AC", "WA"]
    wrong = write(tmp_path / "bob", {"add.py": "print(3)\n"})
    verdicts = [case.verdict.name for case in graded(loaded(tmp_path), wrong).cases]
    assert verdicts == ["AC", "WA", "AC", "WA"]  # there is nothing that 3.in is held against


def test_one_text_of_a_file_may_be_named(tmp_path: Path) -> None:
    spec = SPEC.replace('from: "tests/*.in"', "name: three\n  stdin: '1 2'\n  stdout: {file: tests/1.out}")
    assignment = loaded(course(tmp_path, spec, beside=FILES))
    assert graded(assignment, write(tmp_path / "ann", {"add.py": ADD})).cases[0].verdict is Verdict.AC
    wrong = write(tmp_path / "bob", {"add.py": "print('3.00')\n"})
    assert graded(assignment, wrong).cases[0].verdict is Verdict.WA


@pytest.mark.parametrize(
    ("spec", "files", "expected"),
    [
        (SPEC, {"tests/1.in": ""}, "5: cases[0]: tests/1.in has no expected output beside it (.out or .ans)"),
        (SPEC, {"tests/1.out": ""}, "tests/1.out is expected output without an input"),
        (SPEC, {}, 'matches "tests/*.in"'),
        (SPEC, {"tests/1.args": "'a", "tests/1.in": "", "tests/1.out": ""}, "tests/1.args does not hold arguments"),
        (SPEC.replace("*.in", "*"), FILES, 'give a mapping with "input" and "expected"'),
        (SPEC + "  stdin: x\n", FILES, '"from" and "stdin" do not go together'),
        (SPEC + "  for: {n: 1..2}\n", FILES, '"from" and "for" do not go together'),
        (SPEC + "  name: always\n", FILES, '"from" makes 3 cases, and all are called "always"'),
        (SPEC.replace('"tests/*.in"', "{input: tests/a.in, expected: b}"), FILES, "need a * each"),
        (SPEC.replace('"tests/*.in"', "{expected: tests/*.out}"), FILES, 'give "input", "args" or both'),
        (SPEC.replace('from: "tests/*.in"', "stdout: x"), FILES, 'the key "name" is missing'),
        (SPEC.replace("from", "frm"), FILES, 'cases[0].frm: unknown key "frm"; did you mean "from"?'),
    ],
)
def test_what_is_no_pair_is_an_error_with_its_place(
    tmp_path: Path, spec: str, files: dict[str, str], expected: str
) -> None:
    assert expected in problem(course(tmp_path, spec, beside=files))


def test_an_expected_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    spec = SPEC.replace('from: "tests/*.in"', "name: three\n  stdout: {file: tests/7.out}")
    assert "cases[0].stdout: there is no file" in problem(course(tmp_path, spec, beside=FILES))


def test_other_layouts_are_given_by_patterns(tmp_path: Path) -> None:
    names = ["input/input00.txt", "output/output00.txt", "input/input01.txt", "output/output01.txt"]
    spec = SPEC.replace('"tests/*.in"', "{input: input/input*.txt, expected: output/output*.txt}")
    assignment = loaded(course(tmp_path, spec, beside=dict.fromkeys(names, "0")))
    assert [planned.name for planned in assignment.cases] == ["00", "01"]


def test_folders_below_give_names_of_their_own(tmp_path: Path) -> None:
    write(
        tmp_path, {"data/a/1.in": "", "data/a/1.ans": "", "data/b c/1.in": "", "data/b c/1.ans": "", "data/2.args": ""}
    )
    assert [pair.name for pair in find_pairs(tmp_path, "data/**/*.in")] == ["2", "a-1", "b-c-1"]
    assert natural_order("10") > natural_order("9")


def test_a_new_pair_and_new_arguments_are_seen_in_spite_of_the_cache(tmp_path: Path) -> None:
    course(tmp_path, SPEC, beside=FILES)
    assert len(load_cached(tmp_path / "specs", "sum").cases) == 3
    write(tmp_path / "specs/sum", {"tests/3.in": "", "tests/3.out": "", "tests/2.args": "7 8 9"})
    again = load_cached(tmp_path / "specs", "sum")
    assert len(again.cases) == 4
    assert again.cases[1].case.args == ("7", "8", "9")


@pytest.mark.parametrize(
    ("expected", "printed", "verdict"),
    [
        ("1\r\n2\r\n", "1\n2\n", Verdict.AC),
        ("1\r\n2\r\n", "1\r\n2\r\n", Verdict.AC),
        ("1\n2", "1\n2\n", Verdict.AC),
        ("1\n2", "1\n2", Verdict.AC),
        ("1\r\n2", "1\n2\n", Verdict.AC),
        ("1\n2\n", "1\r\n2\r\n", Verdict.WA),
        ("1\n2\n", "1\n2", Verdict.WA),
        ("1\r\n2\n", "1\n2\n", Verdict.WA),
        ("1\r\n2\r\n", "1\n3\n", Verdict.WA),
    ],
)
def test_line_ends_of_an_editor_are_not_asked_of_programs(
    tmp_path: Path, expected: str, printed: str, verdict: Verdict
) -> None:
    assignment = loaded(course(tmp_path, SPEC, beside={"tests/1.in": "", "tests/1.out": expected}))
    program = f"import sys\nsys.stdout.write({printed!r})\n"
    grade = graded(assignment, write(tmp_path / "handed-in", {"sum.py": program}))
    assert case_of(grade, "1").verdict is verdict
