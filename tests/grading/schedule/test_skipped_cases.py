"""An endless wrong program costs its limit once for each clause that it must lose, and every other clause is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.grading.schedule.case_selection import lost_once
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded, write

ENDLESS = """\
import sys
with open({runs!r}, "a") as file:
    print(*sys.argv[1:], file=file)
while {endless}:
    pass
print({printed})
"""
CLAUSES = """\
title: Numbers
language: python
limits: {cpu: 0.5 s, wall: 20 s}
clauses:
  big: {text: Big numbers are printed., points: 4}
  small: {text: Small numbers are printed., points: 6}
  form: {text: Without blanks., points: 2}
cases:
  - {name: f0, clause: form, args: [f0], stdout: "f0\\n"}
"""


def case(name: str, clause: str, more: str = "") -> str:
    """A case that wants its argument printed."""
    return f'  - {{name: {name}, clause: {clause}, args: [{name}], stdout: "{name}\\n"{more}}}\n'


SIX = (
    CLAUSES
    + case("b1", "big")
    + case("s1", "small")
    + case("b2", "big")
    + case("s2", "small")
    + case("b3", "big")
    + case("s3", "small")
)
NEAR = ", near_misses: {trailing-blanks: form}"


def graded(
    tmp_path: Path, spec: str, clauses: tuple[str, ...], endless: str, printed: str = "sys.argv[1]"
) -> tuple[Grade, list[str]]:
    """The grade of a program that is known to violate these clauses, and the arguments of its runs."""
    runs = tmp_path / "runs"
    runs.write_text("")
    assignment = loaded(course(tmp_path / "course", spec))
    program = ENDLESS.format(runs=str(runs), endless=endless, printed=printed)
    folder = write(tmp_path / "handed-in", {"main.py": program})
    with scratch() as place:
        grader = Grader(
            {"sum": assignment},
            Unconfined(),
            place,
            2,
            needs_confirmation=lambda _: not clauses,
            clauses_to_lose=lambda _: clauses,
        )
        grader.run([Submission("mutant", "sum", folder)])
        (grade,) = grader.grades()
    return grade, sorted(runs.read_text().split())


def lost(grade: Grade) -> dict[str, Verdict]:
    """The cases that lost points."""
    return {row.name: row.verdict for row in grade.cases if row.score < row.max_score}


def test_a_clause_costs_its_limit_once(tmp_path: Path) -> None:
    grade, runs = graded(tmp_path, SIX, ("big",), "sys.argv[1][0] == 'b'")
    assert runs == ["b1", "f0", "s1", "s2", "s3"]
    assert lost(grade) == dict.fromkeys(("b1", "b2", "b3"), Verdict.TLE)
    assert grade.score == 8
    assert grade.judged


def test_each_clause_costs_its_limit(tmp_path: Path) -> None:
    grade, runs = graded(tmp_path, SIX, ("big", "small"), "sys.argv[1] != 'f0'")
    assert runs == ["b1", "f0", "s1"]
    assert grade.score == 2


def test_another_clause_that_is_lost_after_it_is_seen(tmp_path: Path) -> None:
    grade, runs = graded(tmp_path, SIX, ("big",), "sys.argv[1] in ('b2', 's3')")
    assert runs == ["b1", "b2", "f0", "s1", "s2", "s3"]
    assert lost(grade) == dict.fromkeys(("b2", "b3", "s3"), Verdict.TLE)


def test_a_wrong_answer_leaves_nothing_out(tmp_path: Path) -> None:
    """What comes of the other cases is quickly seen, and may be a fault of ours."""
    grade, runs = graded(tmp_path, SIX, ("big",), "False", "'x'")
    assert len(runs) == 7
    assert len(lost(grade)) == 7


def test_of_a_student_nothing_is_left_out(tmp_path: Path) -> None:
    _, runs = graded(tmp_path, SIX, (), "sys.argv[1][0] == 'b'")
    assert {"b1", "b2", "b3"} <= set(runs)


def test_a_case_that_may_charge_another_clause_is_run(tmp_path: Path) -> None:
    """The second case shows a blank, which costs ``form``; the first two are endless."""
    spec = CLAUSES + case("b1", "big") + case("b2", "big") + case("b3", "big", NEAR) + case("s1", "small")
    grade, runs = graded(tmp_path, spec, ("big",), "sys.argv[1] in ('b1', 'b2')", "sys.argv[1] + ' '")
    assert runs == ["b1", "b3", "f0", "s1"]
    assert lost(grade)["form"] is Verdict.WA


@pytest.mark.parametrize(
    ("more", "loses"),
    [
        ("", True),
        (", follows: form", False),
        (NEAR, False),
        (", near_misses: {trailing-blanks: 0.5}", True),
        (", time: 4x reference", False),
        (", trace: {f: 1}", False),
    ],
)
def test_which_cases_may_be_left_out(tmp_path: Path, more: str, loses: bool) -> None:
    write(tmp_path / "reference" / "sum" / "own", {"main.py": ""})
    assignment = loaded(course(tmp_path, CLAUSES + case("b1", "big", more) + case("s1", "small")))
    assert lost_once(assignment, ("big",)) == ({1: "big"} if loses else {})


def test_where_consequences_are_charged_all_is_run(tmp_path: Path) -> None:
    """With what was left out the program has a third of the points, and so is forgiven what follows; without, not."""
    followers = "".join(case(name, "small", ", follows: form") for name in ("s1", "s2"))
    big = case("b1", "big") + case("b2", "big") + case("b3", "big") + case("b4", "big")
    endless = "sys.argv[1] == 'b1'"
    printed = "'x' if sys.argv[1] in ('s1', 's2', 'f0') else sys.argv[1]"
    grade, runs = graded(tmp_path, CLAUSES.replace("4}", "8}") + big + followers, ("big",), endless, printed)
    assert runs == ["b1", "b2", "b3", "b4", "f0", "s1", "s2"]
    assert lost(grade) == {"b1": Verdict.TLE, "f0": Verdict.WA}


def test_where_another_clause_may_be_explained_by_it_all_is_run(tmp_path: Path) -> None:
    """A crash follows from a crash: the second case of the clause, not the first, is why the third is forgiven."""
    many_points = CLAUSES.replace("points: 2", "points: 20")
    spec = many_points + case("b1", "big") + case("b2", "big") + case("s1", "small", ", follows: big")
    printed = "sys.argv[1] if sys.argv[1] == 'f0' else 1 // 0"
    grade, runs = graded(tmp_path, spec, ("big",), "sys.argv[1] == 'b1'", printed)
    assert runs == ["b1", "b2", "f0", "s1"]
    assert {row.name: row.verdict for row in grade.cases}["s1"] is Verdict.RTE
    assert "s1" not in lost(grade)


def test_calls_cost_their_limit_once(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    calls = "".join(
        f"  - {{name: {name}, clause: {clause}, calls: [{{function: f, args: [{name}], returns: {name}}}]}}\n"
        for name, clause in (("b1", "big"), ("b2", "big"), ("s1", "small"), ("b3", "big"), ("s2", "small"))
    )
    spec = CLAUSES + calls
    source = f"""\
def f(name):
    with open({str(runs)!r}, "a") as file:
        print(name, file=file)
    while name[0] == "b":
        pass
    return name if name == "s1" else ""
print("f0")
"""
    assignment = loaded(course(tmp_path / "course", spec))
    with scratch() as place:
        grader = Grader({"sum": assignment}, Unconfined(), place, 1, clauses_to_lose=lambda _: ("big",))
        grader.run([Submission("mutant", "sum", write(tmp_path / "handed-in", {"main.py": source}))])
        (grade,) = grader.grades()
    called = runs.read_text().split()
    assert {"s1", "s2"} <= set(called)
    assert set(lost(grade)) == {"b1", "b2", "b3", "s2"}
