"""Moodle's grading worksheet, "Upload grading worksheet": participants' numbers, which its downloads tell, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.course.grade_files.base import Field, GradeRow, shown
from harness.model.escape import defuse_formula

_PARTICIPANT = "Participant "


class MoodleWorksheet:
    """The worksheet of an assignment: what it does not have stays as it is in Moodle."""

    headings: Mapping[Field, str] = {"number": "identifier"}
    download_id: Field | None = "number"
    numbered_column = False

    def known(self, row: GradeRow) -> bool:
        """Whether the line has the participant's number."""
        return bool(row.number)

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file; the worksheet is of one assignment, so that its name does not stand there."""
        del column
        yield (
            "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
            "Last modified (submission)", "Last modified (grade)", "Feedback comments",
        )  # fmt: skip
        for row in rows:
            identifier = _PARTICIPANT + row.number.removeprefix(_PARTICIPANT) if row.number else ""
            name, comment = defuse_formula(row.name), defuse_formula(row.comment)
            yield identifier, name, row.email, "", shown(row.points), shown(max_points), "Yes", "-", "-", comment


GRADE_FILE = MoodleWorksheet()
