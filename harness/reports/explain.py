"""Explain failures in words that a first-year student can act on."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.streams import near_miss_sentences
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import points
from harness.reports.escape import escape_lines, single_line
from harness.spec.assignment import Assignment


def explain(grade: Grade, assignment: Assignment) -> Iterator[str]:
    """Lines that explain each case that was not accepted; those of the same clause and verdict together."""
    groups: dict[object, list[CaseGrade]] = {}
    for case in grade.cases:
        if case.verdict is not Verdict.AC and case.findings:
            groups.setdefault((case.clause, case.verdict), []).append(case)
    for first, *others in groups.values():
        yield ""
        yield from _explain_case(first, assignment)
        yield from _list_others(first, others)


def _list_others(first: CaseGrade, others: list[CaseGrade]) -> Iterator[str]:
    """The clause's other failures: cases with the same fault by name alone, the rest by a line each."""
    same = [case.name for case in others if _fault(case) == _fault(first)]
    if same:
        yield f"    the same in: {', '.join(same)}"
    for case in others:
        if case.name not in same:
            finding = case.findings[0]
            where = f"{single_line(finding.where)}: " if finding.where else ""
            yield f"    also in {case.name}: {where}{single_line(finding.message)}"


def _fault(case: CaseGrade) -> object:
    return case.findings[0].near_misses or case.findings[0].message


def _explain_case(case: CaseGrade, assignment: Assignment) -> Iterator[str]:
    score = f" ({points(case.score, case.max_score)} points)" if case.max_score else ""
    yield f"  {case.name}: {case.verdict.value}{score}"
    clause = assignment.clauses.get(case.clause)
    if clause is not None:
        handout = f" (handout: {clause.handout})" if clause.handout else ""
        yield f"    clause {case.clause}: {clause.text}{handout}"
    for finding in case.findings[:5]:
        yield from _explain_finding(finding)
    if len(case.findings) > 5:  # noqa: PLR2004 - enough to act on
        yield f"    ... and {len(case.findings) - 5} more"
    timing = case.timing
    if timing.first_cpu_s is not None:
        reference = f", the reference {timing.reference_s:.2f} s" if timing.reference_s is not None else ""
        yield f"    CPU time: {timing.first_cpu_s:.2f} s at first, {timing.cpu_s or 0:.2f} s run again alone{reference}"
    if clause is not None and clause.hint and case.verdict not in (Verdict.JE, Verdict.NR):
        yield f"    hint: {clause.hint}"
    if case.reproduce:
        yield f"    try it yourself: {single_line(case.reproduce)}"


def _explain_finding(finding: Finding) -> Iterator[str]:
    where = f"{single_line(finding.where)}: " if finding.where else ""
    yield f"    {where}{single_line(finding.message)}"
    for sentence in near_miss_sentences(finding):
        yield f"    {sentence}"
    marked_line = _first_different_line(finding)
    if finding.expected is not None:
        yield from _block(
            "expected", finding.expected, marked_line, ends_early=_lacks_final_newline(finding.expected, finding.actual)
        )
    if finding.actual is not None:
        yield from _block(
            "got", finding.actual, marked_line, ends_early=_lacks_final_newline(finding.actual, finding.expected)
        )


def _first_different_line(finding: Finding) -> int | None:
    """Index of the first line in which expected and actual differ; None unless both have several lines."""
    if finding.expected is None or finding.actual is None or b"\n" not in finding.expected.rstrip(b"\n"):
        return None
    pairs = zip(finding.expected.split(b"\n"), finding.actual.split(b"\n"), strict=False)
    return next((number for number, (expected, actual) in enumerate(pairs) if expected != actual), None)


def _lacks_final_newline(text: bytes, counterpart: bytes | None) -> bool:
    """Whether a text has no newline at its end although its counterpart has one."""
    return counterpart is not None and counterpart.endswith(b"\n") and text != b"" and not text.endswith(b"\n")


def _block(title: str, text: bytes, marked_line: int | None, *, ends_early: bool) -> Iterator[str]:
    lines = escape_lines(text) or ["(nothing)"]
    if ends_early:
        lines[-1] += "  (no newline at the end)"
    for number, line in enumerate(lines):
        yield f"      {title if number == 0 else '':<8} {'>' if number == marked_line else '|'} {line}"
