"""Generated inputs, expected output by the reference, and the smallest input that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import SpecError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.visible_to import for_student
from tests.support import course, graded, loaded, write

SPEC = """\
title: Sorting
language: python
clauses:
  sorts: {text: The numbers are sorted., points: 10}
cases:
  - name: random
    clause: sorts
    generate: {function: numbers, count: 10}
"""
CHECKS = """\
def numbers(random):
    count = random.randint(0, 8)
    return " ".join(str(random.randint(0, 99)) for _ in range(count)) + "\\n"
"""
RIGHT = "print(*sorted(map(int, input().split())))\n"


def row(root: Path, program: str, spec: str = SPEC, checks: str = CHECKS) -> CaseGrade:
    course(root, spec, beside={"checks.py": checks})
    write(root / "reference/sum/python", {"sort.py": RIGHT})
    return graded(loaded(root), write(root / "ann", {"sort.py": program})).cases[0]


def test_a_right_program(tmp_path: Path) -> None:
    program = "numbers = [int(word) for word in input().split()]\nnumbers.sort()\nprint(*numbers)\n"
    result = row(tmp_path, program, SPEC.replace("count: 10", "count: 30"))
    assert (result.verdict, result.score, result.findings) == (Verdict.AC, 10, ())


@pytest.mark.parametrize(
    ("program", "smallest"),
    [
        ("print(*map(int, input().split()))\n", "1 0\n"),
        ("print(*sorted(set(map(int, input().split()))))\n", "0 0\n"),
        ("print(*sorted(map(int, input().split()))[:3])\n", "0 0 0 0\n"),
        ("print()\n", "0\n"),
    ],
)
def test_the_smallest_input_that_fails_is_reported_and_always_the_same(
    tmp_path: Path, program: str, smallest: str
) -> None:
    first, second = row(tmp_path / "1", program), row(tmp_path / "2", program)
    assert (first.verdict, first.score) == (Verdict.WA, 0)
    note = first.findings[-1]
    assert (note.kind, note.params["text"]) == ("generated-input", smallest.removesuffix("\n"))
    assert first.findings == second.findings
    assert smallest.strip() in first.reproduce


def test_a_program_that_crashes_or_never_ends(tmp_path: Path) -> None:
    crash = row(
        tmp_path / "1",
        "import sys\nline = input()\nif not line: sys.exit(int('x'))\nprint(*sorted(map(int, line.split())))\n",
    )
    assert (crash.verdict, crash.findings[-1].params["text"]) == (Verdict.RTE, "")
    spec = SPEC + "    limits: {cpu: 300 ms}\n"
    assert row(tmp_path / "2", "while True: pass\n", spec).verdict is Verdict.TLE


def test_a_checker_says_how_they_are_compared(tmp_path: Path) -> None:
    spec = SPEC + "    stdout: {check: lines}\n"
    assert row(tmp_path, RIGHT, spec).verdict is Verdict.AC
    assert row(tmp_path, "print(*reversed(sorted(map(int, input().split()))))\n", spec).verdict is Verdict.WA


@pytest.mark.parametrize(
    "checks",
    [
        "def numbers(random):\n    raise ValueError\n",
        "def numbers(random):\n    return 3\n",
        "def numbers(random):\n    return b'\\xff'\n",
        "def numbers(random):\n    return 'x'\n",
    ],
)
def test_a_function_or_a_reference_that_fails_is_a_judge_error(tmp_path: Path, checks: str) -> None:
    assert row(tmp_path, RIGHT, checks=checks).verdict is Verdict.JE


def test_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as error:
        loaded(course(tmp_path, SPEC.replace("numbers", "numbres") + "    stdin: x\n", beside={"checks.py": CHECKS}))
    assert 'did you mean "numbers"?' in str(error.value)
    assert "what must come is the reference's output, and there is none" in str(error.value)
    assert '"stdin" does not go with "generate": the function makes the input' in str(error.value)


CALLS = """\
def numbers(random):
    items = [random.randint(0, 9) for _ in range(random.randint(0, 8))]
    return {"calls": [{"function": "largest", "args": [items]}]}
