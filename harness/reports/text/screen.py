"""The text that ``grade`` prints: causes and clauses of a few students, gathered as they come; a table for a class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from harness.judge.messages.translator import Translator
from harness.model.escape import shorten, single_line
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import class_causes
from harness.reports.document import Coverage, Document, qualified_points
from harness.reports.text.clauses import clause_scores
from harness.reports.text.lines import BLANK, PLAIN_WIDTH, Line, Span, line, plain
from harness.reports.text.student import student_lines

_BARS = "▁▂▃▄▅▆▇█"
_BINS = 10
_MOST_CAUSES = 10_000
"""Different causes that are counted; what comes later is not new to anybody."""
_SHOWN = 5
_LONGEST = 90
"""Characters of a cause in a table of causes."""


class ClassStatistics(Struct):
    """The scores of one assignment, the clauses that were missed, and why."""

    shares: list[float] = field(default_factory=list)
    """The part of the points that each student got, of those whose grade is complete and who handed in."""
    missed: Counter[str] = field(default_factory=Counter)
    why: dict[Hashable, Counter[str]] = field(default_factory=dict)
    """What went wrong -> what is said about it, each with the number of its students."""
    graded: int = 0
    absent: int = 0

    def add(self, grade: Grade, words: Translator) -> None:
        """Count one grade in."""
        if grade.verdict is Verdict.NS:
            self.absent += 1
            return
        self.graded += 1
        if grade.complete and grade.max_score:
            self.shares.append(100 * grade.score / grade.max_score)
        self.missed.update(clause.name for clause in clause_scores(grade) if clause.right is False)
        for fault, cause in class_causes(grade).items():
            from harness.reports.text.headline import (  # noqa: PLC0415 - not where all is right
                headline,
                without_marks,
            )

            if fault in self.why or len(self.why) < _MOST_CAUSES:
                self.why.setdefault(fault, Counter())[without_marks(headline(cause.finding, words)[0])] += 1

    def lines(self, assignment: str, words: Translator) -> Iterator[Line]:
        """Mean, median, a histogram, the clauses most missed, the commonest causes."""
        graded = words.text("screen-graded", count=self.graded, absent=self.absent or None)
        yield line(Span(assignment, "title"), f" · {graded}")
        if self.shares:
            import statistics  # noqa: PLC0415 - only a class needs it

            text = words.text("screen-mean", mean=statistics.fmean(self.shares), median=statistics.median(self.shares))
            yield line(f"{text}   ", Span(self._histogram()), "  0 .. 100 %", lead="  ")
        if self.missed:
            most = [f"{name} {100 * count / self.graded:.0f} %" for name, count in self.missed.most_common(_SHOWN)]
            yield line(" · ".join(most), lead=f"  {words.text('screen-most-missed')} ")
        lead = f"  {words.text('screen-common-causes')} "
        for said in sorted(self.why.values(), key=lambda said: -said.total())[:_SHOWN]:
            if said.total() > 1:
                text = shorten(said.most_common(1)[0][0], _LONGEST)
                yield line(f"{said.total()} x {text}", lead=lead)
                lead = " " * len(lead)

    def _histogram(self) -> str:
        bins = [0] * _BINS
        for share in self.shares:
            bins[min(_BINS - 1, max(0, int(share / 100 * _BINS)))] += 1
        highest = max(bins)
        return "".join(_BARS[round((len(_BARS) - 1) * count / highest)] if count else " " for count in bins)


MAX_STUDENTS_IN_FULL = 3
"""With more students than this the class is shown, not each of them."""

_LOUD = {
    Verdict.JE: "screen-judge-error",
    Verdict.NR: "screen-needs-review",
}
"""Verdicts that are listed once more, at the end."""


def screen(document: Document, *, details: bool = False, width: int = PLAIN_WIDTH) -> Iterator[Line]:
    """The lines of the whole text. The grades are iterated over once and not kept where the class is large."""
    overview = _Overview(document.translator)
    in_full = details or _are_few(document.grades)
    student: list[Grade] = []
    for grade in document.grades:
        overview.add(grade)
        if in_full:
            if student and student[0].student != grade.student:
                yield from student_lines(student, document, width, details=details)
                yield BLANK
                student = []
            student.append(grade)
    if student:
        yield from student_lines(student, document, width, details=details)
    yield from overview.lines(document, in_full=in_full, is_for_staff=details)


def _are_few(grades: Iterable[Grade]) -> bool:
    """Whether these are of few students; a large class is not read to its end."""
    students = set[str]()
    for grade in grades:
        students.add(grade.student)
        if len(students) > MAX_STUDENTS_IN_FULL:
            return False
    return True


class _Overview:
    """What is said about all grades together, gathered one by one."""

    def __init__(self, words: Translator) -> None:
        self.words = words
        self.cells: dict[tuple[str, str], str] = {}
        self.statistics: dict[str, ClassStatistics] = {}
        self.coverage = Coverage()
        self.loud: dict[str, None] = {}

    def add(self, grade: Grade) -> None:
        """Count a grade in."""
        self.coverage.add(grade)
        self.cells[grade.student, grade.assignment] = f"{grade.verdict.name} {qualified_points(grade, self.words)}"
        self.statistics.setdefault(grade.assignment, ClassStatistics()).add(grade, self.words)
        self.loud |= dict.fromkeys(_loud_lines(grade, self.words))

    def lines(self, document: Document, *, in_full: bool, is_for_staff: bool) -> Iterator[Line]:
        """The table and what the class did, if there is one; how many were accepted, and what needs a person.

        ``is_for_staff``: with what the isolation does not enforce, which means nothing to students. So are more than
        one of them.
        """
        words = self.words
        students = dict.fromkeys(student for student, _ in self.cells)
        if len(students) > 1:
            yield from (line(row, wraps=False) for row in _table(self.cells, words))
            yield BLANK
        if not in_full:
            for assignment, gathered in self.statistics.items():
                yield from gathered.lines(assignment, words)
            yield BLANK
            yield line(words.text("screen-details"))
        not_recognised = words.text("not-recognised") + " "
        accepted = sum(cell.split()[0] == Verdict.AC.name for cell in self.cells.values())
        level = document.level.in_full if is_for_staff or len(students) > 1 else str(document.level)
        # One grade that lost points says so itself.
        total = len(self.cells) if accepted or len(self.cells) > 1 else None
        yield line(words.text("screen-accepted", accepted=accepted, total=total, level=level))
        yield from (line(single_line(text)) for text in document.hand_ins)
        yield from (line(single_line(name), lead=not_recognised, wraps=False) for name in document.not_recognised)
        yield from (line(remark) for remark in document.remarks)
        # Of one grade the title says which assignment was chosen.
        chosen = document if len(self.cells) != 1 else replace(document, assignments=())
        yield from (line(sentence) for sentence in self.coverage.sentences(chosen))
        yield from (line(Span(text, "open"), wraps=False) for text in self.loud)


def _table(cells: Mapping[tuple[str, str], str], words: Translator) -> list[str]:
    from tabulate import tabulate  # noqa: PLC0415 - only a class needs it, and it takes a tenth of a small run

    students = dict.fromkeys(student for student, _ in cells)
    assignments = dict.fromkeys(assignment for _, assignment in cells)
    rows = [[single_line(student), *(cells.get((student, name), "") for name in assignments)] for student in students]
    return tabulate(rows, (*words.columns("student"), *assignments), "simple", disable_numparse=True).splitlines()


def _loud_lines(grade: Grade, words: Translator) -> Iterator[str]:
    """Say once more what is not the student's fault, and what a person has to look at."""
    whose = f"{single_line(grade.student)} · {grade.assignment}"
    for verdict, heading in _LOUD.items():
        findings = [case.findings[0] for case in grade.cases if case.verdict is verdict and case.findings]
        for text in dict.fromkeys(map(words.in_words, findings)):
            yield f"{words.text(heading)}: {whose}: {single_line(text)}"


def screen_text(document: Document, *, details: bool = False) -> str:
    """The text without any style, as a pipe or a file gets it."""
    return "\n".join(plain(screen(document, details=details)))
