"""Make and remove scratch folders, and copy and read files in folders that a student's program has written."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from harness.model.errors import MACHINE_ERRORS, JudgeError
from harness.sandbox.files.unix import fcntl, open_flags

_PREFIX = "grading-"
MOST_ENTRIES = 20_000
"""Entries of one folder that are listed."""
_FOLDER = os.O_RDONLY | open_flags("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC")


@contextlib.contextmanager
def scratch(parent: Path | None = None) -> Iterator[Path]:
    """Make a new empty folder, and remove it at the end with whatever a program has left in it.

    It is locked as long as this process or one forked from it lives. Folders that killed graders left are removed.
    Raises JudgeError when no folder can be made.
    """
    try:
        remove_stale_scratch(parent or Path(tempfile.gettempdir()))
        folder, lock = _new_locked_folder(parent)
    except OSError as error:
        raise JudgeError(f"no scratch folder can be made: {error.strerror} ({error.filename}); see TMPDIR") from None
    if os.geteuid() == 0:
        folder.chmod(0o711)  # students' programs run as somebody else, and have to reach their own folder below
    try:
        yield folder
    finally:
        remove(folder)
        os.close(lock)


def _new_locked_folder(parent: Path | None) -> tuple[Path, int]:
    """Return a new folder and a descriptor that holds its lock."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        with contextlib.suppress(FileNotFoundError):  # another grader removed it before it was locked
            lock = os.open(folder, _FOLDER)
            with contextlib.suppress(OSError):  # a file system without locks: nobody takes it for stale there
                fcntl.flock(lock, fcntl.LOCK_EX)
            if folder.exists():
                return folder, lock
            os.close(lock)


def remove_stale_scratch(parent: Path) -> None:
    """Remove this user's scratch folders that no living process has locked."""
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
    """Remove a folder, also where a program took permissions away in it or nested folders too deeply."""
    try:
        os.rmdir(folder)  # most homes are empty, and this takes a tenth of the time
    except FileNotFoundError:
        return
    except NotADirectoryError:  # a link in its place, say: chmod would change what it leads to
        with contextlib.suppress(OSError):
            os.unlink(folder)
        return
    except OSError:
        pass
    else:
        return
    # No permission, nested too deeply, or so large that the list of its entries takes much memory.
    with contextlib.suppress(OSError, RecursionError):
        _empty(os.open(folder, _FOLDER))
        os.rmdir(folder)
        return
    import subprocess  # noqa: PLC0415 - few folders need it

    for command in (("chmod", "-R", "u+rwx"), ("rm", "-rf")):  # neither follows a link
        subprocess.run([*command, "--", folder], check=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _empty(folder: int) -> None:
    """Remove all in an open folder, and close it: by names in it, so that no link put there meanwhile is followed.

    ``shutil.rmtree`` does the same in twice the time, and every submission has some folders.
    """
    try:
        with os.scandir(folder) as entries:
            listed = list(islice(entries, MOST_ENTRIES))
        if len(listed) == MOST_ENTRIES:
            raise OSError(errno.E2BIG, "too many entries")
        for entry in listed:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.name, dir_fd=folder)
                continue
            _empty(os.open(entry.name, _FOLDER, dir_fd=folder))
            os.rmdir(entry.name, dir_fd=folder)
    finally:
        os.close(folder)


def copy_tree(source: str | Path, target: str | Path, access_time_ns: int | None = None) -> None:
    """Copy all in a folder into another one, links as links, with permissions and with times (``make`` needs them).

    ``access_time_ns``: the access time of all that is copied; None: that of the original, for files alone.
    """
    with os.scandir(source) as entries:
        for entry in entries:
            name = os.path.join(target, entry.name)
            if entry.is_symlink():
                os.symlink(os.readlink(entry.path), name)
            elif entry.is_dir():
                os.mkdir(name)
                copy_tree(entry.path, name, access_time_ns)
            elif entry.is_file():
                _copy_file(entry.path, name, access_time_ns)
                continue
            if access_time_ns is not None:
                os.utime(name, ns=(access_time_ns, os.lstat(name).st_mtime_ns), follow_symlinks=False)


