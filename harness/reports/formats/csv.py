"""``.csv``: one row a student and assignment, for a spreadsheet."""

from __future__ import annotations

import csv
import io

from harness.reports.document import Document
from harness.reports.escape import plain


def render(document: Document) -> bytes:
    """Comma-separated, UTF-8, one header row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("student", "assignment", "verdict", "score", "max_score", "failed_cases"))
    for grade in document.grades:
        failed = " ".join(case.name for case in grade.cases if case.score < case.max_score)
        writer.writerow(
            (_safe(grade.student), grade.assignment, grade.verdict.name, grade.score, grade.max_score, failed)
        )
    return text.getvalue().encode()


def _safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    shown = plain(name)
    return f"'{shown}" if shown[:1] in "=+-@" else shown
