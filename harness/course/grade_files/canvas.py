"""Canvas, "Import Grades": five columns that name the student, and one headed ``Name (assignment id)``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.course.grade_files.base import Field, GradeRow, shown
from harness.model.escape import defuse_formula


class Canvas:
    """The gradebook of Canvas. The second line says what the assignment is worth."""

    headings: Mapping[Field, str] = {"number": "id", "login": "sisloginid", "sis_id": "sisuserid"}
    download_id: Field | None = "number"
    numbered_column = True

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the number that Canvas itself gave, or that of the register."""
        return bool(row.number or row.sis_id or row.login)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file."""
        yield "Student", "ID", "SIS User ID", "SIS Login ID", "Section", column
        yield "    Points Possible", "", "", "", "", shown(max_points)
        for row in rows:
            yield defuse_formula(row.name), row.number, row.sis_id, row.login, row.section, shown(row.points)


GRADE_FILE = Canvas()
