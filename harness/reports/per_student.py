"""Reports of which each student gets their own: ``--report 'mails/{student}.md'``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import overload

from msgspec.structs import replace

from harness.model.grade import Grade
from harness.model.patterns import lazy_regex
from harness.reports.document import Document

STUDENT = "{student}"
"""What stands for the student's name in a report's path."""
_UNSAFE = lazy_regex(r"[^\w.@+ -]")


def is_per_student(path: Path) -> bool:
    """Whether each student gets a file of their own."""
    return STUDENT in path.name


def documents(document: Document, path: Path) -> Iterator[tuple[Path, Document]]:
    """A path and the student's own part of the document, for each student; two never share a file."""
    positions: dict[str, list[int]] = {}
    for position, grade in enumerate(document.grades):
        positions.setdefault(grade.student, []).append(position)
    for (_, own_path), indices in zip(_paths(positions, path), positions.values(), strict=True):
        part = replace(
            document, grades=_Selection(document.grades, indices), remarks=(), hand_ins=(), not_recognised=()
        )
        yield own_path, part


def files(document: Document, path: Path) -> dict[str, Path]:
    """The file of each student, as ``documents`` names it."""
    return dict(_paths(dict.fromkeys(grade.student for grade in document.grades), path))


def _paths(students: Iterable[str], path: Path) -> Iterator[tuple[str, Path]]:
    used: set[str] = set()
    for student in students:
        yield student, path.with_name(path.name.replace(STUDENT, file_name(student, used)))


def file_name(student: str, used: set[str]) -> str:
    """A name that any file system takes, without a way out of the folder, and not used before."""
    bare = _UNSAFE.sub("_", student).lstrip("-. ").rstrip(". ")[:100] or "_"
    name, number = bare, 2
    while name.casefold() in used:
        name, number = f"{bare} ({number})", number + 1
    used.add(name.casefold())
    return name


class _Selection(Sequence[Grade]):
    """Some grades of a run, read when they are asked for."""

    def __init__(self, grades: Sequence[Grade], positions: Sequence[int]) -> None:
        self._grades, self._positions = grades, positions

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, index: int) -> Grade: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Grade]: ...
    def __getitem__(self, index: int | slice) -> Grade | Sequence[Grade]:
        if isinstance(index, slice):
            return [self._grades[position] for position in self._positions[index]]
        return self._grades[self._positions[index]]
