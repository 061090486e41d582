"""A wrong function that calls a wrong one follows from it, unless something shows a fault of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.finding_kinds import ONE_CHANGE
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes, class_causes
from tests.support import course, graded, loaded, write


def wrong(name: str, function: str, *callees: str) -> CaseGrade:
    params = {"call": f"{function}(B)", "returned": "0", "wanted": name, "calls_wrong": [*callees]}
    finding = Finding.of("wrong-return", Place(part="returned-value"), name.encode(), b"0", **params)
    return CaseGrade(name, function, Verdict.WA, 0.0, 5.0, (finding,))


def right(clause: str) -> CaseGrade:
    return CaseGrade(f"{clause}-right", clause, Verdict.AC, 5.0, 5.0)


def after(*cases: CaseGrade) -> list[tuple[str, tuple[str, ...]]]:
    return [(cause.case.name, cause.after) for cause in ordered(*cases)]


def ordered(*cases: CaseGrade) -> list[Cause]:
    return causes(Grade("ann", "sum", Verdict.WA, cases))


def with_change(case: CaseGrade, line: int) -> CaseGrade:
    change = Finding.of(ONE_CHANGE, Place(path="q.py", line=line), old="1", new="2")
    return replace(case, findings=(*case.findings, change))


FIND, PUT = wrong("find-4", "find", "put"), wrong("put-1", "put")


def test_a_caller_follows_from_the_wrong_function_and_outputs_from_that_alone() -> None:
    line = Finding.of("line-differs", Place(stream="stdout", line=1), b"92 solutions\n", b"12 solutions\n")
    run = CaseGrade("run", "count", Verdict.WA, 0.0, 50.0, (line,))
    assert after(FIND, right("find"), run, PUT) == [("put-1", ()), ("find-4", ("put",)), ("run", ("put",))]
    (root,) = class_causes(Grade("ann", "sum", Verdict.WA, (FIND, right("find"), PUT))).values()
    assert (root.case.name, root.lost) == ("put-1", 10.0)


def test_an_output_that_is_wrong_with_the_function_repaired_does_not_follow() -> None:
    line = Finding.of("line-differs", Place(stream="stdout", line=1), b"4 5\n", b"4\n")
    run, put, other = CaseGrade("run", "input", Verdict.WA, 0.0, 50.0, (line,)), with_change(PUT, 9), wrong("x", "get")
    assert after(run, put) == [("put-1", ()), ("run", ())]
    assert after(run, PUT) == [("put-1", ()), ("run", ("put",))]
    assert after(run, put, other) == [("put-1", ()), ("x", ()), ("run", ("put", "get"))]  # it may take both repairs
    assert after(replace(run, name="run-5"), with_change(run, 9), put) == [("put-1", ()), ("run-5", ("put",))]


def test_a_run_without_end_of_a_clause_with_a_fault_of_its_own_does_not_follow() -> None:
    finding = Finding("Read: 4 5. Answered: 4.", Place(stream="stdout"), b"4 5", b"4", params={"outcome": False})
    stops = CaseGrade("two", "input", Verdict.WA, 0.0, 5.0, (finding,))
    late = CaseGrade("none", "input", Verdict.MLE, 0.0, 5.0, (Finding.of("too-much-memory", limit=1, used=2),))
    assert dict(after(PUT, stops, late)) == {"put-1": (), "two": (), "none": ()}
    elsewhere = replace(late, clause="speed")
    assert dict(after(PUT, stops, elsewhere))["none"] == ("put",)


def test_of_a_chain_all_follow_from_its_end() -> None:
    chain = wrong("a-1", "a", "b", "c"), right("a"), wrong("b-1", "b", "c"), right("b"), wrong("c-1", "c")
    assert after(*chain) == [("c-1", ()), ("a-1", ("c",)), ("b-1", ("c",))]


@pytest.mark.parametrize(
    ("caller", "beside", "callee"),
    [
        (FIND, right("other"), PUT),  # wrong wherever it is called
        (wrong("find-4", "find"), right("find"), PUT),  # it does not call it
        (with_change(FIND, 3), right("find"), PUT),
        (FIND, right("find"), with_change(PUT, 9)),  # what repairs one leaves the other
        (with_change(FIND, 3), right("find"), with_change(PUT, 9)),
    ],
)
def test_a_fault_of_its_own_is_a_cause(caller: CaseGrade, beside: CaseGrade, callee: CaseGrade) -> None:
    assert [names for _, names in after(caller, beside, callee)] == [(), ()]


def test_an_error_in_its_own_lines_and_what_it_prints_are_its_own() -> None:
    params = {"call": "find(B)", "calls_wrong": ["put"], "exception": "IndexError", "text": "x"}
    here, there = (
        Finding.of("call-raised", Place(path="q.py", line=3, function=name), **params) for name in ("find", "put")
    )
    prints = Finding.of("call-printed", Place(part="stdout of the call"), b"", b"92\n", **params)

    def caller(finding: Finding) -> CaseGrade:
        return CaseGrade("find-4", "find", Verdict.RTE, 0.0, 5.0, (finding,))

    assert after(caller(here), right("find"), PUT) == [("find-4", ()), ("put-1", ())]
    assert after(caller(there), right("find"), PUT) == [("put-1", ()), ("find-4", ("put",))]
    assert after(replace(caller(prints), verdict=Verdict.WA), right("find"), PUT) == [("find-4", ()), ("put-1", ())]
    prints_nothing = replace(caller(replace(prints, expected=None, actual=b"")), verdict=Verdict.WA)
    assert after(prints_nothing, right("find"), PUT) == [("put-1", ()), ("find-4", ("put",))]


def test_a_caller_that_follows_shows_an_answer_and_not_what_all_look_like() -> None:
    finding = replace(FIND.findings[0], message="find counts one at most, as if it ended with the first.")
    of_all = replace(FIND, name="all", findings=(replace(finding, params={**finding.params, "all_calls": 8}),))
    assert after(of_all, FIND, right("find"), PUT) == [("put-1", ()), ("find-4", ("put",))]
    assert after(of_all, FIND, right("find"))[0] == ("all", ())


SPEC = """\
title: Doubles
language: {language}
clauses: {{twice: {{text: twice doubles., points: 5}}, total: {{text: total adds the doubles., points: 5}}}}
cases:
  - {{name: twice-1, clause: twice, calls: [{{function: twice, args: [1], returns: 2}}]}}
  - {{name: twice-0, clause: twice, calls: [{{function: twice, args: [0], returns: 0}}]}}
  - {{name: total-3, clause: total, calls: [{{function: total, args: [3], returns: 12}}]}}
  - {{name: total-0, clause: total, calls: [{{function: total, args: [0], returns: 0}}]}}
"""
PYTHON = "def twice(n):\n    return 3 * n\ndef total(n):\n    return sum(HELPER(i) for i in range(n + 1))\n"
JAVA = """\
class Sums {
    static int twice(int n) { return 3 * n; }
    static int total(int n) { int sum = 0; for (int i = 0; i <= n; i++) sum += HELPER(i); return sum; }
    static int own(int n) { return 3 * n; }
}
"""


@pytest.mark.parametrize(
    ("language", "name", "source"),
    [("python", "main.py", PYTHON + "def own(n):\n    return 3 * n\n"), ("java", "Sums.java", JAVA)],
)
def test_the_sources_say_who_calls_whom(tmp_path: Path, language: str, name: str, source: str) -> None:
    assignment = loaded(course(tmp_path / "course", SPEC.format(language=language)))

    def found(helper: str) -> list[tuple[str, tuple[str, ...]]]:
        grade = graded(assignment, write(tmp_path / helper, {name: source.replace("HELPER", helper)}))
        assert grade.score == 5.0
        return [(cause.case.name, cause.after) for cause in causes(grade)]

    assert found("twice") == [("twice-1", ()), ("total-3", ("twice",))]
    assert found("own") == [("twice-1", ()), ("total-3", ())]
