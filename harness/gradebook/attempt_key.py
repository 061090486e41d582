"""The key of an attempt: all that decides a grade, as one hash. The same key, the same grade."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from harness.ingest.intake import fingerprint
from harness.ingest.submission import Submission
from harness.isolation.executables import locate
from harness.plan.course import contract_files
from harness.plan.harness_digest import harness_digest
from harness.plan.packages import packages
from harness.plan.toolchain import tools_of
from harness.spec.assignment import Assignment


class Keys:
    """Makes the keys of one run: what the submissions share is read once."""

    def __init__(self, course: Mapping[str, Assignment], level: str, only: tuple[str, ...]) -> None:
        about = repr((harness_digest(), sys.version, level, only)).encode()
        shared = _hash([about, *_tools(packages())])
        self._contracts = {name: shared + _contract(assignment) for name, assignment in course.items()}

    def of(self, submission: Submission) -> str:
        """The key of a submission, 64 hexadecimal digits."""
        handed_in = b"" if submission.folder is None else fingerprint(submission.folder)
        return hashlib.sha256(self._contracts[submission.assignment] + handed_in).hexdigest()


def _contract(assignment: Assignment) -> bytes:
    root = assignment.folder.parent.parent
    return _hash([*(_content(file, root) for file in contract_files(assignment)), *_tools(tools_of(assignment))])


def _tools(names: Iterable[str]) -> Iterator[bytes]:
    """The compilers and interpreters: a new version is another file."""
    for tool in names:
        path = locate(tool)
        real = os.path.realpath(path) if path else ""
        facts = Path(real).stat() if path else None
        yield f"{tool} {real} {facts and (facts.st_size, facts.st_mtime_ns)}".encode()


def _content(file: Path, root: Path) -> bytes:
    return f"{file.relative_to(root)}\0{os.access(file, os.X_OK)}".encode() + hashlib.sha256(file.read_bytes()).digest()


def _hash(parts: Iterable[bytes]) -> bytes:
    total = hashlib.sha256()
    for part in parts:
        total.update(len(part).to_bytes(8, "big") + part)
    return total.digest()
