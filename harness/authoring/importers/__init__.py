"""The importers of other systems' assignments: one module each, found by looking into this folder.

A module holds:

- ``IMPORTER``: an ``Importer``, which reads a file or a folder into a ``Package``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from harness.authoring.importing.package import Package
from harness.model.family import members


class Importer(Struct, frozen=True):
    """A format that assignments come in."""

    name: str
    """The word after ``harness import``."""
    help: str
    """What it reads, in one line."""
    read: Callable[[Path], Package]
    """Read a file or a folder; UsageError with a line for each feature that cannot be expressed."""
    recognises: Callable[[Path], bool]
    """Whether a folder is an assignment of this format, by what lies in it."""


def importers() -> dict[str, Importer]:
    """The importers by name."""
    every: list[Importer] = [module.IMPORTER for module in members(__name__, __path__)]
    return {importer.name: importer for importer in every}
