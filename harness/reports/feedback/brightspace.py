"""Brightspace, "Add Feedback Files": a folder an attempt, of the very name that was downloaded."""

from __future__ import annotations

from harness.course.ingest.importers.brightspace import ENTRY
from harness.model.grade import Provenance
from harness.reports.feedback.base import inert


class Brightspace:
    """The assignments of Brightspace."""

    system = "Brightspace"

    def name(self, provenance: Provenance, ending: str) -> str:
        """The feedback in the attempt's folder; files that were downloaded without one have its name in front."""
        for entry in provenance.entries:
            if match := ENTRY.fullmatch(entry):
                folder = entry.removesuffix(f" - {match['original']}") if match["original"] else entry
                return f"{inert(folder)}/feedback{ending}"
        return ""


FEEDBACK = Brightspace()
