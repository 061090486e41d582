"""What outcomes say of the code of a program: kinds of suspicious code that they speak for, calls that went wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.failed_reads import goes_on_after_refusal, repeats_last
from harness.language.oddities.exceptions import CAUGHT_EXIT
from harness.model.finding import (
    FAILED_READS,
    KEPT_ELEMENTS,
    KEPT_GLOBAL,
    LOST_INPUTS,
    NEIGHBOURS_ALONE,
    UNCHECKED_SCAN,
    Finding,
    called_function,
)
from harness.model.verdict import Verdict

_LONGEST_NUMBER = 100


def seen_oddities(outcomes: Collection[CaseResult]) -> tuple[str, ...]:
    """What suspicious code an outcome speaks for: what came last came twice, a call gave too much, ..."""
    returned = (finding for outcome in outcomes for finding in outcome.judgement.findings if finding.params.get("call"))
    gives_more = any(finding.where.part == "returned-value" and _is_more(finding) for finding in returned)
    findings = [finding for outcome in outcomes for finding in outcome.judgement.findings]
    seen = (KEPT_ELEMENTS, *LOST_INPUTS)
    goes_on = any(outcome.judgement.is_wrong and goes_on_after_refusal(outcome) for outcome in outcomes)
    seeing = [called_function(finding) for finding in findings if finding.params.get(NEIGHBOURS_ALONE)]
    shown = (*FAILED_READS, UNCHECKED_SCAN) * any(map(repeats_last, outcomes)) + (KEPT_GLOBAL,) * gives_more
    shown += tuple(what for what in seen if any(finding.params.get(what) for finding in findings))
    shown += (CAUGHT_EXIT,) * goes_on
    return (*shown, *(f"{NEIGHBOURS_ALONE} {function}" for function in seeing))


def wrong_calls(outcomes: Mapping[int, CaseResult]) -> dict[str, int]:
    """The functions of which a call came to its end with a wrong answer, each with the first such case."""
    calls: dict[str, int] = {}
    for index, outcome in outcomes.items():
        wrong = outcome.judgement.findings if outcome.judgement.verdict is Verdict.WA else ()
        for name in filter(None, map(called_function, wrong)):
            calls.setdefault(name, index)
    return calls


def _is_more(finding: Finding) -> bool:
    """Whether a number came that is larger than the expected one; neither is so long that to read it takes a while."""
    expected, came = finding.expected or b"", finding.actual or b""
    is_short = max(len(expected), len(came)) <= _LONGEST_NUMBER
    return is_short and expected.isdigit() and came.isdigit() and int(came) > int(expected)
