"""Due times and lateness: wall-clock times of the course's zone, days that daylight saving makes shorter or longer."""

from __future__ import annotations

import datetime as dt
import re
from typing import ClassVar, Literal, Self
from zoneinfo import ZoneInfo

_UNITS = {"min": "minutes", "hour": "hours", "hours": "hours", "day": "days", "days": "days"}
_MOST_DAYS = 4000
"""More days late than anybody hands in."""

DayKind = Literal["calendar", "24 hours"]
"""What a day is: until the same time of the next day in the course's zone, or 24 hours."""


class LocalTime(str):
    """A wall-clock time in the course's zone, written ``2026-11-05 23:59``; without a time the end of that day."""

    __slots__ = ()
    pattern: ClassVar[str] = r"^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?$"
    example: ClassVar[str] = "2026-11-05 23:59"
    kind: ClassVar[str] = "a time"

    @classmethod
    def parse(cls, value: object) -> Self:
        """Read the written form, or what YAML made of it; ValueError when it is none."""
        if isinstance(value, dt.datetime):
            value = value.isoformat(" ")
        elif isinstance(value, dt.date):
            value = value.isoformat()
        if not isinstance(value, str) or not re.match(cls.pattern, value):
            raise ValueError(value)
        time = cls(value if len(value) > len("2026-11-05") else f"{value} 23:59")
        time.naive()
        return time

    def naive(self) -> dt.datetime:
        """The last moment of it: a time without seconds means all of its minute."""
        time = dt.datetime.fromisoformat(str(self))
        return time if str(self).count(":") > 1 else time.replace(second=59)


class Duration(tuple[int, int]):
    """A duration as (days, minutes), written ``3 days``, ``12 hours`` or ``15 min``."""

    __slots__ = ()
    pattern: ClassVar[str] = r"^(\d{1,4}) ?(min|hours?|days?)$"
    example: ClassVar[str] = "3 days"
    kind: ClassVar[str] = "a duration"

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read the written form; ValueError when it is none."""
        match = re.match(cls.pattern, text) if isinstance(text, str) else None
        if match is None:
            raise ValueError(text)
        number, unit = int(match[1]), _UNITS[match[2]]
        return cls((number, 0) if unit == "days" else (0, number * (60 if unit == "hours" else 1)))

    def __str__(self) -> str:
        """The written form."""
        days, minutes = self
        if days:
            return f"{days} day{'s' if days != 1 else ''}"
        return f"{minutes // 60} hours" if minutes and minutes % 60 == 0 else f"{minutes} min"


def boundary(due: dt.datetime, later: Duration, zone: ZoneInfo, day: DayKind) -> dt.datetime:
    """The moment that is so much later than a due time, which is a wall-clock time without a zone.

    Returns:
        A moment in UTC. Of a time that the clock shows twice the later one is meant, and one that it leaves out is the
        moment as far after it: both are to the student's good.

    """
    days, minutes = later
    if day == "calendar":
        return moment(due + dt.timedelta(days=days), zone, latest=True) + dt.timedelta(minutes=minutes)
    return moment(due, zone, latest=True) + dt.timedelta(days=days, minutes=minutes)


def moment(naive: dt.datetime, zone: ZoneInfo, *, latest: bool) -> dt.datetime:
    """A wall-clock time as a moment in UTC; of two that it may be, the later or the earlier one."""
    moments = [naive.replace(tzinfo=zone, fold=fold).astimezone(dt.UTC) for fold in (0, 1)]
    return max(moments) if latest else min(moments)


def handed_in_at(text: str, zone: ZoneInfo) -> dt.datetime | None:
    """When something was handed in, in UTC; a time without an offset is one of the course's zone; None for none.

    A time that no calendar has, which a student may have written into a commit, is none.
    """
    try:
        time = dt.datetime.fromisoformat(text)
        return time.astimezone(dt.UTC) if time.tzinfo else moment(time, zone, latest=False)
    except (ValueError, OverflowError):
        return None


def days_late(
    submitted: dt.datetime, due: dt.datetime, zone: ZoneInfo, *, grace: int = 0, day: DayKind = "calendar"
) -> int:
    """How many days late something was handed in; 0 in time. A day that has begun counts.

    ``due``: the wall-clock time, without a zone. ``grace``: minutes that do not count, after the due time and after
    each day.
    """
    slack = dt.timedelta(minutes=grace)
    if submitted <= boundary(due, Duration((0, 0)), zone, day) + slack:
        return 0
    days = min(_MOST_DAYS, max(0, (submitted - slack - moment(due, zone, latest=True)).days - 1))
    while days < _MOST_DAYS and submitted > boundary(due, Duration((days, 0)), zone, day) + slack:
        days += 1
    return days
