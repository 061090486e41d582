"""Options that several commands share: isolation levels, and the place of a gradebook."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

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


def add_why(command: argparse.ArgumentParser) -> None:
    """Add the option that gives a reason."""
    command.add_argument("--why", default="", metavar="TEXT", help="the reason, for the record")


class Place(TypedDict):
    """Which gradebook, and which specs, as the user says; None where nothing is said."""

    gradebook: str | None
    specs: Path | None


def add_place(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    """Add the options that every command has, and the function that runs it."""
    command.set_defaults(run=run)
    command.add_argument(
        "--gradebook", metavar="PLACE", help="the gradebook, a file or a database's URL (default: the course's own)"
    )
    command.add_argument(
        "--specs", type=Path, metavar="FOLDER", help="the folder of specs (default: the nearest one named specs)"
    )


def place_of(options: argparse.Namespace) -> Place:
    """What the user said of the gradebook."""
    return {"gradebook": options.gradebook, "specs": options.specs}
