"""Isolation levels as options of the command line."""

from __future__ import annotations

import argparse

from harness.model.errors import UsageError


def isolation_level(text: str) -> str:
    """Parse the name of an isolation level; the backends are imported only where the option is used."""
    from harness.isolation import level_named  # noqa: PLC0415

    try:
        return level_named(text).name
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
