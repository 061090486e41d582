"""Where one submission is worked on: a folder of its own, and the isolation that its programs run in."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from harness.model.errors import JudgeError
from harness.model.observation import Observation
from harness.run.isolation import Isolation
from harness.run.scratch import remove

_NUMBERS = itertools.count()


@dataclass(frozen=True)
class Place:
    """The scratch root of one submission."""

    root: Path
    isolation: Isolation
    owner: int = field(default_factory=os.getpid)
    seen: dict[str, Observation] = field(default_factory=dict)
    """Runs that another case may be judged by too, by all that decides them."""

    def new(self, kind: str) -> Path:
        """A new empty folder; its name is unique among all workers."""
        folder = self.root / f"{kind}-{os.getpid()}-{next(_NUMBERS)}"
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise JudgeError(f"{folder}: no scratch folder can be made: {error.strerror}; see TMPDIR") from None
        return folder

    @contextlib.contextmanager
    def temporary(self) -> Iterator[tuple[Path, Path]]:
        """A new working folder and a new home, both gone afterwards."""
        box, home = self.new("run"), self.new("home")
        try:
            yield box, home
        finally:
            remove(box)
            remove(home)
