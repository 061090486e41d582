"""Unpack submissions from zip and tar archives, entry by entry, because neither format can be trusted."""

from __future__ import annotations

import contextlib
import errno
import lzma
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import IO, TypeVar

from harness.course.ingest.archives import limits
from harness.course.ingest.archives.bounded_reader import BoundedReader, open_bounded, open_decompressed
from harness.course.ingest.archives.limits import Refused, TooLarge
from harness.model.errors import UsageError

# Neither library documents what a damaged file makes it raise: these are what thousands of damaged files did.
_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, NotImplementedError,
            RuntimeError, ValueError, LookupError, ArithmeticError, struct.error)  # fmt: skip

_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
"""The other methods take as much memory as the archive asks for."""

_MADE_ON_WINDOWS = 0
_SAYS_UTF8 = 0x800
"""The flag of an entry whose name is UTF-8."""

_BY_NAME = frozenset([errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ])
"""What a name alone makes the file system say: a file is called like a folder, or the name is too long."""


class _Unsafe(UsageError):
    """An entry that must not be created."""


Entry = tuple[str, bool, Callable[[], IO[bytes]] | None]
"""A file's name, whether it is executable, and a function that opens it; None for what is no regular file."""
_Member = TypeVar("_Member")


def unpack(path: Path, target: Path, max_bytes: int | None = None, refused: list[Refused] | None = None) -> int:
    """Unpack an archive's regular files below ``target``; return the bytes of disk that they take.

    ``path``: the archive; its name says of which kind it is. ``max_bytes``: how many bytes of disk the files may take
    in all, by default ``MAX_ARCHIVE_BYTES``. ``refused``: where it is given, an entry that must not be created is left
    out and listed here, as the archive is a class's: an entry is one student's, and the others' hand-ins are graded.

    Raises:
        UsageError: when the archive is damaged, holds a link, a device, an absolute name, ``..``, a control character
            or one name twice, or is larger than the limits allow.

    """
    max_bytes = max_bytes or limits.MAX_ARCHIVE_BYTES
    with _with_name_in_errors(path):
        return _write(_entries(path, max_bytes), target, max_bytes, refused)


def entry_names(path: Path, max_bytes: int | None = None) -> list[str]:
    """List the names of an archive's files; nothing is unpacked. UsageError as in ``unpack``."""
    with _with_name_in_errors(path):
        names: list[str] = []
        for name, _, open_entry in _entries(path, max_bytes or limits.MAX_BYTES):
            _opener(name, open_entry)
            names.append(name)
        return names


def _entries(path: Path, max_bytes: int) -> Iterator[Entry]:
    list_entries = _zip_entries if path.name.lower().endswith(".zip") else _tar_entries
    return list_entries(path, max_bytes)


@contextlib.contextmanager
def _with_name_in_errors(path: Path) -> Iterator[None]:
    """Raise what a damaged archive raises as one line that names it."""
    try:
        yield
    except TooLarge as error:
        raise TooLarge(f"{path}: {error}") from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    except _DAMAGED as error:
        message = (str(error).splitlines() or [type(error).__name__])[0].rstrip(":")
        raise UsageError(f"{path}: the archive cannot be read: {message}") from None
    except OSError as error:
        raise UsageError(f"{path}: the archive cannot be unpacked: {error.strerror or error}") from None


def _write(entries: Iterator[Entry], target: Path, max_bytes: int, refused: list[Refused] | None) -> int:
    """Write all entries; return the bytes of disk that they take."""
    names: set[str] = set()
    folders: set[PurePosixPath] = {PurePosixPath()}
    left = max_bytes
    for name, executable, open_entry in entries:
        try:
            _check_name(name, names)
            names.add(name)
            file = target / name
            opener = _opener(name, open_entry)
            left = _less(left, limits.BLOCK * _new_folders(PurePosixPath(name), folders), max_bytes)
            file.parent.mkdir(parents=True, exist_ok=True)
            with opener() as source, file.open("xb") as copy:
                left = _copy(source, copy, left, max_bytes)
            file.chmod(0o755 if executable else 0o644)
        except _Unsafe as error:
            if refused is None:
                raise
            refused.append(_refused(name, str(error), target))
        except OSError as error:
            if refused is None or error.errno not in _BY_NAME:
                raise
            refused.append(
                _refused(name, f"the archive holds {name!a}, which cannot be made: {error.strerror}", target)
            )
    return max_bytes - left


def _new_folders(name: PurePosixPath, folders: set[PurePosixPath]) -> int:
    """How many folders are made for a file; a hundred of them are nothing in an archive, and much on a disk."""
    if name.parent in folders:
        return 0
    new = set(name.parents) - folders
    folders |= new
    return len(new)


def _less(left: int, size: int, max_bytes: int) -> int:
    """What is left of the bytes that all files may take; TooLarge where that is less than nothing."""
    if size > left:
        raise TooLarge(f"the archive holds more than {max_bytes // limits.MIB} MiB")
    return left - size


