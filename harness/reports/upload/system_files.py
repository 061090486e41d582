"""Files that a learning system takes back: the grades of a run, a line a student, and a zip of feedback."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from harness.course.ingest.matching.roster_row import RosterEntry, reduced
from harness.course.learning_systems import GRADE_FILES, feedback_name
from harness.course.learning_systems import render as render_rows
from harness.course.learning_systems.base import GradeRow
from harness.course.learning_systems.identifiers import kind_of_system
from harness.model.escape import defuse_formula, single_line, some_of
from harness.model.grade import Grade, Provenance
from harness.reports.document import Document
from harness.reports.upload.filled_grades import ITEM
from harness.reports.visible_to import document_for, file_name

_SHOWN = 10


def render(system: str, document: Document) -> bytes:
    """Render comma-separated values, UTF-8. Grades that are not whole are left out: no part is taken for a grade."""
    grades = [grade for grade in document.grades if grade.complete]
    rows = [_row(system, grade, document) for grade in grades]
    return render_rows(system, rows, _column(document)[0], max((grade.max_score for grade in grades), default=0.0))


def remarks(system: str, document: Document) -> Iterator[str]:
    """Yield whose grade is left out, whom the system cannot know, and whether it knows the column."""
    open_ones = [grade.student for grade in document.grades if not grade.complete]
    if open_ones:
        yield f"left out, as the grade is not whole: {_names(open_ones)}"
    rows = [_row(system, grade, document) for grade in document.grades if grade.complete]
    unknown = [row.name for row in rows if not GRADE_FILES[system].known(row)]
    if unknown:
        yield f"{system} cannot tell who these are; grade with its own list of the class, --roster: {_names(unknown)}"
    column, given = _column(document)
    if not given and GRADE_FILES[system].numbered_column:
        yield (
            f'the column is called "{single_line(column)}"; for the one that {system} has, grade with the '
            "gradebook that it exports, --roster"
        )


def _names(students: list[str]) -> str:
    return single_line(some_of(students, _SHOWN, "; "))


def _row(system: str, grade: Grade, document: Document) -> GradeRow:
    """What the roster has of the very kinds that the system knows; else what the system's own download said."""
    entry, provenance = document.on_roster.get(grade.student), grade.provenance or Provenance("")
    typed = dict(reversed(entry.typed)) if entry else {}
    kind = kind_of_system(provenance.system)
    if kind and _is_known_to_system(provenance, entry):
        typed.setdefault(kind, provenance.user_id)
    kept = {field: typed.get(kind, "") for field, kind in GRADE_FILES[system].kinds.items()}
    return GradeRow(
        name=provenance.name or grade.student,
        points=grade.score,
        email=defuse_formula(provenance.email),
        section=defuse_formula(entry.section if entry else ""),
        **{field: defuse_formula(value) for field, value in kept.items()},
    )


def _is_known_to_system(provenance: Provenance, entry: RosterEntry | None) -> bool:
    """Whether the number is the system's: not an anonymous code, nor what the roster calls a student without one."""
    if provenance.name.startswith("anon_"):
        return False
    if entry is None or provenance.user_id != entry.person.id:
        return True
    return provenance.system != "Gradescope" and ("own", provenance.user_id) in entry.typed  # all others tell numbers


def _column(document: Document) -> tuple[str, bool]:
    """What the system calls the assignment, and whether that is known from the roster; else it is its title."""
    if not document.grades:
        return "", False
    assignment = document.course[next(iter(document.grades)).assignment]
    wanted = {reduced(assignment.spec.title), reduced(assignment.id)} - {""}
    for heading in document.roster_headings:
        match = ITEM.fullmatch(heading)
        if match and reduced(match["name"]) in wanted:
            return match["name"] if " Points Grade" in heading else heading, True
    return assignment.spec.title or assignment.id, False


_DAY_ONE = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that the same grades make the same zip."""


def render_zip(document: Document, ending: str, render: Callable[[Document], bytes]) -> bytes:
    """Make a zip of what a format renders for each student; only what they may see, and only grades that are whole."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, grade in _named(document, ending):
            if name and grade.complete:
                part = replace(document, grades=(grade,), assignments=(), remarks=(), hand_ins=(), not_recognised=())
                entry = zipfile.ZipInfo(name, _DAY_ONE)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, render(document_for(part, "student")))
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
