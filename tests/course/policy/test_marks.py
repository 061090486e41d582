"""Laws about marks, for any inputs and any rules, and marks as a teacher would work them out by hand."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from harness.course.policy.marks import Adjustment, Candidate, ClausePoints, Mark, MarkInputs, Term, counting, mark_of
from harness.course.policy.model import AssignmentPolicy, Gate, Late, Policy, Tier
from harness.course.policy.times import Duration, LocalTime

ZONE = ZoneInfo("Europe/Berlin")
DUE = LocalTime("2026-10-23 23:59")  # two days before the clocks go back
LATE = Late(points_a_day=10, rejected_after=Duration((3, 0)))


def at(text: str) -> dt.datetime:
    """A wall-clock time of Berlin."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=ZONE).astimezone(dt.UTC)


def mark(submitted: str, rules: AssignmentPolicy | None = None, late: Late = LATE, **inputs: Any) -> Mark:
    clauses = {"count": ClausePoints(60, 70), "order": ClausePoints(18, 20), "comments": ClausePoints(9, 10, True)}  # noqa: FBT003
    known: dict[str, Any] = {"clauses": clauses, "submitted": at(submitted), "due": DUE, **inputs}
    return mark_of(MarkInputs(**known), rules or AssignmentPolicy(), Policy(late=late), ZONE)


@pytest.mark.parametrize(
    ("submitted", "total"),
    [
        ("2026-10-23 12:00", "78 + 9 (comments) = 87"),
        ("2026-10-23 23:59:59", "78 + 9 (comments) = 87"),
        ("2026-10-24 00:00:00", "78 + 9 (comments) - 10 (1 day late) = 77"),
        ("2026-10-24 23:59:59", "78 + 9 (comments) - 10 (1 day late) = 77"),
        ("2026-10-25 23:59:59", "78 + 9 (comments) - 20 (2 days late) = 67"),
        ("2026-10-26 23:59:00", "78 + 9 (comments) - 30 (3 days late) = 57"),
        ("2026-10-27 00:00:00", "78 + 9 (comments) - 87 (4 days late, rejected after 3 days) = 0"),
    ],
)
def test_ten_points_a_day_for_three_days(submitted: str, total: str) -> None:
    assert mark(submitted).sum == total


def test_a_day_is_a_calendar_day_unless_it_is_24_hours() -> None:
    the_25_hours_day = "2026-10-25 23:30"  # the second day has an hour more: 48.5 hours after the due time
    assert mark(the_25_hours_day).days_late == 2
    assert mark(the_25_hours_day, late=replace(LATE, day="24 hours")).days_late == 3
    spring: dict[str, Any] = {"due": LocalTime("2026-03-28 12:00")}
    assert mark("2026-03-29 12:00:59", late=LATE, **spring).days_late == 1
    assert mark("2026-03-29 12:01:00", late=LATE, **spring).days_late == 2
    assert mark("2026-03-29 12:59:59", late=replace(LATE, day="24 hours"), **spring).days_late == 1


def test_grace_counts_after_each_day() -> None:
    late = replace(LATE, grace=15)
    times = ("2026-10-24 00:14:59", "2026-10-24 00:15:00", "2026-10-25 00:14:59", "2026-10-25 00:15:00")
    assert [mark(time, late=late).days_late for time in times] == [0, 1, 1, 2]


def test_tiers_and_their_limits() -> None:
    tiers = (Tier(until=Duration((0, 720)), points=2), Tier(until=Duration((2, 0)), percent=20, at_most=50))
    late = Late(tiers=tiers)
    times = ("2026-10-24 11:00", "2026-10-24 12:00", "2026-10-26 00:00")
    assert [mark(time, late=late).points for time in times] == [85, 50, 0]
    assert mark(times[2], late=late).sum.endswith("- 87 (3 days late, rejected after 2 days) = 0")
    assert mark("2026-10-24 00:00", late=Late(rejected_after=Duration((0, 0)))).sum.endswith(
        "(1 day late, rejected) = 0"
    )


@pytest.mark.parametrize(
    ("submitted", "tokens", "total", "spent"),
    [
        ("2026-10-23 12:00", 3, "78 + 9 (comments) = 87", 0),
        ("2026-10-24 12:00", 3, "78 + 9 (comments) + 0 (1 day late, 1 token) = 87", 1),
        ("2026-10-26 12:00", 1, "78 + 9 (comments) + 0 (3 days late, 1 token) - 20 (2 days beyond tokens) = 67", 1),
        ("2026-10-26 12:00", 5, "78 + 9 (comments) + 0 (3 days late, 3 tokens) = 87", 3),
        ("2026-10-28 12:00", 2, "78 + 9 (comments) + 0 (5 days late, 2 tokens) - 30 (3 days beyond tokens) = 57", 2),
        ("2026-10-28 12:00", 1, "78 + 9 (comments) - 87 (5 days late, rejected after 3 days) = 0", 0),
    ],
)
def test_tokens_are_spent_where_they_help(submitted: str, tokens: int, total: str, spent: int) -> None:
    result = mark(submitted, tokens=tokens)
    assert (result.sum, result.tokens) == (total, spent)


