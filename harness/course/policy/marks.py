"""The mark of a student for an assignment, as a sum: a pure function of what is recorded and of the course's rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from harness.course.policy.model import AssignmentPolicy, Gate, Late, OwnCheckRule, Policy, Tier
from harness.course.policy.times import Duration, LocalTime, boundary, days_late

_DIGITS = 6
"""Points are rounded to so many digits after the point, as sums of binary fractions are not exact."""


class ClausePoints(Struct, frozen=True):
    """What a clause has earned, by the harness or by a person."""

    score: float
    max_score: float
    by_person: bool = False


class Adjustment(Struct, frozen=True):
    """Points that a person gave or took, and why."""

    points: float
    reason: str


class MarkInputs(Struct, frozen=True):
    """What is recorded of one hand-in."""

    clauses: Mapping[str, ClausePoints] = {}
    gate_closed: bool = False
    """Whether the spec's own gate made the automatic part 0."""
    submitted: dt.datetime | None = None
    """The moment; None if nobody knows."""
    late: bool | None = None
    """What the learning system says, where the moment is not known."""
    due: LocalTime | None = None
    """The student's own due time, with their extension; None: never late."""
    tokens: int = 0
    """How many days it may be late for nothing, at the cost of as many tokens."""
    adjustments: tuple[Adjustment, ...] = ()
    handed_in: bool = True
    """False if there is nothing of the student's that counts."""
    nothing: str = "nothing handed in"
    """Why it is nothing."""
    open: tuple[str, ...] = ()
    """Why the mark is not known yet: a clause that nobody has scored, cases without a verdict."""


class Term(Struct, frozen=True):
    """A part of a sum."""

    points: float
    text: str = ""


class Mark(Struct, frozen=True):
    """A mark and how it comes about; the terms add up to the points."""

    points: float
    max_points: float
    terms: tuple[Term, ...] = ()
    days_late: int = 0
    """How late the work is, with tokens or without."""
    open: tuple[str, ...] = ()
    """Why it is not final; empty when it is."""
    tokens: int = 0
    """How many late tokens it costs."""

    @property
    def sum(self) -> str:
        """The sum in full: ``78 - 10 (1 day late) = 68``."""
        if len(self.terms) == 1 and not self.terms[0].text:
            return number(self.points)
        parts = "".join(_signed(term, first=not place) for place, term in enumerate(self.terms))
        return f"{parts} = {number(self.points)}"


def number(points: float) -> str:
    """Points as people write them: ``78``, ``7.5``."""
    text = f"{points:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _signed(term: Term, *, first: bool) -> str:
    text = f" ({term.text})" if term.text else ""
    sign = ("-" if term.points < 0 else "") if first else " - " if term.points < 0 else " + "
    return f"{sign}{number(abs(term.points))}{text}"


def mark_of(inputs: MarkInputs, rules: AssignmentPolicy, policy: Policy, zone: ZoneInfo) -> Mark:
    """The mark that follows from the inputs by the course's rules.

    It is never negative, never above the maximum and the extra credit allowed, and never rises with time. Of the late
    tokens as few are spent as give the most points.
    """
    plain = _mark(inputs, 0, rules, policy, zone)
    spending = [_mark(inputs, 1 + more, rules, policy, zone) for more in range(min(inputs.tokens, plain.days_late))]
    return max((plain, *spending), key=lambda mark: mark.points)


