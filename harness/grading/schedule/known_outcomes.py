"""What is known of a submission before it is graded, so that only the rest of it is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult


class Known(Struct, frozen=True):
    """The build and some outcomes of a submission."""

    built: Built
    outcomes: Mapping[int, CaseResult]
    """By the index of the case."""

    def is_whole(self, indices: tuple[int, ...]) -> bool:
        """Whether nothing of the submission need be run for these cases."""
        return self.built.folder is None or self.outcomes.keys() >= {*indices}


class Memory(Protocol):
    """What remembers outcomes."""

    def known(self, submission: Submission) -> Known | None:
        """Return what is known of a submission; None where nothing is."""
        ...

    def keep(self, submission: Submission, built: object, outcomes: Mapping[int, CaseResult]) -> None:
        """Keep what came of one; ``built`` is no ``Built`` where our side could not build it."""
        ...
