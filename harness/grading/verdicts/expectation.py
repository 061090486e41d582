"""What one case is judged by."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from harness.judge.checkers import Context
from harness.model.output import Output
from harness.model.runs.crash import Crash
from harness.model.runs.limits import ResolvedLimits
from harness.spec.format.assignment import PlannedCase


class Expectation(Struct, frozen=True):
    """All that one case is judged by."""

    planned: PlannedCase
    limits: ResolvedLimits
    context: Context
    texts: Mapping[str, Output | None]
    """The expected bytes of ``stdout``, ``stderr`` and files, where a text or a golden says them."""
    crash: Crash | None = None
    """The uncaught error that the language's module found in the output."""
    folder: Path | None = None
    """Where the built submission is, for the lines of its sources."""
    submitted_files: tuple[str, ...] = ()
    """The files of the submission."""
    added_files: tuple[str, ...] = ()
    """The files that the build added."""
