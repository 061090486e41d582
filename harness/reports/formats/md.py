"""``.md``: Markdown, for a job summary or a mail."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tabulate import tabulate

from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document, points
from harness.reports.escape import single_line
from harness.reports.explain import explain

_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
"""All that CommonMark allows to escape: full stops and signs too, for a renderer may make links of bare addresses."""


def render(document: Document) -> bytes:
    """Render headings, tables and code blocks, UTF-8."""
    lines = ["# Grades", ""]
    rows = [
        (_escape_markdown(grade.student), grade.assignment, grade.verdict.name, points(grade.score, grade.max_score))
        for grade in document.grades
    ]
    lines += [tabulate(rows, ("student", "assignment", "verdict", "points"), "github", disable_numparse=True), ""]
    for grade in document.grades:
        if grade.verdict is not Verdict.AC:
            lines += _grade(grade, document)
    lines.append(f"Isolation: {document.level}")
    return ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")


def _grade(grade: Grade, document: Document) -> Iterator[str]:
    yield from (f"## {_escape_markdown(grade.student)}: {grade.assignment}", "")
    rows = [(case.name, case.clause, case.verdict.name, points(case.score, case.max_score)) for case in grade.cases]
    yield from (tabulate(rows, ("case", "clause", "verdict", "points"), "github", disable_numparse=True), "")
    explanation = list(explain(grade, document.course[grade.assignment]))
    if explanation:
        yield from (*(f"    {line}" if line else "" for line in explanation), "")


def _escape_markdown(text: str) -> str:
    """A name that no renderer takes for anything but text: no link, image, code, table cell or HTML."""
    escaped = _PUNCTUATION.sub(r"\\\g<0>", single_line(text))
    return escaped.replace("\\&", "&amp;").replace("\\<", "&lt;").replace("\\>", "&gt;")
