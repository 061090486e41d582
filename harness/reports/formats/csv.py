"""``.csv``: one row a student and assignment, for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.messages.translator import Translator
from harness.model.escape import csv_bytes, defuse_formula
from harness.model.grade import Grade
from harness.reports.document import Document, choice


def render(document: Document) -> bytes:
    """Render comma-separated values, UTF-8, with one header row."""
    return b"".join(chunks(document))


def chunks(document: Document) -> Iterator[bytes]:
    """Yield the header row, and a row for each grade.

    ``score`` and ``max_score`` are empty unless the grade is that of the whole assignment, so that no system that
    imports them takes the points of a part, or of what could be judged so far, for a grade.
    """
    yield csv_bytes([_COLUMNS])
    for grade in document.grades:
        yield csv_bytes([(*_row(grade, choice(document)), *_hand_in(grade, document.translator))])
    for name in document.not_recognised:
        row = {"verdict": "not recognised", "notes": defuse_formula(name)}
        yield csv_bytes([[row.get(key, "") for key in _COLUMNS]])


_COLUMNS = (
    "student", "assignment", "verdict", "score", "max_score", "failed_cases", "state", "judged_score",
    "judged_max_score", "cases_selected", "cases_total", "chosen_by",
    "id", "submitted", "submitted_is_claim", "late", "notes",
)  # fmt: skip


def _row(grade: Grade, chosen_by: str) -> tuple[object, ...]:
    failed = " ".join(case.name for case in grade.cases if case.score < case.max_score)
    judged = grade.score, grade.max_score
    state = "complete" if grade.complete else "incomplete" if not grade.judged else "partial"
    return (
        *(defuse_formula(grade.student), grade.assignment, grade.verdict.name),
        *(judged if grade.complete else ("", "")),
        *(failed, state, *judged, grade.cases_selected, grade.cases_total, defuse_formula(chosen_by)),
    )


def _hand_in(grade: Grade, words: Translator) -> tuple[str, ...]:
    """The student's number, when it was handed in, whether that is their own claim, whether it is late, the notes."""
    provenance, notes = grade.provenance, defuse_formula("; ".join(words.in_words(note) for note in grade.notes))
    if provenance is None:
        return "", "", "", "", notes
    claim = ("yes" if provenance.claimed else "no") if provenance.submitted else ""
    late = "" if provenance.late is None else "yes" if provenance.late else "no"
    return defuse_formula(provenance.user_id), provenance.submitted, claim, late, notes
