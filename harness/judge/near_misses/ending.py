"""The near miss that lies in how a run ended. ``grading/verdicts/judge.py`` finds it: checkers see the output alone."""

from __future__ import annotations

from harness.judge.near_misses.base import NearMiss

NEAR_MISSES = (
    NearMiss(
        name="crash-after-output",
        sentence="All that is asked for was written before the program crashed.",
        rank=11,
    ),
)
