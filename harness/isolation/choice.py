"""Which isolation this machine gives: the best level whose probe holds, found by trying, never by looking."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from harness.isolation import backends
from harness.isolation.base import Choice
from harness.isolation.probe import Observe, probe
from harness.model.errors import JudgeError


def choose(observe: Observe, hidden: Sequence[Path] = (), best: str | None = None) -> Choice:
    """Probe the levels from the best on. Must run in a process that runs one command at a time.

    Args:
        observe: runs a command in an isolation.
        hidden: folders that no program may see wherever they are: the course with its goldens.
        best: the name of the first level that is tried; None: the strongest.

    Raises:
        JudgeError: when no backend can be used.

    """
    refused: list[str] = []
    closed = _closed(Path(tempfile.gettempdir())) if os.geteuid() == 0 else None
    usable = [backend for backend in backends(best) if backend.is_usable()]
    if closed is not None and (walled := [backend.level.name for backend in usable if backend.level.confines_writes]):
        advice = "let TMPDIR be a folder such as /tmp"
        refused.append(f"{', '.join(walled)}: {closed} can be entered by root alone; {advice}")
        usable = [backend for backend in usable if not backend.level.confines_writes]
    for backend in usable:
        try:
            isolation = backend.make(hidden)
            if backend.level.confines_writes:
                probe(isolation, observe)
        except (JudgeError, OSError) as error:
            refused.append(f"{backend.level.name}: {error}")
        else:
            return Choice(isolation, refused)
    raise JudgeError("programs cannot be run here: " + "; ".join(refused))


def _closed(folder: Path) -> Path | None:
    """The first folder on the way to the scratch folders that is closed to students' programs."""
    way = [*reversed(folder.resolve().parents), folder.resolve()]
    return next((path for path in way if not path.stat().st_mode & 0o001), None)
