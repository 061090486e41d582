"""Loading the assignments of a course."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from harness.course.spec_cache import load_cached
from harness.model.errors import SpecError, UsageError
from harness.model.garbage_collector import paused_collector
from harness.model.text.suggestion import suggestion
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import PROGRAM_FOLDERS, SHARED, assignment_ids, files_below


def load_course(specs: Path, chosen: Iterable[str] = (), *, goldens: bool = True) -> dict[str, Assignment]:
    """Load the assignments by id, all of them or the chosen ones.

    Raises:
        UsageError: when a chosen assignment does not exist.
        SpecError: with one line for each problem of all faulty specs.

    """
    course: dict[str, Assignment] = {}
    problems: list[str] = []
    with paused_collector():
        for name in chosen_ids(specs, chosen):
            try:
                course[name] = load_cached(specs, name, goldens=goldens)
            except SpecError as error:
                problems.append(str(error))
    if problems:
        raise SpecError("\n".join(problems))
    return course


def chosen_ids(specs: Path, chosen: Iterable[str] = ()) -> list[str]:
    """The chosen assignments, or all; UsageError when a chosen one does not exist."""
    known, chosen = assignment_ids(specs), list(chosen)
    for name in chosen:
        if name not in known:
            raise UsageError(
                f'there is no assignment "{name}" in {specs}{suggestion(name, known)}; known: {", ".join(known)}'
            )
    return chosen or known


def contract_files(assignment: Assignment) -> Iterator[Path]:
    """Every file that decides a grade, in a fixed order.

    The package that the course's assignments share, the assignment's folder, and the references, by which times are
    measured.
    """
    yield from files_below(assignment.folder.parent / SHARED)
    tested = {folder for planned in assignment.cases for folder in planned.kind.program_folders(planned.case)}
    for path in sorted(assignment.folder.iterdir()):
        if path.name not in PROGRAM_FOLDERS or path.name in tested:
            yield from files_below(path)
    for reference in assignment.references():
        yield from files_below(reference)
