"""Recognise archives by their names, and read them; what that takes is imported late: most students hand in folders."""

from __future__ import annotations

from pathlib import Path

from harness.course.ingest.archives import limits
from harness.course.ingest.archives.limits import Refused

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
