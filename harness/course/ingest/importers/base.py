"""What an importer of a learning system's download is: names and metadata into hand-ins."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from harness.course.ingest.taking_in.entries import visible_entries


class Person(Struct, frozen=True):
    """A student as a system or a roster names him; what it does not tell is empty."""

    name: str = ""
    id: str = ""
    """The number or login in the system."""
    email: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What tells him from everybody else in one download."""
        return (self.id, self.name) if self.id else (self.email or self.name,)


class HandedInFile(Struct, frozen=True):
    """A file of a download, and the name that it had when it was handed in, as far as the system tells it."""

    path: Path
    name: str
    by_system: bool = False
    """Whether the system itself wrote it, as it does with a text or a link that is handed in in place of files."""


class HandIn(Struct, frozen=True):
    """One attempt of a student, or of a group: files, or a whole folder."""

    people: tuple[Person, ...]
    files: tuple[HandedInFile, ...] = ()
    folder: Path | None = None
    group: str = ""
    submitted: str = ""
    """ISO 8601; empty where it is not known. It orders the attempts of a student."""
    claimed: bool = False
    """Whether the student could have forged that time."""
    late: bool | None = None

    @property
    def entries(self) -> tuple[str, ...]:
        """The names in the download."""
        folder = () if self.folder is None else (self.folder.name,)
        return (*folder, *(file.path.name for file in self.files))


class Download(Struct, frozen=True):
    """What an importer read of a folder."""

    hand_ins: tuple[HandIn, ...]
    not_recognised: tuple[str, ...] = ()
    """Names of the entries that this system does not write."""
    assignment: str = ""
    """What the system calls the assignment; empty where it does not tell."""


class Importer(Protocol):
    """A learning system whose bulk downloads can be graded. A module holds one as ``IMPORTER``.

    Whose a hand-in is comes from what the system writes: the names of the top entries, and its own metadata. Nothing
    below a student's folder, and no student's file, is asked.
    """

    @property
    def system(self) -> str:
        """The name that people know it by, such as ``Canvas``; unique."""
        ...

    def read(self, folder: Path) -> Download | None:
        """Read a folder; None when nothing in it looks like a download of this system.

        Raises:
            UsageError: when it is such a download, and its metadata cannot be read.

        """
        ...


def unknown_entries(folder: Path, hand_ins: Iterable[HandIn], metadata: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names of a folder's entries that are neither some hand-in's nor the system's own metadata."""
    known = {name for hand_in in hand_ins for name in hand_in.entries} | set(metadata)
    return tuple(entry.name for entry in visible_entries(folder) if entry.name not in known)
