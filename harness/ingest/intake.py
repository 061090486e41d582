"""Reading a submission in: regular files only, bounded, never through a link."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from harness.files.scratch import regular_files
from harness.model.patterns import matches

MOST_FILES = 2_000
MOST_BYTES = 128 * 1024**2
DEEPEST = 16
_NEVER = {".git", ".svn", ".hg", "__MACOSX", "__pycache__", ".DS_Store", "Thumbs.db", ".idea", ".vscode", ".gitkeep"}


_BUILT = (".class", ".o", ".obj", ".a", ".so", ".jar", ".qlf", ".exe")
"""Endings of what builds make. Where the sources are newer it is made anew, else it is left as it is."""


class Intake(Struct):
    """What was taken in, and what was left out and why."""

    files: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def take_in(source: Path, target: Path, ignored: tuple[str, ...] = ()) -> Intake:
    """Copy a submission's regular files into the empty folder ``target``.

    Left out, each with a note: links of both kinds, devices, pipes and sockets, files that cannot be read, and all that
    is beyond the bounds. ``ignored`` patterns and the leavings of editors and version control are left out silently.
    """
    intake, total = Intake(), 0
    for relative, descriptor, problem in _walk(source):
        if problem:
            intake.notes.append(f"{relative} was left out: {problem}")
            continue
        with open(descriptor, "rb") as file:
            if any(matches(relative, pattern) for pattern in ignored):
                continue
            facts = os.fstat(descriptor)
            total += facts.st_size
            if total > MOST_BYTES or len(intake.files) >= MOST_FILES:
                intake.notes.append(
                    f"{relative} and what follows was left out: more than {MOST_FILES} files or "
                    f"{MOST_BYTES // 1024**2} MiB"
                )
                break
            copy = target / relative
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read(MOST_BYTES))
            copy.chmod(0o755 if facts.st_mode & stat.S_IXUSR else 0o644)
            os.utime(copy, ns=(facts.st_atime_ns, facts.st_mtime_ns))
            intake.files.append(relative)
    intake.files.sort()
    return intake


def fingerprint(source: Path) -> bytes:
    """A hash of all that ``take_in`` would see of a folder: names, contents, what may be run, what is left out.

    Where something lies there that a build may take for done, it counts too what is newer than what.
    """
    total, times, built = hashlib.sha256(), list[int](), False
    for relative, descriptor, problem in _walk(source):
        total.update(f"{problem}\0".encode() + os.fsencode(relative) + b"\0")
        if not problem:
            with open(descriptor, "rb") as file:
                facts = os.fstat(descriptor)
                content = file.read(MOST_BYTES) if facts.st_size <= MOST_BYTES else b""
                runs = facts.st_mode & stat.S_IXUSR
                total.update(f"{runs} {facts.st_size}".encode() + hashlib.sha256(content).digest())
                times.append(facts.st_mtime_ns)
                built = built or bool(runs) or relative.endswith(_BUILT)
    if built:
        rank = {time: number for number, time in enumerate(sorted(set(times)))}
        total.update(repr([rank[time] for time in times]).encode())
    return total.digest()


def _walk(source: Path) -> Iterator[tuple[str, int, str]]:
    """Every entry as relative path, open descriptor and, instead of one, why it is left out."""
    for path, folders, names, descriptor in os.fwalk(source, follow_symlinks=False):
        depth = Path(path).relative_to(source)
        for name in [one for one in folders if stat.S_ISLNK(os.lstat(one, dir_fd=descriptor).st_mode)]:
            yield str(depth / name), -1, "it is a symbolic link"
        folders[:] = sorted(one for one in folders if one not in _NEVER)
        if len(depth.parts) >= DEEPEST:
            folders.clear()
        for name in sorted(names):
            if name not in _NEVER:
                yield str(depth / name), *_open(name, descriptor)


def _open(name: str, folder: int) -> tuple[int, str]:
    kind = os.lstat(name, dir_fd=folder).st_mode
    if stat.S_ISLNK(kind):
        return -1, "it is a symbolic link"
    if not stat.S_ISREG(kind):
        return -1, "it is no regular file"
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError as error:
        return -1, f"it cannot be read ({error.strerror})"
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode) or facts.st_nlink > 1:
        os.close(descriptor)
        return -1, "it is a hard link" if facts.st_nlink > 1 else "it is no regular file"
    return descriptor, ""


def handed_in(folder: Path) -> list[str]:
    """The names of the regular files of a submission, as discovery sees them."""
    return [path for path in regular_files(folder) if not _NEVER & set(path.split("/"))]
