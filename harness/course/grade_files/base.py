"""What a file of grades for a learning system is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct


class GradeRow(Struct, frozen=True):
    """A student, by all that a learning system may know him by, and his points."""

    name: str
    points: float
    number: str = ""
    """The number in the learning system."""
    login: str = ""
    email: str = ""
    section: str = ""
    comment: str = ""
    """How the points come about; for systems that show a comment."""
    sis_id: str = ""
    """The number in the school's register of students, where the system tells that from its own."""


Field = Literal["number", "login", "sis_id"]


class GradeFile(Protocol):
    """A learning system's format. A module holds one as ``GRADE_FILE``."""

    headings: Mapping[Field, str]
    """What names a student -> the heading of it in the system's own lists, reduced to letters and digits."""
    download_id: Field | None
    """What the system's download of submissions tells of it."""
    numbered_column: bool
    """Whether the system knows the column by a number that its own lists have."""

    def known(self, row: GradeRow) -> bool:
        """Whether the system can tell who this is."""
        ...

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file, its headings first."""
        ...


def shown(points: float) -> str:
    """Points as the systems read them: with a point, and no digits that say nothing."""
    return f"{round(points, 4):f}".rstrip("0").rstrip(".") or "0"
