"""Tests that keep their points, as they follow from another fault: what they saw may say where an output goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from harness.model.finding import Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import CAUSE_SIGN, Cause
from harness.reports.causes.faults import is_wrong_output, wrong_function

_FOLLOWS = "follows"
_CALLS = "wrong-call-count"
_NEVER_CALLED = "function-not-called"
"""The kind by which a course says the same."""


def with_uncalled(cause: Cause, cases: Sequence[CaseGrade]) -> Cause:
    """The cause of a wrong output with the case that saw that a function which it takes was never called.

    That costs nothing of its own there, as the output shows it; where runs are cut short it says nothing.
    """
    is_explained = cause.clue is not None or cause.after or cause.blocks
    if is_explained or cause.case.verdict is not Verdict.WA or not cause.finding.where.stream:
        return cause
    clue = next((clue for case in cases for clue in _uncalled(case, cause)), None)
    return replace(cause, clue=clue)


def _uncalled(case: CaseGrade, cause: Cause) -> Iterator[CaseGrade]:
    """The case with the finding alone that says it, where the case follows from this cause."""
    clause, seen = followed(case)
    if clause in cause.clauses:
        yield from (replace(case, findings=(finding,)) for finding in seen if is_of_no_call(finding))


def with_waived_function(causes: Sequence[Cause], cases: Sequence[CaseGrade]) -> list[Cause]:
    """The causes, of which a wrong output has a test of the only wrong function, which costs nothing itself.

    It is the first of the clauses from which such tests follow; the others of these clauses may follow from it. Nothing
    is said where a cause is about a function, or a change shows the line.
    """
    waived = list(_waived_calls(cases))
    names = {wrong_function(case.findings[0]) for _, case in waived}
    clauses = {clause for clause, _ in waived}
    outputs = [at for at, cause in enumerate(causes) if is_wrong_output(cause.case)]
    is_shown = any(wrong_function(cause.finding) or cause.blocks or cause.change for cause in causes)
    is_shown = is_shown or any(causes[at].clue or causes[at].after for at in outputs)
    followed = [at for at in outputs if not clauses.isdisjoint(causes[at].clauses)]
    if len(names) != 1 or is_shown or not followed:
        return [*causes]
    first, *others = followed
    explained = [*causes]
    clue = next(case for clause, case in waived if clause in causes[first].clauses)
    explained[first] = replace(causes[first], clue=clue)
    for at in others:
        explained[at] = replace(causes[at], after=(f"{CAUSE_SIGN}{first + 1}",))
    return explained


def _waived_calls(cases: Sequence[CaseGrade]) -> Iterator[tuple[object, CaseGrade]]:
    """The clause that each test of a wrong function follows from, and the test with what it says of the function."""
    for case in cases:
        clause, seen = followed(case)
        if seen and seen[0].message and wrong_function(seen[0]).isidentifier():
            yield clause, replace(case, findings=seen[:1])


def followed(case: CaseGrade) -> tuple[object, tuple[Finding, ...]]:
    """The clause from which a test follows, and what it saw; nothing for a test that costs points of its own."""
    first, *seen = case.findings or (None,)
    return (first.params.get("clause"), (*seen,)) if first is not None and first.kind == _FOLLOWS else (None, ())


def is_of_no_call(finding: Finding) -> bool:
    """Whether a finding says that a function that has to be called never was."""
    is_counted = finding.kind == _CALLS and finding.params.get("calls") == 0 and bool(finding.params.get("least"))
    return is_counted or finding.kind == _NEVER_CALLED
