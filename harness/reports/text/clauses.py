"""The clauses of a grade with their points, in a compact block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from harness.judge.messages.translator import Translator
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import points
from harness.reports.text.lines import Line, Span, line

INDENT = "  "
SIGNS = {"right": "✔", "waived": "~", "wrong": "✘", "open": "?"}
"""The sign of each state of a clause."""
_ORDER = ("wrong", "open", "waived", "right")
_UNJUDGED = (Verdict.JE, Verdict.NR, Verdict.SK)


class ClauseScore(Struct, frozen=True):
    """What a clause earned."""

    name: str
    score: float
    max_score: float
    right: bool | None
    """None if a case of it was not judged."""
    cases: int
    waived: bool = False
    """Whether cases of it failed and keep their points, as they follow from another fault."""

    @property
    def state(self) -> str:
        """``right``, ``waived``, ``wrong``, or ``open`` where a case was not judged."""
        if self.right is None:
            return "open"
        return "wrong" if not self.right else "waived" if self.waived else "right"


def clause_scores(grade: Grade) -> list[ClauseScore]:
    """The clauses in the order of the grade; cases that stand for none are left out."""
    groups: dict[str, list[CaseGrade]] = {}
    for case in grade.cases:
        if case.clause:
            groups.setdefault(case.clause, []).append(case)
    return [_clause_score(name, cases) for name, cases in groups.items()]


def _clause_score(name: str, cases: Sequence[CaseGrade]) -> ClauseScore:
    score, max_score = sum([case.score for case in cases]), sum([case.max_score for case in cases])
    if all(case.verdict is Verdict.AC for case in cases):
        return ClauseScore(name, score, max_score, right=True, cases=len(cases))
    unjudged = any(case.verdict in _UNJUDGED for case in cases)
    lost = any(_fails(case) for case in cases)
    right = False if lost else None if unjudged else True
    return ClauseScore(name, score, max_score, right, len(cases), waived=bool(right))


def _fails(case: CaseGrade) -> bool:
    """Whether a case costs something: one that follows from another fault keeps its points."""
    if case.verdict is Verdict.AC or case.verdict in _UNJUDGED:
        return False
    return case.score < case.max_score or not case.max_score


def waived_clauses(grade: Grade) -> list[str]:
    """The clauses that keep their points though cases of them are wrong, as that follows from other faults."""
    return [clause.name for clause in clause_scores(grade) if clause.state == "waived"]


def clause_block(
    clauses: Sequence[ClauseScore], width: int, causes: Mapping[str, Sequence[int]], words: Translator
) -> Iterator[Line]:
    """The clauses in columns, those that lost something first; ``causes``: clause -> the numbers of its causes.

    No number stands there if the whole grade has one cause. With numbers those that lost something are wider, and have
    columns of their own.
    """
    are_several = len({*chain(*causes.values())}) > 1
    ordered = sorted(clauses, key=lambda c: _ORDER.index(c.state))
    lost = [clause for clause in ordered if are_several and clause.right is not True]
    yield from _in_columns([_entry(clause, causes.get(clause.name, ()), words) for clause in lost], width)
    yield from _in_columns([_entry(clause, (), words) for clause in ordered if clause not in lost], width)


def _in_columns(entries: Sequence[Sequence[Span]], width: int) -> Iterator[Line]:
    """The entries one below the other, in as many columns as the widest one leaves room for."""
    if not entries:
        return
    widest = max(sum(len(span.text) for span in entry) for entry in entries)
    columns = max(1, (width - len(INDENT) + 3) // (widest + 3))
    rows = -(-len(entries) // columns)
    for start in range(rows):
        row: list[Span] = []
        for entry in entries[start::rows]:
            row += [*entry, Span(" " * (widest + 3 - sum(len(span.text) for span in entry)))]
        yield line(*row, lead=INDENT, wraps=False)


def _entry(clause: ClauseScore, causes: Sequence[int], words: Translator) -> list[Span]:
    score = points(clause.score, clause.max_score)
    entry = [
        Span(SIGNS[clause.state], clause.state),
        Span(f" {clause.name}"),
        Span(f" {score}" if score else "", "quiet"),
    ]
    if causes and clause.right is not True:
        entry.append(Span(f" {words.text('screen-see-causes', numbers=causes)}", "wrong"))
    return entry


def rest_line(clauses: Sequence[ClauseScore], words: Translator) -> Iterator[Line]:
    """A line for the clauses that hold: how many, and their points."""
    right = [clause for clause in clauses if clause.right]
    if right:
        total = points(sum(clause.score for clause in right), 1).split("/")[0]
        key = "screen-more-clauses-hold" if len(right) < len(clauses) else "screen-clauses-hold"
        yield line(words.text(key, clauses=len(right), lost=total), lead=(INDENT, Span(SIGNS["right"], "right"), " "))
