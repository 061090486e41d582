"""What a learning system is: a download into hand-ins, a file of grades, and feedback that it takes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from harness.course.ingest.taking_in.entries import visible_entries
from harness.course.learning_systems.identifiers import Kind
from harness.model.grade import Provenance
from harness.model.patterns import lazy_regex


class Person(Struct, frozen=True):
    """A student as a system or a roster names them; what it does not say is empty."""

    name: str = ""
    id: str = ""
    """The number or login in the system."""
    email: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What distinguishes them from everybody else in one download."""
        return (self.id, self.name) if self.id else (self.email or self.name,)


class HandedInFile(Struct, frozen=True):
    """A file of a download, and the name that it had when it was handed in, as far as the system gives it."""

    path: Path
    name: str
    by_system: bool = False
    """Whether the system itself wrote it, as it does with a text or a link that is handed in instead of files."""


class HandIn(Struct, frozen=True):
    """One attempt of a student, or of a group: files, or a whole folder."""

    people: tuple[Person, ...]
    files: tuple[HandedInFile, ...] = ()
    folder: Path | None = None
    group: str = ""
    submitted: str = ""
    """ISO 8601; empty if it is not known. It orders the attempts of a student."""
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
    """What the system calls the assignment; empty if it does not say."""


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


class GradeRow(Struct, frozen=True):
    """A student, by all that a learning system may know them by, and their points."""

    name: str
    points: float
    number: str = ""
    """The number in the learning system, of its own kind."""
    login: str = ""
    email: str = ""
    section: str = ""
    comment: str = ""
    """How the points come about; for systems that show a comment."""
    sis_id: str = ""
    """The number in the school's register of students, where the system distinguishes that from its own."""


Field = Literal["number", "login", "sis_id"]


class GradeFile(Protocol):
    """A learning system's format. A module holds its own by name as ``GRADE_FILES``."""

    kinds: Mapping[Field, Kind]
    """What names a student there -> the kind of identifier that it is: no other one may be below its heading."""
    numbered_column: bool
    """Whether the system knows the column by a number that its own lists have."""

    def known(self, row: GradeRow) -> bool:
        """Whether the system can know who this is."""
        ...

    def lines(self, rows: Sequence[GradeRow], column: str, max_points: float) -> Iterator[Sequence[object]]:
        """The lines of the file, its headings first."""
        ...


def shown(points: float) -> str:
    """Points as the systems read them: with a point, and no digits that say nothing."""
    return f"{round(points, 4):f}".rstrip("0").rstrip(".") or "0"


_UNSAFE = lazy_regex(r"[\x00-\x1f\x7f-\x9f/\\\ud800-\udfff\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What no name in a zip may hold: ways out of the folder, and what is no text or turns it round."""


class Feedback(Protocol):
    """A learning system. A module holds one as ``FEEDBACK``."""

    @property
    def system(self) -> str:
        """Its name, as its importer has it."""
        ...

    def name(self, provenance: Provenance, ending: str) -> str:
        """Where a student's file has its place in the zip; empty if the system takes none back for them."""
        ...


def inert(name: str) -> str:
    """A name of the download as it was, except for characters that are not text."""
    return _UNSAFE.sub("_", name)
