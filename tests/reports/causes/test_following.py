"""An output follows only from a wrong function that can lead to it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.judge.finding_kinds import BUILD_FAILED
from harness.model.finding import LAST_STEP, OF_COST, REFUSES, Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes
from tests.reports.causes.test_callers import PUT, after

STDOUT = Place(stream="stdout")
USAGE = b"Usage: python3 Queens.py number\n"
LATE = Finding.of("timed-out", limit_s=1.0, used_s=2.0)


def run(*findings: Finding, name: str = "run", lost: float = 5.0, verdict: Verdict = Verdict.WA) -> CaseGrade:
    return CaseGrade(name, "output", verdict, 0.0, lost, findings)


LINE = Finding.of("line-differs", STDOUT, b"92 solutions\n", b"12 solutions\n")
COUNTED = Finding(
    "put compares again", Place(part="call"), kind="pairs-again", params={"call": "put(B)", OF_COST: True}
)
COSTS = CaseGrade("reads", "once", Verdict.WA, 0.0, 1.0, (COUNTED,))


@pytest.mark.parametrize(
    ("finding", "name"),
    [
        (Finding("more came", STDOUT, None, USAGE, ("repeated-line",)), "run"),  # the message twice
        (Finding("a result came", STDOUT, USAGE, b"92 solutions\n"), "run"),
        (replace(LINE, params={REFUSES: True}), "run"),
        (Finding.of(BUILD_FAILED, STDOUT, None, b"make: no rule", command="make", status=2), "build"),
    ],
)
def test_what_is_refused_or_built_does_not_follow_from_a_function(finding: Finding, name: str) -> None:
    assert dict(after(PUT, run(finding, name=name))) == {"put-1": (), name: ()}
    assert dict(after(PUT, run(LINE))) == {"put-1": (), "run": ("put",)}


def test_a_function_that_only_takes_too_much_explains_late_runs_alone_and_stands_by_its_cost() -> None:
    assert after(COSTS, run(LINE)) == [("run", ()), ("reads", ())]
    assert after(COSTS, run(LINE, lost=0.5)) == [("reads", ()), ("run", ())]
    assert after(COSTS, run(LATE, verdict=Verdict.TLE)) == [("reads", ()), ("run", ("put",))]
    reads = Finding.of("wrong-read-count", Place(part="call"), call="put(B)", reads=9, most=4)
    assert after(replace(COSTS, findings=(reads,)), run(LINE)) == [("run", ()), ("reads", ())]
    wrong = replace(PUT, name="put-2")
    assert after(COSTS, wrong, run(LINE))[-1] == ("run", ("put",))  # its values are wrong as well


def test_a_function_that_never_ends_explains_no_run_that_came_to_its_end() -> None:
    endless = replace(PUT, verdict=Verdict.TLE)
    assert after(endless, run(LINE)) == [("put-1", ()), ("run", ())]
    assert after(endless, run(LATE, verdict=Verdict.TLE)) == [("put-1", ()), ("run", ("put",))]


def test_a_last_step_explains_only_runs_that_were_cut_short() -> None:
    """A program has printed all by then, unless it waits for the right one to end."""
    step = Finding("the first has to come", Place(part="argument"), kind="no-first", params={LAST_STEP: True})
    last = replace(PUT, findings=(*PUT.findings, step))
    assert after(last, run(LINE)) == [("put-1", ()), ("run", ())]
    assert after(last, run(LATE, verdict=Verdict.TLE)) == [("put-1", ()), ("run", ("put",))]
    assert after(last, replace(PUT, name="put-2"), run(LINE))[-1] == ("run", ("put",))  # another step is wrong as well


def test_a_fault_that_a_course_says_to_show_in_no_output_explains_none() -> None:
    (finding, *others) = PUT.findings
    torn = replace(PUT, findings=(replace(finding, params={**finding.params, "outcome": False}), *others))
    assert dict(after(torn, run(LINE))) == {"put-1": (), "run": ()}


@pytest.mark.parametrize(
    ("function", "calls", "expected"), [("next", 11, ("next",)), ("next", 0, ()), ("other", 11, ())]
)
def test_how_often_a_wrong_function_was_called_may_follow_from_it(
    function: str, calls: int, expected: tuple[str, ...]
) -> None:
    wrong = Finding.of("wrong-argument", Place(part="arguments"), b"[1]", b"[2]", call="next(A)", number=1)
    counted = Finding.of("wrong-call-count", Place(part="calls"), function=function, calls=calls, least=119)
    cases = [CaseGrade(name, name, Verdict.WA, 0, 5, (finding,)) for name, finding in (("a", wrong), ("b", counted))]
    found = causes(Grade("ann", "sum", Verdict.WA, (*cases,)))
    assert found[0].case.name == "a" or not expected
    assert next((cause.after for cause in found if cause.case.name == "b"), ()) == expected
