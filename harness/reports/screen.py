"""What ``grade`` prints: a table of cases and their explanations, or, for a class, a table of students first."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document, points
from harness.reports.escape import plain
from harness.reports.explain import explain

MOST_IN_FULL = 3
"""More students than this make a class: it gets an overview, and a line for each clause that lost points."""


def screen(document: Document, *, details: bool = False) -> str:
    """The whole text for a terminal."""
    students = list(dict.fromkeys(grade.student for grade in document.grades))
    lines: list[str] = []
    if details or len(students) <= MOST_IN_FULL:
        for grade in document.grades:
            lines += [*_grade(grade, document), ""]
    if len(document.grades) > 1:
        lines += [*_overview(document, students), ""]
    if len(students) > MOST_IN_FULL and not details:
        lines += [*_losses(document), ""]
    lines += _footer(document)
    return "\n".join(lines)


def _grade(grade: Grade, document: Document) -> Iterator[str]:
    title = f"{plain(grade.student)} · {grade.assignment}"
    yield f"{title}: {grade.verdict.value}, {points(grade.score, grade.max_score)} points"
    yield from (f"  note: {plain(note)}" for note in grade.notes)
    if grade.verdict is Verdict.NS:
        told = [finding.message for case in grade.cases for finding in case.findings[:1]]
        yield f"  {plain(told[0]) if told else 'nothing was handed in'}"
        return
    rows = [
        (case.name, case.clause, case.verdict.name, points(case.score, case.max_score), cpu(case.timing))
        for case in grade.cases
    ]
    table = tabulate(rows, ("case", "clause", "verdict", "points", "CPU / limit"), "simple", disable_numparse=True)
    yield from (f"  {line}" for line in table.splitlines())
    yield from explain(grade, document.course[grade.assignment])


def cpu(timing: Timing) -> str:
    """``0.04 / 2.00 s``, with the reference's time where that set the limit."""
    if timing.cpu_s is None or timing.limit_s is None:
        return ""
    reference = f" (reference {timing.reference_s:.2f})" if timing.reference_s is not None else ""
    return f"{timing.cpu_s:.2f} / {timing.limit_s:.2f} s{reference}"


def _overview(document: Document, students: list[str]) -> list[str]:
    by_key = {(grade.student, grade.assignment): grade for grade in document.grades}
    assignments = list(dict.fromkeys(grade.assignment for grade in document.grades))
    rows = [[plain(one), *(_cell(by_key.get((one, name))) for name in assignments)] for one in students]
    return tabulate(rows, ("student", *assignments), "simple", disable_numparse=True).splitlines()


def _cell(grade: Grade | None) -> str:
    return "" if grade is None else f"{grade.verdict.name} {points(grade.score, grade.max_score)}"


def _losses(document: Document) -> list[str]:
    rows = [row for grade in document.grades for row in _lost(grade)]
    if not rows:
        return []
    head = ("student", "assignment", "clause", "verdict", "points", "why")
    told = tabulate(rows, head, "simple", disable_numparse=True).splitlines()
    return [*told, "", "For the whole explanation grade one student, or add --details."]


def _lost(grade: Grade) -> Iterator[tuple[str, ...]]:
    """A line for each clause that was violated: its points, and its first fault."""
    clauses: dict[str, list[CaseGrade]] = {}
    for case in grade.cases:
        clauses.setdefault(case.clause, []).append(case)
    for clause, cases in clauses.items():
        failed = [case for case in cases if case.verdict is not Verdict.AC]
        told = next((case for case in failed if case.findings), None)
        if told is not None:
            worth = points(sum(case.score for case in cases), sum(case.max_score for case in cases))
            more = f" (+{len(failed) - 1} more)" if len(failed) > 1 else ""
            name = plain(grade.student)
            yield name, grade.assignment, clause or told.name, told.verdict.name, worth, _why(told) + more


def _why(case: CaseGrade) -> str:
    first = case.findings[0]
    text = plain(first.message)
    return text if len(text) <= 90 else text[:87] + "..."  # noqa: PLR2004 - a table's width


def _footer(document: Document) -> list[str]:
    grades = document.grades
    accepted = sum(grade.verdict is Verdict.AC for grade in grades)
    lines = [f"{accepted} of {len(grades)} accepted. Isolation: {document.level}"]
    if document.broken_off:
        lines.append("Broken off: cases marked SK were not judged.")
    for grade in grades:
        faults = [case.findings[0].message for case in grade.cases if case.verdict is Verdict.JE and case.findings]
        lines += [f"JUDGE ERROR, not the student's fault: {plain(grade.student)} · {grade.assignment}: {plain(text)}"
                  for text in dict.fromkeys(faults)]  # fmt: skip
    return lines
