"""What a class did, gathered grade by grade, so that no grade has to be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from msgspec import Struct, field

from harness.judge.messages.translator import Translator
from harness.model.grade import Grade
from harness.model.text.escape import shorten
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import class_causes
from harness.reports.text.cause import headline
from harness.reports.text.clauses import clause_scores
from harness.reports.text.lines import Line, Span, line

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
    """What went wrong -> what is said of it, each with the number of its students."""
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
            if fault in self.why or len(self.why) < _MOST_CAUSES:
                self.why.setdefault(fault, Counter())[headline(cause.finding, words)[0]] += 1

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
