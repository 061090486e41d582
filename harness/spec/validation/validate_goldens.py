"""Validate the goldens of an assignment: each case has the ones that it asks for, and there are no others."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.checkers import checker_of
from harness.model.text.suggestion import suggestion
from harness.spec.format.assignment import Assignment, PlannedCase, expectations, golden_name

PROVENANCE = "provenance.json"
"""The file among the goldens that says how each was made."""


def wanted_goldens(assignment: Assignment) -> dict[str, tuple[PlannedCase, str]]:
    """File name of every golden that the cases ask for -> the case and the part of its run."""
    return {
        golden_name(planned.name, part): (planned, part)
        for planned in assignment.cases
        for part, expected in expectations(planned.case)
        if checker_of(expected).needs_golden()
    }


def golden_problems(assignment: Assignment) -> Iterator[str]:
    """A line for each golden without a case, and for each case without its golden."""
    folder = assignment.golden_folder
    existing = {path.name for path in folder.iterdir()} - {PROVENANCE} if folder.is_dir() else set()
    wanted = wanted_goldens(assignment)
    for name in sorted(wanted.keys() - existing):
        yield f"{wanted[name][0].location}: its golden {folder / name} is missing; run: harness golden {assignment.id}"
    for name in sorted(existing - wanted.keys()):
        advice = f"{suggestion(name, wanted)}; run: harness golden {assignment.id}"
        yield f"{folder / name}: a golden that no case asks for{advice}"
