"""One case, run and judged."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from msgspec import Struct

from harness.judge.judgement import Judgement
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.spec.assignment import PlannedCase

_IDLE = 0.1
"""A program that takes less of its CPU time than this while it passes its elapsed time waits, and does not compute."""


class CaseResult(Struct, frozen=True):
    """One case, run and judged."""

    judgement: Judgement
    timing: Timing = Timing()
    reproduce: str = ""
    over_time: bool = False
    """Whether a time limit was passed: then the case is run again, alone, before that counts."""

    @property
    def waited(self) -> bool:
        """Whether a limit was passed with next to no computing: no quieter machine, and no other input, changes that.

        All input is at its end when it was read, so that nobody waits for more of it.
        """
        cpu, limit = self.timing.cpu_s, self.timing.cpu_limit_s
        return self.over_time and cpu is not None and limit is not None and cpu < _IDLE * limit


@contextlib.contextmanager
def blaming(planned: PlannedCase) -> Iterator[None]:
    """Turn whatever a course's own function raises while it judges into a JudgeError that names the case."""
    try:
        yield
    except Exception as error:
        text = f"a function of checks.py failed: {type(error).__name__}: {error}"
        raise JudgeError(f"{planned.location}: {text}") from error