def test_no_token_is_spent_for_nothing() -> None:
    assert mark("2026-10-25 12:00", late=Late(), tokens=2).tokens == 0
    by_tier = Late(tiers=(Tier(until=Duration((2, 0)), points=5),))
    assert mark("2026-10-25 12:00", late=by_tier, tokens=1).tokens == 0, "the first tier is passed all the same"
    assert mark("2026-10-25 12:00", late=by_tier, tokens=2).tokens == 2
    assert mark("2026-10-25 12:00", tokens=2, clauses={}).tokens == 0


def test_a_token_is_a_day_as_the_rule_has_days() -> None:
    """The night of the 25th has an hour more, so that 24 hours end at 22:59."""
    late = replace(LATE, day="24 hours")
    assert mark("2026-10-25 22:59", late=late, tokens=2).tokens == 2
    assert mark("2026-10-25 23:30", late=late, tokens=2).sum.endswith("- 10 (1 day beyond tokens) = 77")


def test_what_comes_too_soon_after_another_does_not_count() -> None:
    times = ["10:00", "10:59", "11:00", "11:30", "13:00"]
    marks = [Mark(float(points), 10) for points in (3, 9, 5, 9, 4)]
    candidates = [Candidate(at_, at(f"2026-10-23 {time}"), marks[at_]) for at_, time in enumerate(times)]
    hour = Policy(cooldown=Duration((0, 60)))
    best = counting(candidates, AssignmentPolicy(counts="best"), hour)
    assert best is not None
    assert best.submission == 2, "10:59 and 11:30 came too soon after what counts"
    last = counting(candidates, AssignmentPolicy(attempts=2), hour)
    assert last is not None
    assert last.submission == 2, "what does not count is no attempt"
    free = counting(candidates, AssignmentPolicy(counts="best", cooldown=Duration((0, 0))), hour)
    assert free is not None
    assert free.submission == 1, "the assignment's own rule"


def test_gates_caps_extra_credit_and_adjustments() -> None:
    gate = AssignmentPolicy(gates=(Gate(clause="comments", below=9.5, at_most=40),))
    assert mark("2026-10-01 12:00", gate).sum == "78 + 9 (comments) - 47 (gate comments) = 40"
    assert mark("2026-10-01 12:00", AssignmentPolicy(cap=80)).sum == "78 + 9 (comments) - 7 (at most) = 80"
    extra = mark("2026-10-01 12:00", AssignmentPolicy(extra=("comments",)))
    assert (extra.sum, extra.max_points) == ("78 + 9 (comments, extra) = 87", 90)
    gift = (Adjustment(30, "appeal"),)
    assert mark("2026-10-01 12:00", adjustments=gift).sum == "78 + 9 (comments) + 30 (appeal) - 17 (the maximum) = 100"
    allowed = mark("2026-10-01 12:00", AssignmentPolicy(extra_credit=5), adjustments=gift)
    assert allowed.sum == "78 + 9 (comments) + 30 (appeal) - 12 (the maximum and extra credit) = 105"
    taken = mark("2026-10-01 12:00", adjustments=(Adjustment(-90, "copied"),))
    assert taken.sum == "78 + 9 (comments) - 90 (copied) + 3 (never below 0) = 0"


def test_a_closed_gate_of_the_spec_leaves_the_points_of_people() -> None:
    assert mark("2026-10-01 12:00", gate_closed=True).sum == "0 + 9 (comments) = 9"


def test_late_by_nobody_knows_how_much_is_open() -> None:
    unknown = MarkInputs(clauses={"a": ClausePoints(5, 5)}, late=True, due=DUE)
    assert "nobody knows by how much" in mark_of(unknown, AssignmentPolicy(), Policy(late=LATE), ZONE).open[0]
    assert mark_of(replace(unknown, late=False), AssignmentPolicy(), Policy(late=LATE), ZONE).open == ()


POINTS = st.integers(0, 400).map(lambda quarters: quarters / 4)
NAMES = st.sampled_from("abcde")


@st.composite
def clause_points(draw: st.DrawFn) -> ClausePoints:
    most = draw(POINTS)
    return ClausePoints(most * draw(st.integers(0, 4)) / 4, most, draw(st.booleans()))


