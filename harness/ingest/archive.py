"""Unpack submissions from zip and tar archives, entry by entry, because neither format can be trusted."""

from __future__ import annotations

import contextlib
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, TypeVar

from harness.ingest import limits
from harness.ingest.bounded_reader import open_bounded, open_decompressed
from harness.model.errors import UsageError

# Neither library documents what a damaged file makes it raise: these are what thousands of damaged files did.
_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, NotImplementedError,
            RuntimeError, ValueError, LookupError, ArithmeticError, struct.error)  # fmt: skip

_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
"""The other methods take as much memory as the archive asks for."""

_SAYS_UTF8 = 0x800
"""The flag of an entry whose name is UTF-8."""

Entry = tuple[str, bool, Callable[[], IO[bytes]]]
"""A file's name, whether it is executable, and a function that opens it."""
_Member = TypeVar("_Member")


def unpack(path: Path, target: Path, max_bytes: int | None = None) -> None:
    """Unpack an archive's regular files below ``target``.

    Args:
        path: the archive; its name says of which kind it is.
        target: an empty folder.
        max_bytes: how many bytes the files may have in all, by default ``MAX_ARCHIVE_BYTES``.

    Raises:
        UsageError: when the archive is damaged, holds a link, a device, an absolute name, ``..``, a control character
            or one name twice, or is larger than the limits allow.

    """
    max_bytes = max_bytes or limits.MAX_ARCHIVE_BYTES
    with _told_with(path):
        _write(_entries(path, max_bytes), target, max_bytes)


def entry_names(path: Path, max_bytes: int | None = None) -> list[str]:
    """List the names of an archive's files; nothing is unpacked. UsageError as in ``unpack``."""
    with _told_with(path):
        return [name for name, _, _ in _entries(path, max_bytes or limits.MAX_BYTES)]


def _entries(path: Path, max_bytes: int) -> Iterator[Entry]:
    list_entries = _zip_entries if path.name.lower().endswith(".zip") else _tar_entries
    return list_entries(path, max_bytes)


@contextlib.contextmanager
def _told_with(path: Path) -> Iterator[None]:
    """Raise what a damaged archive raises as one line that names it."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    except _DAMAGED as error:
        message = (str(error).splitlines() or [type(error).__name__])[0].rstrip(":")
        raise UsageError(f"{path}: the archive cannot be read: {message}") from None
    except OSError as error:
        raise UsageError(f"{path}: the archive cannot be unpacked: {error.strerror or error}") from None


def _write(entries: Iterator[Entry], target: Path, max_bytes: int) -> None:
    names: set[str] = set()
    total = 0
    for name, executable, open_entry in entries:
        _check_name(name, names)
        names.add(name)
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with open_entry() as source, file.open("xb") as copy:
            while chunk := source.read(1 << 20):
                total += len(chunk)
                if total > max_bytes:
                    raise UsageError(f"the archive holds more than {max_bytes // limits.MIB} MiB")
                copy.write(chunk)
        file.chmod(0o755 if executable else 0o644)


def _check_name(name: str, previous: set[str]) -> None:
    """Raise UsageError for a name that is unsafe to create, or that was there before."""
    parts = PurePosixPath(name).parts
    shown = ascii(name)
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or (len(name) > 1 and name[1] == ":"):
        raise UsageError(f"the archive has an entry that points outside: {shown}")
    if len(parts) > limits.MAX_ARCHIVE_DEPTH:
        raise UsageError(f"the archive has a name of more than {limits.MAX_ARCHIVE_DEPTH} folders")
    if any(ord(letter) < ord(" ") or letter == "\x7f" for letter in name):
        raise UsageError(f"the archive has a name with control characters: {shown}")
    if name in previous:
        raise UsageError(f"the archive holds {shown} twice")


def _limited(members: Iterable[_Member]) -> Iterator[_Member]:
    """Yield an archive's members, folders among them; UsageError when there are more than allowed."""
    for number, member in enumerate(members):
        if number >= limits.MAX_ARCHIVE_ENTRIES:
            raise UsageError(f"the archive holds more than {limits.MAX_ARCHIVE_ENTRIES} files and folders")
        yield member


def _zip_entries(path: Path, _max_bytes: int) -> Iterator[Entry]:
    with open_bounded(path) as file, zipfile.ZipFile(file) as archive:
        for info in _limited(archive.infolist()):
            if info.compress_type not in _ZIP_METHODS:
                raise UsageError("the archive holds an entry that is compressed in an unusual way")
            mode = info.external_attr >> 16
            if info.is_dir():
                continue
            if mode & 0o170000 not in (0, 0o100000):
                raise UsageError(f"the archive holds a link or device: {info.filename!a}")
            yield _name_of(info), bool(mode & 0o100), lambda info=info: archive.open(info)  # type: ignore[misc]


def _name_of(info: zipfile.ZipInfo) -> str:
    """An entry's name; macOS writes UTF-8 and does not say so."""
    if info.flag_bits & _SAYS_UTF8 or info.filename.isascii():
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _tar_entries(path: Path, max_bytes: int) -> Iterator[Entry]:
    plain_tar = open_decompressed(path, max_bytes + limits.MAX_TAR_OVERHEAD)
    with plain_tar as file, tarfile.open(fileobj=file, mode="r:") as archive:
        for info in _limited(archive):
            if info.isdir():
                continue
            if not info.isreg():
                raise UsageError(f"the archive holds a link or device: {info.name!a}")
            stream = archive.extractfile(info)
            if stream is not None:
                yield info.name.removeprefix("./"), bool(info.mode & 0o100), lambda stream=stream: stream  # type: ignore[misc]
