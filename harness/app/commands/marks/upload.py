"""``harness gradebook upload``: published marks as files that learning systems import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from harness.app.commands.course.opened import opened
from harness.app.commands.marks.publish import SHOWN, differences
from harness.course.assignments import load_course
from harness.course.gradebook.marks.marking import RecordedMark
from harness.course.gradebook.marks.publishing import (
    changes,
    check_numbers,
    grade_row,
    ids_of_downloads,
    last_upload,
    published,
    record_upload,
)
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.students import Students, read_students
from harness.course.ingest.matching.roster import read_csv
from harness.course.ingest.matching.roster_row import entry_of_row
from harness.course.learning_systems import GRADE_FILES, render
from harness.course.learning_systems.identifiers import Kind
from harness.course.policy.marks import number
from harness.model.errors import UsageError
from harness.reports.output.printing import echo
from harness.reports.output.write import check_target, write_whole
from harness.reports.upload.filled_grades import fill
from harness.spec.format.folder import assignment_ids, find_specs


def upload(
    title: str,
    *,
    system: str,
    column: str | None,
    out: Path,
    why: str,
    into: Path | None = None,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Write a published set as a file that a learning system imports; return the exit status.

    ``system``: the system, such as ``canvas``; empty if ``into`` is given. ``column``: what it calls the column; None:
    the set's name, or the assignment's. ``into``: the system's own file of grades, which is filled in; None: a new
    file.
    """
    if into is None and system not in GRADE_FILES:
        raise UsageError(f'there is no format "{system}"; known: {", ".join(GRADE_FILES)}')
    check_target(out)
    with opened(gradebook, specs) as book, book.writing() as connection:
        publication = published(connection, title)
        students = read_students(connection)
        known = {student: mark for student, mark in publication.marks.items() if students.by_id[student].known}
        before = last_upload(connection, publication.assignment)
        event = add_event(
            connection, "upload", why, details={"name": title, "file": str(out), "format": system or "own"}
        )
        if into is not None:
            wanted = (column,) if column else tuple(dict.fromkeys((title, *_names_of(publication.assignment, specs))))
            written = _fill_in(into, out, known, students, wanted)
        else:
            known_ids = ids_of_downloads(connection, students, publication.assignment)
            written = _new_file(system, out, known, students, known_ids, column or title)
        record_upload(connection, publication, system or "own", written, event)
        status = 1 if known.keys() - written else 0
        if before:
            echo(*differences(changes(before, publication.marks), students, "the last file"))
    return status


def _names_of(assignment: str, specs: Path | None) -> tuple[str, ...]:
    """The assignment's id, and its title where the spec can be read."""
    folder = specs or find_specs(Path.cwd())
    if assignment not in assignment_ids(folder):
        return (assignment,)
    return assignment, load_course(folder, (assignment,), goldens=False)[assignment].spec.title


def _new_file(
    system: str,
    out: Path,
    marks: Mapping[int, RecordedMark],
    students: Students,
    known_ids: Mapping[int, Mapping[Kind, str]],
    column: str,
) -> set[int]:
    """Write a file of those whom the system can know by an identifier of its own; return whose marks are in it."""
    every = {
        student: grade_row(students.by_id[student], mark, system, known_ids.get(student, {}))
        for student, mark in marks.items()
    }
    rows = {student: row for student, row in every.items() if GRADE_FILES[system].known(row)}
    check_numbers(rows.values())
    most = max((mark.max_points for mark in marks.values()), default=0.0)
    ordered = sorted(rows.values(), key=lambda row: (row.name.casefold(), row.number))
    write_whole(out, render(system, ordered, column, most))
    echo(f"{out}: {len(rows)} marks for {system}")
    unknown = sorted(students.by_id[student].shown for student in marks.keys() - rows.keys())
    if unknown:
        more = f"; and {len(unknown) - SHOWN} more" * (len(unknown) > SHOWN)
        echo(
            f"left out, as nothing is known that {system} itself calls them by: {len(unknown)}: "
            f"{'; '.join(unknown[:SHOWN])}{more}; fill in its own file, --into, or bring in its list of the class"
        )
    return set(rows)


def _fill_in(
    into: Path, out: Path, marks: Mapping[int, RecordedMark], students: Students, wanted: Sequence[str]
) -> set[int]:
    """Fill marks into a learning system's file; return whose have their place there."""

    def student_of(row: Mapping[str, str]) -> int | None:
        entry = entry_of_row(row)
        student = None if entry is None else students.of_row(entry)
        return None if student is None else student.id

    try:
        filled = fill(read_csv(into), wanted, student_of, {student: mark.points for student, mark in marks.items()})
    except UsageError as error:
        raise UsageError(f"{into}: {error}") from None
    write_whole(out, filled.content)
    others = f", {filled.changed} of them replace another value" if filled.changed else ""
    echo(f'{out}: {len(filled.students)} marks filled in below "{filled.column}"{others}; all else is as in {into}')
    if filled.locked:
        echo(f"left as they are, as the system has locked them: lines {', '.join(map(str, filled.locked))}")
    most = max((mark.max_points for mark in marks.values()), default=0.0)
    if filled.maximum is not None and filled.maximum != most:
        echo(f"the marks are of {number(most)} points, the column is of {number(filled.maximum)}: nothing is scaled")
    missing = sorted(students.by_id[student].shown for student in marks.keys() - filled.students)
    if missing:
        more = f"; and {len(missing) - SHOWN} more" * (len(missing) > SHOWN)
        echo(f"marks without a place in the file: {len(missing)}: {'; '.join(missing[:SHOWN])}{more}")
    return set(filled.students)
