"""Expected and actual output beside each other, line by line, what differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible
from harness.reports.text.difference import (
    NEWLINE_REMARKS,
    cut_line,
    ends_early,
    first_difference,
    split_lines,
    visible,
)
from harness.reports.text.lines import Span

MAX_LINES = 16
_CONTEXT = 3
"""Lines shown in front of the first that differs."""
_MAX_BYTES = 640
"""So much of a line is looked at."""
_BLANK_LINE = "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}"


class OutputLine(Struct, frozen=True):
    """A line of one side; without spans it only keeps the other side's lines in step."""

    spans: Sequence[Span] = ()
    differs: bool = False
    remark: str = ""
    """What is not part of the output, such as that there is no newline at its end."""


class Side(Struct, frozen=True):
    """One of the outputs."""

    title: str
    lines: Sequence[OutputLine]
    before: int = 0
    """Lines left out above."""
    after: int = 0
    """Lines left out below."""
    empty: bool = False
    """Whether nothing came at all."""


def sides(expected: bytes | None, actual: bytes | None, words: Translator) -> list[Side]:
    """Both sides, or the one that there is; none if there are no texts to show."""
    titles = words.text("page-expected"), words.text("page-got")
    if expected is not None and actual is not None:
        return _both(expected, actual, titles, words)
    return [_alone(text, title) for title, text in zip(titles, (expected, actual), strict=True) if text is not None]


def side_alone(text: bytes, title: str, after: int = 0) -> Side:
    """One text that is compared with none; ``after``: lines left out of it already."""
    side = _alone(text, title)
    return replace(side, after=side.after + after)


def different_line(expected: bytes | None, actual: bytes | None) -> tuple[str, str]:
    """Of each side the first line that differs, escaped; empty if a side is not there, or has no such line."""
    if not expected or not actual:
        return "", ""
    sides_lines = split_lines(expected), split_lines(actual)
    at = first_difference(*sides_lines)
    wanted, came = (_shown(lines[at]) if at < len(lines) else "" for lines in sides_lines)
    return wanted, came


def _alone(text: bytes, title: str) -> Side:
    lines = split_lines(text)
    shown = [OutputLine([Span(_shown(line))]) for line in lines[:MAX_LINES]]
    return Side(title, shown, after=len(lines) - len(shown), empty=not lines)


def _shown(line: bytes) -> str:
    return cut_line(escape_invisible(line[:_MAX_BYTES]))


def _both(expected: bytes, actual: bytes, titles: tuple[str, str], words: Translator) -> list[Side]:
    texts = expected, actual
    lines = [split_lines(text) for text in texts]
    start = max(0, first_difference(*lines) - _CONTEXT)
    windows = [side[start : start + MAX_LINES] for side in lines]
    rows = list(_rows(*windows))[:MAX_LINES]
    same_end = lines[0][-1:] == lines[1][-1:]  # else the last lines differ in more than that
    both = []
    for index, (text, other) in enumerate((texts, texts[::-1])):
        shown = [row[index] for row in rows]
        count = sum(bool(line.spans) or line.differs for line in shown)
        after = max(0, len(lines[index]) - start - count)
        if same_end and ends_early(text, other) and not after:
            shown = _with_remark(shown, words.text(NEWLINE_REMARKS[index]))
        both.append(Side(titles[index], shown, before=start, after=after, empty=not lines[index]))
    return both


def _with_remark(lines: Sequence[OutputLine], remark: str) -> list[OutputLine]:
    """The lines with a remark after the last that is there."""
    last = max((at for at, line in enumerate(lines) if line.spans), default=-1)
    return [OutputLine(line.spans, line.differs, remark if at == last else "") for at, line in enumerate(lines)]


def _rows(expected: Sequence[bytes], actual: Sequence[bytes]) -> Iterator[tuple[OutputLine, OutputLine]]:
    for tag, begin, end, other_begin, other_end in SequenceMatcher(
        None, expected, actual, autojunk=False
    ).get_opcodes():
        pairs = zip_longest(expected[begin:end], actual[other_begin:other_end])
        for left, right in pairs:
            if tag == "equal":
                line = OutputLine([Span(_shown(left))])
                yield line, line
            else:
                yield _different(left, right), _different(right, left)


def _different(line: bytes | None, counterpart: bytes | None) -> OutputLine:
    if line is None:
        return OutputLine()
    if not line:
        return OutputLine([Span(_BLANK_LINE, "mark")], differs=True)
    if counterpart is None:
        return OutputLine([Span(_shown(line), "mark")], differs=True)
    return OutputLine([span for span in visible(line, counterpart) if span.text], differs=True)
