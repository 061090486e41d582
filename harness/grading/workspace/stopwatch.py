"""Measure where the time of a run goes: building, students' programs, the reference, the grader's own work."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field


class Stopwatch(Struct):
    """Elapsed seconds that programs took, counted in one worker process."""

    programs_s: float = 0.0

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

    def add(self, what: str, timed: Timed) -> None:
        """Add a task: its programs' time to ``building``, ``programs`` or ``reference``, the rest to the grader's."""
        setattr(self, what, getattr(self, what) + timed.programs_s)
        self.grader += timed.wall_s - timed.programs_s

    def summary(self, jobs: int) -> str:
        """Return one line for the report."""
        elapsed = time.monotonic() - self.begin
        own = self.grader + time.process_time()
        parts = {"programs": self.programs, "building": self.building, "reference": self.reference, "grader": own}
        shares = ", ".join(f"{name} {seconds:.1f}" for name, seconds in parts.items() if name != "reference" or seconds)
        return f"Time: {elapsed:.1f} s; {shares} s" + (f" on {jobs} cores" if jobs > 1 else "")
