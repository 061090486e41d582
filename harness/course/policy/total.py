"""The total of a student over the course: categories, weights, what is dropped, rounding and the grading key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from msgspec import Struct

from harness.course.policy.marks import Mark
from harness.course.policy.model import AssignmentPolicy, Category, Policy, Rounding

_DIGITS = 6
_MOST_STEPS = 100
_SLACK = 1e-12
"""Differences below it are those of binary fractions."""


class Total(Struct, frozen=True):
    """The weighted mean of a student's marks, in percent, rounded as the course's rules say."""

    percent: float
    dropped: tuple[str, ...] = ()
    """The assignments that do not count."""
    letter: str = ""
    """The grade by the course's key; empty without one."""
    passed: bool | None = None
    """Whether the course is passed; None if no rule says when it is."""
    parts: tuple[tuple[str, float], ...] = ()
    """What was reached in each category that has a mark, in percent, rounded likewise."""


def total(marks: Mapping[str, Mark], policy: Policy) -> Total | None:
    """The total over the assignments that have a mark; None if none has.

    What may be dropped is dropped where the total is higher without it, and also where that makes no difference.
    """
    worth = {name: mark.points / mark.max_points if mark.max_points else 1.0 for name, mark in marks.items()}
    root = Category(weight=1, of=tuple(marks), categories={})
    limits = [(drop.lowest, drop.of) for drop in policy.drop]
    if policy.categories:
        root, limits = Category(weight=1, of=(), categories=policy.categories), []
    parts: list[tuple[str, float]] = []
    dropped: list[str] = []
    mean = _category(root, "", worth, policy, limits, parts, dropped)
    if mean is None:
        return None
    percent = rounded(100 * mean, policy.rounding)
    passed = _passed(percent, worth, policy)
    shown = tuple((name, rounded(100 * part, policy.rounding)) for name, part in parts)
    return Total(percent, tuple(dropped), _letter(percent, policy, passed), passed, shown)


def _category(
    category: Category,
    name: str,
    worth: Mapping[str, float],
    policy: Policy,
    limits: Sequence[tuple[int, Sequence[str]]],
    parts: list[tuple[str, float]],
    dropped: list[str],
) -> float | None:
    """The mean of a category, from 0 to 1; None if nothing in it has a mark; ``parts`` and ``dropped`` grow."""
    members: dict[str, tuple[float, float]] = {}
    place = len(parts)
    for inner, rules in category.categories.items():
        path = f"{name}/{inner}" if name else inner
        own = [(rules.drop, rules.of)] if rules.drop else []
        mean = _category(rules, path, worth, policy, own, parts, dropped)
        if mean is not None:
            members[f"{path}/"] = rules.weight, mean
    for assignment in category.of:
        if assignment in worth:
            weight = policy.assignments.get(assignment, AssignmentPolicy()).weight
            members[assignment] = weight, worth[assignment]
    if not sum(weight for weight, _ in members.values()):
        return None
    mean, left_out = best_mean(members, limits)
    dropped += left_out
    if name:
        parts.insert(place, (name, mean))
    return mean


def best_mean(
    members: Mapping[str, tuple[float, float]], limits: Sequence[tuple[int, Sequence[str]]]
) -> tuple[float, tuple[str, ...]]:
    """The highest weighted mean that leaving members out gives, and whom it leaves out.

    ``members``: weight and value by name; the weights are not all 0. ``limits``: how many may be left out of which
    members; no member is in two. One of them always counts.

    To leave out what is worth less than the mean raises it, and the more the more it weighs; that mean is raised by
    it in turn, so it is done again until nothing changes (Dinkelbach's method).
    """
    left_out: tuple[str, ...] = ()
    mean = _mean(members, left_out)
    for _ in range(_MOST_STEPS):
        chosen = tuple(_left_out(members, limits, mean))
        if chosen == left_out:
            break
        left_out, mean = chosen, _mean(members, chosen)
    return mean, left_out


def _mean(members: Mapping[str, tuple[float, float]], left_out: Sequence[str]) -> float:
    counted = [both for name, both in members.items() if name not in left_out]
    return sum(weight * value for weight, value in counted) / sum(weight for weight, _ in counted)


def _left_out(
    members: Mapping[str, tuple[float, float]], limits: Sequence[tuple[int, Sequence[str]]], mean: float
) -> Iterator[str]:
    """Those that cost most of what the mean would be, and of equals the first."""
    for lowest, of in limits:
        costs = {
            name: members[name][0] * (members[name][1] - mean) for name in of if name in members and members[name][0]
        }
        candidates = sorted(costs, key=lambda name: round(costs[name], 12))[: min(lowest, len(costs) - 1)]
        yield from (name for name in candidates if costs[name] <= _SLACK)


def rounded(percent: float, rounding: Rounding) -> float:
    """A percentage as the rules round it, exactly: half a step goes up, or to the even step."""
    step = Decimal(str(rounding.to))
    exact = round(Decimal(str(percent)), _DIGITS)  # a sum of binary fractions is not exact
    steps = (exact / step).to_integral_value(ROUND_HALF_UP if rounding.half == "up" else ROUND_HALF_EVEN)
    return float(steps * step)


def in_words(result: Total, rounding: Rounding) -> str:
    """A total as a sum: ``83.3 (B; work 80.0, exam 88.0; without pa5)``."""
    parts = ", ".join(f"{name} {written(part, rounding)}" for name, part in result.parts)
    left_out = f"without {', '.join(result.dropped)}" if result.dropped else ""
    passed = "" if result.passed is None else "passed" if result.passed else "not passed"
    said = "; ".join(filter(None, (result.letter, passed, parts, left_out)))
    return written(result.percent, rounding) + (f" ({said})" if said else "")


def written(percent: float, rounding: Rounding) -> str:
    """A rounded percentage with as many digits as its step has: ``83.0`` where it is rounded to 0.1."""
    digits = max(0, -int(Decimal(str(rounding.to)).normalize().as_tuple().exponent))
    return f"{percent:.{digits}f}"


def _passed(percent: float, worth: Mapping[str, float], policy: Policy) -> bool | None:
    """Whether the total, and each assignment with a pass mark of its own, is high enough."""
    needed = {name: rules.pass_mark for name, rules in policy.assignments.items() if rules.pass_mark is not None}
    if policy.pass_mark is None and not needed:
        return None
    reached = {name: rounded(100 * worth.get(name, 0.0), policy.rounding) for name in needed}
    return percent >= (policy.pass_mark or 0) and all(reached[name] >= least for name, least in needed.items())


def _letter(percent: float, policy: Policy, passed: bool | None) -> str:
    """The best grade of the key that the total reaches; the last one where the course is not passed."""
    if not policy.grades:
        return ""
    ordered = sorted(policy.grades, key=lambda letter: -policy.grades[letter])
    if passed is False:
        return ordered[-1]
    return next((letter for letter in ordered if percent >= policy.grades[letter]), ordered[-1])
