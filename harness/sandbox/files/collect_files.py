"""Copy files out of a folder in which a hostile program may have left anything: regular files, never through a link."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct

from harness.model.errors import only_machine_errors
from harness.sandbox.files.scratch import copy_open_file, empty_folder, prepare_new_file, regular_files, remove
from harness.sandbox.files.unix import open_flags

_AS_GOOD_AS_FULL = 128 << 10
"""Bytes that are left where a write may fail already: file systems count in steps, and each processor for itself."""
_MAX_FILES = 1000
"""How many files of each folder are looked at."""


def file_limit_reached(folders: Iterable[Path], largest: int) -> tuple[str, ...]:
    """Return ``("file",)`` where a folder holds a file of just ``largest`` bytes, else ``()``.

    No process may be left that could still write there.
    """
    names = (os.path.join(folder, name) for folder in folders for name in islice(regular_files(folder), _MAX_FILES))
    return ("file",) if any(os.lstat(name).st_size == largest for name in names) else ()


def disk_full_of_others(folders: Sequence[Path], most: int) -> bool:
    """Whether the disk of a program's folders is full, though the files in them are not larger than ``most`` bytes."""
    disk = os.statvfs(folders[0])
    if disk.f_bavail * disk.f_frsize > _AS_GOOD_AS_FULL and (disk.f_favail or not disk.f_files):
        return False
    names = (os.path.join(folder, name) for folder in folders for name in regular_files(folder))
    return sum(os.lstat(name).st_size for name in names) <= most


MAX_FILES = 20_000
"""Files of one folder that are copied at most."""
_MAX_DEPTH = 40
_OPEN_FLAGS = os.O_RDONLY | open_flags("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC")


class _Allowance(Struct):
    """How much more may be copied."""

    bytes_left: int
    files_left: int


def collect_files(root: int, target: Path, wanted: tuple[str, ...], max_bytes: int, max_files: int) -> None:
    """Copy files out of a folder, with their permissions and times, in the place of older ones of the same names.

    Args:
        root: a descriptor of the folder that is copied from.
        target: the folder that they are put into.
        wanted: relative paths; ``*`` stands for everything: the target is emptied first, and symbolic links are copied.
        max_bytes: the size of all files together; what goes beyond is left out.
        max_files: the number of entries; what goes beyond is left out.

    """
    allowance = _Allowance(max_bytes, max_files)
    if "*" in wanted:
        empty_folder(target)
        _copy_folder(root, target, allowance, 0)
        return
    for name in wanted:
        path = prepare_new_file(target, name)
        with only_machine_errors(), _open_parent(root, name) as folder:
            _copy_file(folder, os.path.basename(name), path, allowance)


def sanitize_folder(folder: Path, max_bytes: int) -> None:
    """Reduce a folder that a program has written to what ``collect_files`` copies out of it."""
    folder.chmod(0o755)
    sanitized = folder.with_name(f"{folder.name}.sanitized")
    sanitized.mkdir()
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        collect_files(root, sanitized, ("*",), max_bytes, MAX_FILES)
    finally:
        os.close(root)
    remove(folder)
    sanitized.rename(folder)


@contextlib.contextmanager
def _open_parent(root: int, name: str) -> Iterator[int]:
    """Open the folder that a file is in; OSError where a part of the path is a link."""
    opened = [root]
    try:
        for part in Path(name).parent.parts:
            opened.append(os.open(part, _OPEN_FLAGS | os.O_DIRECTORY, dir_fd=opened[-1]))
        yield opened[-1]
    finally:
        for descriptor in opened[1:]:
            os.close(descriptor)


def _copy_folder(folder: int, target: Path, allowance: _Allowance, depth: int) -> None:
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in islice(entries, allowance.files_left))
    for name in names:
        allowance.files_left -= 1
        if allowance.files_left < 0:
            return
        with only_machine_errors():  # the program took the permissions away, or chose a name that cannot be read
            stats = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISLNK(stats.st_mode):
                os.symlink(os.readlink(name, dir_fd=folder), target / name)
            elif stat.S_ISREG(stats.st_mode):
                _copy_file(folder, name, target / name, allowance)
            elif stat.S_ISDIR(stats.st_mode) and depth < _MAX_DEPTH:
                inner = os.open(name, _OPEN_FLAGS | os.O_DIRECTORY, dir_fd=folder)
                try:
                    (target / name).mkdir()
                    _copy_folder(inner, target / name, allowance, depth + 1)
                finally:
                    os.close(inner)


def _copy_file(folder: int, name: str, target: Path, allowance: _Allowance) -> None:
    """Copy one regular file; a hard link, and what is no regular file, is left out."""
    source = os.open(name, _OPEN_FLAGS, dir_fd=folder)
    try:
        stats = os.fstat(source)
        if not stat.S_ISREG(stats.st_mode) or stats.st_nlink != 1 or stats.st_size > allowance.bytes_left:
            return
        allowance.bytes_left -= stats.st_size
        copy_open_file(source, target)
    finally:
        os.close(source)
