"""``one-of``: the output must be one of several texts, where a handout leaves more than one reading open."""

from __future__ import annotations

from harness.judge.checkers.base import BaseChecker, Context
from harness.judge.comparing.formatting import Ignorable
from harness.judge.differences.difference import first_difference
from harness.model.finding import Finding


class AnyOf(BaseChecker, frozen=True, tag="one-of"):
    """The output must be one of several texts; a wrong one is shown by the difference to the nearest."""

    texts: tuple[str, ...] = ()
    """The texts that are accepted."""
    golden: bool = False
    """True: the case's golden file is accepted too."""
    ignore: tuple[Ignorable, ...] = ()
    """Differences that do not count."""
    normalise: str = ""
    """A function ``bytes -> bytes`` of ``checks.py``, applied to all sides before anything else."""

    def needs_golden(self) -> bool:
        """True: the golden is one of the texts."""
        return self.golden

    def function_names(self) -> tuple[str, ...]:
        """The function that normalises."""
        return (self.normalise,) if self.normalise else ()

    def problems(self) -> tuple[str, ...]:
        """One sentence when nothing would be accepted."""
        return () if self.texts or self.golden else ('give "texts", "golden: true" or both',)

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:
        """The finding of the nearest text: the one that near misses explain best, else the one right for longest."""
        accepted = [text.encode() for text in self.texts] + ([] if expected is None else [expected])
        if not accepted:
            raise ValueError("one-of was called without a text to accept")
        if actual in accepted:
            return ()
        from harness.judge.comparing.comparison import compare_texts  # noqa: PLC0415 - what is right is not explained

        normalizer = context.functions[self.normalise] if self.normalise else None
        comparisons = [compare_texts(actual, text, ignore=self.ignore, normalizer=normalizer) for text in accepted]
        if () in comparisons:
            return ()
        nearest = min(range(len(accepted)), key=lambda index: _distance(comparisons[index][0], actual, accepted[index]))
        return comparisons[nearest]


def _distance(finding: Finding, actual: bytes, expected: bytes) -> tuple[int, int, int]:
    count = len(finding.near_misses)
    return (not count, count, -first_difference(actual, expected))
