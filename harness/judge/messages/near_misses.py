"""The sentences of the near misses, which stand in the modules that look for them."""

from __future__ import annotations

from harness.judge.near_misses import NEAR_MISSES

MESSAGES = {
    **{f"near-miss-{name}": near_miss.sentence for name, near_miss in NEAR_MISSES.items()},
    "near-miss-wording-without-numbers": "The text is not worded as it should be.",
}
