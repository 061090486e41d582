"""Hash content, and record all there is in a small folder, to see later whether a program has changed it."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _hashlib import HASH
    from hashlib import sha256 as _builtin_sha256
else:
    try:
        from _sha256 import sha256 as _builtin_sha256
    except ImportError:
        try:
            from _sha2 import sha256 as _builtin_sha256  # its name since Python 3.12
        except ImportError:
            from hashlib import sha256 as _builtin_sha256

_LARGE = 100_000
"""Bytes from which on OpenSSL, which hashes some times as fast, is worth its loading."""


def sha256(content: bytes = b"") -> HASH:
    """The SHA-256 of some bytes, to which others may be added."""
    if len(content) < _LARGE:
        return _builtin_sha256(content)
    import hashlib  # noqa: PLC0415 - see above

    return hashlib.sha256(content)


_MAX_BYTES = 1 << 20
_MAX_ENTRIES = 200
ACCESS_TIME_NS = 2_114_380_800 * 10**9
"""The year 2037: most file systems update an access time only where it is before that of the last change."""

Snapshot = dict[str, tuple[int, int, int, tuple[str, ...], bytes]]
"""By path: mode, links, time of change in ns, names of extended attributes, content."""


def snapshot(folder: Path) -> Snapshot | None:
    """Return what is in a folder and below; None if that cannot be read, or is too much to read after every run."""
    try:
        return _read_folder(str(folder))
    except OSError:
        return None


def reset_access_times(entries_by_path: Snapshot) -> None:
    """Set the access times of all that a snapshot lists to one value."""
    for path in entries_by_path:
        reset_access_time(path)


def reset_access_time(path: str | Path) -> None:
    """Set an access time to the value that it has before every run, and leave the time of change as it is."""
    stats = os.lstat(path)
    if stats.st_atime_ns != ACCESS_TIME_NS:
        os.utime(path, ns=(ACCESS_TIME_NS, stats.st_mtime_ns), follow_symlinks=False)


def size_and_time(path: str | Path) -> str:
    """What distinguishes a file from another version of it: its path, size and time of change."""
    status = os.stat(path)
    return f"{path} {status.st_size} {status.st_mtime_ns}"


def is_untouched(name: str, after: Path, before: Path) -> bool:
    """Whether a file in a folder is the same as before, by size, modification time and the links that lead to it."""
    try:
        now, then = (after / name).lstat(), (before / name).lstat()
        is_same = (now.st_size, now.st_mtime_ns) == (then.st_size, then.st_mtime_ns)
        return is_same and _links_above(name, after) == _links_above(name, before)
    except OSError:
        return False


def _links_above(name: str, folder: Path) -> dict[Path, str]:
    """Where the links lead that are in the place of folders above a file."""
    above = (folder / parent for parent in Path(name).parents[:-1])
    return {path.relative_to(folder): os.readlink(path) for path in above if path.is_symlink()}


def write_files(folder: Path, files: Iterable[tuple[str, int, bytes]]) -> None:
    """Write files by path, mode and content, a folder before its contents and with a slash; no links may be there."""
    for name, mode, content in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.unlink(missing_ok=True)
            path.write_bytes(content)
            path.chmod(mode)


def walk_tree(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the relative path and status of all below a folder, in a fixed order, folders before their contents."""
    start, waiting = len(str(folder)) + 1, [str(folder)]
    while waiting:
        entries: list[os.DirEntry[str]] = []
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as listed:
            entries = sorted(listed, key=lambda entry: entry.name)
        for entry in entries:
            yield entry.path[start:], entry.stat(follow_symlinks=False)
        waiting += [entry.path for entry in reversed(entries) if entry.is_dir(follow_symlinks=False)]


def _read_folder(folder: str) -> Snapshot | None:
    entries_by_path: Snapshot = {}
    bytes_left = _MAX_BYTES
    folders = [folder]
    while folders:
        path = folders.pop()
        entries_by_path[path] = _entry_facts(os.lstat(path), path, b"")
        with os.scandir(path) as entries:
            for entry in entries:
                stats = entry.stat(follow_symlinks=False)
                bytes_left -= stats.st_size
                if bytes_left < 0 or len(entries_by_path) + len(folders) >= _MAX_ENTRIES:
                    return None
                if stat.S_ISDIR(stats.st_mode):
                    folders.append(entry.path)
                else:
                    entries_by_path[entry.path] = _entry_facts(stats, entry.path, _content(stats, entry.path))
    return entries_by_path


def _entry_facts(stats: os.stat_result, path: str, content: bytes) -> tuple[int, int, int, tuple[str, ...], bytes]:
    attributes: list[str] = []
    with contextlib.suppress(OSError):  # a file system without them
        attributes = os.listxattr(path, follow_symlinks=False)
    return stats.st_mode, stats.st_nlink, stats.st_mtime_ns, tuple(attributes), content


def _content(stats: os.stat_result, path: str) -> bytes:
    if stat.S_ISLNK(stats.st_mode):
        return os.fsencode(os.readlink(path))
    if not stat.S_ISREG(stats.st_mode):
        return b""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        return os.read(file, stats.st_size)
    finally:
        os.close(file)
