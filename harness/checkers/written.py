"""What the checkers share that hold the output against one expected text."""

from __future__ import annotations

from harness.model.struct import Model


class Written(Model, frozen=True):
    """Where the expected text comes from: exactly one of ``text`` and ``golden``."""

    text: str | None = None
    """The expected text itself."""
    golden: bool = False
    """True: the expected text is the case's golden file."""

    def written(self) -> str | None:
        """The expected text where the spec itself holds it."""
        return self.text

    def wants_golden(self) -> bool:
        """True: the expected bytes come from the case's golden file."""
        return self.golden

    def problems(self) -> tuple[str, ...]:
        """One sentence when there is no expected text, or two of them."""
        if (self.text is not None) == self.golden:
            return ('give exactly one of "text" and "golden: true"',)
        return ()


def needed(expected: bytes | None) -> bytes:
    """``expected`` where a checker cannot do without; a harness that hands over None has a fault of its own."""
    if expected is None:
        raise ValueError("a checker that needs an expected text was called without one")
    return expected
