"""Copy a submission in: regular files only, bounded, never through a link, with the names that they had at first."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BufferedReader
from pathlib import Path

from msgspec import Struct, field

from harness.course.ingest.archives import limits
from harness.course.ingest.taking_in.entries import shown_names
from harness.judge.finding_kinds import RENAMED_BY_SYSTEM
from harness.model.errors import MACHINE_ERRORS
from harness.model.finding import Finding
from harness.model.patterns import alternatives, lazy_regex, matches
from harness.sandbox.files.scratch import copy_open_file, regular_files

_RENAMED = lazy_regex(r"(?P<stem>.+?)(?:-(?P<number>\d{1,4})|\s*\((?P<copy>\d{1,4})\))(?P<suffix>\.[^.]*)?", re.DOTALL)
"""What Canvas makes of a file that is handed in again, and a browser of one that it has saved before."""
_NAMED_BY_CONTENT = (".java",)
"""Endings of files whose name the language sets: a class's name has neither hyphen nor bracket."""


class RestoredNames(Struct, frozen=True):
    """The files to take, each by the name it came with, with the name that it gets; and what is to be reported."""

    names: Mapping[str, str]
    notes: tuple[Finding, ...] = ()


def original_name(name: str) -> str:
    """The name without what a system may have added to it; the name itself if nothing was."""
    match = _RENAMED.fullmatch(name)
    return f"{match['stem']}{match['suffix'] or ''}" if match else name


def restore_names(names: Sequence[str], required: Iterable[str]) -> RestoredNames:
    """Find the files that a system renamed, and of several versions of one file the newest.

    A name is given back where it is required, or where the language asks for it, and no other file could have it. Of
    several versions the one with the highest number counts. All other files keep the names they have: ``part-1.py`` may
    be the student's own.
    """
    required_names = literal_names(required)
    versions: dict[str, list[str]] = {}
    for name in names:
        versions.setdefault(original_name(name), []).append(name)
    kept: dict[str, str] = {}
    notes: list[Finding] = []
    for original, same in versions.items():
        newest = max(same, key=_number)
        is_one_file = original in required_names or (len(same) > 1 and original in same)
        if is_one_file or (len(same) == 1 and original.endswith(_NAMED_BY_CONTENT)):
            kept[newest] = original
            if newest != original:
                notes.append(Finding.of(RENAMED_BY_SYSTEM, file=newest, name=original))
            if len(same) > 1:
                older = [name for name in same if name != newest]
                notes.append(Finding.of("older-versions", file=newest, name=original, files=shown_names(older)))
        else:
            kept |= {name: name for name in same}
    return RestoredNames(kept, tuple(notes))


def literal_names(required: Iterable[str]) -> set[str]:
    """The names in patterns of required files that stand for one file each."""
    names = (name.removeprefix("**/") for pattern in required for name in alternatives(pattern))
    return {name for name in names if not set(name) & set("*?[/")}


def _number(name: str) -> int:
    match = _RENAMED.fullmatch(name)
    return int(match["number"] or match["copy"]) if match else 0


_IGNORED_NAMES = {
    ".git", ".svn", ".hg", "__MACOSX", "__pycache__", ".DS_Store", "Thumbs.db", ".idea", ".vscode", ".gitkeep",
}  # fmt: skip
"""Files and folders that editors, version control and operating systems leave."""
KIT_NAMES = frozenset({"check.py", "check.html", "kit"})
"""What a student's kit puts beside their work, and they may hand in with it; a folder with ``kit/kit.zip`` has one."""
_KIT_MARKS = ("check.py", "kit/kit.zip")
BUILD_SUFFIXES = (".class", ".o", ".obj", ".a", ".so", ".jar", ".qlf", ".exe")
"""Suffixes of files that builds make. Where the sources are newer, ``make`` builds them again, else it keeps them."""


_NO_FILE = ("symbolic-link", "hard-link", "not-regular")
"""Why something is left out that is no file of the student's own; anything else keeps it from being read."""
_LONGEST_PATH = 2000
"""Bytes of a path in a hand-in: copies lie deeper than it, and the system takes 4096."""
_MOST_HASHED = 4 * limits.MAX_BYTES
"""Bytes of a folder that are hashed; of what lies beyond, most of which is never copied, the time counts."""


class Intake(Struct):
    """The files that were copied in, and notes on what was left out and why."""

    files: list[str] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)


def copy_submission(source: Path, target: Path, ignored: tuple[str, ...] = ()) -> Intake:
    """Copy a submission's regular files into the empty folder ``target``.

    Left out, each with a note: links of both kinds, devices, pipes and sockets, files that cannot be read, and all that
    is beyond the limits. Files that match ``ignored`` and leftovers of editors and version control get no note.
    """
    intake, total, more = Intake(), 0, 0
    for relative, descriptor, problem in _walk(source):
        if problem and len(intake.notes) >= limits.MAX_NOTES and (problem in _NO_FILE or unreadable_note(intake.notes)):
            more += 1
            continue
        if problem:
            intake.notes.append(Finding.of("left-out", file=relative, reason=problem))
            continue
        try:
            if any(matches(relative, pattern) for pattern in ignored):
                continue
            total += os.fstat(descriptor).st_size
            if total > limits.MAX_BYTES or len(intake.files) >= limits.MAX_FILES:
                figures = {"most_files": limits.MAX_FILES, "most_bytes": limits.MAX_BYTES}
                intake.notes.append(Finding.of("rest-left-out", file=relative, **figures))
                break
            if problem := _copy(descriptor, Path(target, relative)):
                intake.notes.append(Finding.of("left-out", file=relative, reason=problem))
            else:
                intake.files.append(relative)
        finally:
            os.close(descriptor)
    intake.files.sort()
    if more:
        intake.notes.append(Finding.of("more-left-out", count=more))
    return intake


