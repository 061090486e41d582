"""Where learning systems take feedback files back: a new one is one new file here that holds ``FEEDBACK``."""

from __future__ import annotations

from collections.abc import Iterator

from harness.model.family import members
from harness.model.grade import Provenance
from harness.reports.feedback.base import Feedback


def _search() -> Iterator[Feedback]:
    for module in members(__name__, __path__):
        feedback = getattr(module, "FEEDBACK", None)
        if feedback is not None:
            yield feedback


FEEDBACK: dict[str, Feedback] = {feedback.system: feedback for feedback in _search()}
"""Every learning system that takes feedback files back, by its name."""


def feedback_name(provenance: Provenance, ending: str, systems: frozenset[str]) -> str | None:
    """The name of a student's feedback file in the zip that the system takes back.

    Args:
        provenance: what the download says of the student.
        ending: the ending of the file, such as ``.html``.
        systems: the systems of the whole run, for a student whom only the roster knows.

    Returns:
        A path with ``/``; empty where the system takes none back for this student; None for a system that takes no
        feedback files back at all.

    """
    on_roster_only = provenance.system == "roster"
    known = [system for system in FEEDBACK if system == provenance.system or (on_roster_only and system in systems)]
    return FEEDBACK[known[0]].name(provenance, ending) if len(known) == 1 else None
