"""The place where one submission is worked on: its scratch folders, its isolation, and the time that it takes."""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.grading.workspace.compile_server import CompileClient
from harness.grading.workspace.run_memory import RunMemory
from harness.judge.child.client import JudgingClient
from harness.language.java.virtual_machine import explain_oom, limit_heap
from harness.language.tools.toolchain import removed_tools
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.sandbox.files.collect_files import disk_full_of_others
from harness.sandbox.files.scratch import copy_tree, remove
from harness.sandbox.files.snapshot import ACCESS_TIME_NS, Snapshot, reset_access_time, reset_access_times, snapshot
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.run.process import observe


class Stopwatch(Struct):
    """Elapsed seconds that programs took, counted in one worker process."""

    programs_s: float = 0.0
    cpu_s: float = 0.0
    """CPU seconds of these programs."""

    @contextlib.contextmanager
    def programs(self) -> Iterator[None]:
        """Count the time of a program that runs inside this context."""
        begin = time.monotonic()
        try:
            yield
        finally:
            self.programs_s += time.monotonic() - begin

    def begin(self) -> Callable[[Any], Timed]:
        """Begin a task; return a function that wraps the task's result with the time that it took."""
        begin, before = time.monotonic(), self.programs_s
        return lambda result: Timed(result, time.monotonic() - begin, self.programs_s - before)


class Timed(Struct, frozen=True):
    """A task's result, its elapsed seconds, and how many of them its programs ran."""

    result: Any
    wall_s: float
    programs_s: float


class Spent(Struct):
    """Seconds that all worker processes spent together, by purpose."""

    building: float = 0.0
    programs: float = 0.0
    reference: float = 0.0
    grader: float = 0.0
    begin: float = field(default_factory=time.monotonic)

    def unwrap(self, what: str, result: Any) -> Any:
        """Return a task's result, and add its time: programs' to ``building``, ``programs`` or ``reference``."""
        if not isinstance(result, Timed):
            return result
        setattr(self, what, getattr(self, what) + result.programs_s)
        self.grader += result.wall_s - result.programs_s
        return result.result

    def summary(self, jobs: int) -> str:
        """Return one line for the report."""
        elapsed = time.monotonic() - self.begin
        own = self.grader + time.process_time()
        parts = {"programs": self.programs, "building": self.building, "reference": self.reference, "grader": own}
        shares = ", ".join(f"{name} {seconds:.1f}" for name, seconds in parts.items() if name != "reference" or seconds)
        return f"Time: {elapsed:.1f} s; {shares} s" + (f" on {jobs} cores" if jobs > 1 else "")


_NUMBERS = itertools.count()


