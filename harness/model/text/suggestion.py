"""Suggest the known name that is nearest to an unknown one."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str]) -> str:
    """``; did you mean "x"?`` with the nearest known name, or nothing."""
    near = nearest(name, known)
    return f'; did you mean "{near}"?' if near else ""


def nearest(name: str, known: Iterable[str], likeness: float = 0.5) -> str | None:
    """The known name that is most like this one, if it is so to that degree: from 0, nothing, to 1, the same."""
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    matches = get_close_matches(name, list(known), 1, likeness)
    return matches[0] if matches else None
