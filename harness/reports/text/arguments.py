"""With which arguments runs are right of a clause that fails with others."""

from __future__ import annotations

from collections.abc import Sequence

from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.patterns import lazy_regex
from harness.model.shell import join
from harness.reports.causes.cause import Cause
from harness.reports.causes.common_option import run_arguments
from harness.spec.format.assignment import Assignment, PlannedCase, expectations

_MOST = 4
_LONGEST = 30
"""Characters of a run's arguments that are quoted: cut ones would not say what is right."""
_SHORT = 4000
"""Bytes of a golden that may be that of several runs, such as how a program is used."""
_NUMBER = lazy_regex(r"[-+]?\d+(?:\.\d+)?")
_OPTION = lazy_regex(r"-\D")


def arguments_line(cause: Cause, assignment: Assignment, words: Translator) -> str:
    """With which arguments the clause that is shown is right; empty if more than these differs from what is wrong."""
    clause = cause.case.clause
    planned = {each.name: each for each in assignment.cases if each.case.clause == clause}
    failed = [planned[case.name] for case in cause.cases if case.name in planned]
    runs = {each.name: run_arguments(each) for each in assignment.cases}
    wrong = {runs.get(case.name) for case in cause.cases}  # those of other clauses, too
    right = [planned[name] for name in cause.passed if name in planned and runs[name] not in wrong]
    right = [each for each in right if len(_quoted(each)) <= _LONGEST and _is_alike(each, failed, assignment)]
    is_of_runs = bool(failed) and any(each.case.args for each in failed) and cause.case.name in planned
    if not is_of_runs or not right or not _differ_in_arguments([*failed, *right]):
        return ""
    return words.text("screen-right-with", listed=_shown(right[:_MOST], words), more=len(right[_MOST:]) or None)


def _differ_in_arguments(cases: Sequence[PlannedCase]) -> bool:
    """Whether runs of the program differ in their arguments, and in nothing else that they are given."""
    others = {(each.kind, each.case.stdin, bool(each.case.calls)) for each in cases}
    return len(others) == 1 and len({run_arguments(each) for each in cases}) == len(cases)


def _is_alike(right: PlannedCase, failed: Sequence[PlannedCase], assignment: Assignment) -> bool:
    """Whether a run wants the same as one that failed, or differs from one in options and numbers alone."""
    wanted, operands = _wanted(right, assignment), _operands(right)
    return any(wanted == _wanted(each, assignment) or operands == _operands(each) for each in failed)


def _operands(planned: PlannedCase) -> Sequence[str]:
    """What is given beside options, all numbers alike."""
    words = run_arguments(planned)
    return ["0" if _NUMBER.fullmatch(word) else word for word in words if not _OPTION.match(word)]


def _wanted(planned: PlannedCase, assignment: Assignment) -> Sequence[object]:
    """What must come of a run; of one with a long golden it is its own."""
    goldens = [assignment.golden(planned.name, part) for part, _ in expectations(planned.case)]
    texts = [path.read_bytes() if path.stat().st_size <= _SHORT else path for path in goldens if path.is_file()]
    return [*expectations(planned.case), *texts]


def _quoted(planned: PlannedCase) -> str:
    return single_line(join(run_arguments(planned)))


def _shown(cases: Sequence[PlannedCase], words: Translator) -> list[str]:
    return [_quoted(each) or words.text("screen-no-arguments") for each in cases]
