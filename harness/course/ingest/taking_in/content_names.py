"""What a hand-in holds, by names alone: which are archives, whose it is and for which assignment.

Nothing is unpacked for that, and what reads archives is imported late: most students hand in folders.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from harness.course.ingest.archives import limits
from harness.course.ingest.archives.limits import Refused
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.course.ingest.taking_in.entries import files, is_leftover, visible_entries
from harness.model.errors import UsageError

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


_MOST_LEVELS = 3
"""Folders and archives that are looked through if nothing else is there; ``unwrap`` goes as deep."""
_LONGEST_NAME = 1000
"""Letters of a name in an archive: a longer one cannot be unpacked, and patterns take long on it."""


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
