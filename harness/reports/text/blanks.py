"""What is the same about all blanks that are too many or too few in an output, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.judge.messages.translator import Translator
from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.reports.text.difference import split_lines

_GAP = lazy_regex(rb"[ \t]*")
_MOST_LINES = 50


class _Gap(NamedTuple):
    """Blanks at one place of a line: how many there should be and how many there are, and the marks beside them."""

    wanted: int
    printed: int
    before: bytes
    """The character before it; empty at the beginning of a line."""
    after: bytes


def blanks_sentence(finding: Finding, words: Translator) -> str:
    """How many blanks to print, and after or before which character; empty if that is not the same at all places."""
    if finding.near_misses != ("blanks",) or finding.message or not finding.expected or not finding.actual:
        return ""
    wanted, printed = split_lines(finding.expected), split_lines(finding.actual)
    if len(wanted) != len(printed) or len(wanted) > _MOST_LINES:
        return ""
    gaps = [gap for both in zip(wanted, printed, strict=True) for gap in _gaps(*both)]
    counts = {gap[:2] for gap in gaps if gap.wanted != gap.printed}
    if len(counts) != 1:
        return ""
    ((wanted_count, printed_count),) = counts
    shared = {"count": wanted_count, "printed": printed_count}
    for side, key in (("after", "before"), ("before", "after")):
        if (beside := _only_beside(gaps, key)) is not None:
            text = beside.decode(errors="replace")
            return words.text(f"screen-blanks-{side}" if text else "screen-blanks-at-start", beside=text, **shared)
    return ""


def _gaps(wanted: bytes, printed: bytes) -> Iterator[_Gap]:
    """The places of a line where blanks are wanted or printed; none if lines differ in more."""
    before, at, other = b"", 0, 0
    while at < len(wanted) and other < len(printed):
        ends = [_end(wanted, at), _end(printed, other)]
        after = wanted[ends[0] : ends[0] + 1]
        if after != printed[ends[1] : ends[1] + 1]:
            return
        yield _Gap(ends[0] - at, ends[1] - other, before, after)
        before, at, other = after, ends[0] + 1, ends[1] + 1


def _end(line: bytes, at: int) -> int:
    match = _GAP.match(line, at)
    return match.end() if match else at


def _only_beside(gaps: Sequence[_Gap], key: str) -> bytes | None:
    """The mark, or end, beside all wrong blanks that is beside no right ones; None if none is, or a letter or digit."""
    wrong = {getattr(gap, key) for gap in gaps if gap.wanted != gap.printed}
    right = {getattr(gap, key) for gap in gaps if gap.wanted == gap.printed}
    return next(iter(wrong)) if len(wrong) == 1 and not wrong & right and not any(map(bytes.isalnum, wrong)) else None
