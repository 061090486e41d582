"""The receipt of a check of one's own: the student's kit writes it, and it is looked for in what is handed in.

It is no proof: whoever reads this file can write one. It reminds a student to check the very work that they hand in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from harness.course.ingest.taking_in.copy_submission import BUILD_SUFFIXES, KIT_NAMES, submission_files
from harness.course.ingest.taking_in.unwrap import unwrap
from harness.model.patterns import matches
from harness.sandbox.files.scratch import read_bounded

RECEIPT = "check-receipt.json"
OF_KIT = (*KIT_NAMES, RECEIPT)
"""What a kit puts beside a student's work."""
OwnCheck = Literal["none", "run", "passed"]
"""Whether the work that was handed in is the work that was checked, and whether that check passed."""
_ANY_RECEIPT = "check-receipt*.json"
"""Systems add a number to the name of a file that is handed in again."""
_LARGEST = 1024**2
_LARGEST_FILE = 64 * 1024**2
"""Bytes of a file of a hand-in that are read; one beyond that was not checked."""


class _Receipt(Struct, frozen=True):
    """What such a file holds; nothing of time or place, so that the same work has the same one."""

    assignment: str
    passed: bool
    files: tuple[str, ...]
    """The SHA-256 of each file that was checked."""


def receipt(assignment: str, work: Path, *, passed: bool) -> bytes:
    """The receipt of a check of the work in a folder; ``passed``: whether every visible case was accepted."""
    digests = sorted({digest for _, digest in _digests(work)})
    return json.dumps({"assignment": assignment, "passed": passed, "files": digests}, indent=1).encode()


def own_check(handed_in: Path, assignment: str, new_folder: Callable[[], Path]) -> OwnCheck:
    """What the receipts in a hand-in say about it.

    ``handed_in``: the folder, in which the work may lie in a folder or an archive.
    """
    folder, _ = unwrap(handed_in, (_ANY_RECEIPT,), new_folder)
    names = [name for name in submission_files(folder) if matches(name, _ANY_RECEIPT)]
    receipts = [each for name in names if (each := _read(folder, name)) and each.assignment == assignment]
    if not receipts:
        return "none"
    digests = {digest for _, digest in _digests(folder)}
    valid = [each for each in receipts if digests and digests <= set(each.files)]
    return "none" if not valid else "passed" if any(each.passed for each in valid) else "run"


def _read(folder: Path, name: str) -> _Receipt | None:
    """A receipt; None if the file is none."""
    content = read_bounded(folder, name, _LARGEST)
    if content is None or len(content) > _LARGEST:
        return None
    try:
        return msgspec.json.decode(content, type=_Receipt)
    except (msgspec.DecodeError, RecursionError):
        return None


def _digests(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of a work, each with the SHA-256 of its content: not the kit's own, nor what a build makes again."""
    for name in submission_files(folder):
        is_kits = name.partition("/")[0] in OF_KIT or matches(name, _ANY_RECEIPT)
        if not is_kits and not name.endswith(BUILD_SUFFIXES):
            content = read_bounded(folder, name, _LARGEST_FILE)
            is_read = content is not None and len(content) <= _LARGEST_FILE
            yield name, hashlib.sha256(content).hexdigest() if content is not None and is_read else "unreadable"
