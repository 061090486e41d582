"""Clock times that are twice or never there are read to the student's good."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.course.policy.times import Duration, LocalTime, boundary, days_late, handed_in_at

BERLIN = ZoneInfo("Europe/Berlin")
NOTHING = Duration((0, 0))


def test_a_due_time_that_comes_twice_is_the_later_and_a_hand_in_the_earlier() -> None:
    twice = "2026-10-25 02:30"
    assert boundary(LocalTime(twice).naive(), NOTHING, BERLIN, "calendar").isoformat() == "2026-10-25T01:30:59+00:00"
    handed_in = handed_in_at("2026-10-25T02:30:00", BERLIN)
    assert handed_in is not None
    assert handed_in.isoformat() == "2026-10-25T00:30:00+00:00"


def test_a_due_time_that_the_clock_leaves_out_is_as_much_later() -> None:
    left_out = LocalTime("2026-03-29 02:30")
    assert boundary(left_out.naive(), NOTHING, BERLIN, "calendar").isoformat() == "2026-03-29T01:30:59+00:00"


def test_an_offset_of_the_systems_own_counts() -> None:
    assert handed_in_at("2026-11-05T23:59:10-08:00", BERLIN) == dt.datetime(2026, 11, 6, 7, 59, 10, tzinfo=dt.UTC)
    assert handed_in_at("", BERLIN) is None


@pytest.mark.parametrize("text", ["3 days", "1 day", "12 hours", "15 min"])
def test_durations_are_written_as_they_are_read(text: str) -> None:
    assert str(Duration.parse(text)) == text


@pytest.mark.parametrize("text", ["3 weeks", "soon", "", "-1 days", 3, None])
def test_what_is_no_duration(text: object) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Duration.parse(text)


@pytest.mark.parametrize("text", ["2026-13-01", "2026-02-30 10:00", "tomorrow", 5])
def test_what_is_no_time(text: object) -> None:
    with pytest.raises(ValueError, match=r".*"):
        LocalTime.parse(text)


def test_what_yaml_takes_for_a_date_is_one() -> None:
    assert LocalTime.parse(dt.date(2026, 11, 5)) == "2026-11-05 23:59"
    assert LocalTime.parse(dt.datetime(2026, 11, 5, 12, 0, 30)) == "2026-11-05 12:00:30"  # noqa: DTZ001 - as YAML has it


@given(
    st.datetimes(dt.datetime(2026, 1, 1), dt.datetime(2027, 1, 1)),  # noqa: DTZ001 - the clock's own time
    st.integers(0, 20_000),
    st.sampled_from(["Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu"]),
)
def test_the_days_late_are_those_of_the_calendar(due: dt.datetime, minutes: int, name: str) -> None:
    zone = ZoneInfo(name)
    end = boundary(due, NOTHING, zone, "calendar")
    submitted = end + dt.timedelta(minutes=minutes, seconds=1)
    days = days_late(submitted, due, zone)
    assert boundary(due, Duration((days - 1, 0)), zone, "calendar") < submitted
    assert submitted <= boundary(due, Duration((days, 0)), zone, "calendar")
    assert days_late(submitted, due, zone, day="24 hours") == (minutes * 60 + 1 + 86399) // 86400


@pytest.mark.parametrize("text", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "2026-13-01T00:00:00", "x"])
def test_a_time_that_no_calendar_has_is_none(text: str) -> None:
    assert handed_in_at(text, BERLIN) is None


def test_a_commit_of_the_far_future_is_late_and_no_more() -> None:
    far = dt.datetime(9999, 12, 30, tzinfo=dt.UTC)
    assert days_late(far, dt.datetime(2026, 11, 5), BERLIN) == 4000  # noqa: DTZ001 - the clock's own time
