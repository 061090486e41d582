"""Finish commands that ran in the scratch folder itself: these backends have no copy of it in a sandbox."""

from __future__ import annotations

from harness.model.runs.invocation import Invocation
from harness.sandbox.files.collect_files import sanitize_folder
from harness.sandbox.files.file_limit import file_limit_reached


def finish_in_place(invocation: Invocation) -> tuple[str, ...]:
    """Sanitize a build's folder after its command, and return the limits that the command hit."""
    limit_hits = file_limit_reached((invocation.workdir, invocation.home), invocation.limits.output)
    if "*" in invocation.collect:
        sanitize_folder(invocation.workdir, invocation.limits.disk)
    return limit_hits
