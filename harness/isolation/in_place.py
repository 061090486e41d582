"""Commands that run in the scratch folder itself, as no sandbox has a copy of it."""

from __future__ import annotations

from harness.files.collect_files import sanitize_folder
from harness.files.file_limit import file_limit_reached
from harness.model.invocation import Invocation


def ended(asked: Invocation) -> tuple[str, ...]:
    """What there is to do and to tell after a command that ran in the scratch folder itself."""
    told = file_limit_reached((asked.workdir, asked.home), asked.limits.output)
    if "*" in asked.collect:
        sanitize_folder(asked.workdir, asked.limits.disk)
    return told
