"""What a search for a change looks for now, given the changes that are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import FindRepairs
from harness.grading.explaining.repairs.repair_findings import ProvenChange, by_case, changes_beside
from harness.grading.explaining.repairs.repair_targets import find_repairs, of_first_clause, passed_cases
from harness.spec.format.assignment import Assignment


class SearchRound(Struct, frozen=True):
    """The cases that a change has to make pass, and those that it must not break."""

    targets: tuple[int, ...]
    """The cases that have to pass."""
    request: FindRepairs
    """What asks for the changes to try."""
    failed: frozenset[int]
    passed: tuple[int, ...]
    beside: tuple[ProvenChange, ...]
    """The changes that repair another part of the same function."""
    fixed: frozenset[int]
    """The cases that pass by a change that is known."""


def search_round(
    folder: Path,
    files: tuple[str, ...],
    assignment: Assignment,
    outcomes: Mapping[int, CaseResult],
    targets: Sequence[int],
    failed: Sequence[int],
    changes: Sequence[ProvenChange],
) -> SearchRound:
    """The search in these files for a change by which the first clause's cases of some targets pass."""
    return SearchRound(
        tuple(of_first_clause(assignment, targets)),
        find_repairs(folder, files, assignment, outcomes, targets),
        frozenset(failed),
        tuple(passed_cases(assignment, outcomes)),
        tuple(changes_beside(assignment, changes, failed, targets[0])),
        frozenset(by_case(changes)),
    )
