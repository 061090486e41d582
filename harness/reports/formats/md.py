"""``.md``: Markdown, for a job summary or a mail."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document, points
from harness.reports.escape import plain
from harness.reports.explain import explain


def render(document: Document) -> bytes:
    """Headings, tables and code blocks, UTF-8."""
    lines = ["# Grades", ""]
    rows = [
        (_cell(one.student), one.assignment, one.verdict.name, points(one.score, one.max_score))
        for one in document.grades
    ]
    lines += [tabulate(rows, ("student", "assignment", "verdict", "points"), "github", disable_numparse=True), ""]
    for grade in document.grades:
        if grade.verdict is not Verdict.AC:
            lines += _grade(grade, document)
    lines.append(f"Isolation: {document.level}")
    return ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")


def _grade(grade: Grade, document: Document) -> Iterator[str]:
    yield from (f"## {_cell(grade.student)}: {grade.assignment}", "")
    rows = [(case.name, case.clause, case.verdict.name, points(case.score, case.max_score)) for case in grade.cases]
    yield from (tabulate(rows, ("case", "clause", "verdict", "points"), "github", disable_numparse=True), "")
    told = list(explain(grade, document.course[grade.assignment]))
    if told:
        yield from (*(f"    {line}" if line else "" for line in told), "")


def _cell(text: str) -> str:
    return plain(text).replace("|", "\\|").replace("<", "&lt;")