def _mark(inputs: MarkInputs, tokens: int, rules: AssignmentPolicy, policy: Policy, zone: ZoneInfo) -> Mark:
    """The mark where so many tokens are spent."""
    maximum = sum(clause.max_score for name, clause in inputs.clauses.items() if name not in rules.extra)
    extra = sum(clause.max_score for name, clause in inputs.clauses.items() if name in rules.extra)
    allowed = extra if rules.extra_credit is None else rules.extra_credit
    late = rules.late or policy.late
    hand_in = _hand_in(inputs, late, zone)
    working = _Sum(list(_earned(inputs, rules)))
    for gate in rules.gates:
        if _is_closed(gate, inputs.clauses):
            working.limit(gate.at_most * maximum / 100, f"gate {gate.clause}")
    if hand_in is not None and hand_in.days and working.total > 0:
        working.terms += _late_terms(hand_in, tokens, late, maximum, working.total)
    for adjustment in inputs.adjustments:
        working.add(Term(adjustment.points, adjustment.reason))
    working.floor()
    working.limit(maximum + allowed, "the maximum" + (" and extra credit" if allowed else ""))
    if rules.cap is not None:
        working.limit(rules.cap, "at most")
    days = 0 if hand_in is None else hand_in.days
    is_open = (*inputs.open, *_unknown(inputs))
    return Mark(working.total, round(maximum, _DIGITS), tuple(working.terms), days, is_open, tokens)


class _Sum:
    """A sum that is built term by term."""

    def __init__(self, terms: list[Term]) -> None:
        self.terms = terms or [Term(0.0)]

    @property
    def total(self) -> float:
        """The sum so far."""
        return round(sum(term.points for term in self.terms), _DIGITS) + 0.0

    def add(self, term: Term) -> None:
        """Add a term that changes something."""
        if round(term.points, _DIGITS):
            self.terms.append(term)

    def limit(self, most: float, why: str) -> None:
        """Take off what is above a limit."""
        self.add(Term(min(0.0, most - self.total), why))

    def floor(self) -> None:
        """Give what is missing to 0."""
        self.add(Term(max(0.0, -self.total), "never below 0"))


def _earned(inputs: MarkInputs, rules: AssignmentPolicy) -> Iterator[Term]:
    """The automatic part as one term, each clause of a person's and each clause of extra credit as one more."""
    if not inputs.handed_in:
        yield Term(0.0, inputs.nothing)
        return
    plain = {name: clause for name, clause in inputs.clauses.items() if name not in rules.extra}
    automatic = [clause.score for clause in plain.values() if not clause.by_person]
    if automatic or not plain:
        yield Term(0.0 if inputs.gate_closed else round(sum(automatic), _DIGITS))
    for name, clause in plain.items():
        if clause.by_person:
            yield Term(clause.score, name)
    for name in rules.extra:
        extra = inputs.clauses.get(name)
        if extra is not None and extra.score and (extra.by_person or not inputs.gate_closed):
            yield Term(extra.score, f"{name}, extra")


def _is_closed(gate: Gate, clauses: Mapping[str, ClausePoints]) -> bool:
    clause = clauses.get(gate.clause)
    return clause is not None and clause.score < (clause.max_score if gate.below is None else gate.below)


class _HandIn(Struct, frozen=True):
    """When something was handed in and was due."""

    submitted: dt.datetime
    due: dt.datetime
    zone: ZoneInfo
    late: Late
    tokens: int = 0
    """Days of it that cost nothing."""

    @property
    def days(self) -> int:
        """The days that it is late, except for those that tokens were spent on."""
        days = days_late(self.submitted, self.due, self.zone, grace=self.late.grace, day=self.late.day)
        return max(0, days - self.tokens)

    def is_behind(self, later: Duration) -> bool:
        """Whether it came more than so much later than it was due, and than tokens were spent on."""
        days, minutes = later
        end = boundary(self.due, Duration((days + self.tokens, minutes)), self.zone, self.late.day)
        return self.submitted > end + dt.timedelta(minutes=self.late.grace)


def _hand_in(inputs: MarkInputs, late: Late, zone: ZoneInfo) -> _HandIn | None:
    if inputs.due is None or inputs.submitted is None:
        return None
    return _HandIn(inputs.submitted, inputs.due.naive(), zone, late)


def _unknown(inputs: MarkInputs) -> tuple[str, ...]:
    """What is open where the system calls work late and nobody knows the time."""
    if inputs.due is not None and inputs.submitted is None and inputs.late:
        return ("late, but nobody knows by how much: write the time under handed_in",)
    return ()


