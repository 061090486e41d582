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
    """Lines that explain every case that was not accepted; cases that fail in the same way are told once."""
    groups: dict[object, list[CaseGrade]] = {}
    for case in grade.cases:
        if case.verdict is not Verdict.AC and case.findings:
            groups.setdefault(_kind(case), []).append(case)
    for cases in groups.values():
        yield ""
        yield from _case(cases[0], assignment)
        if len(cases) > 1:
            yield f"    the same in: {', '.join(case.name for case in cases[1:])}"


def _kind(case: CaseGrade) -> object:
    first = case.findings[0]
    return case.clause, case.verdict, first.near_misses or first.message


def _case(case: CaseGrade, assignment: Assignment) -> Iterator[str]:
    yield f"  {case.name}: {case.verdict.value} ({points(case.score, case.max_score)})"
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
    if clause is not None and clause.hint:
        yield f"    hint: {clause.hint}"
    if case.reproduce:
        yield f"    try it yourself: {plain(case.reproduce)}"


def _finding(finding: Finding) -> Iterator[str]:
    where = f"{plain(finding.where)}: " if finding.where else ""
    yield f"    {where}{plain(finding.message)}"
    for sentence in near_miss_sentences(finding):
        yield f"    {sentence}"
    if finding.expected is not None:
        yield from _block("expected", finding.expected)
    if finding.actual is not None:
        yield from _block("got", finding.actual)


def _block(title: str, text: bytes) -> Iterator[str]:
    lines = visible_lines(text) or ["(nothing)"]
    for number, line in enumerate(lines):
        yield f"      {title if number == 0 else '':<8} | {line}"
