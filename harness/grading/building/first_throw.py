"""Let an exception of C++ pass a handler that only throws it again, so that the first throw is seen."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.grading.workspace.workspace import Workspace
from harness.language.edits.forms.source_text import Edit
from harness.model.finding import Place
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded

_THROWN = lazy_regex(
    rb"terminate called after throwing an instance of '[^\n]{1,500}'$(?:\n  what\(\):  [^\n]{0,500})?", re.MULTILINE
)
_RETHROWS = lazy_regex(rb"\bthrow\s*;")


def thrown(stderr: bytes) -> bytes:
    """The lines that name the exception which ended a program, and what it says; empty for none."""
    match = _THROWN.search(stderr)
    return match[0] if match is not None else b""


def without_handler(where: Place, staged: Path, workspace: Workspace) -> Path | None:
    """A copy of a program's files in which the handler that throws again at a place catches nothing; None for none."""
    if not _RETHROWS.search(where.source):
        return None
    edit: Edit | None = workspace.judging.call_or(FindHandler(staged, where), workspace.key, None)
    if edit is None:
        return None
    folder = workspace.new("uncaught")
    copy_tree(staged, folder)
    source = read_bounded(folder, where.path, LARGEST_SOURCE) or b""
    changed = source[: edit.start] + edit.new.encode() + source[edit.end :]
    prepare_new_file(folder, where.path).write_bytes(changed)
    return folder


class FindHandler(Struct, frozen=True):
    """Find the change by which the handler at a place catches nothing."""

    folder: Path
    where: Place

    def run(self, _course: object) -> Edit | None:
        """Return the change; None if there is no such handler."""
        from harness.language.edits.rethrown import uncaught  # noqa: PLC0415 - parsers, in the judging child

        source = read_bounded(self.folder, self.where.path, LARGEST_SOURCE) or b""
        return uncaught(self.where.path, source, self.where.line or 0)
