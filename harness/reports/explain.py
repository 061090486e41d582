"""A failure in words that a first-year student can act on."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.streams import near_miss_sentences
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import points
from harness.reports.escape import plain, visible_lines
from harness.spec.assignment import Assignment


def explain(grade: Grade, assignment: Assignment) -> Iterator[str]:
    """Lines that explain every case that was not accepted; cases that violate the same clause are told together."""
    groups: dict[object, list[CaseGrade]] = {}
    for case in grade.cases:
        if case.verdict is not Verdict.AC and case.findings:
            groups.setdefault((case.clause, case.verdict), []).append(case)
    for first, *others in groups.values():
        yield ""
        yield from _case(first, assignment)
        yield from _others(first, others)


def _others(first: CaseGrade, others: list[CaseGrade]) -> Iterator[str]:
    """The clause's other failures: those that are the first one again by name, the rest by a line each."""
    again = [case.name for case in others if _kind(case) == _kind(first)]
    if again:
        yield f"    the same in: {', '.join(again)}"
    for case in others:
        if case.name not in again:
            finding = case.findings[0]
            where = f"{plain(finding.where)}: " if finding.where else ""
            yield f"    also in {case.name}: {where}{plain(finding.message)}"


def _kind(case: CaseGrade) -> object:
    return case.findings[0].near_misses or case.findings[0].message


def _case(case: CaseGrade, assignment: Assignment) -> Iterator[str]:
    score = f" ({points(case.score, case.max_score)} points)" if case.max_score else ""
    yield f"  {case.name}: {case.verdict.value}{score}"
    clause = assignment.clauses.get(case.clause)
    if clause is not None:
        handout = f" (handout: {clause.handout})" if clause.handout else ""
        yield f"    clause {case.clause}: {clause.text}{handout}"
    for finding in case.findings[:5]:
        yield from _finding(finding)
    if len(case.findings) > 5:  # noqa: PLR2004 - enough to act on
        yield f"    ... and {len(case.findings) - 5} more"
    timing = case.timing
    if timing.first_cpu_s is not None:
        reference = f", the reference {timing.reference_s:.2f} s" if timing.reference_s is not None else ""
        yield f"    CPU time: {timing.first_cpu_s:.2f} s at first, {timing.cpu_s or 0:.2f} s run again alone{reference}"
    if clause is not None and clause.hint and case.verdict is not Verdict.JE:
        yield f"    hint: {clause.hint}"
    if case.reproduce:
        yield f"    try it yourself: {plain(case.reproduce)}"


def _finding(finding: Finding) -> Iterator[str]:
    where = f"{plain(finding.where)}: " if finding.where else ""
    yield f"    {where}{plain(finding.message)}"
    for sentence in near_miss_sentences(finding):
        yield f"    {sentence}"
    marked = _first_difference(finding)
    if finding.expected is not None:
        yield from _block("expected", finding.expected, marked, no_end=_lacks_end(finding.expected, finding.actual))
    if finding.actual is not None:
        yield from _block("got", finding.actual, marked, no_end=_lacks_end(finding.actual, finding.expected))


def _first_difference(finding: Finding) -> int | None:
    """The first line in which expected and actual differ, where both are there and have more than one."""
    if finding.expected is None or finding.actual is None or b"\n" not in finding.expected.rstrip(b"\n"):
        return None
    pairs = zip(finding.expected.split(b"\n"), finding.actual.split(b"\n"), strict=False)
    return next((number for number, (one, other) in enumerate(pairs) if one != other), None)


def _lacks_end(text: bytes, other: bytes | None) -> bool:
    """Whether a text has no newline at its end and the other one has."""
    return other is not None and other.endswith(b"\n") and text != b"" and not text.endswith(b"\n")


def _block(title: str, text: bytes, marked: int | None, *, no_end: bool) -> Iterator[str]:
    lines = visible_lines(text) or ["(nothing)"]
    if no_end:
        lines[-1] += "  (no newline at the end)"
    for number, line in enumerate(lines):
        yield f"      {title if number == 0 else '':<8} {'>' if number == marked else '|'} {line}"
