from __future__ import annotations

import pytest

from harness.model.invocation import ResolvedLimits
from harness.spec.format.model import Limits
from harness.spec.format.units import Bytes, RelativeTime, Seconds


@pytest.mark.parametrize(
    ("text", "seconds"), [("250 ms", 0.25), ("2 s", 2.0), ("2s", 2.0), ("1.5 s", 1.5), ("1 min", 60.0)]
)
def test_durations(text: str, seconds: float) -> None:
    assert Seconds.parse(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("text", "count"),
    [("100 B", 100), ("1 KB", 1000), ("64 KiB", 65536), ("16 MiB", 16 * 1024**2), ("1GiB", 1024**3), ("0.5 KiB", 512)],
)
def test_sizes(text: str, count: int) -> None:
    assert Bytes.parse(text) == count


@pytest.mark.parametrize(
    ("text", "factor", "floor"),
    [
        ("4x reference", 4.0, 2.0),
        ("20x reference, at least 2 s", 20.0, 2.0),
        ("1.5x reference, at least 300 ms", 1.5, 0.3),
    ],
)
def test_multiples_of_the_references_time(text: str, factor: float, floor: float) -> None:
    assert RelativeTime.parse(text) == pytest.approx((factor, floor))


@pytest.mark.parametrize(
    "text", ["", "fast", "2", "-1 s", "2 h", "1,5 s", "2 s ", " 2 s", "2  s", "s", "1e3 s", "2 s\n"]
)
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Seconds.parse(text)


@pytest.mark.parametrize("text", ["", "64", "64 mib", "64 M", "-1 MiB", "64 TiB", "64 MiB\n"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Bytes.parse(text)


@pytest.mark.parametrize("text", ["", "20x", "20 x reference", "20x reference, 2 s", "x reference", "20x Reference"])
def test_what_is_no_multiple(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        RelativeTime.parse(text)


def test_limits_that_nobody_sets_are_the_documented_ones() -> None:
    assert ResolvedLimits.resolve() == ResolvedLimits(cpu=5.0, wall=15.0, memory=1024**3, output=16 * 1024**2)


def test_the_first_layer_that_sets_a_limit_decides() -> None:
    case = Limits(cpu=Seconds(1), memory=Bytes(100))
    spec = Limits(cpu=Seconds(2), memory=Bytes(200), output=Bytes(300), wall=Seconds(40))
    assert ResolvedLimits.resolve(case, spec) == ResolvedLimits(cpu=1.0, wall=40.0, memory=100, output=300)


@pytest.mark.parametrize(("cpu", "wall"), [(0.3, 10.0), (2.0, 10.0), (4.0, 12.0), (20.0, 60.0)])
def test_the_wall_limit_is_three_times_the_cpu_limit_and_at_least_ten_seconds(cpu: float, wall: float) -> None:
    assert ResolvedLimits.resolve(Limits(cpu=Seconds(cpu))).wall == pytest.approx(wall)
