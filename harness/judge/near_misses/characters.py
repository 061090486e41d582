"""Near misses in single characters: letter case, and characters that look alike."""

from __future__ import annotations

from harness.judge.differences.confusables import without_confusables
from harness.judge.near_misses.base import NearMiss


def without_letter_case(output: bytes) -> bytes:
    """All letters small."""
    if output.isascii():
        return output.lower()
    return output.decode("utf-8", "surrogateescape").lower().encode("utf-8", "surrogateescape")


def without_case_and_confusables(output: bytes) -> bytes:
    """All characters as the small ASCII letters, digits and marks that they look like, where there are such."""
    return without_letter_case(without_confusables(output))


NEAR_MISSES = (
    NearMiss(
        name="letter-case",
        sentence="Only the letter case differs.",
        rank=70,
        order=30,
        normalize=without_letter_case,
        ignored_as="case",
        line_by_line=True,
    ),
    NearMiss(
        name="look-alikes",
        sentence="Only characters differ that look alike, such as curly quotes for straight ones.",
        rank=80,
        order=10,  # a no-break blank is a blank
        normalize=without_confusables,
        line_by_line=True,
    ),
)
