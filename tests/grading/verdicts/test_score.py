"""Points belong to clauses, and one fault is charged once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.grading.verdicts.judgement import RIGHT, Judged, Judgement
from harness.grading.verdicts.near_miss_clauses import charge_near_misses
from harness.grading.verdicts.score import grade, overall_verdict
from harness.judge.messages.translator import in_words, sentence
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.spec.format.model import Clause

CLAUSES = {
    "right": Clause(text="It is right.", points=30),
    "form": Clause(text="It looks right.", points=6),
    "gate": Clause(text="There is a README.", gate=True),
    "free": Clause(text="Worth nothing."),
}
FAULT = (Finding("wrong", where=Place(stream="stdout", line=1)),)


def row(name: str, clause: str, judgement: Judgement = RIGHT, **more: Any) -> Judged:
    findings = () if judgement.verdict is Verdict.AC else judgement.findings
    return Judged(CaseGrade(name, clause, judgement.verdict, findings=findings), judgement, **more)


def wrong(verdict: Verdict = Verdict.WA, *, comparable: bool = False, kept: float = 0.0) -> Judgement:
    return Judgement(verdict, FAULT, kept, comparable=comparable)


def scored(*rows: Judged) -> Grade:
    return grade("ann", "sum", CLAUSES, rows)


def points(found: Grade) -> dict[str, tuple[float, float]]:
    return {case.name: (case.score, case.max_score) for case in found.cases}


def test_the_cases_of_a_clause_share_its_points() -> None:
    found = scored(row("a", "right"), row("b", "right", wrong()), row("c", "right"))
    assert points(found) == {"a": (10, 10), "b": (0, 10), "c": (10, 10)}
    assert (found.score, found.max_score, found.verdict) == (20, 30, Verdict.WA)


def test_who_is_ended_everywhere_and_answers_nowhere_keeps_nothing_that_a_run_shows() -> None:
    late = row("a", "right", wrong(Verdict.TLE), answered=False, runs=True)
    silent = row("b", "form", answered=False, runs=True)
    stopped = row("c", "form", runs=True)
    assert points(scored(late, silent, stopped)) == {"a": (0, 30), "b": (0, 3), "c": (0, 3)}
    source = row("d", "form")
    assert points(scored(late, silent, source)) == {"a": (0, 30), "b": (0, 3), "d": (3, 3)}


@pytest.mark.parametrize("answer", [RIGHT, wrong()])
def test_one_answer_anywhere_is_enough(answer: Judgement) -> None:
    late = row("a", "right", wrong(Verdict.TLE), answered=False, runs=True)
    silent = row("b", "form", answered=False, runs=True)
    answered = row("c", "right", answer, answered=True, runs=True)
    assert points(scored(late, silent, answered))["b"] == (6, 6)


def test_to_write_nothing_may_be_right_in_a_program_that_ends() -> None:
    silent = row("b", "form", answered=False, runs=True)
    assert points(scored(silent, row("a", "right", wrong(Verdict.RTE), answered=False, runs=True)))["b"] == (6, 6)


def test_what_needs_a_right_answer_elsewhere_fails_without_one() -> None:
    wrong_answers = row("a", "right", wrong()), row("b", "right", wrong(Verdict.TLE))
    shown = row("c", "form", needs=("right",))
    assert points(scored(*wrong_answers, shown))["c"] == (0, 6)
    assert points(scored(*wrong_answers, row("d", "right"), shown))["c"] == (6, 6)
    assert points(scored(*wrong_answers, row("d", "right", wrong(kept=0.5)), shown))["c"] == (6, 6)


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.NR, Verdict.SK])
def test_what_was_not_judged_may_have_been_right(verdict: Verdict) -> None:
    found = scored(row("a", "right", wrong()), row("b", "right", wrong(verdict)), row("c", "form", needs=("right",)))
    assert points(found)["c"] == (6, 6)


def test_of_several_clauses_one_is_enough_and_all_must_have_been_looked_at() -> None:
    shown = row("c", "form", needs=("right", "other"))
    assert points(scored(row("a", "right", wrong()), shown))["c"] == (6, 6)


def test_they_share_by_weight() -> None:
    found = scored(row("a", "right", weight=4.0), row("b", "right", wrong(), weight=1.5), row("c", "right", weight=0.5))
    assert points(found) == {"a": (20, 20), "b": (0, 7.5), "c": (2.5, 2.5)}


def test_a_part_of_the_points_may_be_kept() -> None:
    assert points(scored(row("a", "right", wrong(kept=0.5)), row("b", "right"))) == {"a": (7.5, 15), "b": (15, 15)}


def test_what_was_not_judged_costs_nothing_and_gives_nothing() -> None:
    found = scored(row("a", "right"), row("b", "right", wrong(Verdict.JE)), row("c", "form", wrong(Verdict.SK)))
    assert points(found) == {"a": (15, 15), "b": (0, 0), "c": (0, 0)}
    assert (found.score, found.max_score, found.complete) == (15, 15, False)


NEAR = Judgement(
    Verdict.AC, (Finding("blank", where=Place(stream="stdout", line=1), near_misses=("blanks",)),), 1.0, ("form",)
)


def test_a_near_miss_is_charged_once_however_many_cases_have_it() -> None:
    cases = [row(name, "right", NEAR, may_charge=("form",)) for name in "abcde"]
    found = scored(*cases)
    assert points(found) == {**dict.fromkeys("abcde", (6, 6)), "form": (0, 6)}
    assert (found.score, found.max_score, found.verdict) == (30, 36, Verdict.WA)
    charge = found.cases[-1]
    assert in_words(charge.findings[0]).startswith("case a, stdout, line 1: ")
    assert sentence(charge.findings[1]) == "the same in b, c, d, e"


def test_a_charged_clause_that_nobody_charges_is_kept() -> None:
    found = scored(row("a", "right", may_charge=("form",)), row("b", "right", wrong(), may_charge=("form",)))
    assert points(found)["form"] == (6, 6)


def test_a_near_miss_that_another_case_cannot_charge_is_no_matter_of_its() -> None:
    assert "form" not in points(scored(row("a", "right")))


@pytest.mark.parametrize("verdict", [Verdict.WA, Verdict.RTE, Verdict.TLE])
def test_where_nothing_is_nearly_right_nothing_speaks_for_a_charged_clause(verdict: Verdict) -> None:
    found = scored(*(row(name, "right", wrong(verdict), may_charge=("form",)) for name in "abcd"))
    assert points(found)["form"] == (0, 6)
    assert found.cases[-1].verdict is verdict
    shown = ["this is judged in the output of a, b, c, ..., and none of these is right or nearly right"]
    assert [sentence(entry) for entry in found.cases[-1].findings] == (shown if verdict is Verdict.WA else [])


@pytest.mark.parametrize("verdict", [Verdict.WA, Verdict.RTE, Verdict.TLE])
def test_a_charged_clause_with_cases_of_its_own_is_left_to_these(verdict: Verdict) -> None:
    slow, own = row("a", "right", wrong(verdict), may_charge=("form",)), row("b", "form")
    assert points(scored(slow, own)) == {"a": (0, 30), "b": (6, 6)}
    assert points(scored(row("a", "right", NEAR, may_charge=("form",)), own))["form"] == (0, 3)


def test_a_wrong_answer_that_is_nearly_right_speaks_for_a_charged_clause() -> None:
    found = scored(row("a", "right", wrong(comparable=True), may_charge=("form",)))
    assert points(found)["form"] == (6, 6)


@pytest.mark.parametrize("verdict", [Verdict.CE, Verdict.NS])
def test_a_charged_clause_is_lost_with_the_whole(verdict: Verdict) -> None:
    found = scored(row("a", "right", wrong(verdict), may_charge=("form",)))
    assert (found.cases[-1].name, found.cases[-1].verdict, found.score, found.max_score) == ("form", verdict, 0, 36)


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.SK])
def test_what_was_not_judged_costs_a_charged_clause_nothing(verdict: Verdict) -> None:
    found = scored(row("a", "right", wrong(verdict), may_charge=("form",)))
    assert (found.cases[-1].verdict, found.max_score) == (verdict, 0)
    both = scored(row("a", "right", wrong(verdict), may_charge=("form",)), row("b", "right", may_charge=("form",)))
    assert points(both)["form"] == (6, 6)


def test_a_charged_clause_shows_the_longest_case_that_is_read_at_a_glance() -> None:
    def near(size: int) -> Judgement:
        text = b", ".join([b"1"] * size)
        finding = Finding("blank", Place(stream="stdout"), text, text, near_misses=("blanks",))
        return Judgement(Verdict.AC, (finding,), 1.0, ("form",))

    sizes = {"a-1": 1, "a-8": 8, "a-90": 90}
    rows = [row(name, "right", near(size), may_charge=("form",)) for name, size in sizes.items()]
    shown = scored(*rows).cases[-1].findings
    assert shown[0].where.case == "a-8"
    assert shown[1].params["cases"] == ["a-1", "a-90"]


def test_charged_clauses_stand_in_the_order_of_the_spec() -> None:
    cases = [row("a", "right", may_charge=("free", "form", "right"))]
    assert [entry.row.name for entry in charge_near_misses(CLAUSES, cases)] == ["right", "form", "free"]


LEAST = {"a": Clause("All of it.", points=10, aggregation="min"), "b": Clause("Each.", points=6)}


def test_where_the_least_counts_one_wrong_case_loses_all() -> None:
    rows = (row("a1", "a"), row("a2", "a", wrong()), row("a3", "a", wrong()), row("b1", "b"), row("b2", "b", wrong()))
    found = grade("ann", "x", LEAST, rows)
    assert (found.score, found.max_score) == (3, 16)
    assert points(found) == {"a1": (0, 0), "a2": (0, 5), "a3": (0, 5), "b1": (3, 3), "b2": (0, 3)}


def test_where_the_least_counts_all_right_cases_earn_it_and_a_part_is_kept_of_the_whole() -> None:
    assert grade("ann", "x", LEAST, (row("a1", "a"), row("a2", "a"), row("b", "b"))).score == 16
    part = grade("ann", "x", LEAST, (row("a1", "a"), row("a2", "a", wrong(kept=0.5)), row("b", "b")))
    assert (part.score, part.max_score) == (11, 16)


def test_where_the_best_counts_one_case_earns_all_and_the_best_part_is_kept() -> None:
    clauses = {"a": Clause("Any of it.", points=10, aggregation="max")}
    found = grade("ann", "x", clauses, (row("a1", "a", wrong(kept=0.5)), row("a2", "a"), row("a3", "a", wrong())))
    assert (found.score, found.max_score) == (10, 10)
    part = grade("ann", "x", clauses, (row("a1", "a", wrong(kept=0.5)), row("a2", "a", wrong())))
    assert (part.score, part.max_score) == (5, 10)
    open_ = grade("ann", "x", clauses, (row("a1", "a", wrong()), row("a2", "a", wrong(Verdict.JE))))
    assert (open_.score, open_.cases[0].max_score) == (0, 0)


def test_a_gate_that_is_violated_takes_everything() -> None:
    found = scored(row("a", "right"), row("files", "gate", wrong()))
    assert (found.score, found.max_score) == (0, 30)
    assert [*map(in_words, found.notes)] == ["the total is 0: There is a README."]


def test_a_gate_that_holds_takes_nothing() -> None:
    found = scored(row("a", "right"), row("files", "gate"))
    assert (found.score, found.notes) == (30, ())


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.SK])
def test_a_gate_that_was_not_judged_takes_nothing(verdict: Verdict) -> None:
    assert scored(row("a", "right"), row("files", "gate", wrong(verdict))).score == 30


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        ("AC AC", "AC"),
        ("", "AC"),
        ("AC WA", "WA"),
        ("TLE WA", "TLE"),
        ("WA TLE", "WA"),
        ("WA JE", "JE"),
        ("NS CE", "NS"),
        ("WA CE", "CE"),
        ("WA SK", "SK"),
        ("CE SK", "CE"),
        ("JE NS CE SK", "JE"),
        ("RTE MLE", "RTE"),
    ],
)
def test_the_verdict_on_the_whole(verdicts: str, whole: str) -> None:
    rows = [CaseGrade(str(number), "right", Verdict[name]) for number, name in enumerate(verdicts.split())]
    assert overall_verdict(rows) is Verdict[whole]


@pytest.mark.parametrize(("ran", "whole"), [("AC", "WA"), ("TLE", "WA"), ("CE", "CE")])
def test_a_failed_build_does_not_speak_for_a_program_that_ran(ran: str, whole: str) -> None:
    rows = [CaseGrade("build", "form", Verdict.CE), CaseGrade("a", "right", Verdict[ran], timing=Timing(cpu_s=0.1))]
    assert overall_verdict(rows) is Verdict[whole]
    assert overall_verdict([*rows, CaseGrade("b", "right", Verdict.NR)]) is Verdict.NR


def test_a_row_without_a_clause_is_worth_nothing() -> None:
    found = scored(row("build", "", wrong(Verdict.CE)), row("a", "right"))
    assert points(found) == {"build": (0, 0), "a": (30, 30)}


judgements = st.sampled_from([RIGHT, NEAR, wrong(), wrong(kept=0.3), wrong(Verdict.TLE), wrong(comparable=True)])
rows_of = st.lists(
    st.tuples(st.sampled_from(["right", "free"]), judgements, st.floats(0.1, 10), st.booleans()),
    min_size=1,
    max_size=12,
)


@given(rows_of)
@settings(max_examples=200)
def test_the_points_add_up_whatever_comes(cases: list[tuple[str, Judgement, float, bool]]) -> None:
    created = [
        row(
            str(number),
            clause,
            judgement,
            weight=weight,
            may_charge=("form",) if able or judgement.charged else (),
        )
        for number, (clause, judgement, weight, able) in enumerate(cases)
    ]
    found = scored(*created)
    clauses = {entry.clause for entry in found.cases}
    assert found.max_score == pytest.approx(sum(CLAUSES[name].points for name in clauses), abs=1e-4)
    assert 0 <= found.score <= found.max_score
    assert found.score == pytest.approx(sum(case.score for case in found.cases), abs=1e-4)
    assert all(0 <= case.score <= case.max_score for case in found.cases)
    everything = all(case.verdict is Verdict.AC for case in found.cases)
    assert everything == (found.verdict is Verdict.AC)
    if everything:
        assert found.score == found.max_score


def test_a_clause_keeps_what_its_worst_case_keeps_and_is_open_where_one_is_open() -> None:
    clauses = {"batch": Clause(text="All are right.", points=6, aggregation="min"), "right": CLAUSES["right"]}

    def batch(*rows: Judged) -> tuple[float, float, dict[str, tuple[float, float]]]:
        found = grade("ann", "sum", clauses, rows)
        return found.score, found.max_score, points(found)

    right = row("a", "batch"), row("b", "batch")
    assert batch(*right)[:2] == (6, 6)
    assert batch(*right, row("c", "batch", wrong())) == (0, 6, {"a": (0, 0), "b": (0, 0), "c": (0, 6)})
    worst = row("c", "batch", wrong(kept=0.5)), row("d", "batch", wrong(kept=0.25))
    assert batch(*right, *worst)[:2] == (1.5, 6)
    assert batch(*right, row("c", "batch", wrong(Verdict.JE)))[:2] == (0, 0), "nobody knows"
    assert batch(row("a", "right"), row("b", "right", wrong()))[:2] == (15, 30), "others share as ever"


def test_where_the_least_counts_a_clause_is_right_where_all_of_it_is() -> None:
    clauses = {"batch": Clause(text="All are right.", points=6, aggregation="min"), "right": CLAUSES["right"]}
    needing = row("x", "right", needs=("batch",))
    half = row("a", "batch"), row("b", "batch", wrong())
    assert grade("ann", "sum", clauses, [*half, needing]).score == 0
    assert grade("ann", "sum", clauses, [half[0], needing]).score == 36
