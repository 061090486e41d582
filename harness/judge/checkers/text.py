"""``text``: the output must be the expected text, byte for byte if nothing is ignored. The default checker."""

from __future__ import annotations

from harness.judge.checkers.base import BaseChecker, Context, ExpectedText, require_expected
from harness.judge.comparing.formatting import Ignorable
from harness.model.finding import Finding
from harness.model.output import Output, StoredOutput


class Text(ExpectedText, BaseChecker, frozen=True, tag="text"):
    """The output must be the expected text: exactly, or except for what ``ignore`` and ``normalise`` take away."""

    ignore: tuple[Ignorable, ...] = ()
    """Differences that do not count."""
    normalise: str = ""
    """A function ``bytes -> bytes`` of ``checks.py``, applied to both sides before anything else."""

    def function_names(self) -> tuple[str, ...]:
        """The function that normalises."""
        return (self.normalise,) if self.normalise else ()

    def compare_outputs(self, actual: Output, expected: Output | None, context: Context) -> tuple[Finding, ...]:
        """The same for outputs too large to hold, unless something is to be taken away from them first."""
        stored = isinstance(actual, StoredOutput) or isinstance(expected, StoredOutput)
        if not stored or expected is None or self.normalise or self.ignore:
            return super().compare_outputs(actual, expected, context)
        from harness.judge.comparing.large_outputs import compare_large  # noqa: PLC0415 - as few outputs are so large

        return compare_large(actual, expected)

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:
        """One finding at the first difference."""
        from harness.judge.comparing.comparison import compare_texts  # noqa: PLC0415 - what is right is not explained

        normalizer = context.functions[self.normalise] if self.normalise else None
        return compare_texts(actual, require_expected(expected), ignore=self.ignore, normalizer=normalizer)
