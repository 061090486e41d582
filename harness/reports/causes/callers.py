"""Wrong functions that call wrong ones: what they do follows, unless something shows a fault of their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from harness.model.finding import CALLS_WRONG
from harness.model.grade import CaseGrade
from harness.reports.causes.cause import Cause, describes_all_calls, edit_of
from harness.reports.causes.faults import ending, wrong_function


def wrong_callers(functions: Sequence[Cause], right_clauses: Collection[str]) -> dict[int, Cause]:
    """The causes that may follow from wrong functions that theirs call, by their numbers in the sequence.

    Each with the functions from which it may follow: of a chain those alone that follow from none. Its plain answers
    are shown first: what they look like together, "as if it ended too early", would blame the caller.
    """
    callees = {number: _callees(cause, functions) for number, cause in enumerate(functions)}
    following = {
        number: called
        for number, called in callees.items()
        if called and not _has_own_fault(functions[number], called, right_clauses)
    }
    causes: dict[int, Cause] = {}
    for number, called in following.items():
        roots = [cause for cause in called if all(cause is not functions[other] for other in following)]
        names = tuple(dict.fromkeys(wrong_function(cause.finding) for cause in roots))
        plainest = tuple(sorted(functions[number].cases, key=describes_all_calls))
        causes[number] = replace(functions[number], cases=plainest, after=names)
    return causes


def _callees(cause: Cause, functions: Sequence[Cause]) -> list[Cause]:
    """The other causes that are about functions which this one's calls, themselves or by way of others."""
    named: set[str] = set()
    for case in cause.cases:
        names = case.findings[0].params.get(CALLS_WRONG, [])
        named |= {*map(str, names)} if isinstance(names, Sequence) else set()
    return [other for other in functions if other is not cause and wrong_function(other.finding) in named]


def _has_own_fault(cause: Cause, called: Sequence[Cause], right_clauses: Collection[str]) -> bool:
    """Whether something shows that a function is wrong by itself, whatever those do that it calls.

    A change that repairs only one of both shows it, or an error in its own lines, or what it prints where nothing is to
    be printed. A function that is wrong in all cases is likely to be wrong where nothing is called, too.
    """
    changes = [None if other.change is None else edit_of(other.change) for other in called]
    own_change = None if cause.change is None else edit_of(cause.change)
    is_seldom_wrong = all(clause in right_clauses for clause in cause.clauses)
    name = wrong_function(cause.finding)
    return own_change not in changes or not is_seldom_wrong or any(_is_own(case, name) for case in cause.cases)


def _is_own(case: CaseGrade, name: str) -> bool:
    """Whether a case shows a fault in the lines of the function, or in what it prints."""
    end, finding = ending(case), case.findings[0]
    prints = "stdout" in (finding.where.stream, *finding.where.part.split()[:1])
    ends_here = end is not None and end.where.function.rpartition(".")[2] in ("", name)
    return ends_here or (prints and not finding.expected and finding.actual != b"")