def _late_terms(hand_in: _HandIn, tokens: int, late: Late, maximum: float, earned: float) -> Iterator[Term]:
    """The tokens that are spent as a term without points, and what lateness takes off beyond them."""
    if tokens:
        yield Term(0.0, f"{_days(hand_in.days)} late, {tokens} token{'s' if tokens != 1 else ''}")
        hand_in = replace(hand_in, tokens=tokens)
    if hand_in.days:
        term = _late_term(hand_in, late, maximum, earned)
        if round(term.points, _DIGITS):
            yield term


def _days(days: int) -> str:
    return f"{days} day{'s' if days != 1 else ''}"


def _late_term(hand_in: _HandIn, late: Late, maximum: float, earned: float) -> Term:
    """What lateness takes off."""
    said = f"{_days(hand_in.days)} {'beyond tokens' if hand_in.tokens else 'late'}"
    last = late.tiers[-1].until if late.tiers else late.rejected_after
    if last is not None and hand_in.is_behind(last):
        return Term(-earned, f"{said}, rejected after {last}" if any(last) else f"{said}, rejected")
    if not late.tiers:
        return Term(-min(earned, hand_in.days * (late.points_a_day + late.percent_a_day * maximum / 100)), said)
    passed = list(_passed(late.tiers, hand_in))
    taken = max(tier.points + tier.percent * maximum / 100 for tier in passed)
    left = min(earned - taken, min(tier.at_most for tier in passed) * maximum / 100)
    return Term(max(left, 0.0) - earned, said)


def _passed(tiers: Sequence[Tier], hand_in: _HandIn) -> Iterator[Tier]:
    """The tiers up to the one in which the hand-in lies: a later one never costs less."""
    for tier in tiers:
        yield tier
        if not hand_in.is_behind(tier.until):
            return


class Candidate(Struct, frozen=True):
    """One of a student's hand-ins with the mark that it would have."""

    submission: int
    submitted: dt.datetime | None
    mark: Mark
    own_check: OwnCheckRule | None = None
    """The check of one's own that came with it; None: it counts without one."""


def counting(candidates: Iterable[Candidate], rules: AssignmentPolicy, policy: Policy) -> Candidate | None:
    """The hand-in that counts, of those that the limit of attempts leaves; None of none."""
    wanted = rules.own_check or policy.own_check
    checked = [candidate for candidate in candidates if _is_checked(candidate.own_check, wanted)]
    ordered = sorted(checked, key=lambda candidate: (candidate.submitted or _NEVER, candidate.submission))
    limit = rules.attempts or policy.attempts
    cooldown = policy.cooldown if rules.cooldown is None else rules.cooldown
    spaced = list(_spaced(ordered, cooldown)) if cooldown else ordered
    allowed = spaced[:limit] if limit else spaced
    if not allowed:
        return None
    by = rules.counts or policy.counts
    if by == "best":
        return max(allowed, key=lambda candidate: candidate.mark.points)
    if by == "last before the deadline":
        return ([candidate for candidate in allowed if not candidate.mark.days_late] or allowed)[-1]
    return allowed[0 if by == "first" else -1]


def _is_checked(own_check: OwnCheckRule | None, wanted: OwnCheckRule) -> bool:
    return wanted == "none" or own_check is None or own_check in ("passed", wanted)


def _spaced(ordered: Iterable[Candidate], cooldown: Duration) -> Iterator[Candidate]:
    """The hand-ins that did not come too soon after the one before that counts; those of no known time do."""
    days, minutes = cooldown
    last: dt.datetime | None = None
    for candidate in ordered:
        waited = dt.timedelta(days=days, minutes=minutes)
        if candidate.submitted is not None and last is not None and candidate.submitted < last + waited:
            continue
        last = candidate.submitted or last
        yield candidate


_NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)
