"""What the wrong values of a cause mean together: a known value, and for which sizes the answer is right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.judge.diagnose.known_values import known_of_sizes, known_value
from harness.judge.diagnose.values import number_pair
from harness.judge.messages.translator import Translator
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.order import SIZED
from harness.spec.format.assignment import Assignment

_MOST = 5
"""Sizes that a row names."""


def meaning(cause: Cause, assignment: Assignment, words: Translator) -> str:
    """What is known of the wrong values, where it fits all cases of the clause shown; empty for nothing."""
    cases = _same_story(cause)
    known = known_value([*_evidence(cases)], assignment.spec.known_values)
    if known is None or not known.text:
        known = known_of_sizes(_numbers_by_size(cases)) or known
    if known is None:
        return ""
    return known.text or words.text(f"known-{known.name}", **known.params)


def sizes_line(cause: Cause, words: Translator) -> tuple[str, frozenset[str]]:
    """For which sizes the cases of one family are right and for which wrong, and their names; empty for no family."""
    match = SIZED.fullmatch(cause.case.name)
    if match is None or cause.case.verdict is not Verdict.WA or not _is_given(match["size"], cause.case):
        return "", frozenset()
    family = match["family"]
    right = sorted(filter(None, (_size(name, family) for name in cause.passed)))
    wrong = {size: case for case in _same_story(cause) if (size := _size(case.name, family))}
    if len(wrong) + len(right) <= 1 or not (right or all(map(_numbers, wrong.values()))):
        return "", frozenset()
    shown = [_wrong(size, wrong[size], words) for size in sorted(wrong)]
    text = words.text(
        "screen-sizes",
        family=family,
        right=list(map(str, right[:_MOST])) or None,
        more_right=len(right[_MOST:]) or None,
        wrong=shown[:_MOST],
        more_wrong=len(shown[_MOST:]) or None,
    )
    return text, frozenset(case.name for case in wrong.values())


def _is_given(size: str, case: CaseGrade) -> bool:
    """Whether the program is given the number in a case's name: else it only numbers the case."""
    call = str(case.findings[0].params.get("call", "")) if case.findings else ""
    return re.search(rf"(?<![\w.]){size}(?![\w.])", f"{case.reproduce} {call}") is not None


def _same_story(cause: Cause) -> Sequence[CaseGrade]:
    """The wrong cases of the clause that is shown."""
    return [case for case in cause.cases if case.clause == cause.case.clause and case.verdict is Verdict.WA]


def _numbers_by_size(cases: Sequence[CaseGrade]) -> dict[int, tuple[int, int]]:
    """Size -> the numbers that were wanted and came; empty where a case has no size, or more than a number differs."""
    numbers: dict[int, tuple[int, int]] = {}
    for case in cases:
        match, pair = SIZED.fullmatch(case.name), _numbers(case)
        if match is None or pair is None or not _is_given(match["size"], case):
            return {}
        numbers[int(match["size"])] = pair
    return numbers


def _evidence(cases: Sequence[CaseGrade]) -> Iterator[tuple[bytes, bytes]]:
    for case in cases:
        finding = case.findings[0]
        if finding.expected is not None and finding.actual is not None:
            yield finding.expected, finding.actual


def _size(name: str, family: str) -> int | None:
    match = SIZED.fullmatch(name)
    return int(match["size"]) if match and match["family"] == family else None


def _numbers(case: CaseGrade) -> tuple[int, int] | None:
    """The number that was wanted, and the one that came."""
    return next((number_pair(*pair) for pair in _evidence([case])), None)


def _wrong(size: int, case: CaseGrade, words: Translator) -> str:
    numbers = _numbers(case)
    return words.text("screen-wrong-size", size=size, wanted=numbers[0], came=numbers[1]) if numbers else str(size)