"""
LARGEST = "def largest(items):\n    return max(items, default=None)\n"


def by_reference(root: Path, checks: str, reference: str, program: str, more: str = "") -> CaseGrade:
    """The grade of a program beside the reference, on inputs that ``numbers`` draws."""
    course(root, SPEC + more, beside={"checks.py": checks})
    write(root / "reference/sum/python", {"main.py": reference})
    return graded(loaded(root), write(root / "ann", {"main.py": program})).cases[0]


def test_the_smallest_arguments_of_a_call(tmp_path: Path) -> None:
    right = by_reference(
        tmp_path / "1", CALLS, LARGEST, LARGEST.replace("max(items, default=None)", "(sorted(items) or [None])[-1]")
    )
    assert (right.verdict, right.score, right.findings) == (Verdict.AC, 10, ())
    wrong = by_reference(
        tmp_path / "2", CALLS, LARGEST, "def largest(items):\n    return items[0] if items else None\n"
    )
    assert (wrong.verdict, wrong.findings[0].params["call"]) == (Verdict.WA, "largest([0, 1])")
    assert (wrong.findings[0].expected, wrong.findings[0].actual) == (b"1", b"0")
    assert wrong.findings[-1].params["text"] == "largest([0, 1])"
    crash = by_reference(tmp_path / "3", CALLS, LARGEST, "def largest(items):\n    return max(items)\n")
    assert (crash.verdict, crash.findings[0].params["call"]) == (Verdict.RTE, "largest([])")


def test_what_a_call_changes_prints_and_raises_is_the_references(tmp_path: Path) -> None:
    reference = "def largest(items):\n    items.sort()\n    print(len(items))\n    return items.pop()\n"
    assert by_reference(tmp_path / "1", CALLS, reference, reference).verdict is Verdict.AC
    for number, (old, new, call) in enumerate(
        (
            ("items.sort()", "items = sorted(items)", "largest([0])"),
            ("print(len(items))", "print(len(items) + 1)", "largest([0])"),
            ("items.pop()", "items.pop() if items else 0", "largest([])"),
        )
    ):
        wrong = by_reference(tmp_path / f"wrong-{number}", CALLS, reference, reference.replace(old, new))
        assert (wrong.verdict, wrong.findings[-1].params["text"]) == (Verdict.WA, call)


def test_a_text_that_a_reference_returns_stands_for_itself(tmp_path: Path) -> None:
    star = "def largest(items):\n    return '*'\n"
    assert by_reference(tmp_path / "1", CALLS, star, star).verdict is Verdict.AC
    assert by_reference(tmp_path / "2", CALLS, star, "def largest(items):\n    return 'x'\n").verdict is Verdict.WA


def test_a_call_that_the_reference_cannot_make_is_a_judge_error(tmp_path: Path) -> None:
    assert by_reference(tmp_path, CALLS, "def smallest(items):\n    return 0\n", LARGEST).verdict is Verdict.JE


def test_the_smallest_file(tmp_path: Path) -> None:
    checks = """\
def numbers(random):
    lines = [str(random.randint(0, 9)) for _ in range(random.randint(0, 8))]
    return {"args": ["in.txt"], "files": {"in.txt": "\\n".join(lines)}}
"""
    reference = "import sys\nprint(sum(int(line) for line in open(sys.argv[1])))\n"
    wrong = by_reference(tmp_path, checks, reference, reference.replace("sum(", "max("))
    assert (wrong.verdict, wrong.findings[-1].params["text"]) == (Verdict.RTE, "in.txt\nin.txt:")
    assert "in.txt" in wrong.reproduce
    once = "import sys\nprint(sum({int(line) for line in open(sys.argv[1])}))\n"
    wrong = by_reference(tmp_path / "2", checks, reference, once)
    assert (wrong.verdict, wrong.findings[-1].params["text"]) == (Verdict.WA, "in.txt\nin.txt:\n1\n1")


DIALOGUE = """\
def numbers(random):
    numbers = [random.randint(1, 9) for _ in range(random.randint(1, 5))] + [0]
    return {"dialogue": [{"expect": "Number: ", "send": str(number)} for number in numbers]}
"""
ADDING = "total = 0\nwhile number := int(input('Number: ')):\n    total += number\nprint('Sum:', total)\n"


def test_the_smallest_dialogue(tmp_path: Path) -> None:
    assert by_reference(tmp_path / "1", DIALOGUE, ADDING, ADDING).verdict is Verdict.AC
    wrong = by_reference(tmp_path / "2", DIALOGUE, ADDING, ADDING.replace("+=", "="))
    assert wrong.verdict is Verdict.WA
    assert wrong.findings[-1].params["text"] == "Number: 1\nNumber: 1\nNumber: 0"
    assert b"Sum: 2" in (wrong.findings[0].expected or b"")


def test_a_dialogue_that_the_reference_does_not_hold_is_a_judge_error(tmp_path: Path) -> None:
    assert by_reference(tmp_path, DIALOGUE, ADDING.replace("Number", "N"), ADDING).verdict is Verdict.JE


def test_a_student_sees_nothing_of_a_hidden_input(tmp_path: Path) -> None:
    course(tmp_path, SPEC + "    visibility: hidden\n", beside={"checks.py": CALLS})
    write(tmp_path / "reference/sum/python", {"main.py": LARGEST})
    assignment = loaded(tmp_path)
    grade = graded(assignment, write(tmp_path / "ann", {"main.py": "def largest(items):\n    return 7\n"}))
    assert "largest(" in str(grade.cases[0].findings)
    assert "largest(" not in str(for_student(grade, assignment))
