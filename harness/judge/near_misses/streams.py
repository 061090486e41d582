"""The near miss that lies between streams. ``grading/verdicts/streams.py`` finds it: a checker sees one stream."""

from __future__ import annotations

from harness.judge.near_misses.base import NearMiss

NEAR_MISSES = (
    NearMiss(
        name="other-stream",
        sentence="The output is right, but it came on the other stream (stdout and stderr are two).",
        rank=10,
    ),
)
