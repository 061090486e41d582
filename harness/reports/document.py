"""The document that every report format renders: the grades of a run, and what they do not cover."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from harness.course.ingest.matching.roster_row import RosterEntry
from harness.judge.messages.translator import ENGLISH, Translator, translator
from harness.model.escape import single_line
from harness.model.grade import Comment, Grade
from harness.sandbox.isolation.base import Level
from harness.spec.format.assignment import Course


def qualified_points(grade: Grade, words: Translator) -> str:
    """The points, and after them why they are not those of the whole assignment: ``4/4 (2 of 66 cases)``."""
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


class Document(Struct, frozen=True):
    """One run of ``grade``."""

    grades: Sequence[Grade]
    """Those of a large class are read from the gradebook each time that they are iterated over."""
    level: Level
    course: Course
    interrupted: bool = False
    """Whether Ctrl-C ended the run before all was judged."""
    only: tuple[str, ...] = ()
    """The patterns that chose the cases; empty: all were judged."""
    assignments: tuple[str, ...] = ()
    """The assignments that were chosen; empty: all of the course."""
    remarks: tuple[str, ...] = ()
    """Lines about the run as a whole, such as what was taken over from an earlier one."""
    hand_ins: tuple[str, ...] = ()
    """Lines about how the work was handed in: the learning system whose download it is, the roster."""
    not_recognised: tuple[str, ...] = ()
    """Files and folders that belong to no student or to no assignment."""
    language: str = ENGLISH
    """The language of the harness's own words."""
    student_files: Mapping[str, str] = {}
    """Student -> the file of their own in the same format that this run writes too, seen from this report's folder."""
    on_roster: Mapping[str, RosterEntry] = {}
    """Student -> what the roster says about them."""
    roster_headings: tuple[str, ...] = ()
    """The headings of the roster as they stand there."""
    folders: Mapping[tuple[str, str], Path] = {}
    """Student and assignment -> the folder that was handed in, for pages and systems that show files."""
    comments: Mapping[tuple[str, str], Sequence[Comment]] = {}
    """Student and assignment -> what teachers wrote about lines."""
    earlier: Callable[[str, str], Grade | None] = lambda student, assignment: None  # noqa: ARG005 - without a gradebook
    """The grade of the work that a student handed in before, by student and assignment; None if it is not known."""

    @property
    def translator(self) -> Translator:
        """The sentences in this language."""
        return translator(self.language)


def points(score: float, max_score: float) -> str:
    """``7.5/10``, with as few digits as possible; empty if there are no points to get."""
    return f"{_short(score)}/{_short(max_score)}" if max_score else ""


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
