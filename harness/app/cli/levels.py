"""Isolation levels as options of the command line."""

from __future__ import annotations

import argparse

from harness.model.errors import UsageError

USUAL_NAMES = ("A", "B", "C", "D", "E")
"""The levels that the harness itself brings: for these no backend has to be imported."""


def isolation_level(text: str) -> str:
    """Parse the name of an isolation level."""
    if text.upper() in USUAL_NAMES:
        return text.upper()
    from harness.sandbox.isolation import level_named  # noqa: PLC0415 - another's level, or a slip

    try:
        return level_named(text).name
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
