"""Reading a folder in which a hostile program may have left anything: regular files only, never through a link."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from harness.files.scratch import clear, copy_open_file, make_way, remove

MOST_FILES = 20_000
"""What is beyond is left out."""
_DEEPEST = 40
_LOOK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class _Left(Struct):
    """How much more may be read."""

    size: int
    files: int


def collect_files(root: int, target: Path, wanted: tuple[str, ...], most_bytes: int, most_files: int) -> None:
    """Make files of one folder the same as in another, with their permissions and times.

    Args:
        root: a descriptor of the folder that is read.
        target: the folder that they are put into.
        wanted: relative paths; ``*`` stands for everything: the target is emptied first, and links are made too.
        most_bytes: what goes beyond is left out.
        most_files: the same for their number.

    """
    left = _Left(most_bytes, most_files)
    if "*" in wanted:
        clear(target)
        _folder(root, target, left, 0)
        return
    for name in wanted:
        path = make_way(target, name)
        with contextlib.suppress(OSError), _inside(root, name) as folder:
            _file(folder, os.path.basename(name), path, left)


def settle(folder: Path, most_bytes: int) -> None:
    """Leave in a folder that a program has had only what would have been brought back from it."""
    folder.chmod(0o755)
    settled = folder.with_name(f"{folder.name}.settled")
    settled.mkdir()
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        collect_files(root, settled, ("*",), most_bytes, MOST_FILES)
    finally:
        os.close(root)
    remove(folder)
    settled.rename(folder)


@contextlib.contextmanager
def _inside(root: int, name: str) -> Iterator[int]:
    """The folder that a file is in, no part of the path a link."""
    opened = [root]
    try:
        for part in Path(name).parent.parts:
            opened.append(os.open(part, _LOOK | os.O_DIRECTORY, dir_fd=opened[-1]))
        yield opened[-1]
    finally:
        for one in opened[1:]:
            os.close(one)


def _folder(folder: int, target: Path, left: _Left, depth: int) -> None:
    for name in sorted(os.listdir(folder)):
        left.files -= 1
        if left.files < 0:
            return
        with contextlib.suppress(OSError):  # what the program has locked, or has named so that nobody can read it
            facts = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISLNK(facts.st_mode):
                os.symlink(os.readlink(name, dir_fd=folder), target / name)
            elif stat.S_ISREG(facts.st_mode):
                _file(folder, name, target / name, left)
            elif stat.S_ISDIR(facts.st_mode) and depth < _DEEPEST:
                inner = os.open(name, _LOOK | os.O_DIRECTORY, dir_fd=folder)
                try:
                    (target / name).mkdir()
                    _folder(inner, target / name, left, depth + 1)
                finally:
                    os.close(inner)


def _file(folder: int, name: str, target: Path, left: _Left) -> None:
    """Copy one file; a second name of another, or what is no file at all, is left out."""
    given = os.open(name, _LOOK, dir_fd=folder)
    try:
        facts = os.fstat(given)
        if not stat.S_ISREG(facts.st_mode) or facts.st_nlink != 1 or facts.st_size > left.size:
            return
        left.size -= facts.st_size
        copy_open_file(given, target)
    finally:
        os.close(given)
