"""Numbers in outputs, and how far one may be off."""

from __future__ import annotations

import math


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
