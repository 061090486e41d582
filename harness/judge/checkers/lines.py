"""``lines``: the right lines in any order, each as often as expected."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from msgspec.structs import replace

from harness.judge.checkers.base import BaseChecker, Context, ExpectedText, require_expected
from harness.judge.comparing.formatting import Ignorable, normalize
from harness.judge.differences.difference import cut
from harness.judge.finding_kinds import OUTPUT_EMPTY
from harness.judge.near_misses import NEAR_MISSES
from harness.model.finding import NOWHERE, Finding, Place

_SHOWN = 5
_IN_ANY_ORDER = frozenset(
    name for name, near_miss in NEAR_MISSES.items() if near_miss.normalize or near_miss.in_any_order
)
"""Near misses that still mean something when both sides are sorted: no line is the last one then."""


class Lines(ExpectedText, BaseChecker, frozen=True, tag="lines"):
    """The same lines as expected, each as often, in any order."""

    ignore: tuple[Ignorable, ...] = ()
    """Differences that do not count."""
    partial: bool = False
    """True: the points are kept in proportion to the lines that are right, of those expected and those too many."""

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding that shows the lines that are missing and those that are too many."""
        if actual == require_expected(expected):
            return ()
        output, expected = normalize(actual, self.ignore), normalize(require_expected(expected), self.ignore)
        lines, expected_lines = Counter(output.split(b"\n")), Counter(expected.split(b"\n"))
        missing, extra = expected_lines - lines, lines - expected_lines
        if not missing and not extra:
            return ()
        return (
            replace(
                _lines_finding(output, missing, extra),
                where=_first_extra(output, extra),
                expected=_sample(missing),
                actual=_sample(extra),
                near_misses=_near_misses(output, expected),
                kept=self._kept(lines, expected_lines),
            ),
        )

    def _kept(self, lines: Counter[bytes], expected_lines: Counter[bytes]) -> float:
        """The part of the lines that are right; the end of the last one is none."""
        if not self.partial:
            return 0.0
        right = {line: count for line, count in (lines & expected_lines).items() if line}
        all_lines = {line: count for line, count in (lines | expected_lines).items() if line}
        return sum(right.values()) / max(1, sum(all_lines.values()))


def _near_misses(output: bytes, expected: bytes) -> tuple[str, ...]:
    from harness.judge.comparing.comparison import explain  # noqa: PLC0415 - what is right is not explained

    as_printed = explain(output, expected)
    if as_printed:
        return tuple(name for name in as_printed if name != "line-order")
    sorted_lines = explain(_sorted(output), _sorted(expected))
    return sorted_lines if _IN_ANY_ORDER.issuperset(sorted_lines) else ()


def _sorted(output: bytes) -> bytes:
    body = output.removesuffix(b"\n")
    return b"\n".join(sorted(body.split(b"\n"))) + output[len(body) :]


def _sample(lines: Counter[bytes]) -> bytes:
    return b"\n".join(cut(line) for line in islice(lines.elements(), _SHOWN))


def _first_extra(output: bytes, extra: Counter[bytes]) -> Place:
    """The place of the first line that came too often."""
    places = (Place(line=index) for index, line in enumerate(output.split(b"\n"), 1) if line in extra)
    return next(places, NOWHERE)


def _lines_finding(output: bytes, missing: Counter[bytes], extra: Counter[bytes]) -> Finding:
    if not output:
        return Finding.of(OUTPUT_EMPTY)
    if not extra and set(missing) == {b""} and not output.endswith(b"\n"):
        return Finding.of("last-newline-missing")
    if not missing:
        return Finding.of("lines-extra", extra=extra.total())
    if not extra:
        return Finding.of("lines-missing", missing=missing.total())
    return Finding.of("lines-differ", missing=missing.total(), extra=extra.total())