def _opener(name: str, open_entry: Callable[[], IO[bytes]] | None) -> Callable[[], IO[bytes]]:
    """The function that opens an entry; _Unsafe if it is no regular file."""
    if open_entry is None:
        raise _Unsafe(f"the archive holds a link or device: {name!a}")
    return open_entry


def _copy(source: IO[bytes], copy: IO[bytes], left: int, max_bytes: int) -> int:
    """Copy a file; returns how many bytes of disk are left of those that all files may take."""
    size = 0
    while chunk := source.read(1 << 20):
        size += len(chunk)
        _less(left, size, max_bytes)
        copy.write(chunk)
    return _less(left, -size % limits.BLOCK + size, max_bytes) if size else left


def _refused(name: str, reason: str, target: Path) -> Refused:
    """Make the folder in which the entry would lie, up to what is unsafe in its name, so that its owner is not lost."""
    parts = PurePosixPath(name).parts[:-1][: limits.MAX_ARCHIVE_DEPTH]
    place = "" if name.startswith("/") else "/".join(takewhile(_is_safe_part, parts))
    with contextlib.suppress(OSError):
        (target / place).mkdir(parents=True, exist_ok=True)
    return Refused(place, reason)


def _is_safe_part(part: str) -> bool:
    return part != ".." and not re.search(r"[\\\x00-\x1f\x7f]|^.:", part)


def _check_name(name: str, previous: set[str]) -> None:
    """Raise _Unsafe for a name that is unsafe to create, or that was there before."""
    parts = PurePosixPath(name).parts
    shown = ascii(name)
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or (len(name) > 1 and name[1] == ":"):
        raise _Unsafe(f"the archive has an entry that points outside: {shown}")
    if len(parts) > limits.MAX_ARCHIVE_DEPTH:
        raise _Unsafe(f"the archive has a name of more than {limits.MAX_ARCHIVE_DEPTH} folders")
    if any(ord(letter) < ord(" ") or letter == "\x7f" for letter in name):
        raise _Unsafe(f"the archive has a name with control characters: {shown}")
    if name in previous:
        raise _Unsafe(f"the archive holds {shown} twice")


def _limited(members: Iterable[_Member], max_bytes: int) -> Iterator[_Member]:
    """Yield an archive's members, folders among them; UsageError when there are more than allowed.

    ``max_bytes``: how much the archive may hold: that of one student may have fewer members than that of a class.
    """
    is_students = max_bytes <= limits.MAX_BYTES
    most = min(limits.MAX_ARCHIVE_ENTRIES, limits.MAX_STUDENT_ENTRIES if is_students else limits.MAX_ARCHIVE_ENTRIES)
    known = len(members) if isinstance(members, list) else 0
    for number, member in enumerate(members):
        if max(number + 1, known) > most:
            raise UsageError(f"the archive holds more than {most} files and folders")
        yield member


def _zip_entries(path: Path, max_bytes: int) -> Iterator[Entry]:
    with open_bounded(path) as file, zipfile.ZipFile(file) as archive:
        for info in _limited(archive.infolist(), max_bytes):
            if info.compress_type not in _ZIP_METHODS:
                raise UsageError("the archive holds an entry that is compressed in an unusual way")
            mode, name = info.external_attr >> 16, _name_of(info)
            if name.endswith("/"):
                continue
            if mode & 0o170000 not in (0, 0o100000):
                yield name, False, None
                continue
            yield name, bool(mode & 0o100), lambda info=info: archive.open(info)  # type: ignore[misc]


def _name_of(info: zipfile.ZipInfo) -> str:
    """An entry's name; macOS writes UTF-8 and does not say so, and some programs of Windows write backslashes for /."""
    name = info.filename
    if not (info.flag_bits & _SAYS_UTF8 or name.isascii()):
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/") if info.create_system == _MADE_ON_WINDOWS and "/" not in name else name


def _members(archive: tarfile.TarFile, file: BoundedReader) -> Iterator[tarfile.TarInfo]:
    """Yield the members of a tar, the headers of each, of which it may have any number, within a limit."""
    while True:
        file.headers_left = limits.MAX_TAR_HEADER_BYTES
        member = archive.next()
        file.headers_left = None
        if member is None:
            return
        yield member


def _tar_entries(path: Path, max_bytes: int) -> Iterator[Entry]:
    plain_tar = open_decompressed(path, max_bytes + limits.MAX_TAR_OVERHEAD)
    plain_tar.max_header = plain_tar.headers_left = limits.MAX_TAR_HEADER_BYTES  # the first headers are read at once
    with plain_tar as file, tarfile.open(fileobj=file, mode="r:") as archive:
        for info in _limited(_members(archive, file), max_bytes):
            if info.isdir():
                continue
            if not info.isreg():
                yield info.name.removeprefix("./"), False, None
                continue
            stream = archive.extractfile(info)
            if stream is not None:
                yield info.name.removeprefix("./"), bool(info.mode & 0o100), lambda stream=stream: stream  # type: ignore[misc]
