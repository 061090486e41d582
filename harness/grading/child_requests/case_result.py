"""The result of one case, and the guard around a course's own judging functions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from msgspec import Struct

from harness.grading.verdicts.ending import IDLE_CPU_SHARE
from harness.grading.verdicts.judgement import Judgement
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.model.verdict import Verdict
from harness.spec.format.assignment import PlannedCase


class CaseResult(Struct, frozen=True):
    """One case, run and judged."""

    judgement: Judgement
    timing: Timing = Timing()
    reproduce: str = ""
    over_time: bool = False
    """Whether a time limit was exceeded: the case is run again, alone, before that counts."""

    answered: bool | None = None
    """Whether the run came to its own end and wrote something; None where that says nothing of the program."""

    @property
    def waited(self) -> bool:
        """Whether a limit was exceeded with next to no CPU time: another run or other input would change nothing.

        Input ends with its last byte, so a program never waits for more of it.
        """
        if self.judgement.verdict is Verdict.NR:
            return False  # the machine had no time for it
        cpu, limit = self.timing.cpu_s, self.timing.cpu_limit_s
        return self.over_time and cpu is not None and limit is not None and cpu < IDLE_CPU_SHARE * limit


class CheckerFailed(JudgeError):
    """A function of ``checks.py`` raised an exception; the text names the case."""

    def __init__(self, text: str, reason: str = "") -> None:
        """``reason``: the exception alone."""
        super().__init__(text, reason)
        self.reason = reason

    def __str__(self) -> str:
        """Say what failed, and where the spec calls it."""
        return str(self.args[0])


@contextlib.contextmanager
def as_checker_failure(planned: PlannedCase) -> Iterator[None]:
    """Turn any exception of a course's own function in ``checks.py`` into a CheckerFailed that names the case."""
    try:
        yield
    except (MemoryError, RecursionError):
        raise  # what is exceeded is told by whoever set the limit
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:1000]
        raise CheckerFailed(f"{planned.location}: a function of checks.py failed: {reason}", reason) from error
