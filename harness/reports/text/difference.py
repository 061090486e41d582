"""Expected and actual output below each other, the place where they part marked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from harness.judge.differences.confusables import plain_character, without_confusables
from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible
from harness.model.patterns import lazy_regex
from harness.reports.text.lines import Line, Span, line

BLANK = "\N{MIDDLE DOT}"
MAX_LINES = 6
MAX_LINES_ALONE = 8
"""Lines of an output that is shown alone: a board of eight queens, whole."""
MAX_WIDTH = 160
NEWLINE_REMARKS = "screen-without-newline", "screen-newline-missing"
"""What is said about an end without the other's newline: of what is expected, of what came."""
_TOKEN = lazy_regex(r"\w+|\W")
_MARKED = 3
"""Lines that differ from those beside them, up to which each is marked; of more the first alone."""
_CONTEXT = 1
"""Lines shown in front of the first that differs."""


class _Side(Struct, frozen=True):
    """One of two outputs: its lines, and whether its last line lacks its newline where the other's has one."""

    title: str
    lines: Sequence[bytes]
    ends_early: bool
    remark: str = ""
    """What is said about the end if it lacks its newline."""


def difference(expected: bytes | None, actual: bytes | None, lead: str, words: Translator) -> Iterator[Line]:
    """The lines of both around the first that differs; of the one that there is, its beginning."""
    ends = [split_lines(text)[-1:] for text in (expected or b"", actual or b"")]
    same_end = ends[0] == ends[1]  # else the last lines differ in more than that
    sides = [
        _Side(words.text(title), split_lines(text), same_end and ends_early(text, counterpart), words.text(remark))
        for title, remark, text, counterpart in (
            ("screen-expected", NEWLINE_REMARKS[0], expected, actual),
            ("screen-got", NEWLINE_REMARKS[1], actual, expected),
        )
        if text is not None
    ]
    if len(sides) == 1:
        yield from _block(sides[0], 0, {}, lead, words, most=MAX_LINES_ALONE)
        return
    if not sides:
        return
    first = first_difference(sides[0].lines, sides[1].lines)
    several = max(len(side.lines) for side in sides) > 1
    start = max(0, first - _CONTEXT) if max(len(side.lines) for side in sides) > MAX_LINES else 0
    pairs = list(zip(sides[0].lines, sides[1].lines, strict=False))
    differing = [number for number, (left, right) in enumerate(pairs) if left != right]
    few = len(sides[0].lines) == len(sides[1].lines) and 0 < len(differing) <= _MARKED
    for side, other in zip(sides, reversed(sides), strict=True):
        marked = differing if few else [first]
        counterparts = {number: other.lines[number] if number < len(other.lines) else b"" for number in marked}
        marks = side is sides[1] and (few or not several)
        arrow = several and len(marked) < max(len(side.lines), len(other.lines))  # not where each line has one
        yield from _block(side, start, counterparts, lead, words, arrow=arrow, marks=marks)


def split_lines(text: bytes) -> list[bytes]:
    """The lines of an output, the last one with or without its newline."""
    lines = text.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def ends_early(text: bytes, counterpart: bytes | None) -> bool:
    """Whether a text lacks the newline at its end that its counterpart has."""
    return counterpart is not None and counterpart.endswith(b"\n") and text != b"" and not text.endswith(b"\n")


def first_difference(expected: Sequence[bytes], actual: Sequence[bytes]) -> int:
    """The index of the first line that is not the same in both."""
    pairs = zip(expected, actual, strict=False)
    shorter = min(len(expected), len(actual))
    return next((number for number, (left, right) in enumerate(pairs) if left != right), shorter)


def _block(
    side: _Side,
    start: int,
    counterparts: Mapping[int, bytes],
    lead: str,
    words: Translator,
    *,
    arrow: bool = False,
    marks: bool = False,
    most: int = MAX_LINES,
) -> Iterator[Line]:
    """The lines of one side; ``marks``: with signs below each place that differs.

    ``counterparts``: the other side's lines, by the number of a line that is marked.
    """
    end = start + most
    if end + 1 == len(side.lines):  # a remark on the last line would take a line, too
        end += 1
    shown = side.lines[start:end]
    if not shown:
        yield line(
            Span(words.text("screen-nothing"), "quiet"),
            lead=(lead, Span(f"{side.title:<8} ", "quiet"), "  "),
            wraps=False,
        )
    for number, content in enumerate(shown, start):
        is_last = side.ends_early and number == len(side.lines) - 1
        tail = [Span("  " + side.remark, "quiet")] if is_last else []
        title = side.title if number == start else ""
        counterpart = counterparts.get(number)
        sign = ">" if arrow and counterpart is not None else "|"
        plain_text = Span(cut_line(escape_invisible(content)))
        body = [plain_text] if counterpart is None else visible(content, counterpart)
        yield line(*body, *tail, lead=(lead, Span(f"{title:<8} {sign} ", "quiet")), wraps=False)
        if marks and counterpart is not None:
            yield from _carets(content, counterpart, lead)
    if end < len(side.lines):
        text = words.text("screen-more-lines", count=len(side.lines) - end)
        yield line(Span(text, "quiet"), lead=(lead, " " * 11), wraps=False)