def _copy_file(source: str, target: str, access_time_ns: int | None) -> None:
    """Copy one file. ``shutil.copy2`` takes twice the time, and every case copies."""
    source_descriptor = os.open(source, os.O_RDONLY | os.O_CLOEXEC)
    try:
        copy_open_file(source_descriptor, target, access_time_ns)
    finally:
        os.close(source_descriptor)


def copy_open_file(
    source_descriptor: int, target: str | Path, access_time_ns: int | None = None, mode: int | None = None
) -> None:
    """Copy an open file to a path that does not exist yet: with its times and permissions, unless others are given."""
    stats = os.fstat(source_descriptor)
    copy = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        while os.sendfile(copy, source_descriptor, None, 1 << 30):
            pass
        os.fchmod(copy, stats.st_mode & 0o777 if mode is None else mode)
        accessed = stats.st_atime_ns if access_time_ns is None else access_time_ns
        os.utime(copy, ns=(accessed, stats.st_mtime_ns))
    finally:
        os.close(copy)


def prepare_new_file(folder: Path, name: str) -> Path:
    """Return the path for a new file in a folder that a program has written.

    Its parents are made as real folders, and what is in the way is removed: through a link that a program left
    there, any file of the grader's could be overwritten.
    """
    *parents, last = Path(name).parts
    for part in parents:
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


def open_memory_file(name: str, content: bytes) -> int:
    """Return a descriptor of a file in memory with this content: a program that gets it can reach nothing on disk."""
    descriptor = os.memfd_create(name)
    written = 0
    while written < len(content):
        written += os.write(descriptor, content[written:])
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def chown_tree(folder: Path, uid: int) -> None:
    """Make a user the owner of a folder and of all that is in it."""
    if os.lstat(folder).st_uid != uid:
        os.chown(folder, uid, uid, follow_symlinks=False)
    waiting = [os.fspath(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.stat(follow_symlinks=False).st_uid != uid:
                    os.chown(entry.path, uid, uid, follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)


def regular_files(folder: Path) -> Iterator[str]:
    """Yield the regular files in a folder and below, as sorted paths relative to it; links are not followed.

    Of a folder with more than ``MOST_ENTRIES`` entries some are left out: a program may make a million.
    """
    waiting = [""]  # os.walk calls itself for each level, and a program may have made thousands
    while waiting:
        parent = waiting.pop()
        subfolders = []
        with contextlib.suppress(OSError), os.scandir(os.path.join(folder, parent)) as entries:
            for entry in sorted(islice(entries, MOST_ENTRIES), key=lambda entry: entry.name):
                if entry.is_dir(follow_symlinks=False):
                    subfolders.append(os.path.join(parent, entry.name))
                elif entry.is_file(follow_symlinks=False):
                    yield os.path.join(parent, entry.name)
        waiting += reversed(subfolders)


def read_bounded(folder: Path, name: str, limit: int) -> bytes | None:
    """Read ``limit + 1`` bytes of a file that a run made; None when it is no regular file of that folder."""
    if "/" in name:
        # Path.resolve raises an error if a link leads to itself.
        parent, root = os.path.realpath((folder / name).parent), os.path.realpath(folder)
        if not Path(parent).is_relative_to(root):
            return None
    try:
        descriptor = os.open(os.path.join(folder, name), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in MACHINE_ERRORS:
            raise
        return None
    stats = os.fstat(descriptor)
    if not stat.S_ISREG(stats.st_mode) or stats.st_nlink != 1:
        os.close(descriptor)
        return None
    with open(descriptor, "rb") as file:
        return file.read(limit + 1)


def empty_folder(folder: Path) -> None:
    """Remove everything in a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                remove(Path(entry.path))
            else:
                os.unlink(entry.path)
