"""Pieces of the text for people as plain strings, for formats of other systems that have a field for each."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from harness.judge.messages.translator import Translator
from harness.model.grade import CaseGrade, Grade
from harness.model.text.escape import single_line
from harness.reports.causes.grouping import Cause
from harness.reports.document import Document
from harness.reports.text.cause import cause_lines, headline
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from harness.spec.format.assignment import Assignment


def case_headline(case: CaseGrade, words: Translator) -> str:
    """What is wrong with a case, on one line; the name of its verdict where nothing more is known."""
    if not case.findings:
        return words.verdict(case.verdict)
    return " ".join(headline(Cause((case,)).finding, words))


def case_text(case: CaseGrade, assignment: Assignment, words: Translator) -> str:
    """The clause, the evidence, the hint and the command of a case that failed; empty where there is nothing to say."""
    if not case.findings:
        return ""
    _, *lines = cause_lines(Cause((case,)), 1, assignment, words)
    return textwrap.dedent("\n".join(plain(lines)))


def grade_text(grade: Grade, document: Document) -> str:
    """The notes of a grade and the causes of all its failures; empty where there are none."""
    words = document.translator
    notes = [f"{words.text('screen-note')} {single_line(words.in_words(note))}" for note in grade.notes]
    causes = plain(explanation_lines(grade, document.course[grade.assignment], words, details=True))
    return "\n".join((*notes, *causes)).strip("\n")


def title_maker(document: Document) -> Callable[[Grade], str]:
    """A function that says whose grade for what: ``ann · sum``, or ``sum`` where there is one student.

    It is made once a document, for the grades of a class are read from the gradebook whenever they are iterated over.
    """
    several = len({grade.student for grade in document.grades}) > 1

    def title(grade: Grade) -> str:
        return f"{single_line(grade.student)} · {grade.assignment}" if several else grade.assignment

    return title
