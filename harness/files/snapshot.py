"""All there is in a small folder, so that it can be told whether a program left it as it was."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

_MOST_BYTES = 1 << 20
_MOST_ENTRIES = 200
_READ_NS = 2_114_380_800 * 10**9
"""The year 2037: most file systems write a time of reading down only where it is before that of the last change."""

Snapshot = dict[str, tuple[int, int, int, tuple[str, ...], bytes]]
"""By path: mode, links, time of change in ns, names of extended attributes, content."""


def snapshot(folder: Path) -> Snapshot | None:
    """What is in a folder and below; None where it cannot be read, or is too much to look at after every run."""
    try:
        return _look(str(folder))
    except OSError:
        return None


def level(found: Snapshot) -> None:
    """Give every entry one time of reading: a program may set it to anything, and so tell the next run something."""
    for path, (_, _, changed, _, _) in found.items():
        if os.lstat(path).st_atime_ns != _READ_NS:
            os.utime(path, ns=(_READ_NS, changed), follow_symlinks=False)


def _look(folder: str) -> Snapshot | None:
    found: Snapshot = {}
    left = _MOST_BYTES
    folders = [folder]
    while folders:
        path = folders.pop()
        found[path] = _facts(os.lstat(path), path, b"")
        with os.scandir(path) as entries:
            for entry in entries:
                facts = entry.stat(follow_symlinks=False)
                left -= facts.st_size
                if left < 0 or len(found) + len(folders) >= _MOST_ENTRIES:
                    return None
                if stat.S_ISDIR(facts.st_mode):
                    folders.append(entry.path)
                else:
                    found[entry.path] = _facts(facts, entry.path, _content(facts, entry.path))
    return found


def _facts(facts: os.stat_result, path: str, content: bytes) -> tuple[int, int, int, tuple[str, ...], bytes]:
    attributes: list[str] = []
    with contextlib.suppress(OSError):  # a file system without
        attributes = os.listxattr(path, follow_symlinks=False)
    return facts.st_mode, facts.st_nlink, facts.st_mtime_ns, tuple(attributes), content


def _content(facts: os.stat_result, path: str) -> bytes:
    if stat.S_ISLNK(facts.st_mode):
        return os.fsencode(os.readlink(path))
    if not stat.S_ISREG(facts.st_mode):
        return b""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        return os.read(file, facts.st_size)
    finally:
        os.close(file)
