"""Where one submission is worked on: a folder of its own, and the isolation that its programs run in."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

from msgspec import Struct, field

from harness.compile_server.server import CompileClient
from harness.execute.java_heap import explain_oom, limit_heap
from harness.execute.stopwatch import Stopwatch
from harness.files.scratch import copy_tree, remove
from harness.files.snapshot import Snapshot, level, snapshot
from harness.isolation.base import Isolation
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.plan.toolchain import removed_tools
from harness.run.dialogue import observe_dialogue
from harness.run.process import observe

_NUMBERS = itertools.count()


class Workspace(Struct, frozen=True):
    """The scratch root of one submission."""

    root: Path
    isolation: Isolation
    compiler: CompileClient | None = None
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
        workdir, home = self.new("run"), self.new("home")
        try:
            yield workdir, home
        finally:
            remove(workdir)
            remove(home)

    @contextlib.contextmanager
    def copy_of(self, folder: Path) -> Iterator[tuple[Path, Path]]:
        """A new working folder with a copy of ``folder`` in it, and a new home.

        Where a run changed nothing in them, down to the last byte, they are as good as new and serve the next run:
        making and removing folders can take longer than a small program.
        """
        copy = self._untouched.pop(folder, None) or self._copy(folder)
        try:
            yield copy.workdir, copy.home
        finally:
            if copy.is_as_made():
                self._untouched[folder] = copy
            else:
                copy.remove()

    def _copy(self, folder: Path) -> _Copy:
        workdir, home = self.new("run"), self.new("home")
        copy_tree(folder, workdir)
        copy = _Copy(workdir, home, snapshot(workdir), snapshot(home))
        copy.level()
        return copy

    def observe(self, invocation: Invocation) -> Observation:
        """Run a command; JudgeError when it failed and a tool is not there any more, which is no fault of its own."""
        bounded = limit_heap(invocation)
        with self.stopwatch.programs():
            seen = (observe_dialogue if invocation.dialogue else observe)(bounded, self.isolation)
        seen = seen if bounded is invocation else explain_oom(seen, invocation)
        if (seen.not_started or seen.exit not in (0, None)) and (removed := removed_tools()):
            raise JudgeError(removed)
        return seen

    def close(self) -> None:
        """Remove what is kept."""
        for copy in self._untouched.values():
            copy.remove()
        self._untouched.clear()


class _Copy(Struct, frozen=True):
    """A working folder and a home, and what was in them before any run."""

    workdir: Path
    home: Path
    workdir_before: Snapshot | None
    home_before: Snapshot | None

    def is_as_made(self) -> bool:
        """Whether everything is as it was; no where that was not looked at."""
        if self.workdir_before is None or self.home_before is None:
            return False
        if snapshot(self.home) != self.home_before or snapshot(self.workdir) != self.workdir_before:
            return False
        self.level()
        return True

    def level(self) -> None:
        """Let no time of reading tell one run from another."""
        level(self.home_before or {})
        level(self.workdir_before or {})

    def remove(self) -> None:
        """Remove both."""
        remove(self.workdir)
        remove(self.home)
