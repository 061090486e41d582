"""Which files are archives, by their names: what unpacks them takes a while to import, and most hand in folders."""

from __future__ import annotations

from pathlib import Path

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")


def is_archive(path: Path) -> bool:
    """Whether the file's name says that it is an archive."""
    return path.name.lower().endswith(SUFFIXES)


def stem(path: Path) -> str:
    """The archive's name without its ending."""
    return next(path.name[: -len(suffix)] for suffix in SUFFIXES if path.name.lower().endswith(suffix))


def unpack(path: Path, target: Path, most_bytes: int | None = None) -> None:
    """Unpack it; the rest is as for ``archive.unpack``."""
    from harness.ingest import archive  # noqa: PLC0415 - see above

    archive.unpack(path, target, most_bytes)
