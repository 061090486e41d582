"""What is the same about all blanks, or all other signs, that are wrong in an output, in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from string import punctuation
from typing import NamedTuple

from harness.judge.messages.translator import Translator
from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.reports.text.difference import split_lines

_GAP = lazy_regex(" *")
_MOST_LINES = 50
_MOST_SIGNS = 3
"""Signs that stand for others, and are named."""
_SHOWN_SIGNS = frozenset(punctuation) - frozenset("\"'`")
"""Signs that can be read between quotes."""


class _Gap(NamedTuple):
    """Blanks at one place of a line: how many there should be and how many there are, and the marks beside them."""

    wanted: int
    printed: int
    before: str
    """The character before it; empty at the beginning of a line."""
    after: str
    """The character after it; empty at the end of a line."""


def blanks_sentence(finding: Finding, words: Translator) -> str:
    """How many blanks to print, and after or before which character; empty if that is not the same at all places."""
    if finding.near_misses != ("blanks",) or finding.message or not finding.expected or not finding.actual:
        return ""
    wanted, printed = ([*map(_text, split_lines(text))] for text in (finding.expected, finding.actual))
    if any("\t" in line for line in (*wanted, *printed)):  # as wide as it is shown
        return ""
    if len(wanted) != len(printed) or len(wanted) > _MOST_LINES:
        return ""
    gaps = [gap for both in zip(wanted, printed, strict=True) for gap in _gaps(*both)]
    counts = {gap[:2] for gap in gaps if gap.wanted != gap.printed}
    if len(counts) != 1:
        return ""
    ((wanted_count, printed_count),) = counts
    shared = {"count": wanted_count, "printed": printed_count}
    if before := _only_beside({(gap.before, gap.wanted != gap.printed) for gap in gaps}):
        return (
            words.text("screen-blanks-after", beside=before[0], **shared)
            if before[0]
            else (words.text("screen-blanks-at-start", **shared))
        )
    after = _only_beside({(gap.after, gap.wanted != gap.printed) for gap in gaps})
    return words.text("screen-blanks-before", beside=after[0], **shared) if after and after[0] else ""


def signs_sentence(finding: Finding, words: Translator) -> str:
    """Which signs to print instead of which; empty if anything else differs, or one sign stands for several.

    So it is, too, if what came is wanted at another place: to replace it everywhere would be wrong.
    """
    if finding.near_misses != ("wording",) or finding.message or not finding.expected or not finding.actual:
        return ""
    wanted, printed = ([*map(_text, split_lines(text))] for text in (finding.expected, finding.actual))
    if [*map(len, wanted)] != [*map(len, printed)] or len(wanted) > _MOST_LINES:
        return ""
    pairs = zip("".join(wanted), "".join(printed), strict=True)
    replaced = sorted({pair for pair in pairs if pair[0] != pair[1]})
    is_clear = len({came for _, came in replaced}) == len({sign for sign, _ in replaced}) == len(replaced)
    is_of_signs = all(sign in _SHOWN_SIGNS for pair in replaced for sign in pair)
    is_right_somewhere = any(came in line for _, came in replaced for line in wanted)
    if not is_clear or not is_of_signs or is_right_somewhere or not 0 < len(replaced) <= _MOST_SIGNS:
        return ""
    listed = [words.text("screen-sign", wanted=sign, printed=came) for sign, came in replaced]
    return words.text("screen-signs", listed=listed)


def _text(line: bytes) -> str:
    return line.decode(errors="replace")


def _gaps(wanted: str, printed: str) -> Iterator[_Gap]:
    """The places of a line where blanks are wanted or printed; none if lines differ in more."""
    before, at, other = "", 0, 0
    while at < len(wanted) and other < len(printed):
        ends = [_end(wanted, at), _end(printed, other)]
        after = wanted[ends[0] : ends[0] + 1]
        if after != printed[ends[1] : ends[1] + 1]:
            return
        yield _Gap(ends[0] - at, ends[1] - other, before, after)
        before, at, other = after, ends[0] + 1, ends[1] + 1


def _end(line: str, at: int) -> int:
    match = _GAP.match(line, at)
    return match.end() if match else at


def _only_beside(marks: Collection[tuple[str, bool]]) -> list[str]:
    """The mark, or end of a line, beside wrong blanks alone, in a list; none for several, or a letter or digit."""
    wrong, right = ({mark for mark, is_wrong in marks if is_wrong is wanted} for wanted in (True, False))
    return [] if len(wrong) != 1 or wrong & right or any(map(str.isalnum, wrong)) else [*wrong]
