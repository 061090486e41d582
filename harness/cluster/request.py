"""What a worker is asked, and what it answers."""

from __future__ import annotations

from msgspec import Struct

from harness.isolation.base import Level
from harness.model.errors import JudgeError
from harness.model.grade import Grade


class Terms(Struct, frozen=True):
    """What all submissions of a run are graded by; a worker that does not meet them grades none."""

    course: str
    """The hash of the packed course."""
    versions: tuple[tuple[str, str], ...]
    """The versions that count, as the client has them: of ``harness``, ``python``, each tool."""
    assignments: tuple[str, ...]
    only: tuple[str, ...] = ()
    required: str | None = None
    best: str | None = None


class GradeRequest(Struct, frozen=True):
    """One submission to grade."""

    student: str
    assignment: str
    bundle: bytes


class Refusal(Struct, frozen=True):
    """Why a worker does not grade: it differs from the client, or isolates too little."""

    why: str


Answer = Grade | Level | Refusal | JudgeError
"""The grade, or the worker's isolation where no grade was asked for; why it grades nothing; a fault of our side."""
