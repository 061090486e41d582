"""Find the submission in what was handed in: some hand in the folder itself, or an archive of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from harness.course.ingest.archives import limits
from harness.course.ingest.taking_in.content_names import is_archive, unpack
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.course.ingest.taking_in.entries import files, only_folder, visible_entries
from harness.model.errors import UsageError
from harness.model.finding import Finding
from harness.model.patterns import matches

_MOST_LEVELS = 3
"""Folders and archives in one another that are looked through."""


def unwrap(source: Path, required: tuple[str, ...], new_folder: Callable[[], Path]) -> tuple[Path, list[Finding]]:
    """Return the folder that holds the required files, and notes if it is not the one that was handed in.

    Looks into an archive or a folder that holds them if no other does, and into one that is all there is, some
    levels deep. Where several would do, nothing is guessed: the folder that holds them is returned.

    ``new_folder``: makes an empty folder for an archive.
    """
    folder, notes = source, list[Finding]()
    for _ in range(_MOST_LEVELS):
        if _has_required(folder, required):
            break
        inner, note = _step_in(folder, required, new_folder)
        notes += note
        if inner is None:
            break
        folder = inner
    return folder, notes


def _step_in(
    folder: Path, required: tuple[str, ...], new_folder: Callable[[], Path]
) -> tuple[Path | None, list[Finding]]:
    """Return what to look into next, None if nothing is left to look into, and notes."""
    archives = [path for path in files(folder) if is_archive(path)]
    if len(archives) == 1 and not any(_has_file(folder, pattern) for pattern in required):
        unpacked = new_folder()
        try:
            unpack(archives[0], unpacked, limits.MAX_BYTES)
        except UsageError as error:
            reason = str(error).removeprefix(f"{archives[0]}: ")
            return None, [Finding.of("not-unpacked", archive=archives[0].name, text=reason)]
        inside = unpacked if _has_required(unpacked, required) else _inner_folder(unpacked, required)
        if inside is not None or visible_entries(folder) == archives:
            return inside or unpacked, [Finding.of("archive-taken", archive=archives[0].name)]
    inside = _inner_folder(folder, required)
    return inside, [] if inside is None else [Finding.of("folder-taken", folder=inside.name)]


def _inner_folder(folder: Path, required: tuple[str, ...]) -> Path | None:
    """The folder that holds all required files, or one that is all there is and that none of them names."""
    alone = only_folder(folder)
    named = alone is not None and any(pattern.startswith(f"{alone.name}/") for pattern in required)
    return _only_folder(folder, required) or (None if named else alone)


def _has_file(folder: Path, pattern: str) -> bool:
    return any(matches(name, pattern) for name in submission_files(folder))


def _has_required(folder: Path, required: tuple[str, ...]) -> bool:
    return all(_has_file(folder, pattern) for pattern in required)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """What lies in a folder; nothing if that cannot be read, which its intake reports."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return list(entries)
    return []


def _only_folder(folder: Path, required: tuple[str, ...]) -> Path | None:
    """Return the folder in ``folder`` that holds all required files; None if there is none, or several."""
    candidates = [
        Path(entry)
        for entry in _entries(folder)
        if entry.is_dir(follow_symlinks=False) and _has_required(Path(entry), required)
    ]
    return candidates[0] if len(candidates) == 1 else None
