"""GitHub Classroom: ``<assignment>-submissions/<assignment>-<login>/``, each a clone with the student's commits.

The time of the last commit is read from files: no git is run, whose configuration could be a student's.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import struct
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import IO

from harness.course.ingest.taking_in.entries import subfolders
from harness.course.learning_systems.base import Download, HandIn, Person, unknown_entries
from harness.model.patterns import lazy_regex

_LARGEST_COMMIT = 64 * 1024
_LARGEST_REFS = 1024**2
_MOST_PACKS = 100
_HASH = lazy_regex(r"[0-9a-f]{40}")
_COMMITTER = lazy_regex(rb"^committer [^\n]*> (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)
_COMMIT_TYPE = 1


def commit_time(git: Path) -> str:
    """Return when the last commit was made, as it says itself, ISO 8601; empty if that cannot be read."""
    with contextlib.suppress(OSError, ValueError, IndexError, OverflowError, struct.error, zlib.error):
        name = _head(git)
        commit = name and (_loose(git, name) or next(_packed(git, bytes.fromhex(name)), b""))
        if commit and (match := _COMMITTER.search(commit.split(b"\n\n", 1)[0] + b"\n")):
            offset = timedelta(hours=int(match[3]), minutes=int(match[4]))
            zone = timezone(offset if match[2] == b"+" else -offset) if offset else UTC
            return datetime.fromtimestamp(int(match[1]), zone).isoformat()
    return ""


def _open(path: Path) -> IO[bytes]:
    """Open a regular file; all else, through the links of folders too, is an OSError, and devices are not opened."""
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise OSError(errno.EINVAL, "no regular file", str(path))
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    return open(descriptor, "rb")  # noqa: PTH123 - a descriptor


def _read(path: Path) -> str:
    with _open(path) as file:
        return file.read(_LARGEST_REFS).decode("utf-8", "replace")


def _head(git: Path) -> str:
    """The hash of the commit that is checked out; empty if there is none."""
    head = _read(git / "HEAD").strip()
    if not head.startswith("ref: "):
        return head if _HASH.fullmatch(head) else ""
    reference = head.removeprefix("ref: ").strip()
    if not reference.startswith("refs/") or ".." in reference:
        return ""
    with contextlib.suppress(OSError):
        loose = _read(git / reference).strip()
        return loose if _HASH.fullmatch(loose) else ""
    for line in _read(git / "packed-refs").splitlines():
        name, _, of = line.partition(" ")
        if of == reference and _HASH.fullmatch(name):
            return name
    return ""


def _loose(git: Path, name: str) -> bytes:
    """The commit where it lies in a file of its own; empty if it does not."""
    with contextlib.suppress(OSError), _open(git / "objects" / name[:2] / name[2:]) as file:
        content = _inflate(file)
        return content if content.startswith(b"commit ") else b""
    return b""


def _packed(git: Path, name: bytes) -> Iterator[bytes]:
    """The commit where it lies whole in a pack; a commit that is stored as a difference is not read."""
    for index in sorted((git / "objects" / "pack").glob("*.idx"))[:_MOST_PACKS]:
        with contextlib.suppress(OSError, ValueError, IndexError, struct.error, zlib.error):
            with _open(index) as file:
                offset = _offset(file, name)
            if offset is not None:
                with _open(index.with_suffix(".pack")) as pack:
                    pack.seek(offset)
                    if _type_at(pack) == _COMMIT_TYPE:
                        yield _inflate(pack)


def _offset(index: IO[bytes], name: bytes) -> int | None:
    """Find a hash in a pack's index, version 2: a table by first byte, the sorted hashes, checksums, offsets."""
    if index.read(8) != b"\xfftOc\0\0\0\2":
        return None
    counts = struct.unpack(">256I", index.read(1024))
    low, high, total = counts[name[0] - 1] if name[0] else 0, counts[name[0]], counts[255]
    hashes = 8 + 1024
    while low < high:
        middle = (low + high) // 2
        index.seek(hashes + 20 * middle)
        entry_name = index.read(20)
        if entry_name == name:
            index.seek(hashes + 24 * total + 4 * middle)
            (offset,) = struct.unpack(">I", index.read(4))
            return int(offset) if offset < 1 << 31 else None
        low, high = (middle + 1, high) if entry_name < name else (low, middle)
    return None


def _type_at(pack: IO[bytes]) -> int:
    """Read an object's header: its type in three bits, its length in seven a byte."""
    first = byte = pack.read(1)[0]
    for _ in range(10):
        if not byte & 0x80:
            break
        byte = pack.read(1)[0]
    return first >> 4 & 7


def _inflate(file: IO[bytes]) -> bytes:
    return zlib.decompressobj().decompress(file.read(_LARGEST_COMMIT), _LARGEST_COMMIT)


class GitHubClassroom:
    """GitHub Classroom, which was closed in 2026: what ``gh classroom clone student-repos`` made."""

    system = "GitHub Classroom"

    def read(self, folder: Path) -> Download | None:
        """Read the clones; the login is what follows the assignment's name, the time is that of the last commit."""
        clones = clones_in(folder)
        assignment = _assignment(folder, [path.name for path in clones])
        hand_ins = [hand_in_of(clone, assignment) for clone in clones if clone.name.startswith(assignment)]
        if not hand_ins or not assignment:
            return None
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins), assignment.rstrip("-"))


def clones_in(folder: Path) -> list[Path]:
    """The folders of a download that are repositories."""
    return [path for path in subfolders(folder) if _is_clone(path / ".git")]


def hand_in_of(clone: Path, prefix: str) -> HandIn:
    """A clone as the work of whose login follows the prefix of its name; the time is that of the last commit."""
    time = commit_time(clone / ".git")
    return HandIn((_person(clone.name, prefix),), folder=clone, submitted=time, claimed=bool(time))


def _is_clone(git: Path) -> bool:
    """Whether it is a folder; not if that cannot be read, which ends nobody's grading."""
    return os.path.isdir(git) and not os.path.islink(git)  # noqa: PTH112, PTH114 - Path raises an error for those


def _assignment(folder: Path, names: list[str]) -> str:
    """The assignment's name and a hyphen: by the folder's own name, else by what all names have in front."""
    if not names:
        return ""
    above = folder.resolve().name
    slug = f"{above.removesuffix('-submissions')}-"
    if above.endswith("-submissions") and any(name.startswith(slug) for name in names):
        return slug
    return shared_prefix(names)


def shared_prefix(names: list[str]) -> str:
    """What all names have in front, up to a hyphen; nothing for a single name."""
    shared = os.path.commonprefix(names) if len(names) > 1 else ""  # noqa: RUF071 - names, no paths
    return shared[: shared.rfind("-") + 1]


def _person(name: str, assignment: str) -> Person:
    login = name.removeprefix(assignment)
    return Person(login, login)


IMPORTER = GitHubClassroom()
