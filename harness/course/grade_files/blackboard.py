"""Blackboard, "Upload Grades": ``Username``, and a column headed by its name with its id, ``PA2 |12345``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.course.grade_files.base import Field, GradeRow, shown
from harness.model.escape import defuse_formula


class Blackboard:
    """The grade center of Blackboard."""

    headings: Mapping[Field, str] = {"number": "studentid", "login": "username"}
    download_id: Field | None = "login"
    numbered_column = True

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the user name."""
        return bool(row.login or row.number)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; Blackboard knows the maximum itself."""
        del max_points
        yield "Last Name", "First Name", "Username", "Student ID", column
        for row in rows:
            last, first = _parts(row.name)
            yield defuse_formula(last), defuse_formula(first), row.login or row.number, row.number, shown(row.points)


def _parts(name: str) -> tuple[str, str]:
    """Last and first name of ``Lee, Ann`` or ``Ann Lee``."""
    if "," in name:
        last, _, first = name.partition(",")
    else:
        first, _, last = name.rpartition(" ")
    return last.strip(), first.strip()


GRADE_FILE = Blackboard()
