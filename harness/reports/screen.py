"""What ``grade`` prints: a table of cases and their explanations, or, for a class, a table of students first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tabulate import tabulate

from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document, points
from harness.reports.escape import plain
from harness.reports.explain import explain

MOST_IN_FULL = 3
"""More students than this make a class: it gets an overview, and a line for each clause that lost points."""


def screen(document: Document, *, details: bool = False) -> str:
    """The whole text for a terminal. The grades are gone through once and not held: a class may be large."""
    in_full = details or len({grade.student for grade in document.grades}) <= MOST_IN_FULL
    lines: list[str] = []
    cells: dict[tuple[str, str], str] = {}
    losses: list[tuple[str, ...]] = []
    faults: list[str] = []
    for grade in document.grades:
        cells[grade.student, grade.assignment] = f"{grade.verdict.name} {points(grade.score, grade.max_score)}"
        faults += _faults(grade)
        if in_full:
            lines += [*_grade(grade, document), ""]
        else:
            losses += _lost(grade)
    if len(cells) > 1:
        lines += [*_overview(cells), ""]
    if losses:
        head = ("student", "assignment", "clause", "verdict", "points", "why")
        lines += tabulate(losses, head, "simple", disable_numparse=True).splitlines()
        lines += ["", "For the whole explanation grade one student, or add --details.", ""]
    accepted = sum(cell.split()[0] == Verdict.AC.name for cell in cells.values())
    lines.append(f"{accepted} of {len(cells)} accepted. Isolation: {document.level}")
    lines += document.remarks
    if document.broken_off:
        lines.append("Broken off: cases marked SK were not judged.")
    return "\n".join([*lines, *faults])


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
    if timing.cpu_s is None or timing.cpu_limit_s is None:
        return ""
    reference = f" (reference {timing.reference_s:.2f})" if timing.reference_s is not None else ""
    return f"{timing.cpu_s:.2f} / {timing.cpu_limit_s:.2f} s{reference}"


def _overview(cells: Mapping[tuple[str, str], str]) -> list[str]:
    students = dict.fromkeys(student for student, _ in cells)
    assignments = dict.fromkeys(assignment for _, assignment in cells)
    rows = [[plain(one), *(cells.get((one, name), "") for name in assignments)] for one in students]
    return tabulate(rows, ("student", *assignments), "simple", disable_numparse=True).splitlines()


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


def _faults(grade: Grade) -> Iterator[str]:
    told = [case.findings[0].message for case in grade.cases if case.verdict is Verdict.JE and case.findings]
    for text in dict.fromkeys(told):
        yield f"JUDGE ERROR, not the student's fault: {plain(grade.student)} · {grade.assignment}: {plain(text)}"
