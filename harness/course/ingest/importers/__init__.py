"""The importers of downloads, found by looking into this folder: a new one is one new file that holds ``IMPORTER``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness.course.ingest.importers.base import Download, HandedInFile, HandIn, Importer, Person
from harness.model.errors import UsageError
from harness.model.family import members


def _search() -> Iterator[Importer]:
    for module in members(__name__, __path__):
        importer = getattr(module, "IMPORTER", None)
        if importer is not None:
            yield importer


IMPORTERS: dict[str, Importer] = {importer.system: importer for importer in _search()}
"""Every importer by the name of its system."""


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


__all__ = [
    "IMPORTERS",
    "Download",
    "HandIn",
    "HandedInFile",
    "Importer",
    "Person",
    "known_entries",
    "recognise",
]
