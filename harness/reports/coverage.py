"""What grades do not cover: a chosen part of the cases, cases without a verdict, a run that was broken off."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from msgspec import Struct, field

from harness.judge.messages.translator import Translator
from harness.model.grade import Grade
from harness.model.text.escape import single_line
from harness.reports.document import Document, points


def qualified_points(grade: Grade, words: Translator) -> str:
    """The points, and behind them why they are not those of the whole assignment: ``4/4 (2 of 66 cases)``."""
    score, qualifier = points(grade.score, grade.max_score), qualify(grade, words)
    return f"{score} ({qualifier})".strip() if qualifier else score


def qualify(grade: Grade, words: Translator) -> str:
    """Why a grade is not that of the whole: ``2 of 66 cases``, ``incomplete`` or both; empty when it is."""
    part = words.text("coverage-part", selected=grade.cases_selected, total=grade.cases_total) if grade.partial else ""
    return ", ".join(filter(None, (part, "" if grade.judged else words.text("coverage-incomplete"))))


def choice(document: Document) -> str:
    """The options that chose a part of the course, as on the command line; empty when there were none."""
    options = [("--assignment", name) for name in document.assignments] + [("--only", text) for text in document.only]
    return single_line(" ".join(f"{option} {shlex.quote(value)}" for option, value in options))


class Coverage(Struct):
    """Counts, over the grades of a document, what is not whole."""

    grades: int = 0
    unjudged: int = 0
    """How many grades have a case without its verdict."""
    parts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Assignment -> how many cases were chosen, and of how many."""

    def add(self, grade: Grade) -> None:
        """Count a grade."""
        self.grades += 1
        self.unjudged += not grade.judged
        if grade.partial:
            self.parts[grade.assignment] = grade.cases_selected, grade.cases_total

    def sentences(self, document: Document) -> Iterator[str]:
        """A line for each reason why these are not the grades of the whole course."""
        words = document.translator
        if document.interrupted:
            yield words.text("coverage-interrupted")
        if self.unjudged:
            yield words.text("coverage-unjudged", unjudged=self.unjudged, grades=self.grades)
        if choice(document):
            yield words.text("coverage-chosen", options=choice(document))
        for assignment, (selected, total) in self.parts.items():
            yield words.text("coverage-assignment", assignment=assignment, selected=selected, total=total)


def cover(document: Document) -> Coverage:
    """Count all grades of a document."""
    coverage = Coverage()
    for grade in document.grades:
        coverage.add(grade)
    return coverage
