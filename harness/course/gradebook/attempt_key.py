"""The key of an attempt: a hash of all that decides its grade. The same key means the same grade."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from harness.course.assignments import contract_files, harness_digest
from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.copy_submission import fingerprint
from harness.language.tools.packages import packages, tool_file
from harness.language.tools.toolchain import tools_of
from harness.sandbox.process_setup.executables import locate
from harness.spec.format.assignment import Assignment


class AttemptKeys:
    """Computes the keys of one run; what the submissions share is hashed once."""

    def __init__(self, course: Mapping[str, Assignment], level: str, only: tuple[str, ...]) -> None:
        settings = repr((harness_digest(), sys.version, level, only)).encode()
        shared = _hash([settings, *_describe_tools(packages())])
        contracts = {name: _hash_contract(assignment) for name, assignment in course.items()}
        self.contracts = {name: digest.hex() for name, digest in contracts.items()}
        """The hash of each assignment's contract and tools, 64 hexadecimal digits."""
        self._contracts = {name: shared + digest for name, digest in contracts.items()}

    def key_of(self, submission: Submission, handed_in: bytes) -> str:
        """The key of a submission, 64 hexadecimal digits; ``handed_in``: the hash of what was, empty for nothing."""
        stated = (submission.provenance, submission.notes, submission.unclear)
        stated_bytes = repr(stated).encode("utf-8", "backslashreplace") if any(stated) else b""
        return hashlib.sha256(self._contracts[submission.assignment] + handed_in + stated_bytes).hexdigest()


def content_hash(submission: Submission) -> bytes:
    """The hash of what was handed in; empty for nothing."""
    return b"" if submission.folder is None else fingerprint(submission.folder)


def _hash_contract(assignment: Assignment) -> bytes:
    root = assignment.folder.parent.parent
    return _hash(
        [
            *(_describe_file(file, root) for file in contract_files(assignment)),
            *_describe_tools(tools_of(assignment), tool_file),
        ]
    )


def _describe_tools(names: Iterable[str], find: Callable[[str], str | None] = locate) -> Iterator[bytes]:
    """Path, size and time of each compiler and interpreter: a new version is another file."""
    for tool in names:
        path = find(tool)
        real_path = os.path.realpath(path) if path else ""
        status = Path(real_path).stat() if path else None
        yield f"{tool} {real_path} {status and (status.st_size, status.st_mtime_ns)}".encode()


def _describe_file(file: Path, root: Path) -> bytes:
    return f"{file.relative_to(root)}\0{os.access(file, os.X_OK)}".encode() + hashlib.sha256(file.read_bytes()).digest()


def _hash(parts: Iterable[bytes]) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()
