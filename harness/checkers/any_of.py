"""``one-of``: the output must be one of several texts, where a handout leaves more than one reading open."""

from __future__ import annotations

from harness.checkers.base import BaseChecker, Context
from harness.checkers.text import differ
from harness.diagnose.difference import first_difference
from harness.diagnose.normalization import Ignorable
from harness.model.finding import Finding


class AnyOf(BaseChecker, frozen=True, tag="one-of"):
    """The output must be one of several texts; a wrong one is told by the difference to the nearest."""

    texts: tuple[str, ...] = ()
    """The texts that are accepted."""
    golden: bool = False
    """True: the case's golden file is accepted too."""
    ignore: tuple[Ignorable, ...] = ()
    """Differences that do not count."""
    normalise: str = ""
    """A function ``bytes -> bytes`` of ``checks.py``, applied to all sides before anything else."""

    def wants_golden(self) -> bool:
        """True: the golden is one of the texts."""
        return self.golden

    def names(self) -> tuple[str, ...]:
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
        found = [differ(actual, one, context, self.normalise, self.ignore) for one in accepted]
        if () in found:
            return ()
        nearest = min(range(len(found)), key=lambda index: _distance(found[index][0], actual, accepted[index]))
        return found[nearest]


def _distance(finding: Finding, actual: bytes, expected: bytes) -> tuple[int, int, int]:
    names = len(finding.near_misses)
    return (not names, names, -first_difference(actual, expected))