def _copy(descriptor: int, path: Path) -> str:
    """Copy an open file; why that cannot be read, or empty. What a full disk says is an OSError all the same."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        executable = os.fstat(descriptor).st_mode & stat.S_IXUSR
        copy_open_file(descriptor, path, mode=0o755 if executable else 0o644)
    except OSError as error:
        if error.errno in MACHINE_ERRORS:
            raise
        path.unlink(missing_ok=True)
        return error.strerror or str(error)
    return ""


def unreadable_note(notes: Iterable[Finding]) -> Finding | None:
    """The first note on a file or folder that cannot be read; None if all can."""
    return next((note for note in notes if note.kind == "left-out" and note.params["reason"] not in _NO_FILE), None)


def fingerprint(source: Path) -> bytes:
    """Hash all that ``copy_submission`` would see of a folder: names, contents, permissions, what is left out.

    Where files lie there that a build may have made, which file is newer than which counts too.
    """
    import hashlib  # noqa: PLC0415 - it takes a while to load, and not every run asks for it

    digest, times, has_build_files = hashlib.sha256(), list[int](), False
    left = _MOST_HASHED
    for relative, descriptor, problem in _walk(source):
        digest.update(f"{problem}\0".encode() + os.fsencode(relative) + b"\0")
        if not problem:
            with open(descriptor, "rb") as file:
                stats = os.fstat(descriptor)
                executable = stats.st_mode & stat.S_IXUSR
                digest.update(f"{executable} {stats.st_size}".encode())
                left -= stats.st_size
                if left < 0:
                    digest.update(f"{stats.st_mtime_ns}".encode())
                else:
                    digest.update(_digest(file))
                times.append(stats.st_mtime_ns)
                has_build_files = has_build_files or bool(executable) or relative.endswith(BUILD_SUFFIXES)
    if has_build_files:
        rank = {time: number for number, time in enumerate(sorted(set(times)))}
        digest.update(repr([rank[time] for time in times]).encode())
    return digest.digest()


def _digest(file: BufferedReader) -> bytes:
    """The hash of a file's content; the error's number if it cannot be read."""
    import hashlib  # noqa: PLC0415 - as above

    try:
        return hashlib.file_digest(file, "sha256").digest()
    except OSError as error:
        return f"{error.errno}".encode()


def _walk(source: Path) -> Iterator[tuple[str, int, str]]:
    """Yield every entry as relative path, open descriptor and "", or with -1 and the reason why it is left out."""
    errors: list[OSError] = []
    for path, folders, names, descriptor in os.fwalk(source, follow_symlinks=False, onerror=errors.append):
        yield from _unlisted(errors)
        parent = os.path.relpath(path, source) if path != str(source) else ""
        left_out = _IGNORED_NAMES | KIT_NAMES if _has_kit(path) else _IGNORED_NAMES
        for name in folders:
            if stat.S_ISLNK(os.lstat(name, dir_fd=descriptor).st_mode):
                yield os.path.join(parent, name), -1, "symbolic-link"
        folders[:] = sorted(name for name in folders if name not in left_out)
        if parent.count("/") + bool(parent) >= limits.MAX_DEPTH:
            folders.clear()
        for name in sorted(names):
            if name not in left_out:
                yield os.path.join(parent, name), *_open(name, descriptor, len(os.fsencode(parent)))
    yield from _unlisted(errors)


def _unlisted(errors: list[OSError]) -> Iterator[tuple[str, int, str]]:
    """The folders that could not be listed, once each."""
    while errors:
        error = errors.pop(0)
        yield os.path.basename(str(error.filename)), -1, error.strerror or str(error)


def _open(name: str, folder: int, parent_length: int) -> tuple[int, str]:
    """Return a descriptor of a regular file and "", or -1 and the reason why it is left out."""
    if parent_length + len(os.fsencode(name)) > _LONGEST_PATH:
        return -1, os.strerror(errno.ENAMETOOLONG)
    try:
        mode = os.lstat(name, dir_fd=folder).st_mode
        if stat.S_ISLNK(mode):
            return -1, "symbolic-link"
        if not stat.S_ISREG(mode):
            return -1, "not-regular"
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError as error:
        return -1, str(error.strerror)
    stats = os.fstat(descriptor)
    if not stat.S_ISREG(stats.st_mode) or stats.st_nlink > 1:
        os.close(descriptor)
        return -1, "hard-link" if stats.st_nlink > 1 else "not-regular"
    return descriptor, ""


def _has_kit(folder: str) -> bool:
    """Whether a student's kit was unpacked there."""
    return all(os.path.isfile(os.path.join(folder, mark)) for mark in _KIT_MARKS)


def submission_files(folder: Path) -> list[str]:
    """List the relative paths of a submission's regular files; leftovers of editors and a kit are left out."""
    names = [path for path in regular_files(folder) if not _IGNORED_NAMES & set(path.split("/"))]
    ends = [name.removesuffix(_KIT_MARKS[1]) for name in names if f"/{name}".endswith(f"/{_KIT_MARKS[1]}")]
    kits = tuple(f"{parent}{name}" for parent in ends if f"{parent}check.py" in names for name in KIT_NAMES)
    return [name for name in names if not any(name == own or name.startswith(f"{own}/") for own in kits)]
