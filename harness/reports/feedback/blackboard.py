"""Blackboard, which takes many feedback files back in no way that is documented: the names of its download."""

from __future__ import annotations

import re

from harness.model.grade import Provenance
from harness.model.patterns import lazy_regex
from harness.reports.feedback.base import inert

_ATTEMPT = lazy_regex(r"(.+?_attempt_\d{4}(?:-\d\d){5})(?:_.+|\.txt)", re.DOTALL)


class Blackboard:
    """The assignments of Blackboard."""

    system = "Blackboard"

    def name(self, provenance: Provenance, ending: str) -> str:
        """A file of the student's attempt."""
        matches = map(_ATTEMPT.fullmatch, provenance.entries)
        return next((f"{inert(match[1])}_feedback{ending}" for match in matches if match), "")


FEEDBACK = Blackboard()
