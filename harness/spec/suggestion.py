"""Suggest the known name that is nearest to an unknown one."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str]) -> str:
    """``; did you mean "x"?`` with the nearest known name, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    matches = get_close_matches(name, list(known), 1, 0.5)
    return f'; did you mean "{matches[0]}"?' if matches else ""
