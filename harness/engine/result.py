"""One case, run and judged."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from msgspec import Struct

from harness.judge.judgement import Judgement
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.spec.assignment import PlannedCase


class CaseResult(Struct, frozen=True):
    """One case, run and judged."""

    judgement: Judgement
    timing: Timing = Timing()
    reproduce: str = ""
    over_time: bool = False
    """Whether a time limit was passed: then the case is run again, alone, before that counts."""


@contextlib.contextmanager
def blaming(planned: PlannedCase) -> Iterator[None]:
    """Turn whatever a course's own function raises while it judges into a JudgeError that names the case."""
    try:
        yield
    except Exception as error:
        text = f"a function of checks.py failed: {type(error).__name__}: {error}"
        raise JudgeError(f"{planned.place}: {text}") from error
