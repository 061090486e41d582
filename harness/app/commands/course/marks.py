"""``harness gradebook marks``: the accepted marks, an assignment's as sums, or all with the course's total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from sqlalchemy import select

from harness.app.commands.course.opened import opened
from harness.course.gradebook.marks.late_tokens import balances
from harness.course.gradebook.marks.marking import RecordedMark, recorded_marks
from harness.course.gradebook.storage.mark_tables import MARK
from harness.course.gradebook.students import Student, read_students
from harness.course.policy.load import load_policy
from harness.course.policy.marks import Mark, number
from harness.course.policy.model import Policy
from harness.course.policy.total import Total, total, written
from harness.model.errors import UsageError, suggestion
from harness.model.escape import csv_bytes, defuse_formula, json_bytes, single_line
from harness.reports.output.printing import print_lines, table_lines
from harness.reports.output.write import check_target, write_whole
from harness.spec.format.folder import assignment_ids, find_specs


class Line(Struct, frozen=True):
    """A student's marks by assignment, and the total of them."""

    student: Student
    marks: Mapping[str, RecordedMark]
    total: Total | None
    tokens: int | None = None
    """The late tokens that are left; None if the course has none."""


def marks(name: str | None, *, out: Path | None, gradebook: str | None, specs: Path | None) -> int:
    """Print the accepted marks; return the exit status.

    ``name``: an assignment's id: its marks as sums; None: all of each student with the total. ``out``: a file for the
    same, CSV or JSON by its ending; None: none.
    """
    folder = specs or find_specs(Path.cwd())
    known = assignment_ids(folder)
    if name is not None and name not in known:
        raise UsageError(f'there is no assignment "{name}"{suggestion(name, known)}')
    if out is not None:
        check_target(out)
    policy = load_policy(folder, known)
    with opened(gradebook, folder) as book, book.reading() as connection:
        everybody = read_students(connection)
        students = [student for student in everybody.by_id.values() if student.known]
        tokens = balances(connection, policy, everybody)
        marked = set(connection.execute(select(MARK.c.assignment).distinct()).scalars())
        names = [assignment for assignment in known if assignment in marked and name in (None, assignment)]
        by_assignment = {assignment: recorded_marks(connection, assignment, accepted=True) for assignment in names}
    ordered = sorted(students, key=_order)
    lines = [_line(student, by_assignment, policy, tokens.get(student.id)) for student in ordered]
    lines = [line for line in lines if line.marks or not line.student.left]
    rows = _sums(lines, name) if name else _totals(lines, names, policy)
    if out is not None:  # before anything is printed: a pipe that closes early leaves the file all the same
        write_whole(out, _json(lines) if out.suffix == ".json" else csv_bytes(map(defuse_formula, row) for row in rows))
    print_lines(*table_lines([[single_line(cell) for cell in row] for row in rows[1:]], rows[0]))
    return 0


def _order(student: Student) -> tuple[str, int]:
    return student.shown.casefold(), student.id


def _line(
    student: Student, by_assignment: Mapping[str, Mapping[int, RecordedMark]], policy: Policy, tokens: int | None
) -> Line:
    own = {name: of[student.id] for name, of in by_assignment.items() if student.id in of}
    plain = {name: Mark(mark.points, mark.max_points) for name, mark in own.items()}
    return Line(student, own, total(plain, policy), tokens)


def _sums(lines: Sequence[Line], name: str) -> list[list[str]]:
    rows = [["student", "id", "points", "of", "sum"]]
    for line in lines:
        mark = line.marks.get(name)
        cells = [number(mark.points), number(mark.max_points), mark.sum] if mark else ["", "", "no mark is accepted"]
        rows.append([_name(line.student), line.student.number, *cells])
    return rows


def _name(student: Student) -> str:
    return f"{student.shown} (left)" if student.left else student.shown


def _totals(lines: Sequence[Line], names: Sequence[str], policy: Policy) -> list[list[str]]:
    """Marks and total of each student; grades, passes and categories where the rules of the course have them."""
    cells = [
        _total_cells(line.total, policy) | ({} if line.tokens is None else {"tokens left": str(line.tokens)})
        for line in lines
    ]
    headings = list(dict.fromkeys(heading for of_student in cells for heading in of_student))
    rows = [["student", "id", *names, *headings]]
    for line, of_total in zip(lines, cells, strict=True):
        points = [number(line.marks[name].points) if name in line.marks else "" for name in names]
        rows.append([_name(line.student), line.student.number, *points, *(of_total.get(key, "") for key in headings)])
    return rows


def _total_cells(result: Total | None, policy: Policy) -> dict[str, str]:
    """What is said about a total, by its heading."""
    if result is None:
        return {"percent": "", "dropped": ""}
    parts = {f"{name} %": written(part, policy.rounding) for name, part in result.parts}
    cells = {**parts, "percent": written(result.percent, policy.rounding), "dropped": " ".join(result.dropped)}
    cells |= {"grade": result.letter} if policy.grades else {}
    return cells | ({} if result.passed is None else {"passed": "yes" if result.passed else "no"})


def _json(lines: Sequence[Line]) -> bytes:
    content = [
        {
            "student": line.student.shown, "id": line.student.number, "email": line.student.email,
            "left": line.student.left,
            "marks": {
                name: {"points": mark.points, "max_points": mark.max_points, "sum": mark.sum}
                for name, mark in line.marks.items()
            },
            "percent": line.total.percent if line.total else None,
            "dropped": list(line.total.dropped) if line.total else [],
            "categories": dict(line.total.parts) if line.total else {},
            "grade": line.total.letter if line.total else "",
            "passed": line.total.passed if line.total else None,
            "tokens_left": line.tokens,
        }
        for line in lines
    ]  # fmt: skip
    return json_bytes(content)
