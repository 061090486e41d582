"""The messages between client and worker, the versions that must be equal on both, and folders packed into bytes."""

from __future__ import annotations

import json
import os
import platform
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

import harness
from harness.course.assignments import contract_files, harness_digest
from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.copy_submission import copy_submission
from harness.course.ingest.taking_in.unwrap import unwrap
from harness.language.tools.toolchain import tools_of, version
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.grade import Grade
from harness.sandbox.files.scratch import regular_files, scratch
from harness.sandbox.isolation.base import Level
from harness.spec.format.assignment import Assignment, Course


def tools_of_course(course: Course) -> list[str]:
    """The compilers and interpreters that the assignments need, sorted."""
    return sorted({tool for assignment in course.values() for tool in tools_of(assignment)})


def versions(tools: Iterable[str]) -> dict[str, str]:
    """Name -> version on this machine, of the harness, Python and the tools."""
    tool_versions = {tool: version(tool) or "missing" for tool in tools}
    return {
        "harness": f"{harness.__version__} ({harness_digest()[:12]})",
        "python": platform.python_version(),
        **tool_versions,
    }


def differences(wanted: Mapping[str, str]) -> Iterator[str]:
    """A phrase for each version on this machine that is not the wanted one."""
    here = versions(name for name in wanted if name not in ("harness", "python"))
    for name, wanted_version in wanted.items():
        if here[name] != wanted_version:
            yield f"{name} is {here[name]!r} there and {wanted_version!r} here"


class RunSettings(Struct, frozen=True):
    """What all submissions of a run have in common; a worker that does not match them grades none."""

    course: str
    """The hash of the packed course."""
    versions: tuple[tuple[str, str], ...]
    """The client's versions of ``harness``, ``python`` and each tool."""
    assignments: tuple[str, ...]
    only: tuple[str, ...] = ()
    required: str | None = None
    """The weakest isolation level that is acceptable; None: any."""
    best: str | None = None
    """The strongest isolation level to use; None: the best there is."""


class GradeRequest(Struct, frozen=True):
    """A submission to grade, its files packed."""

    submission: Submission
    """Without its folder."""
    bundle: bytes


class Refusal(Struct, frozen=True):
    """Why a worker cannot grade: it differs from the client, or isolates too weakly."""

    reason: str


Answer = Grade | Level | Refusal | JudgeError
"""The grade; the worker's isolation level if no submission was sent; a refusal; or a fault of the harness."""


class _Bundle(msgspec.Struct, frozen=True):
    """Files, and the notes on what was left out of them. Names are bytes, as in the file system."""

    files: tuple[tuple[bytes, bool, int, bytes], ...]
    """For each file: name, whether it is executable, time of its last change in nanoseconds, content."""
    notes: str = "[]"
    """As JSON: names in it may be no Unicode."""


def pack_submission(assignment: Assignment, submission: Submission) -> bytes:
    """Pack a submission; it is read with the same checks as one that is graded on this machine."""
    if submission.folder is None:
        raise ValueError("nothing was handed in")
    with scratch() as folder:
        unpacked, taken = folder / "unpacked", folder / "taken"
        unpacked.mkdir()
        taken.mkdir()
        source, unwrap_notes = unwrap(
            submission.folder, assignment.spec.files.required, lambda: Path(tempfile.mkdtemp(dir=unpacked))
        )
        intake = copy_submission(source, taken, assignment.spec.files.ignored)
        notes = [*intake.notes, *unwrap_notes]
        files = _read(taken, [taken / name for name in sorted(regular_files(taken))])
        return msgspec.msgpack.encode(_Bundle(tuple(files), json.dumps(msgspec.to_builtins(notes))))


def pack_course(course: Course) -> bytes:
    """Pack the files of all assignments that decide a grade."""
    root = next(iter(course.values())).folder.parent.parent
    files = dict.fromkeys(file for assignment in course.values() for file in contract_files(assignment))
    return msgspec.msgpack.encode(_Bundle(tuple(_read(root, files))))


def unpack(content: bytes, folder: Path) -> tuple[Finding, ...]:
    """Write a bundle's files below an empty folder; return its notes.

    Raises:
        JudgeError: when it is no bundle, or has a file that would lie elsewhere: the client never packs such.

    """
    try:
        bundle = msgspec.msgpack.decode(content, type=_Bundle)
        notes = msgspec.convert(json.loads(bundle.notes), tuple[Finding, ...])
        for name, executable, changed_ns, text in bundle.files:
            path = folder / _checked(os.fsdecode(name))
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(text)
            path.chmod(0o755 if executable else 0o644)
            os.utime(path, ns=(changed_ns, changed_ns))
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError, OSError) as error:
        raise JudgeError(f"what was sent to this worker is no bundle of files: {error!s:.200}") from None
    return notes


def _checked(name: str) -> str:
    """The name of a file; ValueError if it is not below the folder."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\0" in name:
        raise ValueError(f"{name!a} points outside")
    return name


def _read(root: Path, files: Iterable[Path]) -> Iterator[tuple[bytes, bool, int, bytes]]:
    for path in files:
        status = path.stat()
        name = os.fsencode(path.relative_to(root))
        yield name, bool(status.st_mode & stat.S_IXUSR), status.st_mtime_ns, path.read_bytes()
