"""A case may follow from another clause: its failure is then not charged a second time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.grading.verdicts.judgement import RIGHT, Judged, Judgement
from harness.grading.verdicts.score import grade
from harness.judge.messages.translator import in_words, sentence
from harness.model.finding import OWN_FAULT, Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.spec.format.model import Clause

CLAUSES = {
    "files": Clause(text="All is handed in.", points=1),
    "count": Clause(text="It counts.", points=10),
    "order": Clause(text="It is in order.", points=4),
    "last": Clause(text="It ends.", points=2),
    "rest": Clause(text="All the rest.", points=20),
}


def row(name: str, clause: str, verdict: Verdict = Verdict.AC, **more: Any) -> Judged:
    findings = () if verdict is Verdict.AC else (Finding(f"{name} is wrong"),)
    judgement = RIGHT if verdict is Verdict.AC else Judgement(verdict, findings, 0.0, comparable=False)
    return Judged(CaseGrade(name, clause, verdict, findings=findings), judgement, **more)


def scored(*rows: Judged) -> Grade:
    """The grade of a program whose other parts are right."""
    return grade("ann", "queens", CLAUSES, (*rows, row("rest", "rest")))


def points(found: Grade) -> dict[str, tuple[float, float]]:
    return {entry.name: (entry.score, entry.max_score) for entry in found.cases if entry.name != "rest"}


def test_what_follows_from_a_fault_is_not_charged_again() -> None:
    found = scored(row("count-4", "count", Verdict.WA), row("order-4", "order", Verdict.WA, follows=("count",)))
    assert points(found) == {"count-4": (0, 10), "order-4": (4, 4)}
    assert (found.score, found.max_score, found.verdict) == (24, 34, Verdict.WA)


def test_the_row_stays_wrong_and_says_why_it_costs_nothing() -> None:
    found = scored(row("count-4", "count", Verdict.WA), row("order-4", "order", Verdict.WA, follows=("count",)))
    order = found.cases[1]
    assert order.verdict is Verdict.WA
    assert [sentence(entry) for entry in order.findings] == [
        "it follows from what is wrong with count, and costs nothing more",
        "order-4 is wrong",
    ]


def test_a_fault_of_its_own_is_charged() -> None:
    found = scored(row("count-4", "count"), row("order-4", "order", Verdict.WA, follows=("count",)))
    assert points(found) == {"count-4": (10, 10), "order-4": (0, 4)}
    assert [sentence(entry) for entry in found.cases[1].findings] == ["order-4 is wrong"]


def test_what_is_right_stays_right() -> None:
    found = scored(row("count-4", "count", Verdict.WA), row("order-4", "order", follows=("count",)))
    assert points(found)["order-4"] == (4, 4)
    assert found.cases[1].findings == ()


@pytest.mark.parametrize("verdict", [Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE, Verdict.CE, Verdict.NS])
def test_a_crash_or_a_limit_does_not_follow_from_a_wrong_answer(verdict: Verdict) -> None:
    found = scored(row("count-4", "count", Verdict.WA), row("order-4", "order", verdict, follows=("count",)))
    assert points(found)["order-4"] == (0, 4)


@pytest.mark.parametrize("verdict", [Verdict.RTE, Verdict.TLE])
def test_a_run_that_ended_the_same_way_follows(verdict: Verdict) -> None:
    found = scored(row("last-4", "last", verdict), row("order-4", "order", verdict, follows=("last",)))
    assert points(found) == {"last-4": (0, 2), "order-4": (4, 4)}


@pytest.mark.parametrize("verdict", [Verdict.CE, Verdict.NS])
def test_where_nothing_ran_nothing_follows(verdict: Verdict) -> None:
    found = scored(row("last-4", "last", verdict), row("order-4", "order", verdict, follows=("last",)))
    assert points(found) == {"last-4": (0, 2), "order-4": (0, 4)}


def test_what_is_not_there_at_all_follows_from_nothing() -> None:
    lacking = row("order-4", "order", Verdict.WA, follows=("count",))
    lacking = replace(lacking, judgement=replace(lacking.judgement, absent=True))
    found = scored(row("count-4", "count", Verdict.WA), lacking)
    assert points(found) == {"count-4": (0, 10), "order-4": (0, 4)}
    assert found.cases[1].findings == (Finding("order-4 is wrong"),)


def test_what_a_check_knows_to_be_a_fault_of_its_own_follows_from_nothing() -> None:
    order = row("order-4", "order", Verdict.WA, follows=("count",))
    own = Finding("order-4 is wrong", params={OWN_FAULT: True})
    found = scored(row("count-4", "count", Verdict.WA), replace(order, row=replace(order.row, findings=(own,))))
    assert points(found) == {"count-4": (0, 10), "order-4": (0, 4)}
    assert found.cases[1].findings == (own,)


@pytest.mark.parametrize(("counted", "kept"), [(Verdict.AC, 4), (Verdict.WA, 0)])
def test_what_counts_only_beside_a_right_answer_follows_only_beside_one(counted: Verdict, kept: float) -> None:
    order = row("order-4", "order", Verdict.WA, follows=("last",), needs=("count",))
    found = scored(row("count-4", "count", counted), row("last-4", "last", Verdict.WA), order)
    assert points(found)["order-4"] == (kept, 4)


def never_written(name: str, clause: str) -> Judged:
    """A case whose thing is not there at all."""
    lacking = row(name, clause, Verdict.WA)
    return replace(lacking, judgement=replace(lacking.judgement, absent=True))


def test_what_was_never_written_explains_nothing() -> None:
    found = scored(never_written("count-4", "count"), row("order-4", "order", Verdict.WA, follows=("count",)))
    assert points(found) == {"count-4": (0, 10), "order-4": (0, 4)}


def test_one_that_is_wrong_explains_beside_one_that_is_not_there() -> None:
    found = scored(
        never_written("count-4", "count"),
        row("count-5", "count", Verdict.WA),
        row("order-4", "order", Verdict.WA, follows=("count",)),
    )
    assert points(found) == {"count-4": (0, 5), "count-5": (0, 5), "order-4": (4, 4)}


def test_it_may_follow_from_one_of_several() -> None:
    found = scored(row("last-4", "last", Verdict.TLE), row("order-4", "order", Verdict.WA, follows=("count", "last")))
    assert points(found)["order-4"] == (4, 4)
    assert sentence(found.cases[1].findings[0]).startswith("it follows from what is wrong with last")


@pytest.mark.parametrize("verdict", [Verdict.WA, Verdict.RTE, Verdict.TLE])
def test_it_may_follow_from_any_violation(verdict: Verdict) -> None:
    found = scored(row("count-4", "count", verdict), row("order-4", "order", Verdict.WA, follows=("count",)))
    assert points(found)["order-4"] == (4, 4)


def test_one_violated_case_of_the_clause_is_enough() -> None:
    found = scored(
        row("count-4", "count"),
        row("count-5", "count", Verdict.WA),
        row("order-4", "order", Verdict.WA, follows=("count",)),
    )
    assert points(found) == {"count-4": (5, 5), "count-5": (0, 5), "order-4": (4, 4)}


def test_what_follows_is_not_charged_where_files_are_missing_either() -> None:
    found = scored(
        row("files", "files", Verdict.WA),
        row("count-4", "count", Verdict.WA),
        row("order-4", "order", Verdict.WA, follows=("count",)),
    )
    assert points(found) == {"files": (0, 1), "count-4": (0, 10), "order-4": (4, 4)}


def test_a_chain_explains_link_by_link() -> None:
    found = scored(
        row("count-4", "count", Verdict.WA),
        row("order-4", "order", Verdict.WA, follows=("count",)),
        row("last-4", "last", Verdict.WA, follows=("order",)),
    )
    assert points(found) == {"count-4": (0, 10), "order-4": (4, 4), "last-4": (2, 2)}
    assert found.score == 26


def test_it_never_gains_more_than_its_points() -> None:
    found = scored(
        row("count-4", "count", Verdict.WA),
        row("order-4", "order", Verdict.WA, follows=("count",), weight=3.0),
        row("order-5", "order", Verdict.WA),
    )
    assert points(found) == {"count-4": (0, 10), "order-4": (3, 3), "order-5": (0, 1)}


def charging(name: str, *, guilty: bool) -> Judged:
    """A case whose near miss was charged to ``last``, or one that is too wrong to speak for it."""
    findings = (Finding("a line too many"),)
    judgement = Judgement(Verdict.WA, findings, 1.0 if guilty else 0.0, ("last",) if guilty else (), comparable=guilty)
    verdict = Verdict.AC if guilty else Verdict.WA
    return Judged(CaseGrade(name, "count", verdict, findings=findings), judgement, may_charge=("last",))


def test_a_clause_that_a_near_miss_is_charged_to_explains_too() -> None:
    found = scored(charging("count-4", guilty=True), row("order-4", "order", Verdict.WA, follows=("last",)))
    assert points(found) == {"count-4": (10, 10), "order-4": (4, 4), "last": (0, 2)}


def test_a_clause_that_nothing_speaks_for_explains_nothing() -> None:
    found = scored(charging("count-4", guilty=False), row("order-4", "order", Verdict.WA, follows=("last",)))
    assert points(found) == {"count-4": (0, 10), "order-4": (0, 4), "last": (0, 2)}


FAULT = row("count-4", "count", Verdict.WA), row("order-4", "order", Verdict.WA, follows=("count",))


def working(rest: Verdict) -> Grade:
    """The grade of a program of which ``rest``, 20 points, is right or not, beside a fault and what follows from it."""
    others = row("rest", "rest", rest), row("files", "files"), row("last", "last")
    return grade("ann", "queens", CLAUSES, (*FAULT, *others))


def test_where_less_than_a_third_works_each_failure_is_charged() -> None:
    found = working(Verdict.WA)
    assert points(found) == {"count-4": (0, 10), "order-4": (0, 4), "files": (1, 1), "last": (2, 2)}
    assert [sentence(entry) for entry in found.cases[1].findings] == ["order-4 is wrong"]
    assert [in_words(note) for note in found.notes] == [
        "less than a third of it works, so what follows from other faults is charged as well"
    ]


def test_where_more_works_it_is_not() -> None:
    found = working(Verdict.AC)
    assert points(found) == {"count-4": (0, 10), "order-4": (4, 4), "files": (1, 1), "last": (2, 2)}
    assert found.notes == ()


def test_of_some_cases_alone_nobody_knows() -> None:
    found = grade("ann", "queens", CLAUSES, FAULT)
    assert points(found) == {"count-4": (0, 10), "order-4": (4, 4)}
    assert found.notes == ()


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.SK])
def test_of_a_part_nobody_knows_either(verdict: Verdict) -> None:
    """The rest was not judged: the run was interrupted, or the fault is ours."""
    found = working(verdict)
    assert points(found)["order-4"] == (4, 4)
    assert found.notes == ()


def test_where_nothing_follows_nothing_is_said_of_it() -> None:
    found = grade("ann", "queens", CLAUSES, [row("count-4", "count", Verdict.WA), row("order-4", "order", Verdict.WA)])
    assert (found.score, found.notes) == (0, ())
