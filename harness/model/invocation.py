"""One command to run: everything that the runner has to know, nothing that it may judge by."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from harness.model.exchange import Exchange
from harness.model.limits import ResolvedLimits


class Invocation(Struct, frozen=True):
    """A command in its folder."""

    command: tuple[str, ...]
    workdir: Path
    """The working folder, the command's own to change."""
    home: Path
    """An empty folder for HOME and TMPDIR."""
    limits: ResolvedLimits
    stdin: bytes = b""
    dialogue: tuple[Exchange, ...] = ()
    clock: str = ""
    """A clock of the run's own, as libfaketime is told it; empty: the real one."""
    returns: tuple[str, ...] = ()
    """Files of the box that must be there afterwards as the run left them; ``*``: all of them. Others may be lost."""
    returns_home: tuple[str, ...] = ()
    """The same for the home."""
