"""Look into what was handed in: which files are archives, what they hold by name, and where the submission is.

For names nothing is unpacked, and what reads archives is imported late: most students hand in folders.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

from harness.course.ingest.archives import limits
from harness.course.ingest.archives.limits import Refused
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.course.ingest.taking_in.entries import files, is_leftover, only_folder, visible_entries
from harness.model.errors import UsageError
from harness.model.finding import Finding
from harness.model.patterns import matches

_MOST_LEVELS = 3
"""Folders and archives in one another that are looked through."""
_LONGEST_NAME = 1000
"""Letters of a name in an archive: a longer one cannot be unpacked, and patterns take long on it."""
SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")


def is_archive(path: Path) -> bool:
    """Tell by a file's name whether it is an archive."""
    return path.name.lower().endswith(SUFFIXES)


def stem(path: Path) -> str:
    """Return an archive's name without its suffix."""
    return next(path.name[: -len(suffix)] for suffix in SUFFIXES if path.name.lower().endswith(suffix))


def unpack(path: Path, target: Path, max_bytes: int | None = None, refused: list[Refused] | None = None) -> None:
    """Do what ``archive.unpack`` does, in a process with limits."""
    from harness.course.ingest.archives import archive_child  # noqa: PLC0415 - most runs need none

    archive_child.unpack(path, target, max_bytes or limits.MAX_ARCHIVE_BYTES, refused)


def entry_names(path: Path, max_bytes: int | None = None) -> list[str]:
    """Do what ``archive.entry_names`` does, in a process with limits."""
    from harness.course.ingest.archives import archive_child  # noqa: PLC0415 - see above

    return archive_child.entry_names(path, max_bytes or limits.MAX_BYTES)


UNPACKERS = {".7z": "7z x FILE -oFOLDER", ".rar": "unar -o FOLDER FILE", ".zipx": "unar -o FOLDER FILE"}
"""Archives that people have and that no kept library reads, by their endings: what unpacks them."""


def content_names(folder: Path) -> list[str]:
    """List the files of a hand-in through one folder or archive that is all there is."""
    for _ in range(_MOST_LEVELS):
        entries = visible_entries(folder)
        if len(entries) != 1:
            break
        if entries[0].is_dir():
            folder = entries[0]
        elif is_archive(entries[0]):
            return archive_content_names(entries[0])
        else:
            break
    return [name for name in submission_files(folder) if not _is_leftover_path(name)]


def archive_content_names(path: Path) -> list[str]:
    """List an archive's files in the same way; empty if it cannot be read."""
    try:
        names = [name for name in entry_names(path) if len(name) <= _LONGEST_NAME and not _is_leftover_path(name)]
    except UsageError:
        return []
    del names[limits.MAX_FILES :]  # as many as are ever copied in
    for _ in range(_MOST_LEVELS):
        first = {name.partition("/")[0] for name in names}
        if len(first) != 1 or not all("/" in name for name in names):
            break
        names = [name.partition("/")[2] for name in names]
    return names


def top_names(names: Iterable[str]) -> list[str]:
    """Those that lie in no folder."""
    return [name for name in names if "/" not in name]


def unreadable_archive(folder: Path) -> str:
    """Return the name of a file that must be an archive and cannot be read here; empty if there is none."""
    archives = 0
    for path in files(folder):
        if path.suffix.lower() in UNPACKERS:
            return path.name
        if is_archive(path) and archives < limits.MAX_LISTED_ARCHIVES:
            archives += 1
            try:
                entry_names(path)
            except UsageError:
                return path.name
    return ""


def _is_leftover_path(name: str) -> bool:
    return any(is_leftover(part) for part in PurePosixPath(name).parts)


def unwrap(source: Path, required: tuple[str, ...], new_folder: Callable[[], Path]) -> tuple[Path, list[Finding]]:
    """Return the folder that holds the required files, and notes if it is not the one that was handed in.

    Looks into an archive or a folder that holds them if no other does, and into one that is all there is, some
    levels deep. Where several would do, nothing is guessed: the folder that holds them is returned.
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
