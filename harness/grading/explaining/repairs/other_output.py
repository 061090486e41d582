"""Programs that print something else each time, where one text is asked for: the note that says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import DRAWS, LARGEST_SOURCE
from harness.judge.checkers import checker_of
from harness.judge.finding_kinds import SUSPICIOUS_CODE
from harness.model.finding import OTHER_OUTPUT, Finding, Place
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase

OF_PROGRAM = -1
"""The key of a finding on the program as a whole, beside those on cases."""
_PRINTED = (Verdict.AC, Verdict.WA)
_NO_CODE = lazy_regex(rb"\s*(?:import\b|from\b|#|using\b|//|/?\*|%|:- *use_module)")
"""How a line begins that draws nothing itself."""


def differing(
    assignment: Assignment, outcomes: Mapping[int, CaseResult], again: Mapping[int, CaseResult]
) -> Iterator[int]:
    """The cases that ask for one text, and in which the same program printed another one when it ran again."""
    for index, result in again.items():
        before, now = outcomes[index].judgement, result.judgement
        is_compared = before.verdict in _PRINTED and now.verdict in _PRINTED
        is_other = is_compared and _printed(outcomes[index]) != _printed(result)
        if is_other and _asks_for_one_text(assignment.cases[index]):
            yield index


def _asks_for_one_text(planned: PlannedCase) -> bool:
    """Whether one text alone is right, so that a right program prints the same each time."""
    if planned.case.stdout is None or planned.kind.shares_process:
        return False
    checker = checker_of(planned.case.stdout)
    return checker.expected_text() is not None or bool(checker.expected_file()) or checker.needs_golden()


def _printed(result: CaseResult) -> tuple[Verdict, bytes | None]:
    """What is known of what a run printed: whether it is right, and the bytes at the first difference."""
    findings = result.judgement.findings
    return result.judgement.verdict, findings[0].actual if findings else None


def other_output(folder: Path, files: Sequence[str], cases: Sequence[str]) -> Finding | None:
    """The note on these cases, on the first line that may draw numbers or read the clock; None without such a line."""
    place, name = next(_drawing(folder, files), (None, ""))
    return None if place is None else Finding.of(SUSPICIOUS_CODE, place, what=OTHER_OUTPUT, name=name, cases=[*cases])


def _drawing(folder: Path, files: Sequence[str]) -> Iterator[tuple[Place, str]]:
    """The lines of the sources that may draw numbers or read the clock, and by what."""
    for path in files:
        lines = (read_bounded(folder, path, LARGEST_SOURCE) or b"").split(b"\n")
        for number, line in enumerate(lines, 1):
            match = DRAWS.search(line) if not _NO_CODE.match(line) else None
            if match is not None:
                text = line[:300]
                yield Place(path=path, line=number, source=text), match[0].strip(b" (").decode(errors="replace")
