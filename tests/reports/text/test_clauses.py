"""The block of clauses: a sign for each state, and none that contradicts what is said above it."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.text.clauses import clause_block, clause_scores
from harness.reports.text.lines import plain
from harness.reports.text.student import cause_numbers, grade_lines
from tests.reports.pages import document_of

WRONG = Finding.of("line-differs", Place(stream="stdout", line=1), b"5\n", b"6\n", line=1)
FOLLOWS = Finding.of("follows", clause="sum")


def grade() -> Grade:
    cases = (
        CaseGrade("two", "sum", Verdict.WA, 0.0, 10.0, (WRONG,)),
        CaseGrade("fast", "speed", Verdict.WA, 3.0, 3.0, (FOLLOWS, WRONG)),
        CaseGrade("usage", "usage", Verdict.AC, 2.0, 2.0),
    )
    return Grade("ann", "sum", Verdict.WA, cases, 5.0, 15.0)


def test_a_clause_that_follows_from_another_fault_is_neither_right_nor_wrong() -> None:
    assert [(score.name, score.state) for score in clause_scores(grade())] == [
        ("sum", "wrong"),
        ("speed", "waived"),
        ("usage", "right"),
    ]


def test_a_clause_with_a_case_that_follows_from_another_fault_is_not_called_right(tmp_path: Path) -> None:
    partly = replace(grade(), cases=(*grade().cases, CaseGrade("slow", "speed", Verdict.AC, 2.0, 2.0)))
    assert [score.state for score in clause_scores(partly)] == ["wrong", "waived", "right"]
    text = "\n".join(plain(grade_lines(partly, document_of(tmp_path, partly), 80, alone=True, details=False), 80))
    assert "~ tests of speed fail as well, but cost no points" in text
    assert "~ speed 5/5" in text


def test_a_waived_clause_has_one_sign_in_the_sentence_and_in_the_block(tmp_path: Path) -> None:
    document = document_of(tmp_path, grade())
    text = list(plain(grade_lines(grade(), document, 80, alone=True, details=False), 100))
    assert "  ~ tests of speed fail as well, but cost no points: that may follow from the above" in text
    assert re.split(" {3,}", text[-1]) == ["  ✘ sum 0/10", "~ speed 3/3", "✔ usage 2/2"]


def test_the_evidence_stands_before_the_points_that_it_costs(tmp_path: Path) -> None:
    document = document_of(tmp_path, grade())
    text = list(plain(grade_lines(grade(), document, 80, alone=True, details=False), 80))
    places = [
        next(at for at, row in enumerate(text) if part in row) for part in ("✘ 1", "got  ", "costs all points in sum ·")
    ]
    assert places == sorted(places)


def test_a_clause_names_all_its_causes_where_there_are_several(tmp_path: Path) -> None:
    wrong = CaseGrade("c1", "sum", Verdict.WA, 0.0, 5.0, (WRONG,))
    endless = Finding.of("too-much-output", Place(stream="stdout"), limit=9, streams=["stdout"])
    cases = (wrong, CaseGrade("c2", "sum", Verdict.OLE, 0.0, 5.0, (endless,)))
    for shown, block in ((cases[:1], "✘ sum 0/5"), (cases, "✘ sum 0/10 (see 1, 2)")):
        (grade,) = document_of(tmp_path / block[-1], Grade("ann", "sum", Verdict.WA, tuple(shown))).grades
        numbers = cause_numbers(grade)
        first, *_ = plain(clause_block(clause_scores(grade), 80, numbers, translator()))
        assert re.split(" {3,}", first.strip())[0] == block
