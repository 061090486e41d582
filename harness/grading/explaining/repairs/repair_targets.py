"""Which failed cases a search for a change begins with, and where it looks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import FindRepairs
from harness.grading.verdicts.judgement import Judgement
from harness.judge.checkers import checker_of
from harness.judge.finding_kinds import TIMED_OUT, TOO_MUCH_OUTPUT
from harness.model.finding import CALLERS, CALLS_WRONG, MAY_BE_MEANT, OWN_FAULT, Finding, called_function
from harness.model.patterns import alternatives
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import InputWay

_ENDLESS = (Verdict.TLE, Verdict.OLE, Verdict.MLE)
_AT_LIMIT = (TIMED_OUT, TOO_MUCH_OUTPUT)


def failed_cases(assignment: Assignment, outcomes: Mapping[int, CaseResult]) -> list[int]:
    """The cases that are wrong, run the program, and of which everybody may see what comes."""
    return [index for index, judgement in _tried(assignment, outcomes) if judgement.is_wrong]


def passed_cases(assignment: Assignment, outcomes: Mapping[int, CaseResult]) -> list[int]:
    """The same of the cases that are right."""
    return [index for index, judgement in _tried(assignment, outcomes) if judgement.is_right]


def charged_clauses(outcomes: Mapping[int, CaseResult]) -> dict[int, tuple[str, ...]]:
    """The cases that charge a near miss to other clauses, by index with these clauses, whoever may see them."""
    judged = {index: outcomes[index].judgement for index in sorted(outcomes)}
    return {index: judgement.charged for index, judgement in judged.items() if judgement.charged}


def _tried(assignment: Assignment, outcomes: Mapping[int, CaseResult]) -> Iterator[tuple[int, Judgement]]:
    for index in sorted(outcomes):
        judgement = outcomes[index].judgement
        if not judgement.absent and can_be_tried(assignment.cases[index]):
            yield index, judgement


def can_be_tried(planned: PlannedCase) -> bool:
    """Whether a case runs the program, and everybody may see what comes."""
    case, kind = planned.case, planned.kind
    return case.visibility in ("", "visible") and (kind.shares_process or kind.starts_program(case))


def first_targets(assignment: Assignment, outcomes: Mapping[int, CaseResult], failed: Sequence[int]) -> list[int]:
    """The failed cases that are tried first: those on the first wrong function, else the quickest run."""
    cases = assignment.cases
    calls = [index for index in failed if cases[index].kind.shares_process]
    if calls:
        first = called_last(cases[calls[0]])
        return [index for index in calls if called_last(cases[index]) == first]
    runs = [index for index in failed if not cases[index].kind.is_traced]

    def cost(index: int) -> tuple[float, int, int]:
        seconds = math.inf if is_without_end(outcomes[index]) else round(outcomes[index].timing.cpu_s or 0.0, 1)
        return seconds, expected_bytes(assignment, cases[index]), index

    return sorted(runs, key=cost)[:1]


def of_first_clause(assignment: Assignment, targets: Sequence[int]) -> list[int]:
    """Those of the cases that are of the same clause as the first: another one may fail by another fault."""
    cases = assignment.cases
    return [index for index in targets if cases[index].case.clause == cases[targets[0]].case.clause]


def with_callers(outcomes: Mapping[int, CaseResult], targets: Sequence[int], failed: Sequence[int]) -> set[int]:
    """The targets, and the failed calls of functions that call theirs: a change there may only hide the fault."""
    findings = {index: outcomes[index].judgement.findings[:1] for index in failed}
    names = {called_function(finding) for index in targets for finding in findings[index]}

    def calls_one(finding: Finding) -> bool:
        callees = finding.params.get(CALLS_WRONG, ())
        return isinstance(callees, Sequence) and not names.isdisjoint(map(str, callees))

    return {*targets} | {index for index in failed if any(map(calls_one, findings[index]))}


def with_own_fault(outcomes: Mapping[int, CaseResult], cases: Iterable[int]) -> set[int]:
    """The cases of which a course's check says that they fail by a fault of their own."""
    return {index for index in cases if any(each.params.get(OWN_FAULT) for each in outcomes[index].judgement.findings)}


