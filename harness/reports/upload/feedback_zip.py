"""A zip of feedback files, a student each, under the names that their learning system takes back."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from harness.course.learning_systems import feedback_name
from harness.model.escape import single_line
from harness.model.grade import Grade, Provenance
from harness.reports.document import Document
from harness.reports.visible_to import file_name, project

_DAY_ONE = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that the same grades make the same zip."""
_SHOWN = 10


def render_zip(document: Document, ending: str, render: Callable[[Document], bytes]) -> bytes:
    """Make a zip of what a format renders for each student; only what they may see, and only grades that are whole."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, grade in _named(document, ending):
            if name and grade.complete:
                part = replace(document, grades=(grade,), assignments=(), remarks=(), hand_ins=(), not_recognised=())
                entry = zipfile.ZipInfo(name, _DAY_ONE)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, render(project(part, "student")))
    return content.getvalue()


def zip_remarks(document: Document, ending: str) -> Iterator[str]:
    """Yield who has no feedback in the zip, and why."""
    named = list(_named(document, ending))
    open_ones = [grade.student for _, grade in named if not grade.complete]
    if open_ones:
        yield f"left out, as the grade is not whole: {_names(open_ones)}"
    nowhere = [grade.student for name, grade in named if grade.complete and not name]
    if nowhere:
        yield f"left out, as the learning system takes nothing back for them: {_names(nowhere)}"


def _names(students: list[str]) -> str:
    more = f" and {len(students) - _SHOWN} more" if len(students) > _SHOWN else ""
    return single_line("; ".join(students[:_SHOWN]) + more)


def _named(document: Document, ending: str) -> Iterator[tuple[str, Grade]]:
    """Each grade with its place in the zip: no two share one. Without a system each student has a folder."""
    systems = frozenset(grade.provenance.system for grade in document.grades if grade.provenance)
    taken: set[str] = set()
    folders: dict[str, str] = {}
    for grade in document.grades:
        name = feedback_name(grade.provenance or Provenance(""), ending, systems)
        if name is None:
            folder = folders.setdefault(grade.student, "") or file_name(grade.student, taken)
            folders[grade.student] = folder
            name = f"{folder}/{grade.assignment}{ending}"
        name = "" if name.casefold() in taken else name
        taken.add(name.casefold())
        yield name, grade
