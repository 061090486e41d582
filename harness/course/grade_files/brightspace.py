"""Brightspace (D2L), "Import" of grades: numbers behind ``#``, ``<item> Points Grade``, a mark at the line's end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.course.grade_files.base import Field, GradeRow, shown


class Brightspace:
    """The grades of Brightspace. The ``#`` keeps spreadsheets from changing numbers."""

    headings: Mapping[Field, str] = {"number": "orgdefinedid", "login": "username"}
    download_id: Field | None = None
    numbered_column = False

    def known(self, row: GradeRow) -> bool:
        """Whether the line has a number or the user name."""
        return bool(row.number or row.login)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; Brightspace knows the maximum itself."""
        del max_points
        yield "OrgDefinedId", "Username", f"{column} Points Grade", "End-of-Line Indicator"
        for row in rows:
            yield f"#{row.number}" if row.number else "", f"#{row.login}" if row.login else "", shown(row.points), "#"


GRADE_FILE = Brightspace()
