"""One case, run and judged."""

from __future__ import annotations

from dataclasses import dataclass

from harness.judge.judgement import Judgement
from harness.model.grade import Timing


@dataclass(frozen=True)
class CaseResult:
    """One case, run and judged."""

    judgement: Judgement
    timing: Timing = Timing()
    reproduce: str = ""
    over_time: bool = False
    """Whether a time limit was passed: then the case is run again, alone, before that counts."""
