"""Folders as bytes: a submission as it was taken in, a course as far as grading needs it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from harness.files.scratch import regular_files, scratch
from harness.ingest.discovery import Course
from harness.ingest.intake import copy_submission
from harness.ingest.submission import Submission
from harness.ingest.unwrap import unwrap
from harness.plan.course import contract_files
from harness.spec.assignment import Assignment


class _Bundle(msgspec.Struct, frozen=True):
    """Files, and what was said when they were taken in. Names are bytes, as the system has them."""

    files: tuple[tuple[bytes, bool, int, bytes], ...]
    """Name, whether it may be run, time of its last change in nanoseconds, content."""
    notes: tuple[bytes, ...] = ()


def pack_submission(assignment: Assignment, submission: Submission) -> bytes:
    """A submission, read with the same care as one that is graded on this machine."""
    if submission.folder is None:
        raise ValueError("nothing was handed in")
    with scratch() as folder:
        unpacked, taken = folder / "unpacked", folder / "taken"
        unpacked.mkdir()
        taken.mkdir()
        source, note = unwrap(submission.folder, assignment.spec.files.required, lambda: unpacked)
        intake = copy_submission(source, taken, assignment.spec.files.ignored)
        notes = [*intake.notes, *([note] if note else ())]
        files = _read(taken, [taken / name for name in sorted(regular_files(taken))])
        return msgspec.msgpack.encode(_Bundle(tuple(files), tuple(map(os.fsencode, notes))))


def pack_course(course: Course) -> bytes:
    """The contracts of all its assignments."""
    root = next(iter(course.values())).folder.parent.parent
    files = dict.fromkeys(file for assignment in course.values() for file in contract_files(assignment))
    return msgspec.msgpack.encode(_Bundle(tuple(_read(root, files))))


def unpack(content: bytes, folder: Path) -> tuple[str, ...]:
    """Write a parcel's files below a folder; its notes."""
    bundle = msgspec.msgpack.decode(content, type=_Bundle)
    for name, runs, changed, text in bundle.files:
        path = folder / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        path.chmod(0o755 if runs else 0o644)
        os.utime(path, ns=(changed, changed))
    return tuple(os.fsdecode(one) for one in bundle.notes)


def _read(root: Path, files: Iterable[Path]) -> Iterator[tuple[bytes, bool, int, bytes]]:
    for path in files:
        versions = path.stat()
        name = os.fsencode(path.relative_to(root))
        yield name, bool(versions.st_mode & stat.S_IXUSR), versions.st_mtime_ns, path.read_bytes()
