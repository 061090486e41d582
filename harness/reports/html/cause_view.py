"""A cause as a page shows it: made of the same records and sentences as the text."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible, single_line
from harness.model.finding import Finding
from harness.model.picture import Picture
from harness.model.verdict import UNJUDGED
from harness.reports.causes.cause import Cause
from harness.reports.causes.hints import hint_of, second_hint_of
from harness.reports.document import points
from harness.reports.html.environment import sentence
from harness.reports.html.side_by_side import Side, side_alone, sides
from harness.reports.svg import sanitized_svg
from harness.reports.text.call_table import call_rows, wrong_rows
from harness.reports.text.cause import look_at, lost_points, other_place, said_on_stderr, second_finding, timing_lines
from harness.reports.text.headline import change_itself, change_sentence, in_short_words, what_it_did
from harness.reports.text.lines import Line, Span
from harness.reports.text.other_cases import after_lines, cleared_lines, narrowing_lines, same_fault_lines
from harness.spec.format.assignment import Assignment

MAX_SOURCE = 2000
"""Bytes of a source line that are shown."""
_GIVEN = {"earlier": "page-earlier", "calls": "page-call", "before": "page-before"}
"""Parameter of a finding -> the title of its box."""


class SourceLine(Struct, frozen=True):
    """The line of the student's source that a finding is about."""

    place: str
    number: str
    spans: Sequence[Span]


class PictureView(Struct, frozen=True):
    """A drawing, sanitised, and what it shows."""

    svg: Markup
    """Empty if nothing of it may be shown: then ``text`` stands for it."""
    title: str
    text: str


class ClauseOfCause(Struct, frozen=True):
    """A clause that a cause violates."""

    name: str
    text: str
    handout: str
    points: str


class CauseView(Struct, frozen=True):
    """All that is shown about a cause."""

    number: int
    title: str
    sentences: Sequence[str]
    verdict: str
    unjudged: bool
    blocks: bool
    """Whether it has to be fixed first, as it keeps the program from an answer."""
    lost: str
    cases: int
    clauses: Sequence[ClauseOfCause]
    source: SourceLine | None
    given: Sequence[Side]
    """The calls, and what there was before them, where the title does not say it."""
    sides: Sequence[Side]
    whole: Sequence[Side]
    """The same with the rows that are right, in a fold; empty if none is left out above."""
    picture: PictureView | None
    second: str
    """What else is wrong in the same case; empty for nothing."""
    second_sides: Sequence[Side]
    second_picture: PictureView | None
    stderr: Sequence[Side]
    """What stood on stderr, if nothing above shows it; empty for nothing."""
    remarks: Sequence[str]
    """The measurements, where the fault shows, and what else shows the same: what runs are given, not names."""
    hint: str
    second_hint: str
    """A deeper one, in a fold; empty for none."""
    command: str


def cause_views(causes: Sequence[Cause], assignment: Assignment, words: Translator) -> list[CauseView]:
    """The causes of a grade, in their order."""
    return [_view(cause, number, assignment, words) for number, cause in enumerate(causes, 1)]


