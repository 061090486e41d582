"""Each signal on grades written by hand: what it names, and what it is silent on."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.audit import SIGNALS
from harness.reports.audit.answers import charged_for_form, is_form_alone, shared_answer, two_prices
from harness.reports.audit.audit import Look, Suspect, audit, details, overview
from harness.reports.audit.base import Evidence, Rerun, losses_of
from harness.reports.audit.marks import large_waivers, one_case_at_a_boundary, right_but_for_a_name
from harness.reports.audit.who_loses import (
    everybody_loses,
    goes_away,
    good_students_lose,
    oracle_disagrees,
    right_programs_lose,
    weak_programs_keep,
    wrong_programs_keep,
)
from harness.spec.format.assignment import Assignment
from tests.support import course, loaded

SPEC = """\
title: Letters
language: python
clauses:
  a: {text: A., points: 20}
  b: {text: B., points: 20}
  c: {text: C., points: 10}
cases:
  - {name: a-1, clause: a, stdout: "1\\n"}
  - {name: a-2, clause: a, stdout: "2\\n"}
  - {name: b-1, clause: b, stdout: "3\\n"}
  - {name: c-1, clause: c, stdout: "4\\n"}
"""
WORTH = {"a-1": 10.0, "a-2": 10.0, "b-1": 20.0, "c-1": 10.0}


@pytest.fixture
def letters(tmp_path: Path) -> Assignment:
    return loaded(course(tmp_path, SPEC, name="letters"), "letters")


def wrong(name: str, actual: bytes = b"9\n", *near_misses: str, kept: float = 0.0, **params: str) -> CaseGrade:
    """A case with a wrong answer."""
    finding = Finding("", Place(), b"1\n", actual, near_misses, "line-differs", params)
    return CaseGrade(name, name[0], Verdict.WA, kept * WORTH[name], WORTH[name], (finding,))


def grade(student: str, *rows: CaseGrade) -> Grade:
    """A grade in which all other cases are right."""
    by_name = {row.name: row for row in rows}
    right = {name: CaseGrade(name, name[0], Verdict.AC, worth, worth) for name, worth in WORTH.items()}
    cases = tuple((right | by_name).values())
    verdict = Verdict.WA if rows else Verdict.AC
    return Grade(student, "letters", verdict, cases, sum(row.score for row in cases), 50.0)


def silent(assignment: Assignment, *grades: Grade) -> bool:
    return not any(True for signal in SIGNALS for _ in signal(Evidence(assignment, grades)))


def test_a_class_in_which_all_is_right_is_not_spoken_of(letters: Assignment) -> None:
    assert silent(letters, *(grade(f"s{number}") for number in range(12)))


def test_a_class_in_which_each_has_a_fault_of_their_own_is_not_spoken_of(letters: Assignment) -> None:
    class_ = [grade("ann", wrong("a-1")), grade("bob", wrong("b-1")), grade("cid", wrong("c-1"))]
    assert silent(letters, *class_, *(grade(f"s{number}") for number in range(9)))


def test_good_students_who_lose_one_check(letters: Assignment) -> None:
    class_ = (*(grade(f"s{number}", wrong("a-2")) for number in range(4)), grade("ann"), grade("bob", wrong("b-1")))
    (suspicion,) = good_students_lose(Evidence(letters, class_))
    assert (suspicion.clause, suspicion.cases) == ("a", ("a-2",))
    assert suspicion.programs == ("s0", "s1", "s2", "s3")
    assert suspicion.points == 40


def test_weak_students_who_lose_a_check_are_no_sign(letters: Assignment) -> None:
    weak = [grade(f"w{number}", wrong("a-1"), wrong("a-2"), wrong("b-1")) for number in range(3)]
    assert not list(good_students_lose(Evidence(letters, (*weak, *(grade(f"s{number}") for number in range(9))))))


def test_a_check_that_nobody_passes(letters: Assignment) -> None:
    (suspicion,) = everybody_loses(Evidence(letters, tuple(grade(f"s{number}", wrong("c-1")) for number in range(3))))
    assert suspicion.cases == ("c-1",)
    assert not list(everybody_loses(Evidence(letters, (grade("ann", wrong("c-1")), grade("bob", wrong("c-1"))))))


def test_a_clause_that_programs_keep_that_can_do_nothing_else(letters: Assignment) -> None:
    weak = tuple(grade(f"w{number}", wrong("a-1"), wrong("a-2"), wrong("b-1")) for number in range(3))
    (suspicion,) = weak_programs_keep(Evidence(letters, weak))
    assert suspicion.clause == "c"
    assert suspicion.points == -30


def test_an_answer_that_many_share(letters: Assignment) -> None:
    many = [grade(f"s{number}", wrong("a-1", b"Queens: 92\n")) for number in range(4)]
    (suspicion,) = shared_answer(Evidence(letters, (*many, grade("ann", wrong("a-1", b"7\n")), grade("bob"))))
    assert suspicion.programs == ("s0", "s1", "s2", "s3")
    assert "Queens: 92" in suspicion.text
    assert not list(shared_answer(Evidence(letters, tuple(many[:2]))))


def test_the_same_answer_at_two_prices(letters: Assignment) -> None:
    class_ = (grade("ann", wrong("b-1")), grade("bob", wrong("b-1", kept=0.5)))
    (suspicion,) = two_prices(Evidence(letters, class_))
    assert suspicion.clause == "b"
    assert not list(two_prices(Evidence(letters, (class_[0], grade("bob", wrong("b-1"))))))


@pytest.mark.parametrize(
    ("finding", "form"),
    [
        (Finding(expected=b"(2, 4, 1, 3)\n", actual=b"[2,4,1,3]\n"), True),
        (Finding(expected=b"Total: 3\n", actual=b"TOTAL 3.\n"), True),
        (Finding(expected=b"3\n", actual=b"4\n"), False),
        (Finding(expected=b"3\n", actual=b""), False),
        (Finding(expected=b"12\n", actual=b"1 2\n"), False),
        (Finding(expected=b"1", actual=b"2", near_misses=("trailing-blanks",)), True),
        (Finding(expected=b"1", actual=b"2", near_misses=("line-order",)), False),
    ],
)
def test_form_alone(finding: Finding, form: bool) -> None:
    assert is_form_alone(finding) is form


def test_content_that_is_charged_for_form(letters: Assignment) -> None:
    class_ = (grade("ann", wrong("a-1", b"1 \n", "trailing-blanks")), grade("bob", wrong("a-1", b"8\n")))
    (suspicion,) = charged_for_form(Evidence(letters, class_))
    assert suspicion.programs == ("ann",)


def test_a_check_that_a_right_program_loses(letters: Assignment) -> None:
    class_ = (grade("ann", wrong("a-1")), grade("bob", wrong("b-1")))
    right = {"reference x": grade("reference x", wrong("b-1")), "accepted y": grade("accepted y")}
    (suspicion,) = right_programs_lose(Evidence(letters, class_, right=right))
    assert (suspicion.cases, suspicion.programs) == (("b-1",), ("bob",))
    assert suspicion.text.startswith("reference x ")


def test_a_case_in_which_the_oracle_disagrees(letters: Assignment) -> None:
    evidence = Evidence(letters, (grade("ann", wrong("a-1"), wrong("b-1")),), oracle={"b-1": "line 1 differs"})
    assert [suspicion.cases for suspicion in oracle_disagrees(evidence)] == [("b-1",)]


def test_a_loss_that_goes_away_says_how_first(letters: Assignment) -> None:
    lost = grade("ann", wrong("a-1"), wrong("b-1"))
    reruns = (Rerun("on a second run", grade("ann", wrong("b-1"))), Rerun("elsewhere", grade("ann")))
    by_case = {suspicion.cases: suspicion.text for suspicion in goes_away(Evidence(letters, (lost,), reruns=reruns))}
    assert by_case == {("a-1",): "1 keep it on a second run", ("b-1",): "1 keep it elsewhere"}


def test_a_clause_that_its_own_wrong_program_keeps(letters: Assignment) -> None:
    class_ = (grade("ann", wrong("a-1")), grade("bob"))
    kept = {"b-never": ("b", grade("mutant b-never")), "c-no": ("c", grade("mutant c-no", wrong("c-1")))}
    (suspicion,) = wrong_programs_keep(Evidence(letters, class_, wrong=kept))
    assert suspicion.clause == "b"


def test_a_waiver_that_pays_much(letters: Assignment) -> None:
    waived = CaseGrade("b-1", "b", Verdict.WA, 20.0, 20.0, (Finding.of("follows", clause="a"),))
    (suspicion,) = large_waivers(Evidence(letters, (grade("ann", wrong("a-1"), waived), grade("bob"))))
    assert suspicion.points == -20
    assert suspicion.programs == ("ann",)


def test_one_case_below_a_boundary(letters: Assignment) -> None:
    ann = grade("ann", wrong("a-1", kept=0.45))  # 44.5 of 50, and 45 are nine tenths
    (suspicion,) = one_case_at_a_boundary(Evidence(letters, (ann, grade("bob"))))
    assert suspicion.programs == ("ann",)
    assert not list(one_case_at_a_boundary(Evidence(letters, (grade("bob", wrong("c-1")),))))


def missing(name: str) -> CaseGrade:
    finding = Finding.of("function-missing", function="nQueens")
    return CaseGrade(name, name[0], Verdict.WA, 0.0, WORTH[name], (finding,))


def test_a_program_that_may_be_right_but_for_a_name(letters: Assignment) -> None:
    ann = grade("ann", missing("a-1"), missing("a-2"), missing("b-1"))
    suspicions = list(right_but_for_a_name(Evidence(letters, (ann, grade("bob")))))
    assert suspicions
    assert all(suspicion.programs == ("ann",) and "nQueens" in suspicion.text for suspicion in suspicions)
    other = grade("cid", missing("a-1"), wrong("a-2"), wrong("b-1"))
    assert not list(right_but_for_a_name(Evidence(letters, (other,))))


def test_rows_that_hang_on_the_build_are_its_loss() -> None:
    build = CaseGrade("build", "", Verdict.CE, findings=(Finding.of("compile-failed"),))
    rest = CaseGrade("a-1", "a", Verdict.CE, 0.0, 10.0)
    (loss,) = losses_of(Grade("ann", "letters", Verdict.CE, (build, rest), 0.0, 10.0))
    assert (loss.row.name, loss.points) == ("build", 10)


def test_a_gate_costs_all_that_was_earned() -> None:
    gate = CaseGrade("files", "readme", Verdict.WA, 0.0, 0.0, (Finding.of("required-file-missing"),))
    rest = CaseGrade("a-1", "a", Verdict.AC, 10.0, 10.0)
    notes = (Finding.of("gate-closed", clause="readme", text="A README."),)
    (loss,) = losses_of(Grade("ann", "letters", Verdict.WA, (gate, rest), 0.0, 10.0, notes))
    assert (loss.row.name, loss.points) == ("files", 10)


def test_the_case_that_shows_it_is_named_where_another_clause_is_charged(letters: Assignment) -> None:
    finding = Finding("", Place(case="a-2"), b"1", b"1 ", ("trailing-blanks",))
    charged = CaseGrade("c", "c", Verdict.WA, 0.0, 10.0, (finding,))
    class_ = tuple(grade(f"s{number}", charged) for number in range(3))
    assert ("c", ("a-2",)) in [(suspect.clause, suspect.cases) for suspect in audit(Evidence(letters, class_))]


def suspects_of(assignment: Assignment) -> list[Suspect]:
    class_ = (*(grade(f"s{number}", wrong("a-2")) for number in range(4)), grade("ann"), grade("bob", wrong("b-1")))
    return audit(Evidence(assignment, (*class_, grade("cid", wrong("b-1", b"7\n")))))


def test_signals_on_one_check_are_one_line_and_the_strongest_comes_first(letters: Assignment) -> None:
    suspects = suspects_of(letters)
    assert [suspect.cases for suspect in suspects] == [("a-2",), ("b-1",)]
    assert len(suspects[0].suspicions) > 1
    lines = list(overview(suspects))
    assert len(lines) == len(suspects)
    assert lines[0].startswith("1. letters: a (a-2): +40 points for 4 programs: ")


def test_each_check_has_a_command_to_look(letters: Assignment, tmp_path: Path) -> None:
    look = Look({("s0", "letters"): tmp_path / "s0"})
    commands = [line.split(": ", 1)[1].strip() for line in details(suspects_of(letters), look) if "look:" in line]
    assert commands[0] == f"grade {tmp_path}/s0 --student s0 --assignment letters --only a-2 --details"
    assert commands[1] == "harness verify letters"
