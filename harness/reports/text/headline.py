"""What a cause is called: a sentence on what the program did, and what else there is to say of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from harness.judge.finding_kinds import LINE_DIFFERS, OUTPUT_EMPTY, TOO_MUCH_OUTPUT
from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible, shorten, single_line
from harness.model.finding import COURSE, Finding, Place
from harness.reports.causes.cause import Cause
from harness.reports.causes.faults import called_function
from harness.reports.text.difference import split_lines
from harness.reports.text.meaning import meaning
from harness.spec.format.assignment import Assignment

_PARTS_OF_CALLS = ("call", "returned-value", "arguments", "fields")
_WITHOUT_LINE = {LINE_DIFFERS: "screen-line-differs", OUTPUT_EMPTY: "screen-output-empty"}
"""Findings whose sentence would say the place once more."""
_TIMES = 3
"""So often lines come again where that is no chance."""
_MAX_EXTRA = 60
"""Characters of a line that a title quotes."""


def what_it_did(cause: Cause, assignment: Assignment, words: Translator) -> list[str]:
    """The headline and what else there is to say, with the values of this program where they say more than a rule."""
    finding = cause.finding
    title, *sentences = headline(finding, words)
    known = "" if cause.after else meaning(cause, assignment, words)  # what may follow from a function is no sign
    if finding.kind == TOO_MUCH_OUTPUT and (period := _period(split_lines(finding.actual or b""))):
        sentences.append(words.text("screen-repeats", count=period))
    if cause.clue is not None:
        sentences.append(single_line(words.sentence(cause.clue.findings[0])))
    extra = _extra_line(finding) if finding.near_misses == ("extra-lines",) and not finding.message else ""
    if extra:
        title = words.text("screen-also-prints", line=extra)
    is_plain = finding.near_misses == ("off-by-one",) or (finding.kind == LINE_DIFFERS and not finding.near_misses)
    if known and is_plain and not finding.message:  # the values say more than that they differ
        return [known.rstrip("."), *sentences]
    return [title, *sentences, *filter(None, [known])]


def headline(finding: Finding, words: Translator) -> list[str]:
    """What is wrong, in one sentence, and what else there is to say of it."""
    sentences = words.near_misses(finding)
    if sentences and finding.message and finding.kind != COURSE:  # a check that knows more than how outputs differ
        return [in_short_words(finding, words), *sentences]
    if sentences:
        place = f"{single_line(words.place(finding.where))}: " if finding.where.path else ""
        return [place + sentences[0].rstrip("."), *sentences[1:]]
    if finding.where.source or "reason" in finding.params:
        title = single_line(words.sentence(finding)) if finding.where.source else in_short_words(finding, words)
        return [text for text in (title, single_line(words.explanation(finding))) if text]
    if finding.kind in _WITHOUT_LINE:
        where = replace(finding.where, line=None, column=None)
        call = finding.params.get("call")
        place = words.place(where) or (words.text("screen-call-prints", call=call) if call else "")
        return [single_line(words.text(_WITHOUT_LINE[finding.kind], place=place, line=finding.where.line))]
    return [in_short_words(finding, words)]


def in_short_words(finding: Finding, words: Translator) -> str:
    """Where it is and what is wrong; a sentence on a call says by itself what it is about."""
    where, call = finding.where, str(finding.params.get("call", ""))
    if finding.message and call:
        name = called_function(finding)
        return single_line(finding.message if name in finding.message else f"{name}: {finding.message}")
    is_said = where.part in _PARTS_OF_CALLS and where == Place(part=where.part)
    return single_line(words.sentence(finding) if is_said else words.in_words(finding))


def _period(lines: Sequence[bytes]) -> int:
    """After how many lines the same ones come again, all along and a few times; 0 where they do not."""
    longest = len(lines) // _TIMES
    return next((step for step in range(1, longest + 1) if lines[step:] == lines[:-step]), 0)


def _extra_line(finding: Finding) -> str:
    """The first line that came and should not; empty where there are not both texts."""
    if not finding.expected or not finding.actual:
        return ""
    wanted = split_lines(finding.expected)
    extra = next((content for content in split_lines(finding.actual) if content not in wanted), b"")
    return shorten(escape_invisible(extra), _MAX_EXTRA)
