"""Calls that return a text with an address in it, in the place of what it is about. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from harness.grading.verdicts.calls.call_findings import describe_call
from harness.grading.verdicts.calls.solutions import call_finding
from harness.grading.verdicts.calls.values import encodable, show
from harness.judge.diagnose.addresses import address_in
from harness.judge.finding_kinds import ADDRESS_RETURNED
from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.spec.format.model import Call


def address_findings(pairs: Sequence[tuple[Call, CallResult]]) -> Iterator[Finding]:
    """The first call of each function that returned a text with an address."""
    seen: set[str] = set()
    for call, result in pairs:
        text = encodable(result.returned).encode() if isinstance(result.returned, str) else b""
        if result.raised is None and call.function not in seen and address_in(text):
            seen.add(call.function)
            finding = call_finding(ADDRESS_RETURNED, describe_call(call, result), text=show(result.returned))
            yield replace(finding, actual=text)
