"""``text``: the output must be the expected text, byte for byte where nothing is loosened. The default checker."""

from __future__ import annotations

from msgspec.structs import replace

from harness.checkers.base import BaseChecker, Context
from harness.checkers.written import Written, needed
from harness.diagnose.difference import describe
from harness.diagnose.explanation import explain
from harness.diagnose.large_outputs import differ_stored
from harness.diagnose.normalization import Ignorable, normalize
from harness.model.finding import Finding
from harness.model.output import Output, StoredOutput


class Text(Written, BaseChecker, frozen=True, tag="text"):
    """The output must be the expected text: exactly, or but for what ``ignore`` and ``normalise`` take away."""

    ignore: tuple[Ignorable, ...] = ()
    """Differences that do not count."""
    normalise: str = ""
    """A function ``bytes -> bytes`` of ``checks.py``, applied to both sides before anything else."""

    def names(self) -> tuple[str, ...]:
        """The function that normalises."""
        return (self.normalise,) if self.normalise else ()

    def compare_outputs(self, actual: Output, expected: Output | None, context: Context) -> tuple[Finding, ...]:
        """The same for outputs too large to hold, unless something is to be taken away from them first."""
        stored = isinstance(actual, StoredOutput) or isinstance(expected, StoredOutput)
        if not stored or expected is None or self.normalise or self.ignore:
            return super().compare_outputs(actual, expected, context)
        return differ_stored(actual, expected)

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:
        """One finding at the first difference."""
        return differ(actual, needed(expected), context, self.normalise, self.ignore)


def differ(
    actual: bytes, expected: bytes, context: Context, normalise: str, ignore: tuple[Ignorable, ...]
) -> tuple[Finding, ...]:
    """One finding with its near misses when two outputs differ after they are loosened, else none."""
    if actual == expected:
        return ()
    pair = came, right = (
        normalized(actual, context, normalise, ignore),
        normalized(expected, context, normalise, ignore),
    )
    if came == right:
        return ()
    return (replace(describe(*pair, shown=(actual, expected)), near_misses=explain(*pair)),)


def normalized(output: bytes, context: Context, normalise: str, ignore: tuple[Ignorable, ...]) -> bytes:
    """The output as it is compared."""
    return normalize(context.functions[normalise](output) if normalise else output, ignore)


def checker_of(expected: str | BaseChecker) -> BaseChecker:
    """The checker that a spec means: a bare text is expected exactly."""
    return Text(text=expected) if isinstance(expected, str) else expected
