"""Start a program once on an empty input, to see whether it begins at all."""

from __future__ import annotations

from pathlib import Path

from harness.grading.verdicts.ending import start_refusal
from harness.grading.workspace.workspace import Workspace
from harness.model.finding import Finding
from harness.model.runs.invocation import Invocation
from harness.model.runs.limits import ResolvedLimits
from harness.sandbox.files.scratch import copy_tree, prepare_new_file

_TRIAL_LIMITS = ResolvedLimits(cpu=3.0, wall=5.0)
"""Enough for a program to begin; how it ends is of no matter here."""
_TRIAL_NAMES = {"{input}": "input.txt", "{output}": "output.txt"}


def try_start(command: tuple[str, ...], folder: Path, workspace: Workspace) -> Finding | None:
    """Start the program on an empty input; return why it did not even begin, or None when it did."""
    words = tuple(
        word.replace("{input}", _TRIAL_NAMES["{input}"]).replace("{output}", _TRIAL_NAMES["{output}"])
        for word in command
    )
    with workspace.temporary() as (workdir, home):
        copy_tree(folder, workdir)
        prepare_new_file(workdir, _TRIAL_NAMES["{input}"]).write_bytes(b"")
        refusal = start_refusal(workspace.observe(Invocation(words, workdir, home, _TRIAL_LIMITS)))
    return Finding.of("start-refused", text=refusal) if refusal else None