def _view(cause: Cause, number: int, assignment: Assignment, words: Translator) -> CauseView:
    case, finding, second = cause.case, cause.finding, second_finding(cause, brief=True)
    title, *sentences = what_it_did(cause, assignment, words, brief=True)
    blocks = number == 1 and cause.blocks
    shown = wrong_rows(finding)
    said = (title, *sentences, *([] if second is None else [in_short_words(second, words)]))
    remarks = (
        *timing_lines(case, words),
        *narrowing_lines(cause, assignment, words, brief=True),
        *same_fault_lines(cause, assignment, words, brief=True, said=said),
        *cleared_lines(cause, assignment, words),
    )
    return CauseView(
        number=number,
        title=sentence(title),
        sentences=[*map(_text, after_lines(cause, assignment, words, first=blocks)), *map(sentence, sentences)],
        verdict=case.verdict.name,
        unjudged=case.verdict in UNJUDGED,
        blocks=blocks,
        lost=lost_points(cause, assignment),
        cases=len(cause.cases) + len(cause.followers),
        clauses=[_clause(name, cause, assignment) for name in cause.clauses],
        source=marked_line(finding, words),
        given=_given(shown, words),
        sides=[] if finding.where.source else _sides(shown, words),
        whole=[] if shown is finding else [*_given(finding, words), *_sides(finding, words)],
        picture=_picture(finding.picture),
        second=sentence(in_short_words(second, words)) if second else "",
        second_sides=_sides(second, words) if second else [],
        second_picture=_picture(second.picture) if second else None,
        stderr=_stderr(cause),
        remarks=[*map(_text, remarks)],
        hint=_change(cause, words) or ("" if cause.after else hint_of(cause, assignment)),
        second_hint=second_hint_of(cause, assignment) if cause.change is None else change_itself(cause, words),
        command=single_line(cause.command),
    )


def _given(finding: Finding, words: Translator) -> list[Side]:
    return [side_alone(text.encode(errors="replace"), words.text(_GIVEN[key])) for key, text in call_rows(finding)]


def _change(cause: Cause, words: Translator) -> str:
    """Where a change makes the cases pass; empty if none is known."""
    if cause.change is None:
        return ""
    where = cause.change.where
    other = other_place(cause.change)
    lines = [place.source.strip() for place in (where, other) if place is not None]
    return f"{look_at(where, words)} {escape_invisible(b'  '.join(lines))}  {change_sentence(cause, words)}"


def _sides(finding: Finding, words: Translator) -> list[Side]:
    """Expected and actual, with their streams where these are what differs."""
    shown = sides(finding.expected, finding.actual, words)
    belongs, stream = finding.params.get("belongs"), finding.params.get("stream")
    if len(shown) != 2 or not belongs or not stream:  # noqa: PLR2004 - both sides
        return shown
    names = (single_line(str(name)) for name in (belongs, stream))
    return [replace(side, title=f"{side.title} ({name})") for side, name in zip(shown, names, strict=True)]


def _stderr(cause: Cause) -> list[Side]:
    finding = said_on_stderr(cause)
    if finding is None or finding is cause.finding:
        return []
    more = finding.params.get("more", 0)
    return [side_alone(finding.actual or b"", "stderr", more if isinstance(more, int) else 0)]


def _clause(name: str, cause: Cause, assignment: Assignment) -> ClauseOfCause:
    clause = assignment.clauses.get(name)
    cases = [case for case in (*cause.cases, *cause.followers) if case.clause == name]
    score = points(sum(case.score for case in cases), sum(case.max_score for case in cases))
    return ClauseOfCause(name, clause.text if clause else "", clause.handout if clause else "", score)


def _picture(picture: Picture | None) -> PictureView | None:
    if picture is None:
        return None
    text = "\n".join(map(escape_invisible, picture.text.splitlines()))
    svg = Markup(sanitized_svg(picture.svg))  # noqa: S704 - sanitised
    return PictureView(svg, single_line(picture.title), text)


def marked_line(finding: Finding, words: Translator) -> SourceLine | None:
    """The line of the student's source that a finding is about; None if it is not known."""
    where = finding.where
    if not where.source:
        return None
    source = escape_invisible(where.source.rstrip()[:MAX_SOURCE])
    column = None if where.column is None else where.column - 1
    first, last = where.marked or (column, column)
    if first is None or last is None or not 0 <= first <= last < len(source):
        spans = [Span(source)]
    else:
        spans = [Span(source[:first]), Span(source[first : last + 1], "mark"), Span(source[last + 1 :])]
    return SourceLine(sentence(words.place(replace(where, case=""))), str(where.line or ""), spans)


def _text(line: Line) -> str:
    return sentence("".join(span.text for span in (*line.lead, *line.body)).strip())
