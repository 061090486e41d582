"""One command to run: all that the runner needs, and nothing of what is expected."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from harness.model.runs.exchange import Exchange
from harness.model.runs.limits import ResolvedLimits


class Invocation(Struct, frozen=True):
    """A command, its folders, its input and its limits."""

    command: tuple[str, ...]
    workdir: Path
    """The working folder; the command may change it."""
    home: Path
    """An empty folder for HOME and TMPDIR."""
    limits: ResolvedLimits
    stdin: bytes = b""
    dialogue: tuple[Exchange, ...] = ()
    any_prompt: bool = False
    """Whether a dialogue goes on where the program waits at, or ends with, another text than the one awaited."""
    clock: str = ""
    """The start time of a fake clock, in libfaketime's notation; empty: the real clock."""
    collect: tuple[str, ...] = ()
    """Files of the working folder to keep as the run left them; ``*``: all of them. Other changes may be lost."""
    collect_home: tuple[str, ...] = ()
    """Files of the home to keep."""
    submission: str = ""
    """A name of the submission's own: runs of the same name may share a sandbox that stays. Empty: they share none."""
