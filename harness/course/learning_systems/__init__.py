"""Learning systems: downloads, files of grades, feedback; a file each, found by looking into this folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.course.learning_systems.base import Download, Feedback, GradeFile, GradeRow, Importer
from harness.model.errors import UsageError
from harness.model.escape import csv_bytes
from harness.model.family import members
from harness.model.grade import Provenance

_MODULES = tuple(members(__name__, __path__))

IMPORTERS: dict[str, Importer] = {
    module.IMPORTER.system: module.IMPORTER for module in _MODULES if hasattr(module, "IMPORTER")
}
"""Every importer of downloads by the name of its system."""
GRADE_FILES: dict[str, GradeFile] = {
    name: grade_file for module in _MODULES for name, grade_file in getattr(module, "GRADE_FILES", {}).items()
}
"""Every format of a file of grades by its name."""
FEEDBACK: dict[str, Feedback] = {
    module.FEEDBACK.system: module.FEEDBACK for module in _MODULES if hasattr(module, "FEEDBACK")
}
"""Every learning system that takes feedback files back, by its name."""


def recognise(folder: Path) -> tuple[str, Download] | None:
    """Return the system that made a download, and its hand-ins; None when no system did.

    A download holds the work of two students at least, or nothing besides that of one. Where several systems know
    entries of the folder, the one that knows most of them is taken; the others' entries are not recognised by it.

    Raises:
        UsageError: when something in it cannot be read that says whose the others are.

    """
    try:
        downloads = [(name, download) for name, importer in IMPORTERS.items() if (download := importer.read(folder))]
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: it cannot be read: {error.strerror or error}") from None
    downloads = [(name, download) for name, download in downloads if _is_download(download)]
    return max(downloads, key=lambda pair: len(known_entries(pair[1])), default=None)


def known_entries(download: Download) -> set[str]:
    """The names of the entries that belong to some hand-in."""
    return {name for hand_in in download.hand_ins for name in hand_in.entries}


def _is_download(download: Download) -> bool:
    people = {person.key for hand_in in download.hand_ins for person in hand_in.people}
    return len(people) > 1 or (len(people) == 1 and not download.not_recognised)


def render(system: str, rows: Sequence[GradeRow], column: str, max_points: float) -> bytes:
    """A file that a learning system imports, UTF-8.

    ``system``: its name, such as ``canvas``. ``column``: what the system calls the column of the assignment.
    """
    return csv_bytes(GRADE_FILES[system].lines(rows, column, max_points), "\r\n")


def feedback_name(provenance: Provenance, ending: str, systems: frozenset[str]) -> str | None:
    """The name of a student's feedback file in the zip that the system takes back.

    ``provenance``: what the download says about the student. ``ending``: the ending of the file, such as ``.html``.
    ``systems``: the systems of the whole run, for a student whom only the roster knows.

    Returns:
        A path with ``/``; empty if the system takes none back for this student; None for a system that takes no
        feedback files back at all.

    """
    on_roster_only = provenance.system == "roster"
    known = [system for system in FEEDBACK if system == provenance.system or (on_roster_only and system in systems)]
    return FEEDBACK[known[0]].name(provenance, ending) if len(known) == 1 else None
