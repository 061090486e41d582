"""A class's page: how the points are spread, what is missed and why, who needs a person, and every student's row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from msgspec.structs import replace

from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.verdict import Verdict
from harness.reports.document import Coverage, Document, points
from harness.reports.html.cause_groups import CauseGroup
from harness.reports.html.charts import bar_chart
from harness.reports.html.class_assignment import BINS, ClassAssignment, Row
from harness.reports.html.class_views import AssignmentView, CauseOfClause, Chart, ClauseHead, GroupView, MissedClause
from harness.reports.html.environment import render_page
from harness.reports.html.side_by_side import different_line, sides
from harness.spec.format.assignment import Assignment

MOST_GROUPS = 60
"""Causes that are shown with their evidence; the rest is counted."""
_MOST_NAMES = 8
_MOST_PER_CLAUSE = 3


def class_page(document: Document) -> bytes:
    """Render the class; the grades are iterated over once and not kept."""
    words = document.translator
    gathered: dict[str, ClassAssignment] = {}
    coverage = Coverage()
    names: dict[str, list[str]] = {}
    for grade in document.grades:
        coverage.add(grade)
        assignment = document.course[grade.assignment]
        order = names.setdefault(grade.assignment, list(assignment.clauses))
        page = quote(document.student_files.get(grade.student, ""))
        gathered.setdefault(grade.assignment, ClassAssignment(grade.assignment, words)).add(grade, order, page)
    assignments = [
        _view(part, document.course[name], words, f"a{at}") for at, (name, part) in enumerate(gathered.items(), 1)
    ]
    remarks = (*coverage.sentences(document), *document.hand_ins)
    return render_page(
        "class.html",
        words,
        ["copy.js", "class.js"],
        title=assignments[0].title if len(assignments) == 1 else words.text("report-title"),
        assignments=assignments,
        remarks=[single_line(text) for text in remarks],
        not_recognised=[single_line(name) for name in document.not_recognised],
        isolation=words.text("report-isolation", level=document.level.in_full),
    )


def _view(part: ClassAssignment, assignment: Assignment, words: Translator, anchor: str) -> AssignmentView:
    groups = part.groups.numbered()
    figures = part.mean_and_median()
    absent = part.verdicts[Verdict.NS.name] or None
    order = list(assignment.clauses)
    columns = [at for at, name in enumerate(order) if name in part.clauses]
    return AssignmentView(
        anchor=anchor,
        id=part.id,
        title=assignment.spec.title,
        graded=words.text("screen-graded", count=part.graded, absent=absent),
        graded_count=part.graded,
        accepted=part.verdicts[Verdict.AC.name],
        figures=words.text("page-mean", mean=figures[0], median=figures[1]) if figures else "",
        distribution=_distribution(part, words),
        missed=_missed(part, assignment, groups),
        groups=[_group(group, part.graded, words) for group in groups[:MOST_GROUPS]],
        more_groups=len(groups[MOST_GROUPS:]),
        slowest=part.slowest(),
        people=part.people,
        heads=[_head(order[at], part, assignment) for at in columns],
        rows=[
            (_with_columns(row, columns), numbers)
            for row, numbers in zip(part.rows, _numbers_by_row(groups, len(part.rows)), strict=True)
        ],
        verdicts=[(name, words.verdict(Verdict[name]), count) for name, count in part.verdicts.most_common()],
    )


def _with_columns(row: Row, columns: Sequence[int]) -> Row:
    return replace(row, cells=[row.cells[at] for at in columns]) if row.cells else row


def _numbers_by_row(groups: Sequence[CauseGroup], rows: int) -> list[list[int]]:
    numbers: list[list[int]] = [[] for _ in range(rows)]
    for group in groups:
        for row in group.rows:
            numbers[row].append(group.number)
    return numbers


def _head(name: str, part: ClassAssignment, assignment: Assignment) -> ClauseHead:
    clause = assignment.clauses.get(name)
    highest = part.clauses[name]
    return ClauseHead(name, clause.text if clause else "", points(highest, highest).partition("/")[0])


def _distribution(part: ClassAssignment, words: Translator) -> Chart | None:
    if not part.shares:
        return None
    width = 100 // BINS
    labels = [f"{low}\N{EN DASH}{low + width}" for low in range(0, 100, width)]
    numbers = part.bins()
    svg = bar_chart(labels, numbers, words.text("page-percent"))
    return Chart(svg, labels, numbers)


def _missed(part: ClassAssignment, assignment: Assignment, groups: Sequence[CauseGroup]) -> list[MissedClause]:
    by_clause: Mapping[str, list[CauseGroup]] = {name: [] for name in part.missed}
    for group in groups:
        for name in group.clauses:
            by_clause.get(name, []).append(group)
    missed = []
    for name, count in part.missed.most_common():
        clause = assignment.clauses.get(name)
        ordered = sorted(by_clause[name], key=lambda group: -group.clauses[name])[:_MOST_PER_CLAUSE]
        causes = [_cause_of_clause(group, group.clauses[name]) for group in ordered]
        missed.append(MissedClause(name, clause.text if clause else "", count, count / max(1, part.graded), causes))
    return missed


def _cause_of_clause(group: CauseGroup, count: int) -> CauseOfClause:
    (expected, actual), _ = group.outputs.most_common(1)[0] if group.outputs else ((None, None), 0)
    wanted, came = different_line(expected, actual)
    return CauseOfClause(group.number, count, group.sentence, wanted, came)


def _group(group: CauseGroup, graded: int, words: Translator) -> GroupView:
    ((output, outputs),) = group.outputs.most_common(1) or [((None, None), 0)]
    return GroupView(
        number=group.number,
        sentence=group.sentence,
        count=len(group.students),
        share=len(group.students) / max(1, graded),
        clauses=[name for name, _ in group.clauses.most_common()],
        lost=points(group.lost / len(group.students), 1).split("/")[0],
        blocks=2 * group.blocks > len(group.students),
        other_sentences=len(group.sentences) - 1,
        outputs=outputs,
        sides=sides(*output, words),
        names=group.students[:_MOST_NAMES],
        more_names=len(group.students[_MOST_NAMES:]),
    )
