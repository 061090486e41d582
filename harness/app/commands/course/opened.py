"""Open what the commands of a course work on: its gradebook, and the marks of an assignment."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection

from harness.course.gradebook.begin_run import default_location
from harness.course.gradebook.gradebook import Gradebook
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import find_specs

if TYPE_CHECKING:
    from harness.course.gradebook.marks.marking import Marking
    from harness.course.policy.model import Policy


class OpenedMarking(NamedTuple):
    """The marks of an assignment, in a connection to the gradebook that is open as long as they are worked on."""

    folder: Path
    """The folder of specs."""
    book: Gradebook
    connection: Connection
    assignment: Assignment
    marking: Marking


@contextlib.contextmanager
def opened(location: str | None, specs: Path | None = None, *, new: bool = False) -> Iterator[Gradebook]:
    """The gradebook that the user named, else the course's own.

    ``location``: a file or a database's URL; None: the course's own. ``new``: whether one that is not there yet is
    made.

    Raises:
        UsageError: when there is none.

    """
    if location is None:
        location = default_location(specs or find_specs(Path.cwd()))
    if not new and "://" not in location and not Path(location).is_file():
        raise UsageError(f"{location}: there is no gradebook yet; grade a class, or bring in a roster or a download")
    gradebook = Gradebook(location)
    try:
        yield gradebook
    finally:
        gradebook.close()


def assignment_with_rules(name: str, specs: Path | None) -> tuple[Path, Assignment, Policy]:
    """The folder of specs, the nearest where None is given; an assignment in it, and the course's rules."""
    from harness.course.assignments import load_course  # noqa: PLC0415 - only commands on marks need these
    from harness.course.policy.load import load_policy  # noqa: PLC0415 - as above

    folder = specs or find_specs(Path.cwd())
    return folder, load_course(folder, (name,))[name], load_policy(folder)


@contextlib.contextmanager
def opened_marking(
    name: str, gradebook: str | None, specs: Path | None, *, writing: bool, who: str | None = None
) -> Iterator[OpenedMarking]:
    """The marks of an assignment.

    ``writing``: whether something is written down: all of it or, after an error, nothing. ``who``: the only student
    whose marks are needed; None: all.
    """
    from harness.course.gradebook.marks.marking import Marking  # noqa: PLC0415 - only commands on marks need it

    folder, assignment, policy = assignment_with_rules(name, specs)
    with opened(gradebook, folder) as book, book.writing() if writing else book.reading() as connection:
        yield OpenedMarking(folder, book, connection, assignment, Marking(connection, assignment, policy, who=who))
