"""What the failed runs of a cause have in common: an option without which the same is right, or with which it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from harness.reports.causes.cause import Cause
from harness.reports.causes.faults import ending, is_wrong_output
from harness.spec.format.assignment import Assignment, PlannedCase

_SEVERAL = 2
"""Runs that are right without the option, from which on it is no chance."""

_Arguments = tuple[str, ...]


def run_arguments(planned: PlannedCase) -> _Arguments:
    """What a program is given on its command line."""
    return tuple(map(str, planned.case.args))


def common_option(cause: Cause, assignment: Assignment) -> str:
    """The option of all runs that a cause keeps from an answer, where several are right without it; else empty."""
    arguments = {planned.name: run_arguments(planned) for planned in assignment.cases}
    failed = [arguments.get(case.name, ()) for case in cause.cases]
    if not cause.blocks:  # else its clauses may well be about the option
        return ""
    right = {arguments[name] for name in cause.passed if name in arguments}
    return next((option for option in _options(failed[0]) if _matters(option, failed, right)), "")


def missing_option(cause: Cause, assignment: Assignment) -> str:
    """The option without which all runs of a cause are, where each that differs in it alone is right; else empty.

    Several are right with it, and none with it is wrong. Nothing is said of an output whose form alone is wrong, nor
    where one of the same runs is wrong with another option: then each of them may be a task of its own.
    """
    if ending(cause.case) is None and not is_wrong_output(cause.case):
        return ""
    arguments = {planned.name: run_arguments(planned) for planned in assignment.cases if planned.case.args}
    right = {arguments[name] for name in cause.passed if name in arguments}
    wrong = {run for name, run in arguments.items() if name not in cause.passed}
    failed = {arguments[case.name] for case in cause.cases if case.name in arguments}
    if any(_options(run) and _without_options(run) in failed for run in wrong - failed):
        return ""
    options = dict.fromkeys(word for run in right for word in _options(run))
    return next((option for option in options if _helps(option, failed, right, wrong)), "")


def _helps(option: str, failed: set[_Arguments], right: set[_Arguments], wrong: set[_Arguments]) -> bool:
    """Whether no run with the option is wrong, several of those without it are right with it, and with no other."""
    without = {tuple(word for word in run if word != option) for run in right if option in run}
    others = Counter(word for run in right if option not in run for word in _options(run))
    is_one_of_several = any(count >= _SEVERAL for count in others.values())  # each then does something of its own
    helps = all(option not in run for run in failed | wrong) and len(without & failed) >= _SEVERAL
    return helps and not is_one_of_several


def _without_options(arguments: _Arguments) -> _Arguments:
    return tuple(word for word in arguments if not is_option(word))


def _options(arguments: _Arguments) -> Sequence[str]:
    return list(filter(is_option, arguments))


def is_option(word: str) -> bool:
    """Whether an argument is an option, and no negative number."""
    return word.startswith("-") and not word[1:].isdecimal()


def _matters(option: str, failed: Sequence[_Arguments], right: Collection[_Arguments]) -> bool:
    """Whether no run without the option fails by this, several are right that differ in it alone, and none with it."""
    without: Mapping[_Arguments, _Arguments] = {run: tuple(word for word in run if word != option) for run in failed}
    return all(option in run for run in failed) and sum(rest in right for rest in without.values()) >= _SEVERAL
