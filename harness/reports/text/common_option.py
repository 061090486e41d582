"""What the failed runs of a cause have in common: an option without which the same is right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from harness.reports.causes.cause import Cause
from harness.spec.format.assignment import Assignment

_SEVERAL = 2
"""Runs that are right without the option, from which on it is no chance."""

_Arguments = tuple[str, ...]


def common_option(cause: Cause, assignment: Assignment) -> str:
    """The option of all runs that a cause keeps from an answer, where several are right without it; else empty."""
    arguments = {planned.name: tuple(map(str, planned.case.args)) for planned in assignment.cases}
    failed = [arguments.get(case.name, ()) for case in cause.cases]
    if not cause.blocks:  # else its clauses may well be about the option
        return ""
    right = {arguments[name] for name in cause.passed if name in arguments}
    return next((option for option in _options(failed[0]) if _matters(option, failed, right)), "")


def _options(arguments: _Arguments) -> Sequence[str]:
    return [word for word in arguments if word.startswith("-") and not word[1:].isdecimal()]


def _matters(option: str, failed: Sequence[_Arguments], right: Collection[_Arguments]) -> bool:
    """Whether no run without the option fails by this, several are right that differ in it alone, and none with it."""
    without: Mapping[_Arguments, _Arguments] = {run: tuple(word for word in run if word != option) for run in failed}
    return all(option in run for run in failed) and sum(rest in right for rest in without.values()) >= _SEVERAL
