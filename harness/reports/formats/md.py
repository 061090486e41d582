"""``.md``: Markdown, for a job summary or a mail."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from harness.model.escape import single_line
from harness.model.grade import Grade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.document import Document, cover, points, qualified_points, qualify
from harness.reports.text.clauses import SIGNS, clause_scores
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines, not_submitted, noted_lines

_PUNCTUATION = lazy_regex(r"[!-/:-@\[-`{-~]")
"""All that CommonMark allows to escape: full stops and signs too, for a renderer may make links of bare addresses."""


def render(document: Document) -> bytes:
    """Render headings, tables and code blocks, UTF-8."""
    return b"".join(chunks(document))


def chunks(document: Document) -> Iterator[bytes]:
    """Yield the report line by line."""
    for line in _lines(document):
        yield (line + "\n").encode("utf-8", "backslashreplace")


def _lines(document: Document) -> Iterator[str]:
    words = document.translator
    yield from (f"# {words.text('report-title')}", "")
    for sentence in cover(document).sentences(document):
        yield from (_escape_markdown(sentence), "")
    rows = [
        (_escape_markdown(grade.student), grade.assignment, grade.verdict.name, qualified_points(grade, words))
        for grade in document.grades
    ]
    columns = words.columns("student", "assignment", "verdict", "points")
    yield from (tabulate(rows, columns, "github", disable_numparse=True), "")
    for grade in document.grades:
        if grade.verdict is not Verdict.AC:
            yield from _grade(grade, document)
    yield from (_escape_markdown(line) + "\n" for line in document.hand_ins)
    yield from (f"- {words.text('not-recognised')} {_escape_markdown(name)}" for name in document.not_recognised)
    if document.not_recognised:
        yield ""
    yield words.text("report-isolation", level=document.level)


def _grade(grade: Grade, document: Document) -> Iterator[str]:
    words = document.translator
    qualifier = f" ({qualify(grade, words)})" if qualify(grade, words) else ""
    yield from (f"## {_escape_markdown(grade.student)}: {grade.assignment}{qualifier}", "")
    assignment = document.course[grade.assignment]
    is_absent = grade.verdict is Verdict.NS
    shown = [] if is_absent else [*explanation_lines(grade, assignment, words, details=True)]
    for finding in grade.notes:
        yield from (_escape_markdown(f"{words.text('screen-note')} {words.in_words(finding)}"), "")
        for source in [*plain(noted_lines(finding, shown))][:1]:
            yield from (f"    {source.strip()}", "")
    if is_absent:
        yield from (_escape_markdown(not_submitted(grade, words)), "")
        return
    explanation = list(plain(shown))[1:]  # without a blank above
    if explanation:
        yield from (*(f"    {line}" if line else "" for line in explanation), "")
    rows = [
        (SIGNS[clause.state], clause.name, points(clause.score, clause.max_score), clause.cases)
        for clause in clause_scores(grade)
    ]
    if rows:
        columns = ("", *words.columns("clause", "points", "cases"))
        yield from (tabulate(rows, columns, "github", disable_numparse=True), "")


def _escape_markdown(text: str) -> str:
    """A name that no renderer takes for anything but text: no link, image, code, table cell or HTML."""
    escaped = _PUNCTUATION.sub(r"\\\g<0>", single_line(text))
    return escaped.replace("\\&", "&amp;").replace("\\<", "&lt;").replace("\\>", "&gt;")
