"""Causes of one function with a proven change each are two; where a case has none, or all have one, they are one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.judge.finding_kinds import ONE_CHANGE
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes, without_partial_changes
from harness.reports.causes.order import functions_first


def failed(name: str, clause: str, line: int | None) -> CaseGrade:
    """A wrong call of ``total``, with the line of the change by which it is right."""
    wrong = Finding.of("returned", Place(part="returned-value"), call=f"total({name})", function="total")
    change = () if line is None else (Finding.of(ONE_CHANGE, Place(path="a.py", line=line), old="1", new="0"),)
    return CaseGrade(name=name, clause=clause, verdict=Verdict.WA, score=0.0, max_score=1.0, findings=(wrong, *change))


@pytest.mark.parametrize(
    ("lines", "causes"),
    [
        pytest.param((5, 5, 3), [["1", "2"], ["3"]], id="one-a-clause"),
        pytest.param((5, 3, 3), [["1"], ["2", "3"]], id="two-in-a-clause"),
        pytest.param((5, 5, 5), [["1", "2", "3"]], id="the-same"),
        pytest.param((5, 5, None), [["1", "2", "3"]], id="none-for-one"),
    ],
)
def test_causes_of_a_function_are_those_of_its_changes(lines: tuple[int | None, ...], causes: list[list[str]]) -> None:
    first, second, third = (failed(str(at), "ab"[at > 2], line) for at, line in enumerate(lines, 1))
    wrong = [Cause((first, second)), Cause((third,))]
    ordered = functions_first(wrong, {"1": 0, "2": 1, "3": 2})
    assert [[case.name for case in cause.cases] for cause in ordered] == causes


def test_functions_stay_in_the_order_of_their_cases() -> None:
    other = Finding.of("returned", Place(part="returned-value"), call="mean(2)", function="mean")
    cases = failed("1", "a", 5), replace(failed("2", "b", None), findings=(other,)), failed("3", "c", 3)
    ordered = functions_first([Cause((case,)) for case in cases], {"1": 0, "2": 1, "3": 2})
    assert [cause.case.name for cause in ordered] == ["1", "2", "3"]


def test_what_is_charged_for_another_run_needs_no_change_of_its_own() -> None:
    run = failed("1", "a", 5)
    charged = replace(failed("b", "b", None), findings=(Finding.of("line-differs", Place(case="2", line=1)),))
    assert Cause((run, charged)).change == run.findings[-1]
    assert Cause((run, failed("2", "b", None))).change is None
    assert Cause((charged,)).change is None


def called(name: str, function: str, line: int | None, *again: str) -> CaseGrade:
    """A wrong call, with the line of the change in ``put`` by which it is right, and what fails again with that."""
    wrong = Finding.of("returned", Place(part="returned-value"), call=f"{function}({name})", function=function)
    place = Place(path="a.py", line=line, function="put")
    change = () if line is None else (Finding.of(ONE_CHANGE, place, old="1", new="0", fails_again=[*again]),)
    return CaseGrade(name, function, Verdict.WA, 0.0, 1.0, (wrong, *change))


@pytest.mark.parametrize(("again", "shown"), [(["3"], [["1", "2"], ["3"]]), ([], [["1"], ["2", "3"]])])
def test_what_passes_by_the_change_of_another_function_is_that_ones(again: list[str], shown: list[list[str]]) -> None:
    """What is left of a function is a fault of its own, if it was run with the change: the search may end before."""
    cases = called("1", "put", 5, *again), called("2", "find", 5, *again), called("3", "find", None)
    grade = Grade("ann", "queens", Verdict.WA, cases)
    assert [[case.name for case in cause.cases] for cause in causes(grade)] == shown
    assert [cause.change is not None for cause in causes(without_partial_changes(grade))] == [True, False]
