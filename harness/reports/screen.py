"""The text that ``grade`` prints: the cases and their explanations; for a class an overview of the students."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tabulate import tabulate

from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document, points
from harness.reports.escape import single_line
from harness.reports.explain import explain

MAX_STUDENTS_IN_FULL = 3
"""With more students than this, each clause that lost points gets a line instead of an explanation."""


_LOUD = {
    Verdict.JE: "JUDGE ERROR, not the student's fault",
    Verdict.NR: "NEEDS REVIEW, a person has to look",
}
"""Verdicts that are told once more, at the end."""


def screen(document: Document, *, details: bool = False) -> str:
    """The whole text for a terminal. The grades are iterated over once and not kept: a class may be large."""
    in_full = details or len({grade.student for grade in document.grades}) <= MAX_STUDENTS_IN_FULL
    lines: list[str] = []
    cells: dict[tuple[str, str], str] = {}
    losses: list[tuple[str, ...]] = []
    faults: list[str] = []
    for grade in document.grades:
        cells[grade.student, grade.assignment] = f"{grade.verdict.name} {points(grade.score, grade.max_score)}"
        faults += _loud_lines(grade)
        if in_full:
            lines += [*_explain_grade(grade, document), ""]
        else:
            losses += _lost_points(grade)
    if len(cells) > 1:
        lines += [*_overview(cells), ""]
    if losses:
        head = ("student", "assignment", "clause", "verdict", "points", "why")
        lines += tabulate(losses, head, "simple", disable_numparse=True).splitlines()
        lines += ["", "For the whole explanation grade one student, or add --details.", ""]
    accepted = sum(cell.split()[0] == Verdict.AC.name for cell in cells.values())
    lines.append(f"{accepted} of {len(cells)} accepted. Isolation: {document.level}")
    lines += document.remarks
    if document.interrupted:
        lines.append("Broken off: cases marked SK were not judged.")
    return "\n".join([*lines, *faults])


def _explain_grade(grade: Grade, document: Document) -> Iterator[str]:
    title = f"{single_line(grade.student)} · {grade.assignment}"
    yield f"{title}: {grade.verdict.value}, {points(grade.score, grade.max_score)} points"
    yield from (f"  note: {single_line(note)}" for note in grade.notes)
    if grade.verdict is Verdict.NS:
        messages = [finding.message for case in grade.cases for finding in case.findings[:1]]
        yield f"  {single_line(messages[0]) if messages else 'nothing was handed in'}"
        return
    rows = [
        (case.name, case.clause, case.verdict.name, points(case.score, case.max_score), _cpu(case.timing))
        for case in grade.cases
    ]
    table = tabulate(rows, ("case", "clause", "verdict", "points", "CPU / limit"), "simple", disable_numparse=True)
    yield from (f"  {line}" for line in table.splitlines())
    yield from explain(grade, document.course[grade.assignment])


def _cpu(timing: Timing) -> str:
    """CPU time and its limit, ``0.04 / 2.00 s``, with the reference's time where the limit depends on it."""
    if timing.cpu_s is None or timing.cpu_limit_s is None:
        return ""
    reference = f" (reference {timing.reference_s:.2f})" if timing.reference_s is not None else ""
    return f"{timing.cpu_s:.2f} / {timing.cpu_limit_s:.2f} s{reference}"


def _overview(cells: Mapping[tuple[str, str], str]) -> list[str]:
    students = dict.fromkeys(student for student, _ in cells)
    assignments = dict.fromkeys(assignment for _, assignment in cells)
    rows = [[single_line(student), *(cells.get((student, name), "") for name in assignments)] for student in students]
    return tabulate(rows, ("student", *assignments), "simple", disable_numparse=True).splitlines()


def _lost_points(grade: Grade) -> Iterator[tuple[str, ...]]:
    """A row for each clause that was violated: its points and its first fault."""
    clauses: dict[str, list[CaseGrade]] = {}
    for case in grade.cases:
        clauses.setdefault(case.clause, []).append(case)
    for clause, cases in clauses.items():
        failed = [case for case in cases if case.verdict is not Verdict.AC]
        example = next((case for case in failed if case.findings), None)
        if example is not None:
            clause_points = points(sum(case.score for case in cases), sum(case.max_score for case in cases))
            further = f" (+{len(failed) - 1} more)" if len(failed) > 1 else ""
            why = _short_message(example) + further
            student = single_line(grade.student)
            yield student, grade.assignment, clause or example.name, example.verdict.name, clause_points, why


def _short_message(case: CaseGrade) -> str:
    first = case.findings[0]
    text = single_line(first.message)
    return text if len(text) <= 90 else text[:87] + "..."  # noqa: PLR2004 - a table's width


def _loud_lines(grade: Grade) -> Iterator[str]:
    """Say once more what is not the student's fault, and what a person has to look at."""
    whose = f"{single_line(grade.student)} · {grade.assignment}"
    for verdict, heading in _LOUD.items():
        messages = [case.findings[0].message for case in grade.cases if case.verdict is verdict and case.findings]
        for text in dict.fromkeys(messages):
            yield f"{heading}: {whose}: {single_line(text)}"
