"""The messages between the client and a worker."""

from __future__ import annotations

from msgspec import Struct

from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.sandbox.isolation.base import Level


class RunSettings(Struct, frozen=True):
    """What all submissions of a run have in common; a worker that does not match them grades none."""

    course: str
    """The hash of the packed course."""
    versions: tuple[tuple[str, str], ...]
    """The client's versions of ``harness``, ``python`` and each tool."""
    assignments: tuple[str, ...]
    only: tuple[str, ...] = ()
    required: str | None = None
    """The weakest isolation level that is acceptable; None: any."""
    best: str | None = None
    """The strongest isolation level to use; None: the best there is."""


class GradeRequest(Struct, frozen=True):
    """A submission to grade, its files packed."""

    student: str
    assignment: str
    bundle: bytes


class Refusal(Struct, frozen=True):
    """Why a worker cannot grade: it differs from the client, or isolates too weakly."""

    reason: str


Answer = Grade | Level | Refusal | JudgeError
"""The grade; the worker's isolation level where no submission was sent; a refusal; or a fault of the harness."""
