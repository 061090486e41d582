"""Files of grades that learning systems import: a new one is one new file here that holds ``GRADE_FILE``."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from harness.course.grade_files.base import GradeFile, GradeRow
from harness.model.family import members


def _search() -> Iterator[tuple[str, GradeFile]]:
    for module in members(__name__, __path__):
        grade_file = getattr(module, "GRADE_FILE", None)
        if grade_file is not None:
            yield module.__name__.rpartition(".")[2], grade_file


GRADE_FILES: dict[str, GradeFile] = dict(_search())
"""Every format by its name."""


def render(system: str, rows: Sequence[GradeRow], column: str, max_points: float) -> bytes:
    """A file that a learning system imports, UTF-8.

    Args:
        system: its name, such as ``canvas``.
        rows: the students with their points.
        column: what the system calls the column of the assignment.
        max_points: what the assignment is worth.

    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(GRADE_FILES[system].lines(rows, column, max_points))
    return text.getvalue().encode()


__all__ = ["GRADE_FILES", "GradeFile", "GradeRow", "render"]
