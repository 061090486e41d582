"""``.csv``: one row a student and assignment, for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re

from harness.reports.document import Document
from harness.reports.escape import single_line


def render(document: Document) -> bytes:
    """Render comma-separated values, UTF-8, with one header row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("student", "assignment", "verdict", "score", "max_score", "failed_cases"))
    for grade in document.grades:
        failed = " ".join(case.name for case in grade.cases if case.score < case.max_score)
        writer.writerow(
            (_defuse_formula(grade.student), grade.assignment, grade.verdict.name, grade.score, grade.max_score, failed)
        )
    return text.getvalue().encode()


_FORMULA = re.compile(r"((?:^|[;,|])[\s'\"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])")
"""What begins a formula, in narrow and in wide characters, also behind what another reader takes for a separator."""


def _defuse_formula(name: str) -> str:
    """A name that no spreadsheet takes for a formula: a quote stands before the sign of one."""
    return _FORMULA.sub(r"\1'\2", single_line(name))
