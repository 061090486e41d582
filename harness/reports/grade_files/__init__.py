"""Files of grades that learning systems import: a new one is one new file here that holds ``GRADE_FILE``."""

from __future__ import annotations

import csv
import importlib
import io
import pkgutil
from collections.abc import Iterator, Sequence

from harness.reports.grade_files.base import GradeFile, GradeRow


def _search() -> Iterator[tuple[str, GradeFile]]:
    for entry in pkgutil.iter_modules(__path__):
        grade_file = getattr(importlib.import_module(f"{__name__}.{entry.name}"), "GRADE_FILE", None)
        if grade_file is not None:
            yield entry.name, grade_file


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
