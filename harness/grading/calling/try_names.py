"""Find out by calls which function of a submission stands under a wrong name for a required one.

Where names and types leave several possible, each is called in the cases of the missing one, as far as these call
nothing else that is missing. A wrong one does not pass them: the one is taken that passes most, and more than half.
Then the names are looked at again, as less is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from harness.grading.building.build import near_name_notes
from harness.grading.building.built import Built
from harness.grading.calling.call_requests import call_limits
from harness.grading.child_requests.case_result import CheckerFailed
from harness.grading.child_requests.find_near_names import NearNames
from harness.grading.child_requests.misnamed_functions import under_near_names
from harness.grading.child_requests.source_requests import FindNearNames
from harness.grading.workspace.workspace import Workspace
from harness.language.driver import NotCallable
from harness.language.tools.toolchain import missing_for_case
from harness.model.patterns import alternatives
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.units import Seconds

_LEAST_CALLS = 2
"""What one call gives may fit by chance."""
_MOST_CASES = 8
_CPU_S = 2.0
"""A function that takes longer is not the one."""


def with_tried_names(assignment: Assignment, built: Built, workspace: Workspace) -> Built:
    """Return the submission with the functions that calls reveal; the same if none is missing or possible."""
    tried = set[str]()
    while built.folder is not None:
        cases = {
            name: cases
            for name, candidates in built.near_names.possible.items()
            if candidates and name not in tried and (cases := _cases_of(name, assignment, built))
        }
        name = next(iter(cases), "")
        if not name:
            break
        tried.add(name)
        meant = _meant(name, cases[name], assignment, built, workspace)
        if meant is not None:
            built = _with_known(built, {**built.near_names.chosen, name: meant}, assignment, workspace)
    return built


def _cases_of(name: str, assignment: Assignment, built: Built) -> list[PlannedCase]:
    """The visible cases that call this function, and none besides that is missing: hidden ones run last."""
    others = built.near_names.possible.keys() - {name}
    cases: list[PlannedCase] = []
    for planned in assignment.cases:
        if planned.case.visibility not in (None, "visible"):
            continue
        called = {alternatives(call.function)[0] for call in planned.case.calls if call.function}
        if name in called and not called & others and not missing_for_case(assignment, planned.case):
            cases.append(planned)
    enough = sum(len(planned.case.calls) for planned in cases) >= _LEAST_CALLS
    return cases[:_MOST_CASES] if enough else []


def _meant(
    name: str, cases: Sequence[PlannedCase], assignment: Assignment, built: Built, workspace: Workspace
) -> str | None:
    """The function that passes these cases in the place of the missing one; None if none does, or which is open."""
    candidates = built.near_names.possible[name]
    passed = _passed(name, cases, assignment, built, workspace)
    ranked = sorted(candidates, key=lambda candidate: passed[candidate], reverse=True)  # then the likest first
    best = passed[ranked[0]]
    is_alone = all(passed[candidate] < best for candidate in ranked[1:])
    return ranked[0] if best == len(cases) or (2 * best > len(cases) and is_alone) else None


def _passed(
    name: str, cases: Sequence[PlannedCase], assignment: Assignment, built: Built, workspace: Workspace
) -> Counter[str]:
    """How many cases each function passes; one that is ended at a limit is not called again."""
    from harness.grading.calling.calls import call_all, judge_calls  # noqa: PLC0415 - with its drivers a tenth of the start

    tries = [(candidate, planned) for candidate in built.near_names.possible[name] for planned in cases]
    requests = dict(enumerate(_request(name, *attempt, assignment, built) for attempt in tries))
    lost_once = {number: candidate for number, (candidate, _) in enumerate(tries)}
    try:
        batch = call_all(assignment, requests, built.folder or Path(), workspace, lost_once=lost_once)
        judgements = {number: judge_calls(batch, number, built, workspace) for number in batch.reports}
    except (NotCallable, CheckerFailed):  # as the cases will say
        return Counter()
    return Counter(tries[number][0] for number, judgement in judgements.items() if judgement.verdict is Verdict.AC)


def _request(name: str, candidate: str, planned: PlannedCase, assignment: Assignment, built: Built) -> PlannedCase:
    limits = replace(planned.case.limits, cpu=Seconds(min(_CPU_S, call_limits(assignment, planned).cpu)))
    planned = replace(planned, case=replace(planned.case, limits=limits))
    return under_near_names(planned, {**built.near_names.chosen, name: candidate})


def _with_known(built: Built, known: Mapping[str, str], assignment: Assignment, workspace: Workspace) -> Built:
    """The submission with the names that are known now, and those that follow from these."""
    functions = {name: near for name, near in known.items() if not name.endswith("?")}
    request = FindNearNames(assignment.id, built.folder or Path(), tuple(built.intake.files), functions)
    near_names = workspace.judging.call_or(request, workspace.key, NearNames())
    fresh = {name: near for name, near in near_names.chosen.items() if name not in built.near_names.chosen}
    built.intake.notes += near_name_notes(fresh)
    return replace(built, near_names=near_names)
