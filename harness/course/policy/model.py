"""What ``course.yaml`` may hold, as frozen records; ``docs/course.md`` describes it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from harness.course.policy.times import DayKind, Duration, LocalTime
from harness.model.struct import Model

Points = Annotated[float, Meta(ge=0)]
Percent = Annotated[float, Meta(ge=0, le=100)]
OwnCheckRule = Literal["none", "run", "passed"]
Counting = Literal["last", "best", "first", "last before the deadline"]


class Tier(Model, frozen=True):
    """What is taken off until a time after the due time; after the last tier work is rejected."""

    until: Duration
    """How much later than due, such as ``1 day`` or ``12 hours``."""
    points: Points = 0
    """Points that are taken off."""
    percent: Percent = 0
    """Part of the maximum that is taken off, in percent."""
    at_most: Percent = 100
    """The most that such work can reach, in percent of the maximum."""


class Late(Model, frozen=True):
    """The rule for late work. Without any late work costs nothing."""

    points_a_day: Points = 0
    """Points that are taken off for each day that has begun."""
    percent_a_day: Percent = 0
    """Part of the maximum that is taken off for each day that has begun, in percent."""
    tiers: tuple[Tier, ...] = ()
    """What is taken off until when, instead of an amount a day."""
    rejected_after: Duration | None = None
    """How late work counts nothing at all; ``0 min``: no late work counts."""
    grace: Annotated[int, Meta(ge=0, le=1440)] = 0
    """Minutes that do not count, after the due time and after each day."""
    day: DayKind = "calendar"
    """``calendar``: a day ends at the same time of the next day in the course's zone; or ``24 hours``."""


class LateTokens(Model, frozen=True):
    """Days that a student may be late for nothing, over the whole course."""

    budget: Annotated[int, Meta(ge=0, le=365)]
    """How many each student has."""
    limit: Annotated[int, Meta(ge=0, le=365)] | None = None
    """How many may be spent on one assignment (default: all)."""
    more: dict[str, Annotated[int, Meta(ge=1, le=365)]] = {}
    """How many some students have beside these: name, number, login or e-mail."""


class Gate(Model, frozen=True):
    """A clause without which a mark is limited."""

    clause: str
    """The clause."""
    below: Points | None = None
    """The gate closes where the clause has less than so many points (default: less than all of them)."""
    at_most: Percent = 0
    """The most that can then be reached, in percent of the maximum."""


class Extension(Model, frozen=True):
    """A later due time for one student."""

    until: LocalTime
    """When it is due for them."""
    why: str = ""
    """The reason, for the record."""


class AssignmentPolicy(Model, frozen=True):
    """The rules of one assignment."""

    due: LocalTime | None = None
    """When it is due, a time of the course's zone; ``23:59`` means the whole of that minute. None: never late."""
    late: Late | None = None
    """Instead of the course's rule for late work."""
    counts: Counting | None = None
    """Instead of the course's."""
    attempts: Annotated[int, Meta(ge=1)] | None = None
    """How many hand-ins count; later ones do not (default: the course's)."""
    cooldown: Duration | None = None
    """Instead of the course's."""
    own_check: OwnCheckRule | None = None
    """Instead of the course's."""
    without_check: dict[str, str] = {}
    """Students whose hand-ins count without a check of their own, each with the reason."""
    late_tokens: Annotated[int, Meta(ge=0, le=365)] | None = None
    """How many tokens may be spent on it, instead of the course's limit."""
    tokens_spent: dict[str, Annotated[int, Meta(ge=0, le=365)]] = {}
    """How many tokens some students want to spend on it at most, by their own word."""
    extensions: dict[str, Extension] = {}
    """Later due times by student: name, number, login or e-mail."""
    handed_in: dict[str, LocalTime] = {}
    """When a student handed in, where the learning system does not say."""
    gates: tuple[Gate, ...] = ()
    """Clauses without which a mark is limited."""
    extra: tuple[str, ...] = ()
    """Clauses whose points are not part of the maximum: extra credit."""
    extra_credit: Points | None = None
    """How many points above the maximum a mark may reach (default: those of such clauses)."""
    cap: Points | None = None
    """The most points that a mark may reach."""
    weight: Points = 1
    """What the assignment weighs in the course's total, or in its category."""
    pass_mark: Percent | None = None
    """How much of its maximum, in percent, the course cannot be passed without."""


class Drop(Model, frozen=True):
    """Assignments of which the worst do not count."""

    lowest: Annotated[int, Meta(ge=1)]
    """How many do not count; the last that is left always does."""
    of: tuple[str, ...]
    """The assignments among which they are looked for."""


class Category(Model, frozen=True):
    """Assignments, or categories in turn, that count in the total as one."""

    weight: Points = 1
    """What it weighs beside the others."""
    of: tuple[str, ...] = ()
    """Its assignments, each by its own weight."""
    drop: Annotated[int, Meta(ge=0)] = 0
    """How many of its assignments do not count: those without which the student has most."""
    categories: dict[str, Category] = {}
    """Categories within it."""


class Rounding(Model, frozen=True):
    """How a total is rounded: once, at the end; a grade follows from what is rounded."""

    to: Annotated[float, Meta(ge=0.001, le=100)] = 0.1
    """The step, in percent."""
    half: Literal["up", "even"] = "up"
    """Where half a step goes."""


class Markers(Model, frozen=True):
    """What becomes of a clause that several people have scored."""

    combine: Literal["mean", "last", "highest"] = "mean"
    """Which score of the clause follows from theirs."""
    tolerance: Points | None = None
    """How far two may be apart; else the clause is open until somebody scores it with ``--final``. None: any."""


class Policy(Model, frozen=True):
    """The rules of a course."""

    title: str = ""
    """The course's name, for people."""
    time_zone: str = "UTC"
    """The zone of all times, such as ``America/Los_Angeles``."""
    late: Late = Late()
    """The rule for late work; without one lateness costs nothing."""
    counts: Counting = "last"
    """Of several hand-ins of a student: which counts."""
    attempts: Annotated[int, Meta(ge=1)] | None = None
    """How many hand-ins count; later ones do not. None: all."""
    cooldown: Duration | None = None
    """How long after a hand-in that counts another one does not count. None: each does."""
    own_check: OwnCheckRule = "none"
    """Which hand-ins count: ``run``: with the receipt of the student's kit for this very work; ``passed``: of a check
    in which every visible case was accepted; ``none``: all."""
    late_tokens: LateTokens | None = None
    """Days that each student may be late for nothing; None: there are none."""
    markers: Markers = Markers()
    """What becomes of a clause that several people have scored."""
    assignments: dict[str, AssignmentPolicy] = {}
    """The rules of each assignment, by its id."""
    drop: tuple[Drop, ...] = ()
    """Assignments of which the worst do not count in the total."""
    categories: dict[str, Category] = {}
    """What the total is made of, instead of ``drop`` and of all assignments beside each other."""
    rounding: Rounding = Rounding()
    """How the total is rounded."""
    grades: dict[str, Percent] = {}
    """The grading key: each grade and the least total for it, in percent."""
    pass_mark: Percent | None = None
    """The least total with which the course is passed, in percent."""
