"""Moodle, "Import" of grades as CSV: columns that name the student, the grade, and a comment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.course.grade_files.base import Field, GradeRow, shown
from harness.model.escape import defuse_formula


class Moodle:
    """The grades of Moodle: its import asks which column names the student, ``ID number`` or ``Email address``."""

    headings: Mapping[Field, str] = {"number": "idnumber", "login": "username"}
    download_id: Field | None = None
    numbered_column = False

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the ID number, the user name or the address."""
        return bool(row.number or row.login or row.email)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; Moodle knows the maximum itself."""
        del max_points
        yield "Full name", "ID number", "Username", "Email address", column, "Feedback comments"
        for row in rows:
            name, comment = defuse_formula(row.name), defuse_formula(row.comment)
            yield name, row.number, row.login, row.email, shown(row.points), comment


GRADE_FILE = Moodle()
