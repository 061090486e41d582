"""Scratch folders: a fresh copy of the submission for every run, gone afterwards whatever the program did to it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from harness.model.errors import JudgeError

_PREFIX = "grading-"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@contextlib.contextmanager
def scratch(parent: Path | None = None) -> Iterator[Path]:
    """A new empty folder; removed at the end, folders without permissions included.

    It is locked as long as this process or one forked from it lives; those of graders that were killed are removed.
    """
    try:
        sweep(parent or Path(tempfile.gettempdir()))
        folder, lock = _locked(parent)
    except OSError as error:
        raise JudgeError(f"no scratch folder can be made: {error.strerror} ({error.filename}); see TMPDIR") from None
    if os.geteuid() == 0:
        folder.chmod(0o711)  # students' programs run as somebody else, and have to reach their own folder below
    try:
        yield folder
    finally:
        remove(folder)
        os.close(lock)


def _locked(parent: Path | None) -> tuple[Path, int]:
    """A new folder and a descriptor that locks it."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        with contextlib.suppress(FileNotFoundError):  # swept by another grader before it was locked
            lock = os.open(folder, _FOLDER)
            with contextlib.suppress(OSError):  # a file system without locks: nobody sweeps there
                fcntl.flock(lock, fcntl.LOCK_EX)
            if folder.exists():
                return folder, lock
            os.close(lock)


def sweep(parent: Path) -> None:
    """Remove the scratch folders of this user's that no living process holds."""
    for folder in parent.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):  # somebody else's, in use, or gone
            lock = os.open(folder, _FOLDER)
            try:
                if os.fstat(lock).st_uid == os.geteuid():
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    remove(folder)
            finally:
                os.close(lock)


def remove(folder: Path) -> None:
    """Remove a folder, with what a program may have locked in it."""
    with contextlib.suppress(OSError):
        os.rmdir(folder)  # most homes are empty, and this takes a tenth of the time
        return
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):  # locked, or folders in folders in folders: these two follow no link
        for command in (("chmod", "-R", "u+rwx"), ("rm", "-rf")):
            subprocess.run([*command, "--", folder], check=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def copy_tree(source: str | Path, target: str | Path) -> None:
    """Copy files, folders and links, with permissions and times (``make`` compares them), into a folder that exists."""
    with os.scandir(source) as entries:
        for entry in entries:
            name = os.path.join(target, entry.name)
            if entry.is_symlink():
                os.symlink(os.readlink(entry.path), name)
            elif entry.is_dir():
                os.mkdir(name)
                copy_tree(entry.path, name)
            elif entry.is_file():
                _copy_file(entry.path, name)


def _copy_file(source: str, target: str) -> None:
    """One file with its permissions and times. ``shutil.copy2`` takes twice the time, and every case copies."""
    given = os.open(source, os.O_RDONLY | os.O_CLOEXEC)
    try:
        copy_open_file(given, target)
    finally:
        os.close(given)


def copy_open_file(given: int, target: str | Path) -> None:
    """Copy an open file, with permissions and times, to a path where nothing is yet."""
    facts = os.fstat(given)
    copy = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        while os.sendfile(copy, given, None, 1 << 30):
            pass
        os.fchmod(copy, facts.st_mode & 0o777)
        os.utime(copy, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    finally:
        os.close(copy)


def make_way(folder: Path, name: str) -> Path:
    """The path for a new file in a folder that a program has had: real folders lead there, and nothing is there yet.

    What stands in the way is removed: through a link that a program left, a file of anybody's could be written.
    """
    *above, last = Path(name).parts
    for part in above:
        folder /= part
        if folder.is_symlink() or not folder.is_dir():
            folder.unlink(missing_ok=True)
            folder.mkdir()
    path = folder / last
    if path.is_dir() and not path.is_symlink():
        remove(path)
    else:
        path.unlink(missing_ok=True)
    return path


def in_memory(name: str, content: bytes) -> int:
    """A descriptor to read from: a file in memory, so that nothing on disk can be reached through it."""
    descriptor = os.memfd_create(name)
    written = 0
    while written < len(content):
        written += os.write(descriptor, content[written:])
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def give(folder: Path, user: int) -> None:
    """Let the user of the programs have a folder: it is his to read, or to copy."""
    os.chown(folder, user, user)
    for path, folders, names in os.walk(folder):
        for name in (*folders, *names):
            os.chown(os.path.join(path, name), user, user, follow_symlinks=False)


def regular_files(folder: Path) -> Iterator[str]:
    """The files in a folder and below, as sorted paths relative to it; links are not followed."""
    waiting = [""]  # os.walk calls itself for each level, and a program may have made thousands
    while waiting:
        at = waiting.pop()
        below = []
        with contextlib.suppress(OSError), os.scandir(os.path.join(folder, at)) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if entry.is_dir(follow_symlinks=False):
                    below.append(os.path.join(at, entry.name))
                elif entry.is_file(follow_symlinks=False):
                    yield os.path.join(at, entry.name)
        waiting += reversed(below)


def read_bounded(folder: Path, name: str, limit: int) -> bytes | None:
    """A file that a run made, up to ``limit`` bytes and one more; None when it is no regular file of that folder."""
    if not (folder / name).parent.resolve().is_relative_to(folder.resolve()):
        return None
    try:
        descriptor = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode) or facts.st_nlink != 1:
        os.close(descriptor)
        return None
    with open(descriptor, "rb") as file:
        return file.read(limit + 1)


def clear(folder: Path) -> None:
    """Remove everything in a folder."""
    for path in list(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            remove(path)
        else:
            path.unlink()
