"""Choose the strongest isolation that this machine gives: by probing each, not by asking for versions."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from harness.model.errors import JudgeError
from harness.sandbox.isolation import backends
from harness.sandbox.isolation.base import Choice
from harness.sandbox.isolation.probe import Observe, probe


def choose_isolation(observe: Observe, hidden: Sequence[Path] = (), best: str | None = None) -> Choice:
    """Probe the levels from the strongest on, and return the first that holds.

    Must run in a process that runs one command at a time.

    Args:
        observe: runs a command in an isolation and returns the observation.
        hidden: folders that no program may see, such as the course with its goldens.
        best: the name of the first level that is tried; None: the strongest.

    Raises:
        JudgeError: when no backend can be used.

    """
    refused: list[str] = []
    closed_folder = _closed_folder(Path(tempfile.gettempdir())) if os.geteuid() == 0 else None
    usable = [backend for backend in backends(best) if backend.is_usable()]
    confining_levels = [backend.level.name for backend in usable if backend.level.confines_writes]
    if closed_folder is not None and confining_levels:
        advice = "let TMPDIR be a folder such as /tmp"
        refused.append(f"{', '.join(confining_levels)}: {closed_folder} can be entered by root alone; {advice}")
        usable = [backend for backend in usable if not backend.level.confines_writes]
    for backend in usable:
        try:
            isolation = backend.create(hidden)
            if backend.level.confines_writes:
                probe(isolation, observe)
        except (JudgeError, OSError) as error:
            refused.append(f"{backend.level.name}: {error}")
        else:
            same = f"{backend.level.name}: "
            slower = [line.removeprefix(same) for line in refused if line.startswith(same)]
            return Choice(isolation, [line for line in refused if not line.startswith(same)], slower)
    raise JudgeError("programs cannot be run here: " + "; ".join(refused))


def _closed_folder(folder: Path) -> Path | None:
    """Return the first folder above the scratch folders that users other than root cannot enter, if any."""
    folders = [*reversed(folder.resolve().parents), folder.resolve()]
    return next((path for path in folders if not path.stat().st_mode & 0o001), None)
