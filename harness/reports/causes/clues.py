"""Cases that watched the functions of a program at work, and say why something else is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from harness.model.finding import Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.faults import is_watched, wrong_function

_FOLLOWS = "follows"
_CALLS = "wrong-call-count"
_NEVER_CALLED = "function-not-called"
"""The kind by which a course says the same."""


def watching(others: Sequence[Cause], functions: Sequence[Cause]) -> Sequence[Cause]:
    """The cause that says what the only wrong function did while its calls were watched; empty for none.

    With several wrong functions it is open which of them led to it. That a function was never called says it of any.
    """
    if len(functions) != 1:
        return []
    name = wrong_function(functions[0].finding)
    watched = [
        cause
        for cause in others
        if (is_watched(cause.finding) and name in cause.finding.message) or is_of_no_call(cause.finding)
    ]
    return watched[:1]


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
    first, *rest = case.findings or (None,)
    if first is None or first.kind != _FOLLOWS or first.params.get("clause") not in cause.clauses:
        return
    yield from (replace(case, findings=(finding,)) for finding in rest if is_of_no_call(finding))


def is_of_no_call(finding: Finding) -> bool:
    """Whether a finding says that a function that has to be called never was."""
    is_counted = finding.kind == _CALLS and finding.params.get("calls") == 0 and bool(finding.params.get("least"))
    return is_counted or finding.kind == _NEVER_CALLED
