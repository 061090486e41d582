"""A spec that advice is given on."""

from __future__ import annotations

import re

from msgspec import Struct

from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.yaml.source import KeyPath, Source


class Linted(Struct, frozen=True):
    """A spec that is sound, as it stands in its file and as it was loaded."""

    source: Source
    assignment: Assignment

    def at(self, planned: PlannedCase, *keys: str) -> str:
        """File, line and path of a part of a case."""
        match = re.search(r"cases\[(\d+)\]$", planned.location)
        path: KeyPath = ("cases", int(match[1]), *keys) if match else keys
        return self.source.at(path)
