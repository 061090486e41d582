"""``lines``: the right lines in any order, each as often as expected."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from harness.checkers.base import BaseChecker, Context
from harness.checkers.written import Written, needed
from harness.diagnose.difference import cut
from harness.diagnose.explanation import explain
from harness.diagnose.normalization import NORMALIZATIONS, Ignorable, normalize
from harness.model.finding import Finding

_SHOWN = 5
_IN_ANY_ORDER = frozenset((*NORMALIZATIONS, "repeated-line", "extra-lines", "wording"))
"""Near misses that still mean something when both sides are sorted: no line is the last one then."""


class Lines(Written, BaseChecker, frozen=True, tag="lines"):
    """The same lines as expected, each as often, in any order."""

    ignore: tuple[Ignorable, ...] = ()
    """Differences that do not count."""

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding that shows the lines that are missing and those that are too many."""
        if actual == needed(expected):
            return ()
        output, right = normalize(actual, self.ignore), normalize(needed(expected), self.ignore)
        came, wanted = Counter(output.split(b"\n")), Counter(right.split(b"\n"))
        missing, extra = wanted - came, came - wanted
        if not missing and not extra:
            return ()
        return (
            Finding(
                message=_message(output, missing, extra),
                where=_where(output, extra),
                expected=_shown(missing),
                actual=_shown(extra),
                near_misses=_near_misses(output, right),
            ),
        )


def _near_misses(output: bytes, right: bytes) -> tuple[str, ...]:
    as_they_came = explain(output, right)
    if as_they_came:
        return tuple(name for name in as_they_came if name != "line-order")
    in_order = explain(_sorted(output), _sorted(right))
    return in_order if _IN_ANY_ORDER.issuperset(in_order) else ()


def _sorted(output: bytes) -> bytes:
    body = output.removesuffix(b"\n")
    return b"\n".join(sorted(body.split(b"\n"))) + output[len(body) :]


def _shown(lines: Counter[bytes]) -> bytes:
    return b"\n".join(cut(line) for line in islice(lines.elements(), _SHOWN))


def _where(output: bytes, extra: Counter[bytes]) -> str:
    """The first line whose like came too often."""
    return next((f"line {index}" for index, line in enumerate(output.split(b"\n"), 1) if line in extra), "")


def _message(output: bytes, missing: Counter[bytes], extra: Counter[bytes]) -> str:
    if not output:
        return "nothing was printed"
    if not extra and set(missing) == {b""} and not output.endswith(b"\n"):
        return "the newline at the end of the last line is missing"
    parts = [f"{_lines(missing.total())} missing"] if missing else []
    parts += [f"{_lines(extra.total())} too many"] if extra else []
    return " and ".join(parts)


def _lines(count: int) -> str:
    return "1 line is" if count == 1 else f"{count} lines are"
