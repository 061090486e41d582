"""Make a folder of what a download holds of one hand-in, each file under the name that the student gave it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from harness.course.ingest.archives import limits
from harness.course.ingest.taking_in.copy_submission import RestoredNames, copy_submission, restore_names
from harness.course.ingest.taking_in.entries import files, unreadable
from harness.course.learning_systems.base import HandedInFile, HandIn
from harness.model.finding import Finding
from harness.spec.format.pairs import natural_order

NewFolder = Callable[[], Path]


class Staged(Struct, frozen=True):
    """A hand-in's folder."""

    folder: Path
    notes: tuple[Finding, ...] = ()
    """What was renamed or left out."""
    renamed: bool = False
    """Whether a file got back the name that a system had changed."""
    unreadable: str = ""
    """What of it cannot be read, and why; empty if all can."""


def stage(hand_in: HandIn, required: Sequence[str], new_folder: NewFolder) -> Staged:
    """Make a folder with the files of a hand-in.

    A folder that is right as it is stays where it is, and so does one that cannot be read. What is read is bounded as
    in ``copy_submission``.
    """
    problems = map(unreadable, [*filter(None, [hand_in.folder]), *(file.path for file in hand_in.files)])
    if problem := next(filter(None, problems), ""):
        return Staged(hand_in.folder or new_folder(), unreadable=problem)
    students = [file for file in hand_in.files if not file.by_system]
    handed_in = _newest_of_each_name(students or ([] if hand_in.folder else hand_in.files))
    in_folder = [] if hand_in.folder is None else [path.name for path in files(hand_in.folder)]
    restored = restore_names([*in_folder, *handed_in], required)
    if hand_in.folder is not None and not handed_in and set(restored.names) == set(restored.names.values()):
        return Staged(hand_in.folder)
    target = new_folder()
    notes = [*restored.notes]
    if hand_in.folder is not None:
        notes += copy_submission(hand_in.folder, target).notes
        _rename(target, in_folder, restored)
    left = limits.MAX_BYTES
    for name in [name for name in handed_in if name in restored.names]:
        path = handed_in[name].path
        status = path.lstat()
        left -= status.st_size
        if left < 0 or status.st_nlink > 1 or path.is_symlink():
            notes.append(Finding.of("left-out", file=name, reason="not-regular" if left >= 0 else "it is too large"))
        else:
            shutil.copy2(path, target / restored.names[name])
    if len(students) > len(handed_in) and students:
        notes.append(Finding.of("last-of-same-name"))
    return Staged(target, tuple(notes), bool(restored.notes))


def _newest_of_each_name(handed_in: Iterable[HandedInFile]) -> dict[str, HandedInFile]:
    """The files by name; of two with the same name the one that the system numbers higher."""
    ordered = sorted(handed_in, key=lambda file: natural_order(file.path.name))
    return {_safe(file): file for file in ordered}


def _safe(file: HandedInFile) -> str:
    return file.path.name if file.name in ("", ".", "..") else file.name


def _rename(folder: Path, names: Iterable[str], restored: RestoredNames) -> None:
    for name in names:
        path = folder / name
        if not path.is_file():
            continue
        if name not in restored.names:
            path.unlink()
        elif restored.names[name] != name:
            path.rename(folder / restored.names[name])
