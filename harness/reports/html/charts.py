"""Charts by pygal, drawn when a page is made: the page's own style paints them, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from harness.reports.svg import sanitized_svg


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
    """Curves of seconds on a logarithmic scale, one value a label; None where there is none.

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
