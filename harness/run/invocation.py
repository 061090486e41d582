"""One command to run: everything that the runner has to know, nothing that it may judge by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.model.bounds import Bounds

if TYPE_CHECKING:  # the probe of the sandbox starts without any spec
    from harness.spec.model import Exchange


class Invocation(Struct, frozen=True):
    """A command in its folder."""

    command: tuple[str, ...]
    box: Path
    """The working folder, the command's own to change."""
    home: Path
    """An empty folder for HOME and TMPDIR."""
    bounds: Bounds
    stdin: bytes = b""
    dialogue: tuple[Exchange, ...] = ()
    clock: str = ""
    """A clock of the run's own, as libfaketime is told it; empty: the real one."""
    returns: tuple[str, ...] = ()
    """Files of the box that must be there afterwards as the run left them; ``*``: all of them. Others may be lost."""
    returns_home: tuple[str, ...] = ()
    """The same for the home."""
