"""The causes of a grade below each other, as many as are read at once; what the others are in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from harness.judge.messages.translator import Translator
from harness.reports.causes.cause import CAUSE_SIGN, Cause
from harness.reports.causes.faults import wrong_function
from harness.reports.causes.hints import hint_of, second_hint_of
from harness.reports.document import points
from harness.reports.text.cause import cause_lines, cause_mark
from harness.reports.text.headline import what_it_did, without_marks
from harness.reports.text.lines import BLANK, Line, line, plain
from harness.reports.text.other_cases import after_lines, noted_line
from harness.spec.format.assignment import Assignment

MAX_CAUSES = 6
MAX_LINES = 24
"""Lines that all causes take on the screen, where there are several."""
MAX_TITLES = 3
"""Causes that have no room, and follow from none that is shown: what they are is said all the same."""


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
    named = {wrong_function(cause.finding) for cause in shown.values()} | {f"{CAUSE_SIGN}{number}" for number in shown}
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
    return bool(cause.case.reproduce or finding.where.source or finding.expected or finding.actual) or bool(
        hint_of(cause, assignment)
    )


def _rest_lines(rest: Mapping[int, Cause], assignment: Assignment, words: Translator) -> Iterator[Line]:
    """How many more causes there are, what they cost, what they are, by number, and what they may follow from."""
    lost = points(sum(cause.lost for cause in rest.values()), 1).split("/")[0]
    names = list(dict.fromkeys(name for cause in rest.values() for name in cause.clauses))
    yield BLANK
    says_more = len(rest) > MAX_TITLES or any(_says_more(cause, assignment) for cause in rest.values())
    text = words.text("screen-more-causes", count=len(rest), lost=lost, listed=names, says_more=says_more or None)
    yield line(text, lead="  ")
    for number, cause in [*rest.items()][:MAX_TITLES]:
        title, *_ = what_it_did(cause, assignment, words, brief=True)
        yield line(without_marks(title), lead=("  ", *cause_mark(cause, number)))
    yield from after_lines(next(iter(rest.values())), assignment, words)
