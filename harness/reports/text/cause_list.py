"""The causes of a grade below each other, as many as are read at once; what the others are in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from harness.judge.diagnose.values import number_pair
from harness.judge.finding_kinds import LINE_DIFFERS
from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible, single_line
from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.reports.causes.cause import CAUSE_SIGN, Cause
from harness.reports.causes.faults import is_late, wrong_function
from harness.reports.causes.hints import hint_of, second_hint_of
from harness.reports.document import points
from harness.reports.text.cause import cause_lines, cause_mark, look_at, needs_script
from harness.reports.text.difference import split_lines
from harness.reports.text.headline import change_sentence, what_it_did, without_marks
from harness.reports.text.lines import BLANK, Line, Span, line, plain
from harness.reports.text.other_cases import LEAD, given_text, noted_line
from harness.spec.format.assignment import Assignment

MAX_CAUSES = 6
MAX_LINES = 24
"""Lines that all causes take on the screen, where there are several."""
MAX_TITLES = 6
"""Causes that have no room: so many lines say what they are."""
MAX_NAMED = 2
"""Functions that they may follow from."""
MAX_QUOTED = 40
"""Characters of a line that is read at a glance."""

MAX_HINT = 160
"""Characters of a hint below a cause in short."""

_BEGINS = lazy_regex(r"(?:All|Each|Every|Everything|Only|Rows|The) ")
"""How a sentence on all of an output begins in English; a name keeps its capital, and so does German."""


def cause_list(
    grade_causes: Sequence[Cause], assignment: Assignment, words: Translator, *, details: bool
) -> Iterator[Line]:
    """The causes, those that cost most, as many as are read at once; the rest, and what may follow, in a line."""
    shown: dict[int, Cause] = {}
    hidden: dict[int, Cause] = {}
    length, offers, is_full = 0, True, False
    for number, cause in enumerate(grade_causes, 1):
        is_full = is_full or len(shown) == MAX_CAUSES
        if not details and (is_full or (shown and _only_follows(cause))):
            hidden[number] = cause
            continue
        first = number == 1 and cause.blocks
        lines = [*cause_lines(cause, number, assignment, words, first=first, brief=not details, offers=offers)]
        is_hinted = not cause.change and (details or not cause.after)
        offers = offers and not (is_hinted and second_hint_of(cause, assignment))  # it is said once
        length += len([*plain(lines)])
        is_full = bool(shown) and length > MAX_LINES and not details
        (hidden if is_full else shown)[number] = cause
        if not is_full:
            yield BLANK
            yield from lines
    listed = shown | dict([*hidden.items()][: MAX_TITLES - 1])  # of each list so many are never cut
    named = {wrong_function(cause.finding) for cause in listed.values()} | {f"{CAUSE_SIGN}{at}" for at in listed}
    rest = {
        number: replace(cause, after=tuple(name for name in cause.after if name in named))
        for number, cause in hidden.items()
    }
    roots = {number: (cause.after, noted_line(cause, assignment)) for number, cause in rest.items()}
    for root in sorted(dict.fromkeys(roots.values()), key=any):  # what follows from none first
        yield from _rest_lines({at: cause for at, cause in rest.items() if roots[at] == root}, assignment, words)


def _only_follows(cause: Cause) -> bool:
    """Whether an output may follow from functions that are named, and shows no place in the program of its own.

    Of what was seen of calls it is open whether any output follows: that may be a rule which changes none.
    """
    of_functions = bool(cause.after) and not cause.after[0].startswith(CAUSE_SIGN)
    return of_functions and cause.change is None and not cause.finding.where.source


def _says_more(cause: Cause, assignment: Assignment) -> bool:
    """Whether there is more to say of a cause than its title: evidence, a hint, or what shows it again."""
    finding = cause.finding
    return bool(cause.command or finding.where.source or finding.expected or finding.actual) or bool(
        hint_of(cause, assignment)
    )


def _rest_lines(rest: Mapping[int, Cause], assignment: Assignment, words: Translator) -> Iterator[Line]:
    """How many more causes there are, what they cost and may follow from; then what they are, by number."""
    first = next(iter(rest.values()))
    noted = None if first.after else noted_line(first, assignment)
    is_cut = len(rest) > MAX_TITLES
    titles = [*rest.items()][: MAX_TITLES - 1 if is_cut else None]
    says_more = is_cut or any(_says_more(cause, assignment) for cause in rest.values())
    yield BLANK
    text = words.text(
        "screen-more-causes",
        count=len(rest),
        lost=points(sum(cause.lost for cause in rest.values()), 1).split("/")[0],
        listed=[*first.after[:MAX_NAMED]],
        more=len(first.after[MAX_NAMED:]) or None,
        file=single_line(noted[0]) if noted else None,
        line=noted[1] if noted else None,
        says_more=says_more or None,
    )
    yield line(text, lead="  ")
    for number, cause in titles:
        yield line(_short_title(cause, assignment, words), lead=("  ", *cause_mark(cause, number)))
        if not cause.after:
            yield from _short_advice(cause, assignment, words)
    if is_cut:
        yield line(words.text("screen-more-titles", count=len(rest) - len(titles)), lead="  ")


def _short_advice(cause: Cause, assignment: Assignment, words: Translator) -> Iterator[Line]:
    """Where a fault of its own is, and by which change it passes; else its hint, or what shows it, if that is short."""
    where, hint = cause.finding.where, _begin_of(hint_of(cause, assignment))
    if cause.change is not None and (sentence := change_sentence(cause, words)):
        yield line(f"{look_at(cause.change.where, words)} {sentence}", lead=LEAD)
        return
    if where.source and len(where.source) <= MAX_HINT:
        yield line(f"{look_at(where, words)} {escape_invisible(where.source.strip())}", lead=LEAD)
    if hint:
        yield line(Span(hint, "hint"), lead=(LEAD, f"{words.text('screen-hint')} "))
    elif not where.source and cause.command and not needs_script(cause):
        see_it = Span(single_line(cause.command), "command")
        yield line(see_it, lead=(LEAD, f"{words.text('screen-see-it')} "), wraps=False)


def _begin_of(hint: str) -> str:
    """The sentences with which a hint begins, as many as are read at a glance."""
    if len(hint) <= MAX_HINT:
        return hint
    at = hint.rfind(". ", 0, MAX_HINT)
    return hint[: at + 1] if at > 0 else ""


def _short_title(cause: Cause, assignment: Assignment, words: Translator) -> str:
    """What is wrong with which input, and, where a line is named, what came there: all of it in a sentence."""
    finding = cause.finding
    title = without_marks(what_it_did(cause, assignment, words, brief=True)[0])
    if finding.where.stream and finding.where.line is not None and (pair := _lines_that_differ(finding)):
        title = words.text("screen-came", sentence=title, wanted=pair[0], came=pair[1])
    stream = finding.where.stream
    given = given_text(cause.case, assignment, words) if stream or is_late(cause.case) else ""
    if not given or f'"{given}"' in title:
        return title
    place = stream if title.startswith(stream) else None
    shown = title if place or not _BEGINS.match(title) else title[:1].lower() + title[1:]
    return words.text("screen-with", given=given, place=place, sentence=shown)


def _lines_that_differ(finding: Finding) -> tuple[str, str] | None:
    """The first line that was expected and the one that came instead; None if they are not read at a glance.

    Nor where the two do not belong together: they differ in a number alone, or a finding is on a line that differs.
    """
    sides = [split_lines(text or b"") for text in (finding.expected, finding.actual)]
    pair = next(((wanted, came) for wanted, came in zip(*sides, strict=False) if wanted != came), None)
    is_by_line = finding.kind == LINE_DIFFERS and (not finding.near_misses or len(sides[0]) == len(sides[1]))
    if pair is None or not (is_by_line or number_pair(*pair)):
        return None
    shown = escape_invisible(pair[0]), escape_invisible(pair[1])
    return shown if max(map(len, shown)) <= MAX_QUOTED else None
