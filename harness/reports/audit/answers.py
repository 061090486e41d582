"""What losing programs answer: many the same, the same at two prices, the expected in another form."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from harness.model.escape import escape_invisible, shorten
from harness.model.finding import Finding
from harness.model.verdict import Verdict
from harness.reports.audit.base import BEFORE_CASES, Evidence, Loss, Signal, Suspicion
from harness.spec.format.assignment import near_miss_clauses

_FEWEST = 3
_LEAST_SHARE = 0.15
_SHOWN = 48
_FORM = re.compile(r"(?i)form|layout|word|blank|stream|text|style|spell|exact|print|usage|name")
"""How a clause on form itself is called."""
_NOT_CONTENT = re.compile(rb"[\s\x00-\x1f,;:.()\[\]{}\"']+")


def shared_answer(evidence: Evidence) -> Iterator[Suspicion]:
    """An answer that many programs give and that is charged: so many rarely share a fault, and may share a reading."""
    for group in evidence.groups:
        if group.cases[0] in BEFORE_CASES:
            continue
        same = max(_by_answer(group.losses).values(), key=len, default=[])
        count = len({loss.student for loss in same})
        if count >= _FEWEST and count / group.judged >= _LEAST_SHARE:
            shown = shown_answer(same[0].finding)
            text = f"{count} of {group.judged} give the same answer{f', {shown}' if shown else ''}"
            yield group.suspicion(min(0.8, 0.2 + 0.6 * count / group.judged), text, same)


def two_prices(evidence: Evidence) -> Iterator[Suspicion]:
    """The same answer to one case, which costs one program more than another."""
    for group in evidence.groups:
        for same in _by_answer(group.losses).values():
            prices = {(loss.row.verdict.name, round(loss.row.score, 6)) for loss in same}
            if len(prices) > 1:
                verdicts = " and ".join(sorted(f"{verdict} with {points:g} points" for verdict, points in prices))
                yield group.suspicion(0.5, f"the same answer is {verdicts}", same)


def charged_for_form(evidence: Evidence) -> Iterator[Suspicion]:
    """Outputs that differ from what is expected in form alone, and lose what is for the content."""
    charged = {clause for planned in evidence.assignment.cases for clause in near_miss_clauses(planned.case)}
    for group in evidence.groups:
        if group.clause in charged or _FORM.search(group.clause):
            continue
        losses = [loss for loss in group.losses if not loss.row.score and is_form_alone(loss.finding)]
        if losses:
            count = len({loss.student for loss in losses})
            shown = shown_answer(losses[0].finding)
            text = (
                f"in form alone {count} of {group.judged} differ from what is expected{f', {shown}' if shown else ''}"
            )
            yield group.suspicion(min(0.75, 0.3 + 0.1 * count), text, losses)


def is_form_alone(finding: Finding) -> bool:
    """Whether a near miss explains the whole difference, or both sides are the same except for blanks and marks."""
    if finding.near_misses:
        return "line-order" not in finding.near_misses
    if not finding.expected or not finding.actual:
        return False
    expected, actual = (_NOT_CONTENT.sub(b" ", side).strip().lower() for side in (finding.expected, finding.actual))
    return bool(expected) and expected == actual


def _by_answer(losses: Sequence[Loss]) -> dict[Hashable, list[Loss]]:
    """The losses by case and answer, where the findings have an answer."""
    groups: dict[Hashable, list[Loss]] = {}
    for loss in losses:
        key = _answer(loss)
        if key is not None:
            groups.setdefault((loss.row.name, key), []).append(loss)
    return groups


def _answer(loss: Loss) -> Hashable:
    """What the program answered, as a key; None if it answered nothing."""
    finding = loss.finding
    if loss.row.verdict is not Verdict.WA or finding.actual == b"":
        return None
    params = tuple(sorted((name, str(value)) for name, value in finding.params.items()))
    if finding.actual is None and not finding.message and not params:
        return None
    return finding.kind, finding.message, finding.actual, params


def commonest_answer(losses: Sequence[Loss]) -> list[Loss]:
    """The losses of those who give the commonest answer; all if no answer is known."""
    return max(_by_answer(losses).values(), key=len, default=list(losses))


def shown_answer(finding: Finding) -> str:
    """The answer, short and on one line; empty if none is known."""
    if finding.actual is None:
        return shorten(finding.message, _SHOWN) if finding.message else ""
    return f"`{shorten(escape_invisible(finding.actual.strip()), _SHOWN)}`"


SIGNALS: tuple[Signal, ...] = (shared_answer, two_prices, charged_for_form)