class Workspace(Struct, frozen=True):
    """The scratch folders of one submission, and the means to run programs in them."""

    root: Path
    isolation: Isolation
    compiler: CompileClient | None = None
    """The compile server of the whole run; None: each submission starts its own compilers."""
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    judging: JudgingClient = field(default_factory=JudgingClient)
    """Where all is done with the submission's bytes that could take long."""
    own_programs: bool = False
    """Whether all programs are the course's own, which need no sandbox to be trusted with the user's build cache."""
    memory: RunMemory | None = None
    """The runs that are known from before; None: everything is run."""
    observations: dict[Hashable, Observation] = field(default_factory=dict)
    """Observations that several cases share, by everything that decides the run; traced runs have their report in
    ``files``."""
    timed_out: set[str] = field(default_factory=set)
    """The cases whose traced runs took all the time that they had."""
    variants: dict[Hashable, object] = field(default_factory=dict)
    """What the submission was built to in other ways, such as with sanitizers."""
    references: dict[str, Any] = field(default_factory=dict)
    """The course's own solutions, as this worker process has built them (``Built``), by assignment."""
    most_cpu_s: float | None = None
    """CPU seconds of one run, whatever its own limits are; None: those alone hold. Builds take what they need."""
    _unchanged_copies: dict[Path, _WorkingCopy] = field(default_factory=dict)
    """Working copies that the last run left unchanged, by the folder that was copied."""

    @property
    def key(self) -> str:
        """The submission's name within a run."""
        return self.root.name

    def new(self, kind: str) -> Path:
        """Make a new empty folder with a name that is unique among all workers."""
        folder = self.root / f"{kind}-{os.getpid()}-{next(_NUMBERS)}"
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise JudgeError(f"{folder}: no scratch folder can be made: {error.strerror}; see TMPDIR") from None
        return folder

    def observe_once(self, run_key: str, variant: Hashable, observe_now: Callable[[], Observation]) -> Observation:
        """Return the observation of a run that cases share, made by the first of them; an empty key is never shared."""
        if not run_key:
            return observe_now()
        if (run_key, variant) not in self.observations:
            self.observations[run_key, variant] = observe_now()
        return self.observations[run_key, variant]

    @contextlib.contextmanager
    def temporary(self) -> Iterator[tuple[Path, Path]]:
        """Make a new working folder and a new home, and remove both afterwards."""
        workdir, home = self.new("run"), self.new("home")
        try:
            yield workdir, home
        finally:
            remove(workdir)
            remove(home)

    @contextlib.contextmanager
    def copy_of(self, folder: Path, *, is_written: bool = True) -> Iterator[tuple[Path, Path]]:
        """Make a working folder with a copy of ``folder``, and a new home.

        When a run has changed nothing in them they serve the next run too: making and removing folders can take
        longer than a small program. ``is_written``: whether the caller writes there, or lets files be copied back.
        """
        copy = self._unchanged_copies.pop(folder, None) or self._copy(folder)
        may_change = is_written or not self.isolation.works_on_copies
        if may_change:
            copy.take_snapshots()
        try:
            yield copy.workdir, copy.home
        finally:
            if not may_change or copy.is_unchanged():
                self._unchanged_copies[folder] = copy
            else:
                copy.remove()

    def _copy(self, folder: Path) -> _WorkingCopy:
        copy = _WorkingCopy(self.new("run"), self.new("home"))
        copy_tree(folder, copy.workdir, ACCESS_TIME_NS)
        for path in (copy.workdir, copy.home):
            reset_access_time(path)
        return copy

    def observe(
        self, invocation: Invocation, observer: Callable[[Invocation, Isolation], Observation] | None = None
    ) -> Observation:
        """Run a command, by an observer of its own kind or the usual one.

        Raises JudgeError when it failed and a tool has disappeared from the machine, or the machine's disk is full.
        """
        if self.memory is not None and observer is None:
            return self.memory.observe(invocation, lambda: self._observe(invocation, _observer_of(invocation)))
        return self._observe(invocation, observer or _observer_of(invocation))

    def _observe(self, invocation: Invocation, observer: Callable[[Invocation, Isolation], Observation]) -> Observation:
        own = replace(limit_heap(invocation), submission=str(self.root))
        if self.most_cpu_s is not None:
            cpu = min(own.limits.cpu, self.most_cpu_s)
            own = replace(own, limits=replace(own.limits, cpu=cpu, wall=min(own.limits.wall, 3 * cpu)))
        with self.stopwatch.programs():
            observation = explain_oom(observer(own, self.isolation), invocation)
        self.stopwatch.cpu_s += observation.cpu_s
        folders = invocation.workdir, invocation.home
        if not self.isolation.works_on_copies and disk_full_of_others(folders, invocation.limits.disk):
            raise JudgeError(f"{self.root.parent}: no space was left on the device; scratch folders are made in TMPDIR")
        if (observation.not_started or observation.exit not in (0, None)) and (
            missing_message := removed_tools(invocation.command)
        ):
            raise JudgeError(missing_message)
        return observation

    def close(self) -> None:
        """Remove the working copies."""
        for copy in self._unchanged_copies.values():
            copy.remove()
        self._unchanged_copies.clear()


def _observer_of(invocation: Invocation) -> Callable[[Invocation, Isolation], Observation]:
    """What runs a command the usual way: on pipes, or as a dialogue on a terminal."""
    if not invocation.dialogue:
        return observe
    from harness.sandbox.run.dialogue import observe_dialogue  # noqa: PLC0415 - few cases are dialogues

    return observe_dialogue


class _WorkingCopy(Struct):
    """A working folder and a home, with snapshots from before any run that could change them."""

    workdir: Path
    home: Path
    _workdir_before: Snapshot | None = None
    _home_before: Snapshot | None = None

    def take_snapshots(self) -> None:
        """Take them, unless that was done before: nothing has changed anything yet."""
        if self._workdir_before is None:
            self._workdir_before, self._home_before = snapshot(self.workdir), snapshot(self.home)

    def is_unchanged(self) -> bool:
        """Whether both are as before, and ready for the next run; False when there is no snapshot."""
        if self._workdir_before is None or self._home_before is None:
            return False
        if snapshot(self.home) != self._home_before or snapshot(self.workdir) != self._workdir_before:
            return False
        # a program may set them to anything, and so pass the next run a message
        reset_access_times(self._home_before)
        reset_access_times(self._workdir_before)
        return True

    def remove(self) -> None:
        """Remove both folders."""
        remove(self.workdir)
        remove(self.home)
