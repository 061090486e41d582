"""Choose the hint that was written for what went wrong."""

from __future__ import annotations

from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.faults import broke_while_loading, ending, prints_nothing
from harness.spec.format.assignment import Assignment

_NO_ANSWER = ("function-missing", "not-callable", "usage-instead")


def hint_for(case: CaseGrade, assignment: Assignment) -> str:
    """The hint of the case's clause for its near miss, kind of finding or verdict; empty where none was written for it.

    A clause's plain hint is about a wrong answer: it says nothing of a crash, a limit or a program that prints nothing.
    """
    clause = assignment.clauses.get(case.clause)
    if clause is None or not case.findings:
        return ""
    finding = case.findings[0]
    end = ending(case)
    kinds = (*finding.near_misses, finding.kind) if end is None else (end.kind,)
    for key in (*kinds, case.verdict.name):
        if key in clause.hints:
            return clause.hints[key]
    silent = prints_nothing(finding) or broke_while_loading(finding) or end is not None
    return clause.hint if case.verdict is Verdict.WA and not silent and finding.kind not in _NO_ANSWER else ""
