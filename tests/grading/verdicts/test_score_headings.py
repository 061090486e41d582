"""A function with other parameters cannot be called: that is charged where its heading is, and not a second time."""

from __future__ import annotations

from harness.grading.verdicts.judgement import RIGHT, Judged, Judgement
from harness.grading.verdicts.score import grade
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.spec.format.model import Clause

CLAUSES = {
    "heading": Clause(text="The heading is right.", points=3),
    "marks": Clause(text="It marks.", points=2),
    "way": Clause(text="It is called.", points=1),
    "rest": Clause(text="All the rest.", points=20),
}


def wrong(clause: str, kind: str, **params: str | int) -> Judged:
    findings = (Finding.of(kind, **params),)
    judgement = Judgement(Verdict.WA, findings, 0.0, comparable=False)
    return Judged(CaseGrade(clause, clause, Verdict.WA, findings=findings), judgement)


def lost(*rows: Judged) -> set[str]:
    """The clauses that are charged in a program whose other parts are right."""
    right = Judged(CaseGrade("rest", "rest", Verdict.AC), RIGHT)
    graded: Grade = grade("ann", "queens", CLAUSES, (*rows, right))
    return {case.clause for case in graded.cases if case.score < case.max_score}


HEADING = wrong("heading", "wrong-parameters", function="setTried")


def uncallable(name: str, detail: str = "driver-signature") -> Judged:
    return wrong("marks", "not-callable", detail=detail, name=name, text=f"{name} cannot be called with (1)")


def test_a_call_that_the_parameters_do_not_allow_follows_from_the_heading() -> None:
    assert lost(HEADING, uncallable("settried(int, int)")) == {"heading"}
    assert lost(uncallable("Board.setTried", "driver-arguments"), HEADING) == {"heading"}


def test_it_follows_from_no_other_functions_heading_and_from_none_that_is_right() -> None:
    assert lost(HEADING, uncallable("getTried(int, int)")) == {"heading", "marks"}
    assert lost(uncallable("setTried(int, int)")) == {"marks"}


def test_what_is_called_and_does_wrong_is_charged_beside_the_heading() -> None:
    assert lost(HEADING, wrong("marks", "wrong-return")) == {"heading", "marks"}
    assert lost(HEADING, uncallable("setTried", "driver-no-object")) == {"heading", "marks"}


def test_a_function_that_the_program_never_calls_shows_nothing_that_would_be_forgiven() -> None:
    uncalled = wrong("way", "wrong-call-count", function="setTried, markTried or the like", calls=0)
    assert lost(HEADING, uncallable("setTried(int, int)"), uncalled) == {"heading", "marks", "way"}
    rarely = wrong("way", "wrong-call-count", function="setTried", calls=3)
    assert lost(HEADING, uncallable("setTried(int, int)"), rarely) == {"heading", "way"}
