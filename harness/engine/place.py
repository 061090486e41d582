"""Where one submission is worked on: a folder of its own, and the isolation that its programs run in."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

from msgspec import Struct, field

from harness.engine.heap import told, within_limit
from harness.engine.stopwatch import Stopwatch
from harness.model.errors import JudgeError
from harness.model.observation import Observation
from harness.plan.toolchain import gone
from harness.resident.keeper import ResidentCompiler
from harness.run.dialogue import observe_dialogue
from harness.run.invocation import Invocation
from harness.run.isolation import Isolation
from harness.run.process import observe
from harness.run.scratch import copy_tree, remove
from harness.run.snapshot import Snapshot, level, snapshot

_NUMBERS = itertools.count()


class Place(Struct, frozen=True):
    """The scratch root of one submission."""

    root: Path
    isolation: Isolation
    compiler: ResidentCompiler | None = None
    """For all submissions of a run; None: each is compiled by a compiler of its own."""
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    owner: int = field(default_factory=os.getpid)
    seen: dict[Hashable, Observation] = field(default_factory=dict)
    """Runs that another case may be judged by too, by all that decides them; traced ones have their report in
    ``files``."""
    _untouched: dict[Path, _Copy] = field(default_factory=dict)
    """Copies that the last run left as they were, by the folder that they are of."""

    def new(self, kind: str) -> Path:
        """A new empty folder; its name is unique among all workers."""
        folder = self.root / f"{kind}-{os.getpid()}-{next(_NUMBERS)}"
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise JudgeError(f"{folder}: no scratch folder can be made: {error.strerror}; see TMPDIR") from None
        return folder

    def once(self, run: str, more: Hashable, make: Callable[[], Observation]) -> Observation:
        """What was seen of a run that is made now, or was for another case; one without a name is no other case's."""
        if not run:
            return make()
        if (run, more) not in self.seen:
            self.seen[run, more] = make()
        return self.seen[run, more]

    @contextlib.contextmanager
    def temporary(self) -> Iterator[tuple[Path, Path]]:
        """A new working folder and a new home, both gone afterwards."""
        box, home = self.new("run"), self.new("home")
        try:
            yield box, home
        finally:
            remove(box)
            remove(home)

    @contextlib.contextmanager
    def copy_of(self, folder: Path) -> Iterator[tuple[Path, Path]]:
        """A new working folder with a copy of ``folder`` in it, and a new home.

        Where a run changed nothing in them, down to the last byte, they are as good as new and serve the next run:
        making and removing folders can take longer than a small program.
        """
        copy = self._untouched.pop(folder, None) or self._copy(folder)
        try:
            yield copy.box, copy.home
        finally:
            if copy.is_as_made():
                self._untouched[folder] = copy
            else:
                copy.remove()

    def _copy(self, folder: Path) -> _Copy:
        box, home = self.new("run"), self.new("home")
        copy_tree(folder, box)
        copy = _Copy(box, home, snapshot(box), snapshot(home))
        copy.level()
        return copy

    def observe(self, invocation: Invocation) -> Observation:
        """Run a command; JudgeError when it failed and a tool is not there any more, which is no fault of its own."""
        bounded = within_limit(invocation)
        with self.stopwatch.programs():
            seen = (observe_dialogue if invocation.dialogue else observe)(bounded, self.isolation)
        seen = seen if bounded is invocation else told(seen, invocation)
        if (seen.not_started or seen.exit not in (0, None)) and (lost := gone()):
            raise JudgeError(lost)
        return seen

    def close(self) -> None:
        """Remove what is kept."""
        for copy in self._untouched.values():
            copy.remove()
        self._untouched.clear()


class _Copy(Struct, frozen=True):
    """A working folder and a home, and what was in them before any run."""

    box: Path
    home: Path
    box_before: Snapshot | None
    home_before: Snapshot | None

    def is_as_made(self) -> bool:
        """Whether everything is as it was; no where that was not looked at."""
        if self.box_before is None or self.home_before is None:
            return False
        if snapshot(self.home) != self.home_before or snapshot(self.box) != self.box_before:
            return False
        self.level()
        return True

    def level(self) -> None:
        """Let no time of reading tell one run from another."""
        level(self.home_before or {})
        level(self.box_before or {})

    def remove(self) -> None:
        """Remove both."""
        remove(self.box)
        remove(self.home)