def on_noted_function(assignment: Assignment, note: Finding, failed: Iterable[int]) -> set[int]:
    """The failed calls of the function that a note is on; of one whose changes are lost, those of its callers too.

    Nothing for what may be meant: it is seldom the fault.
    """
    if note.params.get("what") in MAY_BE_MEANT:
        return set()
    callers = note.params.get(CALLERS, ())
    names = {*simple_names([note.where.function, *(callers if isinstance(callers, (list, tuple)) else ())])}
    return {index for index in failed if not names.isdisjoint(simple_names([called_last(assignment.cases[index])]))}


def is_cleared(assignment: Assignment, outcomes: Mapping[int, CaseResult], note: Finding) -> bool:
    """Whether the function that a note is on has tests, and passes them all."""
    names = {*simple_names([note.where.function])}
    calls = [index for index in outcomes if not names.isdisjoint(simple_names([called_last(assignment.cases[index])]))]
    return bool(calls) and all(outcomes[index].judgement.is_right for index in calls)


def stops_elsewhere(outcome: CaseResult, note: Finding) -> bool:
    """Whether a run stops at a place that is known, in another function than that of a note."""
    functions = {*simple_names(finding.where.function for finding in outcome.judgement.findings)}
    return bool(functions) and functions.isdisjoint(simple_names([note.where.function]))


def is_without_end(outcome: CaseResult) -> bool:
    """Whether a program was ended at one of its limits, whatever was then judged of what it wrote."""
    findings = outcome.judgement.findings
    return outcome.judgement.verdict in _ENDLESS or any(finding.kind in _AT_LIMIT for finding in findings)


def quickest_run_s(assignment: Assignment, outcomes: Mapping[int, CaseResult]) -> float:
    """CPU seconds of the quickest run that came to its own end; endless if none did."""
    cases = assignment.cases
    runs = (index for index in outcomes if cases[index].kind.starts_program(cases[index].case))
    ended = (outcomes[index] for index in runs if not cases[index].kind.shares_process)
    return min((run.timing.cpu_s or math.inf for run in ended if not is_without_end(run)), default=math.inf)


def way_before(assignment: Assignment, outcomes: Mapping[int, CaseResult], index: int) -> InputWay | None:
    """The way in which a program gets its input in a case: that of cases that are right, else of what it answered.

    None if that is not known, or there is one way only.
    """
    ways, own = assignment.cases[index].case.attempts, outcomes[index]
    alike = [each for each in outcomes if assignment.cases[each].case.attempts == ways] if ways else []
    right = {outcomes[each].way for each in alike if outcomes[each].judgement.verdict is Verdict.AC} - {None}
    if len(right) == 1:
        return right.pop()
    return own.way if own.judgement.comparable else None


def find_repairs(
    folder: Path,
    files: tuple[str, ...],
    assignment: Assignment,
    outcomes: Mapping[int, CaseResult],
    targets: Sequence[int],
) -> FindRepairs:
    """What asks for the changes to try in these files: those in the functions that fail first."""
    cases = assignment.cases
    called = {name: set[Verdict]() for index in outcomes if (name := called_last(cases[index]))}
    for index, outcome in outcomes.items():
        called.get(called_last(cases[index]), set()).add(outcome.judgement.verdict)
    suspects = {called_last(cases[index]) for index in targets}
    where = [outcomes[index].judgement.findings[0].where for index in targets]
    suspects |= {place.function for place in where}
    places = tuple({(place.path, place.line) for place in where if place.path and place.line})
    is_order = any(outcomes[index].judgement.verdict is Verdict.AC for index in targets)  # no value shows that
    cleared = [name for name, verdicts in called.items() if verdicts == {Verdict.AC} and not is_order]
    return FindRepairs(folder, files, simple_names(suspects), simple_names(cleared), places)


def called_last(planned: PlannedCase) -> str:
    """The last function that a case calls; empty for other cases than calls."""
    return planned.case.calls[-1].function if planned.case.calls else ""


def simple_names(functions: Iterable[str]) -> tuple[str, ...]:
    """The names that a spec allows for these functions, without their classes and in small letters."""
    bare = (function.removeprefix("(?i)").lower() for function in functions)
    names = (name.rpartition(".")[2] for function in bare for name in alternatives(function))
    return tuple(sorted({*names} - {""}))


def expected_bytes(assignment: Assignment, planned: PlannedCase) -> int:
    """How many bytes a case expects on stdout, as far as a file holds them."""
    expected = checker_of(planned.case.stdout).expected_file() if planned.case.stdout is not None else ""
    path = assignment.folder / expected
    return path.stat().st_size if expected and path.is_file() else 0
