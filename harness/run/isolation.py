"""The one door between the harness and a student's process: how a command is wrapped, and how well that holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
    "COLUMNS": "80",
    "LINES": "24",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
}
"""All that a student's process finds in its environment; HOME and TMPDIR are added, inside its scratch folder."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a backend isolates, told in every report."""

    letter: str
    summary: str
    not_enforced: tuple[str, ...]

    def __str__(self) -> str:
        """One line for a report."""
        return f"{self.letter} ({self.summary}); not enforced: {', '.join(self.not_enforced) or 'nothing'}"


class Isolation(Protocol):
    """A way to run a command apart from everything else."""

    @property
    def level(self) -> Level:
        """What this backend holds and what not."""
        ...

    def wrap(self, command: tuple[str, ...], box: Path) -> tuple[str, ...]:
        """The command as it is really started, with the folder ``box`` as its world."""
        ...

    def environment(self, home: Path) -> Mapping[str, str]:
        """The whole environment of the command; ``home`` is an empty folder of its own."""
        ...


class Unconfined:
    """No wall at all: an own session, limits by watching, the whole process tree killed, a scrubbed environment."""

    level = Level(
        "E",
        "own session, watched limits, no sandbox",
        ("files outside the scratch folder", "network", "disk space", "number of processes", "malice"),
    )

    def wrap(self, command: tuple[str, ...], box: Path) -> tuple[str, ...]:  # noqa: ARG002 - others need it
        """The command itself."""
        return command

    def environment(self, home: Path) -> Mapping[str, str]:
        """The fixed environment, nothing of the grader's own."""
        return ENVIRONMENT | {"HOME": str(home), "TMPDIR": str(home)}
