"""Outcomes by which a read that failed, and that a program does not test, is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from harness.grading.child_requests.case_result import CaseResult
from harness.judge.finding_kinds import SUSPICIOUS_CODE
from harness.model.finding import FAILED_READS, LAST_TWICE, READ_FAILED, REFUSES, Finding
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment


def repeats_last(outcome: CaseResult) -> bool:
    """Whether all that is expected came, and what came last came once more: whole lines, or two words at least."""
    if outcome.judgement.verdict is not Verdict.WA:
        return False
    if any(finding.params.get(LAST_TWICE) for finding in outcome.judgement.findings):
        return True
    shown = [(finding.expected or b"", finding.actual or b"") for finding in outcome.judgement.findings]
    return any(
        _has_twice(expected.split(), actual.split(), 2) or _has_twice(_lines(expected), _lines(actual), 1)
        for expected, actual in shown
    )


def goes_on_after_refusal(outcome: CaseResult) -> bool:
    """Whether a program may say twice why it refuses its input, or go on after that: by what is wrong in a run."""
    runs = [finding for finding in outcome.judgement.findings if not finding.params.get("call")]
    shown = [((finding.expected or b"").strip(), (finding.actual or b"").strip()) for finding in runs]
    is_refusal = any(b"usage" in text.lower() for texts in shown for text in texts)
    has_more = any(expected and actual.startswith(expected + b"\n") for expected, actual in shown)
    return is_refusal or has_more or repeats_last(outcome) or any(finding.params.get(REFUSES) for finding in runs)


def with_failed_reads(
    outcomes: Mapping[int, CaseResult], notes: Sequence[Finding], assignment: Assignment
) -> Mapping[int, CaseResult]:
    """The outcomes by case index, those marked that follow from a read that failed unnoticed, where a note says so.

    What was read last came twice; or nothing is to be read, and the program neither ended nor answered: it works with
    what was never read. The second counts only where both are started in the same way.
    """
    if not any(note.kind == SUSPICIOUS_CODE and note.params.get("what") in FAILED_READS for note in notes):
        return outcomes
    cases = assignment.cases
    repeated = {index: outcome for index, outcome in outcomes.items() if repeats_last(outcome)}
    ways = [cases[index].case.args for index in repeated]
    idle = {
        index: outcome
        for index, outcome in outcomes.items()
        if outcome.judgement.verdict in (Verdict.TLE, Verdict.RTE)
        and cases[index].case.args in ways
        and not cases[index].case.calls
        and not assignment.content(cases[index].case.stdin).strip()
    }
    return {**outcomes, **{index: _with_failed_read(outcome) for index, outcome in (repeated | idle).items()}}


def _with_failed_read(outcome: CaseResult) -> CaseResult:
    judgement = outcome.judgement
    findings = tuple(replace(finding, params={**finding.params, READ_FAILED: True}) for finding in judgement.findings)
    return replace(outcome, judgement=replace(judgement, findings=findings))


def _lines(text: bytes) -> list[bytes]:
    return [stripped for line in text.splitlines() if (stripped := line.strip())]


def _has_twice(expected: list[bytes], actual: list[bytes], least: int) -> bool:
    """Whether the last of what is expected, so many parts at least, comes twice, and nothing else differs."""
    more = len(actual) - len(expected)
    return least <= more <= len(expected) and actual == [*expected, *expected[-more:]]
