"""Submissions as zip or tar: unpacked by hand, entry by entry, as neither format can be trusted."""

from __future__ import annotations

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from harness.model.errors import UsageError

MOST_ENTRIES = 50_000
MOST_BYTES = 2 * 1024**3
SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")

_DEEPEST = 100
# Neither library says what a damaged file makes it raise: these are what thousands of them did.
_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, NotImplementedError,
            RuntimeError, ValueError, LookupError, ArithmeticError, struct.error)  # fmt: skip

Entry = tuple[str, bool, Callable[[], IO[bytes]]]


def is_archive(path: Path) -> bool:
    """Whether the file's name says that it is an archive."""
    return path.name.lower().endswith(SUFFIXES)


def stem(path: Path) -> str:
    """The archive's name without its ending."""
    return next(path.name[: -len(suffix)] for suffix in SUFFIXES if path.name.lower().endswith(suffix))


def unpack(path: Path, target: Path) -> None:
    """Unpack regular files below ``target``.

    Raises:
        UsageError: when the archive is damaged, holds a link, a device, an absolute name, ``..``, a control character
            or one name twice, or is larger than the bounds allow.

    """
    try:
        entries = _zip_entries(path) if path.name.lower().endswith(".zip") else _tar_entries(path)
        _write(entries, path, target)
    except _DAMAGED as error:
        told = (str(error).splitlines() or [type(error).__name__])[0].rstrip(":")
        raise UsageError(f"{path}: the archive cannot be read: {told}") from None
    except OSError as error:
        raise UsageError(f"{path}: the archive cannot be unpacked: {error.strerror or error}") from None


def _write(entries: Iterator[Entry], path: Path, target: Path) -> None:
    seen: set[str] = set()
    total = 0
    for name, executable, opened in entries:
        _refuse(name, path, seen)
        seen.add(name)
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with opened() as source, file.open("xb") as copy:
            while chunk := source.read(1 << 20):
                total += len(chunk)
                if total > MOST_BYTES:
                    raise UsageError(f"{path}: the archive holds more than {MOST_BYTES // 1024**2} MiB")
                copy.write(chunk)
        file.chmod(0o755 if executable else 0o644)


def _refuse(name: str, path: Path, seen: set[str]) -> None:
    parts = PurePosixPath(name).parts
    shown = ascii(name)
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or (len(name) > 1 and name[1] == ":"):
        raise UsageError(f"{path}: the archive has an entry that points outside: {shown}")
    if len(parts) > _DEEPEST:
        raise UsageError(f"{path}: the archive has a name of more than {_DEEPEST} folders")
    if any(ord(letter) < ord(" ") or letter == "\x7f" for letter in name):
        raise UsageError(f"{path}: the archive has a name with control characters: {shown}")
    if name in seen:
        raise UsageError(f"{path}: the archive holds {shown} twice")
    if len(seen) >= MOST_ENTRIES:
        raise UsageError(f"{path}: the archive holds more than {MOST_ENTRIES} files")


def _zip_entries(path: Path) -> Iterator[Entry]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            mode = info.external_attr >> 16
            if info.is_dir():
                continue
            if mode & 0o170000 not in (0, 0o100000):
                raise UsageError(f"{path}: the archive holds a link or device: {info.filename!a}")
            yield info.filename, bool(mode & 0o100), lambda info=info: archive.open(info)  # type: ignore[misc]


def _tar_entries(path: Path) -> Iterator[Entry]:
    with tarfile.open(path) as archive:
        for info in archive:
            if info.isdir():
                continue
            if not info.isreg():
                raise UsageError(f"{path}: the archive holds a link or device: {info.name!a}")
            stream = archive.extractfile(info)
            if stream is not None:
                yield info.name.removeprefix("./"), bool(info.mode & 0o100), lambda stream=stream: stream  # type: ignore[misc]
        for _ in range(MOST_BYTES >> 20):  # to the end: that is where a compressed stream has its checksum
            if archive.fileobj is None or not archive.fileobj.read(1 << 20):
                break
