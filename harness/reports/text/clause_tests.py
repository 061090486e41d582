"""A grade as tests of another system: a test a clause, as the systems that show tests to students want them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from harness.judge.finding_kinds import NOT_HANDED_IN
from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes
from harness.reports.document import Document, cover
from harness.reports.text.cause import cause_lines
from harness.reports.text.clauses import ClauseScore, clause_scores
from harness.reports.text.headline import headline
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from harness.spec.format.assignment import Assignment


class ClauseTest(Struct, frozen=True):
    """A clause's cases of one visibility."""

    name: str
    text: str
    """The clause in words; empty if the cases stand for none."""
    visibility: str
    score: float
    max_score: float
    passed: bool | None
    """None if it was not judged."""
    verdicts: Sequence[str]
    """The names of the verdicts of its cases, each once, without AC."""
    output: str
    """How many cases were accepted, and why others were not."""


def clause_tests(grade: Grade, document: Document) -> list[ClauseTest]:
    """The clauses in the order of the grade, a test for each visibility; a case without a clause where it failed."""
    groups: dict[tuple[str, str], list[CaseGrade]] = {}
    for case in grade.cases:
        if case.clause or case.verdict is not Verdict.AC:
            groups.setdefault((case.clause or case.name, case.visibility), []).append(case)
    return [
        _clause_test(name, replace(grade, cases=tuple(cases), notes=()), document)
        for (name, _), cases in groups.items()
    ]


def _clause_test(name: str, part: Grade, document: Document) -> ClauseTest:
    """The test for some cases of a grade, all of the same clause and visibility."""
    clause = document.course[part.assignment].clauses.get(part.cases[0].clause)
    accepted = sum(case.verdict is Verdict.AC for case in part.cases)
    count = document.translator.text("report-accepted", accepted=accepted, cases=len(part.cases))
    explanation = grade_text(part, document)
    score = _score(part)
    return ClauseTest(
        name=single_line(name),
        text=single_line(clause.text) if clause else "",
        visibility=part.cases[0].visibility,
        score=round(score.score, 6),
        max_score=round(score.max_score, 6),
        passed=score.right,
        verdicts=tuple(dict.fromkeys(case.verdict.name for case in part.cases if case.verdict is not Verdict.AC)),
        output=f"{count}\n\n{explanation}" if explanation else count,
    )


def _score(part: Grade) -> ClauseScore:
    """The points of these cases; those that were not judged count neither as earned nor as lost."""
    named = tuple(replace(case, clause=case.clause or case.name) for case in part.cases)
    judged = [case for case in part.cases if case.verdict not in UNJUDGED]
    (score,) = clause_scores(replace(part, cases=named))
    return replace(score, score=sum(case.score for case in judged), max_score=sum(case.max_score for case in judged))


def overview(document: Document) -> str:
    """What a student reads first: what is not whole, then of each grade the notes and the causes."""
    parts = ["\n".join(map(single_line, cover(document).sentences(document)))]
    title_of = title_maker(document)
    for grade in document.grades:
        text = document.translator.text(NOT_HANDED_IN) if grade.verdict is Verdict.NS else grade_text(grade, document)
        title = f"{title_of(grade)}\n" if len(document.grades) > 1 and text else ""
        parts.append(title + text)
    return "\n\n".join(filter(None, parts))


def prefix_maker(document: Document) -> Callable[[Grade], str]:
    """A function that says what is in front of a test's name: whose it is, where there are several grades."""
    title_of, several = title_maker(document), len(document.grades) > 1
    return lambda grade: f"{title_of(grade)} · " if several else ""


def first_place(grade: Grade) -> tuple[str, int]:
    """The file and line of the first cause that lies in a file; an empty name and 0 if none does."""
    places = (cause.finding.where for cause in causes(grade))
    return next(((place.path, place.line or 0) for place in places if place.path and not place.stream), ("", 0))


def first_command(grade: Grade) -> str:
    """The command that shows the first cause that has one; empty if none has."""
    commands = (_command(cause) for cause in causes(grade))
    return next(filter(None, commands), "")


def _command(cause: Cause) -> str:
    return cause.command


def seconds(grade: Grade) -> float:
    """How long the programs of a grade ran, by the wall clock."""
    return round(sum(case.timing.wall_s or 0 for case in grade.cases), 3)


def case_headline(case: CaseGrade, words: Translator) -> str:
    """What is wrong with a case, on one line; the name of its verdict if nothing more is known."""
    if not case.findings:
        return words.verdict(case.verdict)
    return " ".join(headline(Cause((case,)).finding, words))


def case_text(case: CaseGrade, assignment: Assignment, words: Translator) -> str:
    """The clause, the evidence, the hint and the command of a case that failed; empty if there is nothing to say."""
    if not case.findings:
        return ""
    _, *lines = cause_lines(Cause((case,)), 1, assignment, words)
    return textwrap.dedent("\n".join(plain(lines)))


def grade_text(grade: Grade, document: Document) -> str:
    """The notes of a grade and the causes of all its failures; empty if there are none."""
    words = document.translator
    notes = [f"{words.text('screen-note')} {single_line(words.in_words(note))}" for note in grade.notes]
    causes = plain(explanation_lines(grade, document.course[grade.assignment], words, details=True))
    return "\n".join((*notes, *causes)).strip("\n")


def title_maker(document: Document) -> Callable[[Grade], str]:
    """A function that says whose grade for what: ``ann · sum``, or ``sum`` if there is one student.

    It is made once a document, for the grades of a class are read from the gradebook whenever they are iterated over.
    """
    several = len({grade.student for grade in document.grades}) > 1

    def title(grade: Grade) -> str:
        return f"{single_line(grade.student)} · {grade.assignment}" if several else grade.assignment

    return title
