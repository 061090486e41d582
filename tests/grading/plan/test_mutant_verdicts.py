"""How a wrong program fails, in the words of contests, is held against what ``mutants.yaml`` asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.plan.mutant_verdicts import verdict_faults
from harness.grading.plan.mutants import Mutant
from harness.judge.finding_kinds import CONVERSATION_STUCK, WRONG_EXIT_STATUS
from harness.model.finding import Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict


def case(name: str, verdict: Verdict, *kinds: str) -> CaseGrade:
    return CaseGrade(name, "right", verdict, findings=tuple(Finding("wrong", kind=kind) for kind in kinds))


def faults(*cases: CaseGrade, permitted: tuple[str, ...] = (), required: tuple[str, ...] = ()) -> list[str]:
    return list(verdict_faults(Mutant("right-not", "right", Path(), (), permitted, required), cases))


RIGHT = case("sum", Verdict.AC)
NOT_ASKED_FOR = [Verdict.JE, Verdict.NR, Verdict.SK]


@pytest.mark.parametrize(
    ("verdict", "kind", "way"),
    [
        (Verdict.WA, "", "WA"),
        (Verdict.TLE, "", "TLE"),
        (Verdict.RTE, "", "RTE"),
        (Verdict.MLE, "", "RTE"),
        (Verdict.OLE, "", "RTE"),
        (Verdict.WA, WRONG_EXIT_STATUS, "RTE"),
        (Verdict.WA, CONVERSATION_STUCK, "TLE"),
        (Verdict.RTE, CONVERSATION_STUCK, "TLE"),
    ],
)
def test_each_way_to_fail_has_one_name(verdict: Verdict, kind: str, way: str) -> None:
    failed = case("add", verdict, kind)
    assert faults(RIGHT, failed, permitted=(way,)) == []
    other = next(name for name in ("WA", "RTE", "TLE") if name != way)
    assert faults(RIGHT, failed, permitted=(other,)) == [
        f"fails case add with {way}, where mutants.yaml permits {other}"
    ]


def test_of_several_ways_that_are_permitted_any_will_do() -> None:
    failed = [case("add", Verdict.WA), case("subtract", Verdict.RTE), case("divide", Verdict.TLE)]
    assert faults(*failed, permitted=("WA", "RTE", "TLE")) == []
    assert faults(*failed, permitted=("WA", "RTE")) == [
        "fails case divide with TLE, where mutants.yaml permits WA and RTE"
    ]


def test_one_case_of_the_way_that_is_required_is_enough() -> None:
    assert faults(RIGHT, case("add", Verdict.WA), case("divide", Verdict.RTE), required=("RTE",)) == []
    assert faults(RIGHT, case("add", Verdict.WA), required=("RTE", "TLE")) == [
        "fails no case with RTE or TLE, as mutants.yaml requires"
    ]


def test_what_was_not_run_after_a_limit_is_not_missed() -> None:
    assert faults(case("add", Verdict.TLE), required=("RTE",)) == []


@pytest.mark.parametrize("verdict", NOT_ASKED_FOR)
def test_what_was_not_judged_is_no_failure(verdict: Verdict) -> None:
    assert faults(RIGHT, case("add", verdict), permitted=("WA",), required=("WA",)) == []


def test_where_no_way_is_asked_for_any_will_do() -> None:
    assert faults(case("add", Verdict.WA), case("divide", Verdict.TLE)) == []
