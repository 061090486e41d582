"""Where the time of a run goes: building, students' programs, the reference, and the grader's own work."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field


class Stopwatch(Struct):
    """Seconds of elapsed time that programs took, in one process."""

    programs_s: float = 0.0

    @contextlib.contextmanager
    def programs(self) -> Iterator[None]:
        """A program runs."""
        begin = time.monotonic()
        try:
            yield
        finally:
            self.programs_s += time.monotonic() - begin

    def begin(self) -> Callable[[Any], Timed]:
        """A task begins; a function to call with what it gave."""
        begin, before = time.monotonic(), self.programs_s
        return lambda result: Timed(result, time.monotonic() - begin, self.programs_s - before)


class Timed(Struct, frozen=True):
    """What a task gave, how long it took, and how much of that its programs ran, in seconds."""

    result: Any
    wall_s: float
    programs_s: float


class Spent(Struct):
    """Seconds of all worker processes together."""

    building: float = 0.0
    programs: float = 0.0
    reference: float = 0.0
    grader: float = 0.0
    begin: float = field(default_factory=time.monotonic)

    def add(self, what: str, timed: Timed) -> None:
        """Count a task: its programs' time as ``building``, ``programs`` or ``reference``, the rest as the grader's."""
        setattr(self, what, getattr(self, what) + timed.programs_s)
        self.grader += timed.wall_s - timed.programs_s

    def told(self, jobs: int) -> str:
        """One line for the report."""
        elapsed = time.monotonic() - self.begin
        own = self.grader + time.process_time()
        parts = {"programs": self.programs, "building": self.building, "reference": self.reference, "grader": own}
        shares = ", ".join(f"{name} {seconds:.1f}" for name, seconds in parts.items() if name != "reference" or seconds)
        return f"Time: {elapsed:.1f} s; {shares} s" + (f" on {jobs} cores" if jobs > 1 else "")