def visible(content: bytes, counterpart: bytes) -> list[Span]:
    """A line with what differs from its counterpart marked; blanks are shown if nobody would see them."""
    before, changed, after = _parts(content, counterpart)
    if not changed.strip(" "):
        changed = changed.replace(" ", BLANK)
    text = _ends_shown(before + changed + after)
    end = len(before) + len(changed)
    return [
        Span(cut_line(text[: len(before)])),
        Span(cut_line(text[len(before) : end]), "mark"),
        Span(cut_line(text[end:])),
    ]


def _ends_shown(text: str) -> str:
    """The text with the blanks at both ends as signs."""
    bare = text.strip(" ")
    start = text.index(bare) if bare else len(text)
    return BLANK * start + bare + BLANK * (len(text) - start - len(bare))


def _parts(content: bytes, counterpart: bytes) -> tuple[str, str, str]:
    """What is before, in and after the difference, escaped."""
    texts = [_escaped(line[: 4 * MAX_WIDTH]) for line in (content, counterpart)]
    text, other = texts if not _look_alike(content, counterpart) else map(_all_escaped, texts)
    start = _common(text, other)
    end = _common(text[start:][::-1], other[start:][::-1])
    return text[:start], text[start : len(text) - end], text[len(text) - end :]


def _look_alike(content: bytes, counterpart: bytes) -> bool:
    """Whether two lines differ, and a reader would see no difference: in letters of another alphabet, say."""
    lines = [line[: 4 * MAX_WIDTH] for line in (content, counterpart)]
    return lines[0] != lines[1] and len({without_confusables(line) for line in lines}) == 1


def _all_escaped(text: str) -> str:
    """The text with an escape for each character that may look like another."""
    return "".join(
        character
        if plain_character(character) == character and not unicodedata.combining(character)
        else _code(character)
        for character in text
    )


def _code(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _common(text: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = zip(text, other, strict=False)
    return next((number for number, (left, right) in enumerate(pairs) if left != right), min(len(text), len(other)))


def _escaped(content: bytes) -> str:
    """Escaped like everything else, but with blanks at the end as they are."""
    return escape_invisible(content + b"|")[:-1]


def _carets(content: bytes, counterpart: bytes, lead: str) -> Iterator[Line]:
    """A line of signs below what differs, for a reader without colours.

    None if most of the line does, or if blanks are missing in several places: what is between them is right.
    """
    if content == counterpart:
        return
    before, changed, after = _parts(content, counterpart)
    is_blanks = bool(changed.strip()) and content.replace(b" ", b"") == counterpart.replace(b" ", b"")
    is_other = len(changed.split()) > 1 and len(changed) > len(before) + len(after)
    if is_blanks or is_other or not (before or after) or len(before) + len(changed) > MAX_WIDTH:
        return
    signs = _signs(f"{before}{changed}{after}", "".join(_parts(counterpart, content)))
    if len(signs.split()) <= 1:  # of one word only the part that differs
        signs = " " * len(before) + "^" * max(1, len(changed))
    yield line(Span(signs, "wrong"), lead=lead + " " * 11, wraps=False)


def _signs(text: str, other: str) -> str:
    """A sign below each word of a line that differs; empty if the words are not those of the other line in turn."""
    tokens, others = _TOKEN.findall(text), _TOKEN.findall(other)
    if _TOKEN.sub(_only_signs, text) != _TOKEN.sub(_only_signs, other):
        return ""
    pairs = zip(tokens, others, strict=True)
    return "".join((" " if token == counterpart else "^") * len(token) for token, counterpart in pairs).rstrip()


def _only_signs(token: re.Match[str]) -> str:
    return "0" if token[0].isalnum() else token[0]


def cut_line(text: str) -> str:
    """A line that fits: the rest of a longer one is dots."""
    return text if len(text) <= MAX_WIDTH else text[: MAX_WIDTH - 3] + "..."