@st.composite
def late_rules(draw: st.DrawFn) -> Late:
    common: dict[str, Any] = {"grace": draw(st.integers(0, 90)), "day": draw(st.sampled_from(["calendar", "24 hours"]))}
    if draw(st.booleans()):
        ends = sorted(draw(st.sets(st.integers(0, 6000), min_size=1, max_size=4)))
        untils = [Duration((end // 1440, 0)) if end % 1440 == 0 else Duration((0, end)) for end in ends]
        limits = sorted((draw(st.integers(0, 100)) for _ in ends), reverse=True)
        tiers = [
            Tier(until=until, points=draw(POINTS), percent=draw(st.integers(0, 100)), at_most=limit)
            for until, limit in zip(untils, limits, strict=True)
        ]
        return Late(tiers=tuple(tiers), **common)
    rejected = draw(st.none() | st.builds(lambda days: Duration((days, 0)), st.integers(0, 9)))
    return Late(points_a_day=draw(POINTS), percent_a_day=draw(st.integers(0, 100)), rejected_after=rejected, **common)


RULES = st.builds(
    AssignmentPolicy,
    gates=st.lists(
        st.builds(Gate, clause=NAMES, below=st.none() | POINTS, at_most=st.integers(0, 100)), max_size=2
    ).map(tuple),
    extra=st.sets(NAMES, max_size=2).map(tuple),
    extra_credit=st.none() | POINTS,
    cap=st.none() | POINTS,
)
FIRST_DUE = dt.date(2026, 3, 25)
DUE_TIMES = st.builds(
    lambda day, minute: LocalTime(f"{FIRST_DUE + dt.timedelta(days=day)} {minute // 60:02}:{minute % 60:02}"),
    st.integers(0, 220), st.integers(0, 1439),
)  # fmt: skip
"""Over both changes of the clock."""
FACTS = st.builds(
    MarkInputs,
    clauses=st.dictionaries(NAMES, clause_points(), max_size=5),
    gate_closed=st.booleans(),
    due=DUE_TIMES,
    adjustments=st.lists(
        st.builds(Adjustment, st.integers(-400, 400).map(lambda points: points / 4), st.just("x")), max_size=3
    ).map(tuple),
)
MOMENTS = st.integers(-2000, 20_000)
"""Minutes from the due time on."""


def handed_in(inputs: MarkInputs, minutes: int) -> MarkInputs:
    assert inputs.due is not None
    due = inputs.due.naive().replace(tzinfo=ZONE).astimezone(dt.UTC)
    return replace(inputs, submitted=due + dt.timedelta(minutes=minutes))


@given(FACTS, RULES, late_rules(), MOMENTS)
def test_never_negative_nor_above_what_is_allowed_and_always_a_sum(
    inputs: MarkInputs, rules: AssignmentPolicy, late: Late, minutes: int
) -> None:
    result = mark_of(handed_in(inputs, minutes), rules, Policy(late=late), ZONE)
    extra = sum(clause.max_score for name, clause in inputs.clauses.items() if name in rules.extra)
    allowed = extra if rules.extra_credit is None else rules.extra_credit
    assert 0 <= result.points <= result.max_points + allowed + 1e-6
    assert rules.cap is None or result.points <= rules.cap + 1e-6
    assert sum(term.points for term in result.terms) == pytest.approx(result.points, abs=1e-5)


@given(FACTS, RULES, late_rules(), MOMENTS, MOMENTS)
def test_to_hand_in_later_never_gives_more(
    inputs: MarkInputs, rules: AssignmentPolicy, late: Late, minutes: int, other: int
) -> None:
    early, later = sorted((minutes, other))
    marks = [mark_of(handed_in(inputs, moment), rules, Policy(late=late), ZONE) for moment in (early, later)]
    assert marks[0].points >= marks[1].points - 1e-6
    assert marks[0].days_late <= marks[1].days_late


@given(FACTS, RULES, MOMENTS)
def test_in_time_costs_nothing_whatever_the_rule(inputs: MarkInputs, rules: AssignmentPolicy, minutes: int) -> None:
    in_time = handed_in(inputs, min(minutes, 0))
    strict, mild = (mark_of(in_time, rules, Policy(late=late), ZONE) for late in (LATE, Late()))
    assert strict == mild


def candidate(number: int, day: int, points: float, days_late: int = 0) -> Candidate:
    when = dt.datetime(2026, 10, day, tzinfo=dt.UTC)
    return Candidate(number, when, Mark(points, 100, (Term(points),), days_late))


THREE = [candidate(3, 3, 40, 1), candidate(1, 1, 50), candidate(2, 2, 60)]


@pytest.mark.parametrize(
    ("counts", "attempts", "expected"),
    [
        ("last", None, 3), ("best", None, 2), ("first", None, 1), ("last before the deadline", None, 2),
        ("last", 2, 2), ("best", 1, 1), ("last before the deadline", 1, 1),
    ],
)  # fmt: skip
def test_which_hand_in_counts(counts: str, attempts: int | None, expected: int) -> None:
    rules = AssignmentPolicy(counts=counts, attempts=attempts)  # type: ignore[arg-type]
    chosen = counting(THREE, rules, Policy())
    assert chosen is not None
    assert chosen.submission == expected


def test_where_none_is_in_time_the_last_counts_and_of_none_none_does() -> None:
    late = [candidate(1, 1, 50, 1), candidate(2, 2, 60, 2)]
    chosen = counting(late, AssignmentPolicy(counts="last before the deadline"), Policy())
    assert chosen is late[1]
    assert counting([], AssignmentPolicy(), Policy(attempts=1)) is None
