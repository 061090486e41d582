"""One assignment of a class: figures, clauses that are missed, causes, and a row a student."""

from __future__ import annotations

import heapq
import statistics
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field

from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import points, qualify
from harness.reports.html.cause_groups import CauseGroups
from harness.reports.html.environment import sentence
from harness.reports.text.clauses import ClauseScore, clause_scores
from harness.reports.text.student import not_submitted

BINS = 10
_MOST_SLOW = 10
_HEAT_STEPS = 4
_FOR_A_PERSON = (Verdict.NR, Verdict.JE, Verdict.SK)


class Row(Struct, frozen=True):
    """A student's line in the table."""

    student: str
    name: str
    """As the roster or the learning system has it; empty if that is the same."""
    page: str
    """Where their own page lies; empty if none was written in this run."""
    verdict: str
    score: str
    share: float
    """Of the points, from 0 to 1; -1 for one who handed in nothing. Rows are sorted by it."""
    qualifier: str
    cells: Sequence[tuple[str, str]]
    """Of each clause the step of its colour and its points; empty if nothing was handed in."""


class SlowCase(Struct, frozen=True, order=True):
    """A case that took long."""

    cpu_s: float
    student: str
    case: str
    limit_s: float | None
    reference_s: float | None


class ForAPerson(Struct, frozen=True):
    """A case that a person has to look at."""

    student: str
    case: str
    verdict: str
    sentence: str


class ClassAssignment(Struct):
    """What is gathered of an assignment, grade by grade; no grade is kept."""

    id: str
    words: Translator
    rows: list[Row] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    """In percent, of those who handed in and whose grade is that of the whole."""
    missed: Counter[str] = field(default_factory=Counter)
    clauses: dict[str, float] = field(default_factory=dict)
    """The clauses that grades have, with their points."""
    groups: CauseGroups = field(default_factory=CauseGroups)
    slow: list[SlowCase] = field(default_factory=list)
    people: list[ForAPerson] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)

    @property
    def graded(self) -> int:
        """How many handed something in."""
        return len(self.rows) - self.verdicts[Verdict.NS.name]

    def add(self, grade: Grade, clause_names: Sequence[str], page: str) -> None:
        """Count a grade in; ``clause_names`` is the order of the clauses."""
        scores = {} if grade.verdict is Verdict.NS else {score.name: score for score in clause_scores(grade)}
        self.verdicts[grade.verdict.name] += 1
        if grade.verdict is not Verdict.NS:
            if grade.complete and grade.max_score:
                self.shares.append(100 * grade.score / grade.max_score)
            self.missed.update(score.name for score in scores.values() if score.right is False)
            for name, score in scores.items():
                self.clauses[name] = max(score.max_score, self.clauses.get(name, 0))
            self.groups.add(grade, len(self.rows), self.words)
            self._add_cases(grade)
        self.rows.append(self._row(grade, scores, clause_names, page))

    def _row(self, grade: Grade, scores: dict[str, ClauseScore], clause_names: Sequence[str], page: str) -> Row:
        name = single_line(grade.provenance.name) if grade.provenance else ""
        absent = grade.verdict is Verdict.NS
        share = -1.0 if absent else grade.score / grade.max_score if grade.max_score else 0.0
        student = single_line(grade.student)
        return Row(
            student=student,
            name="" if name == student else name,
            page=page,
            verdict=grade.verdict.name,
            score=points(grade.score, grade.max_score).partition("/")[0] or "0",
            share=share,
            qualifier=not_submitted(grade, self.words) if absent else qualify(grade, self.words),
            cells=[] if absent else [_cell(scores.get(name)) for name in clause_names],
        )

    def _add_cases(self, grade: Grade) -> None:
        student = single_line(grade.student)
        for case in grade.cases:
            if case.verdict in _FOR_A_PERSON:
                self.people.append(self._for_a_person(case, student))
            timing = case.timing
            if timing.cpu_s is not None:
                slow = SlowCase(timing.cpu_s, student, case.name, timing.cpu_limit_s, timing.reference_s)
                push = heapq.heappush if len(self.slow) < _MOST_SLOW else heapq.heappushpop
                push(self.slow, slow)

    def _for_a_person(self, case: CaseGrade, student: str) -> ForAPerson:
        why = sentence(self.words.in_words(case.findings[0])) if case.findings else ""
        return ForAPerson(student, case.name, case.verdict.name, why)

    def mean_and_median(self) -> tuple[float, float] | None:
        """In percent; None if there is no whole grade."""
        return (statistics.fmean(self.shares), statistics.median(self.shares)) if self.shares else None

    def bins(self) -> list[int]:
        """How many students have 0 to 10 % of the points, 10 to 20 %, ..., 90 to 100 %."""
        numbers = [0] * BINS
        for share in self.shares:
            numbers[min(BINS - 1, max(0, int(share / 100 * BINS)))] += 1
        return numbers

    def slowest(self) -> list[SlowCase]:
        """The cases that took most CPU time."""
        return sorted(self.slow, reverse=True)


def _cell(score: ClauseScore | None) -> tuple[str, str]:
    """The step of the colour (0 for no points, 4 for all, "n" for not judged), and the points."""
    if score is None:
        return "", ""
    shown = points(score.score, score.max_score).partition("/")[0]
    if score.right is None:
        return "n", shown or "?"
    share = score.score / score.max_score if score.max_score else float(score.right)
    step = min(_HEAT_STEPS - 1, int(share * _HEAT_STEPS)) if not score.right else _HEAT_STEPS
    return str(step), shown or ("+" if score.right else "-")
