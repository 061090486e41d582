"""Submissions as zip or tar: unpacked by hand, entry by entry, as neither format can be trusted."""

from __future__ import annotations

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, TypeVar

from harness.ingest.bounded_reader import expanded, sips
from harness.model.errors import UsageError

MOST_ENTRIES = 50_000
MOST_BYTES = 2 * 1024**3

_DEEPEST = 100
# Neither library says what a damaged file makes it raise: these are what thousands of them did.
_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, NotImplementedError,
            RuntimeError, ValueError, LookupError, ArithmeticError, struct.error)  # fmt: skip

_IN_ZIPS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
"""The others take as much memory as the archive says."""
_BESIDE = 64 * 1024**2
"""Bytes of a tar beside those of its files."""

Entry = tuple[str, bool, Callable[[], IO[bytes]]]
_Listed = TypeVar("_Listed")


def unpack(path: Path, target: Path, most_bytes: int | None = None) -> None:
    """Unpack regular files below ``target``, ``most_bytes`` of them, by default ``MOST_BYTES``.

    Raises:
        UsageError: when the archive is damaged, holds a link, a device, an absolute name, ``..``, a control character
            or one name twice, or is larger than the bounds allow.

    """
    most_bytes = most_bytes or MOST_BYTES
    try:
        kind = _zip_entries if path.name.lower().endswith(".zip") else _tar_entries
        _write(kind(path, most_bytes), target, most_bytes)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    except _DAMAGED as error:
        told = (str(error).splitlines() or [type(error).__name__])[0].rstrip(":")
        raise UsageError(f"{path}: the archive cannot be read: {told}") from None
    except OSError as error:
        raise UsageError(f"{path}: the archive cannot be unpacked: {error.strerror or error}") from None


def _write(entries: Iterator[Entry], target: Path, most_bytes: int) -> None:
    seen: set[str] = set()
    total = 0
    for name, executable, opened in entries:
        _refuse(name, seen)
        seen.add(name)
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with opened() as source, file.open("xb") as copy:
            while chunk := source.read(1 << 20):
                total += len(chunk)
                if total > most_bytes:
                    raise UsageError(f"the archive holds more than {most_bytes // 1024**2} MiB")
                copy.write(chunk)
        file.chmod(0o755 if executable else 0o644)


def _refuse(name: str, seen: set[str]) -> None:
    parts = PurePosixPath(name).parts
    shown = ascii(name)
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or (len(name) > 1 and name[1] == ":"):
        raise UsageError(f"the archive has an entry that points outside: {shown}")
    if len(parts) > _DEEPEST:
        raise UsageError(f"the archive has a name of more than {_DEEPEST} folders")
    if any(ord(letter) < ord(" ") or letter == "\x7f" for letter in name):
        raise UsageError(f"the archive has a name with control characters: {shown}")
    if name in seen:
        raise UsageError(f"the archive holds {shown} twice")


def _few(entries: Iterable[_Listed]) -> Iterator[_Listed]:
    """The entries, folders among them, up to the most that there may be."""
    for number, one in enumerate(entries):
        if number >= MOST_ENTRIES:
            raise UsageError(f"the archive holds more than {MOST_ENTRIES} files and folders")
        yield one


def _zip_entries(path: Path, _most_bytes: int) -> Iterator[Entry]:
    with sips(path) as file, zipfile.ZipFile(file) as archive:
        for info in _few(archive.infolist()):
            if info.compress_type not in _IN_ZIPS:
                raise UsageError("the archive holds an entry that is compressed in an unusual way")
            mode = info.external_attr >> 16
            if info.is_dir():
                continue
            if mode & 0o170000 not in (0, 0o100000):
                raise UsageError(f"the archive holds a link or device: {info.filename!a}")
            yield info.filename, bool(mode & 0o100), lambda info=info: archive.open(info)  # type: ignore[misc]


def _tar_entries(path: Path, most_bytes: int) -> Iterator[Entry]:
    with expanded(path, most_bytes + _BESIDE) as file, tarfile.open(fileobj=file, mode="r:") as archive:
        for info in _few(archive):
            if info.isdir():
                continue
            if not info.isreg():
                raise UsageError(f"the archive holds a link or device: {info.name!a}")
            stream = archive.extractfile(info)
            if stream is not None:
                yield info.name.removeprefix("./"), bool(info.mode & 0o100), lambda stream=stream: stream  # type: ignore[misc]
