"""Moodle, "Upload multiple feedback files in a zip": a folder a participant, as it is downloaded.

Moodle splits the folder's name at each ``_`` and reads the second part, the participant's number; so the name in
front of it must hold none, and the last ``_`` must be there.
"""

from __future__ import annotations

from harness.model.grade import Provenance
from harness.model.patterns import lazy_regex
from harness.reports.feedback.base import inert

_NUMBER = lazy_regex(r"(?:Participant )?(\d+)")
_LONGEST = 100


class Moodle:
    """The assignments of Moodle."""

    system = "Moodle"

    def name(self, provenance: Provenance, ending: str) -> str:
        """The feedback in the student's own folder, also of one who handed in nothing, if his number is known."""
        match = _NUMBER.fullmatch(provenance.user_id)
        if match is None or (provenance.system != self.system and match[0] == match[1]):
            return ""  # a number that the roster alone has may be another one, and so another student's
        group = f"{provenance.group}-" if provenance.group else ""
        name = inert(f"{group}{provenance.name}").replace("_", " ").strip()[:_LONGEST] or "Participant"
        name = "Participant" if name == f"Participant {match[1]}" else name
        return f"{name}_{match[1]}_assignsubmission_file_/feedback{ending}"


FEEDBACK = Moodle()
