"""The total of a student over the course: weights, and the worst that are dropped."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from harness.course.policy.marks import Mark
from harness.course.policy.model import AssignmentPolicy, Policy


class Total(Struct, frozen=True):
    """The weighted mean of a student's marks, in percent."""

    percent: float
    dropped: tuple[str, ...] = ()
    """The assignments that do not count."""
    missing: tuple[str, ...] = ()
    """The assignments that have no mark yet, and do not count either."""


def total(marks: Mapping[str, Mark], policy: Policy) -> Total | None:
    """The total over the assignments that have a mark; None where none has.

    Of the assignments of a ``drop`` those go that have the least part of their maximum; of equals the first.
    """
    worth = {name: mark.points / mark.max_points if mark.max_points else 1.0 for name, mark in marks.items()}
    missing = tuple(name for name in policy.assignments if name not in marks)
    dropped: list[str] = []
    for drop in policy.drop:
        candidates = [name for name in dict.fromkeys(drop.of) if name in worth and name not in dropped]
        spare = max(0, min(drop.lowest, len(candidates) - 1))
        dropped += sorted(candidates, key=lambda name: worth[name])[:spare]
    counted = [name for name in marks if name not in dropped]
    weights = {name: policy.assignments.get(name, AssignmentPolicy()).weight for name in counted}
    if not sum(weights.values()):
        return None
    percent = 100 * sum(worth[name] * weights[name] for name in counted) / sum(weights.values())
    return Total(round(percent, 6), tuple(dropped), missing)
