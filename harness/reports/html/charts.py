"""Charts by pygal, drawn when a page is made: the page's own style paints them, in light and dark.

Run time over the size of the problem, beside the reference and the limit, where an assignment limits it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from harness.judge.messages.translator import Translator
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.svg import sanitized_svg
from harness.spec.format.assignment import Assignment, PlannedCase


def bar_chart(labels: Sequence[str], numbers: Sequence[int], x_title: str) -> Markup:
    """Bars side by side, each with its number."""
    options = _options(640, 240) | {"print_values": True, "print_values_position": "top", "spacing": 4}
    chart = _pygal().Bar(**options, x_title=x_title)
    chart.x_labels = labels
    chart.y_labels = _round_steps(max(numbers, default=0))
    chart.value_formatter = lambda number: f"{number:.0f}" if number else ""
    chart.add("", list(numbers))
    return _drawn(chart)


def line_chart(
    labels: Sequence[str], series: Sequence[Sequence[float | None]], y_labels: Sequence[float], x_title: str
) -> Markup:
    """Curves of seconds on a logarithmic scale, one value a label; None if there is none.

    The place of a series gives it its colour and dashes; the page has the legend.
    """
    chart = _pygal().Line(**_options(640, 280), logarithmic=True, x_title=x_title, dots_size=3.5, margin_right=20)
    chart.x_labels, chart.y_labels = list(labels), list(y_labels)
    chart.range = (y_labels[0], y_labels[-1] * 1.1)
    chart.value_formatter = lambda seconds: f"{seconds:g} s"
    for seconds in series:
        chart.add("", list(seconds))
    return _drawn(chart)


def _round_steps(highest: int) -> list[int]:
    """From 0 upwards, a handful of whole numbers."""
    steps = (factor * 10**power for power in range(10) for factor in (1, 2, 5))
    step = next(step for step in steps if highest <= 5 * step)
    return list(range(0, highest + step, step))


def _options(width: int, height: int) -> dict[str, Any]:
    return {
        "width": width,
        "height": height,
        "js": (),
        "margin": 6,
        "no_prefix": True,
        "show_legend": False,
        "disable_xml_declaration": True,
    }


def _pygal() -> Any:
    import pygal  # type: ignore[import-untyped] # noqa: PLC0415 - a tenth of a second, for charts only

    return pygal


def _drawn(chart: Any) -> Markup:
    """The chart without pygal's own style, script and tooltips."""
    return Markup(sanitized_svg(chart.render(is_unicode=True), classes=True))  # noqa: S704 - sanitised


_FEWEST = 3
"""Sizes that make a curve."""
_LEAST_S = 0.001
"""A shorter time is drawn as this one: a logarithmic scale has no zero."""
_LARGEST = 10**9
_RAN_THROUGH = (Verdict.AC, Verdict.WA, Verdict.TLE)
"""Of other verdicts the time says nothing: the run was cut short by something else."""
_NUMBER = lazy_regex(r"[0-9]{1,9}")


class RunTime(Struct, frozen=True, order=True):
    """The times of one size, in seconds."""

    size: int
    cpu_s: float
    limit_s: float | None
    """The limit, where it is one on the run time and no mere guard."""
    reference_s: float | None


class RunTimes(Struct, frozen=True):
    """A curve and its numbers."""

    svg: Markup
    times: Sequence[RunTime]
    summary: str
    """The ends of the curve and the limit, in words."""

    @property
    def with_reference(self) -> bool:
        """Whether the reference was measured."""
        return any(time.reference_s is not None for time in self.times)


class _Measured(Struct, frozen=True):
    """A case that was run on a size."""

    size: int
    kind: tuple[object, ...]
    """What the run is started with except for the size: times of one kind make a curve."""
    timing: Timing
    judged: bool
    """Whether its time is judged, and not only guarded."""


def run_times(grade: Grade, assignment: Assignment, words: Translator) -> RunTimes | None:
    """The curve of a grade; None if no run time is judged, or too few sizes were run."""
    planned = {case.name: case for case in assignment.cases}
    measured = list(filter(None, (_measured(case, planned.get(case.name)) for case in grade.cases)))
    kinds = Counter(case.kind for case in measured if case.judged)
    if not kinds:
        return None
    curve = [case for case in measured if case.kind == kinds.most_common(1)[0][0]]
    times = [_longest(size, [case for case in curve if case.size == size]) for size in sorted({c.size for c in curve})]
    if len(times) < _FEWEST:
        return None
    limits = [time.limit_s for time in times if time.limit_s is not None]
    ends = {"low": times[0].size, "low_s": times[0].cpu_s, "high": times[-1].size, "high_s": times[-1].cpu_s}
    summary = words.text("page-run-time-summary", **ends, limit_s=min(limits, default=None))
    return RunTimes(_curve(times, words), times, summary)


def _measured(case: CaseGrade, planned: PlannedCase | None) -> _Measured | None:
    size = size_of(planned) if planned else None
    if planned is None or size is None or case.timing.cpu_s is None or case.verdict not in _RAN_THROUGH:
        return None
    spec = planned.case
    started = [_without_size(word, size) for word in (*spec.args, str(spec.stdin))]
    judged = spec.time is not None or case.verdict is Verdict.TLE
    return _Measured(size, (spec.run, *started), case.timing, judged)


def _without_size(word: str, size: int) -> str:
    return re.sub(rf"(?<!\d){size}(?!\d)", "#", word)


def size_of(planned: PlannedCase) -> int | None:
    """The one whole number that a case of a program's run varies or is given; None if there is not just one."""
    case = planned.case
    if not planned.kind.has_run_time:
        return None
    numbers = _numbers(planned.values) or [int(word) for word in case.args if _NUMBER.fullmatch(word)]
    return numbers[0] if len(numbers) == 1 and 0 <= numbers[0] <= _LARGEST else None


def _numbers(values: Mapping[str, object]) -> list[int]:
    return [value for value in values.values() if isinstance(value, int) and not isinstance(value, bool)]


def _longest(size: int, cases: Sequence[_Measured]) -> RunTime:
    """The longest run of a size, with the limit of those that are judged, and the reference's time."""
    limits = [case.timing.cpu_limit_s for case in cases if case.judged and case.timing.cpu_limit_s is not None]
    references = [case.timing.reference_s for case in cases if case.timing.reference_s is not None]
    longest = max(case.timing.cpu_s or 0.0 for case in cases)
    return RunTime(size, longest, min(limits, default=None), max(references, default=None))


def _curve(times: Sequence[RunTime], words: Translator) -> Markup:
    limits = [time.limit_s for time in times]
    if len(set(limits) - {None}) == 1:  # the same wherever there is one: a line right across
        limits = [max(limit for limit in limits if limit is not None)] * len(times)
    series: list[list[float | None]] = [[time.cpu_s for time in times], [time.reference_s for time in times], limits]
    drawn = [[None if second is None else max(second, _LEAST_S) for second in seconds] for seconds in series]
    powers = [math.log10(second) for seconds in drawn for second in seconds if second is not None]
    low, high = math.floor(min(powers)), math.ceil(max(powers))
    ticks = [10.0**power for power in range(low, max(high, low + 1) + 1)]
    return line_chart([str(time.size) for time in times], drawn, ticks, words.text("page-size"))
