"""Near misses between the streams and the ending of a run, found by ``judge`` and ``streams`` of ``grading/verdicts``.

A checker sees the output of one stream alone.
"""

from __future__ import annotations

from harness.judge.near_misses.base import NearMiss

NEAR_MISSES = (
    NearMiss(
        name="crash-after-output",
        sentence="All that is asked for was written before the program crashed.",
        rank=11,
    ),
    NearMiss(
        name="other-stream",
        sentence="The output is right, but it came on the other stream (stdout and stderr are two).",
        rank=10,
    ),
)
