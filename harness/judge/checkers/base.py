"""What every checker is: options that a spec may write, and a pure comparison of bytes; how far numbers may be off."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.judge.differences.difference import window
from harness.model.finding import NOWHERE, Finding, Place
from harness.model.output import Output, read_whole
from harness.model.run import Run
from harness.model.struct import Model


def number(token: bytes) -> float | None:
    """A token as a number, ``nan`` and ``inf`` among them; None when it is none, or larger than a float can be."""
    try:
        value = float(token)
    except ValueError:
        return None
    overflown = math.isinf(value) and b"n" not in token.lower()
    return None if overflown or b"_" in token else value


def is_within(tolerance: float, actual: float, expected: float) -> bool:
    """Whether a number is near a finite one: it may be off as it stands, or in proportion to the expected one."""
    return abs(actual - expected) <= tolerance * max(1.0, abs(expected))


def tolerance_problems(tolerance: float | None) -> tuple[str, ...]:
    """What is wrong with a tolerance that a spec gives."""
    infinite = tolerance is not None and not math.isfinite(tolerance)
    return ("the tolerance must be a finite number",) if infinite else ()


class Context(Struct, frozen=True):
    """What a comparison may look at beside the bytes: the run, and the functions of ``checks.py`` by name."""

    run: Run = field(default_factory=Run)
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


class BaseChecker(Model, frozen=True, kw_only=True, tag_field="check"):
    """The base of the family: frozen options that a spec may write, and ``compare``."""

    message: str = ""
    """What a student reads instead of the checker's own words, above what was expected and what came."""

    def worded(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """The findings in the author's words, where there are any."""
        return tuple(replace(finding, message=self.message) for finding in findings) if self.message else findings

    def expected_text(self) -> str | None:
        """The expected text where the spec itself holds it."""
        return None

    def expected_file(self) -> str:
        """The file in the spec's folder that holds the expected text; empty if there is none."""
        return ""

    def requires_expected(self) -> bool:
        """Whether the checker compares with one expected text, which the spec, a file or a golden must give."""
        return False

    def needs_golden(self) -> bool:
        """True: the expected bytes come from the case's golden file."""
        return False

    def accepts_equal(self) -> bool:
        """Whether bytes that equal the expected ones are always accepted, so that they need not be compared."""
        return False

    def accepts_missing(self) -> bool:
        """Whether a file must not be there at all."""
        return False

    def accepted_part(self, actual: bytes) -> tuple[Place, bytes]:
        """Where that is in an output for which it is accepted, with what is around it; else the beginning."""
        return NOWHERE, window(actual, 0)

    def function_names(self) -> tuple[str, ...]:
        """The functions of ``checks.py`` that the checker calls."""
        return ()

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the options themselves, one sentence each; reported when the spec is loaded."""
        return ()

    def compare_outputs(self, actual: Output, expected: Output | None, context: Context) -> tuple[Finding, ...]:
        """``compare`` for outputs that may be too large to hold; most checkers hold them all the same."""
        return self.compare(read_whole(actual), None if expected is None else read_whole(expected), context)

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:
        """No finding when ``actual`` is right. Pure: starts nothing, reads nothing.

        ``expected`` holds the expected text or the golden, None if there is neither.
        """
        raise NotImplementedError


class ExpectedText(BaseChecker, frozen=True, kw_only=True):
    """The options of a checker that compares with one text: exactly one of ``text``, ``file`` and ``golden``."""

    text: str | None = None
    """The expected text itself."""
    file: str = ""
    """A file in the spec's folder that holds the expected text, written by hand: ``data/3.out``."""
    golden: bool = False
    """True: the expected text is the case's golden file."""

    def expected_text(self) -> str | None:
        """The expected text where the spec itself holds it."""
        return self.text

    def expected_file(self) -> str:
        """The file of the spec's folder that holds the expected text."""
        return self.file

    def needs_golden(self) -> bool:
        """True: the expected bytes come from the case's golden file."""
        return self.golden

    def requires_expected(self) -> bool:
        """True: there is nothing to compare with otherwise."""
        return True

    def accepts_equal(self) -> bool:
        """Whether bytes that equal the expected ones are always accepted."""
        return True

    def problems(self) -> tuple[str, ...]:
        """One sentence when there is no expected text, or two of them."""
        if (self.text is not None) + bool(self.file) + self.golden != 1:
            return ('give exactly one of "text", "file" and "golden: true"',)
        return ()


def require_expected(expected: bytes | None) -> bytes:
    """``expected``, for a checker that cannot do without.

    Raises:
        ValueError: when it is None, which is a fault of the harness.

    """
    if expected is None:
        raise ValueError("a checker that needs an expected text was called without one")
    return expected
