"""``harness gradebook class``: an assignment as the class did it, or the whole course and who is at risk."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from sqlalchemy import select

from harness.app.commands.course.opened import opened
from harness.course.assignments import load_course
from harness.course.gradebook.marks.class_statistics import ClassStatistics, StudentAtRisk, at_risk, class_statistics
from harness.course.gradebook.marks.marking import Marking
from harness.course.gradebook.storage.tables import SUBMISSION
from harness.course.policy.load import load_policy
from harness.course.policy.marks import number
from harness.model.escape import json_bytes, shorten, single_line
from harness.reports.output.printing import echo, table_lines
from harness.reports.output.write import check_target, write_whole
from harness.spec.format.folder import assignment_ids, find_specs

_LONGEST = 70
_BAR = 40


def class_overview(ids: tuple[str, ...], *, out: Path | None, gradebook: str | None, specs: Path | None) -> int:
    """Print how the class did; return the exit status.

    ``ids``: the assignments; empty: all that somebody handed in, a line each, and who is at risk.
    """
    folder = specs or find_specs(Path.cwd())
    if out is not None:
        check_target(out)
    policy = load_policy(folder)
    with opened(gradebook, folder) as book, book.reading() as connection:
        handed_in = set(connection.execute(select(SUBMISSION.c.assignment).distinct()).scalars())
        names = ids or tuple(name for name in assignment_ids(folder) if name in handed_in)
        course = load_course(folder, names) if names else {}
        markings = [Marking(connection, assignment, policy) for assignment in course.values()]
        every = [class_statistics(connection, marking) for marking in markings]
        risks = at_risk(markings) if markings and not ids else []
    lines = [line for entry in every for line in _in_full(entry)] if ids else [*_summary(every), *_risk_lines(risks)]
    if out is not None:
        content = {"assignments": [_plain(entry) for entry in every], "at_risk": [_plain(risk) for risk in risks]}
        write_whole(out, json_bytes(content))
    echo(*lines)
    return 0


def _plain(record: ClassStatistics | StudentAtRisk) -> object:
    return json.loads(msgspec.json.encode(record))


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def _figure(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _summary(every: Iterable[ClassStatistics]) -> Iterator[str]:
    rows = [
        (
            entry.assignment,
            f"{entry.handed_in} of {entry.students}",
            entry.late,
            entry.open,
            _figure(entry.mean, 1),
            _figure(entry.median, 1),
            number(entry.max_points),
        )
        for entry in every
    ]
    headings = ("assignment", "handed in", "late", "open", "mean", "median", "of")
    yield from table_lines(rows, headings)


def _risk_lines(risks: Iterable[StudentAtRisk]) -> Iterator[str]:
    rows = [
        (single_line(risk.student), _figure(risk.percent, 1), ", ".join(risk.missing), ", ".join(risk.late))
        for risk in risks
    ]
    if rows:
        yield ""
        yield "At risk: below half of the points, or nothing handed in for two assignments"
        headings = ("student", "percent", "not handed in", "late")
        yield from table_lines(rows, headings)


def _in_full(entry: ClassStatistics) -> Iterator[str]:
    yield f"{entry.assignment}: {entry.handed_in} of {entry.students} handed in, {entry.late} late, {entry.open} open"
    if entry.mean is not None and entry.median is not None:
        yield f"mean {entry.mean:.1f}, median {entry.median:.1f} of {number(entry.max_points)}"
    yield from ("", *_clause_lines(entry), "", *_case_lines(entry), "")
    for text, names in (("Nobody passes", entry.nobody_passes), ("Everybody passes", entry.everybody_passes)):
        if names:
            yield f"{text}: {', '.join(names)}"
    if entry.hand_ins_by_day:
        most = max(entry.hand_ins_by_day.values())
        yield "Hand-ins by day:"
        for day, count in entry.hand_ins_by_day.items():
            yield f"  {day}  {'#' * max(1, round(_BAR * count / most))} {count}"


def _clause_lines(entry: ClassStatistics) -> list[str]:
    rows = [
        (
            clause.name,
            f"{number(clause.mean)}/{number(clause.max_score)}",
            _percent(clause.failure_rate),
            _figure(clause.discrimination),
        )
        for clause in sorted(entry.clauses, key=lambda clause: -clause.failure_rate)
    ]
    return table_lines(rows, ("clause", "mean", "lose points", "tells apart"))


def _case_lines(entry: ClassStatistics) -> list[str]:
    rows = []
    for case in sorted(entry.cases, key=lambda case: -case.failure_rate):
        cause = shorten(f"{case.cause_count} x {single_line(case.example)}", _LONGEST) if case.cause else ""
        reference = "" if case.median_of_reference is None else f"{case.median_of_reference:.1f}x"
        rows.append(
            (
                *(case.name, _percent(case.failure_rate), _figure(case.discrimination)),
                *(_figure(case.median_cpu_s), _percent(case.most_of_limit), reference, cause),
            )
        )
    headings = ("case", "fail", "tells apart", "CPU s", "of limit", "of reference", "commonest cause")
    return table_lines(rows, headings)
