"""What a grading is asked to do: of which course, how, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.course.ingest.submission import Submission
from harness.grading.schedule.assemble import assemble
from harness.grading.schedule.submission_state import SubmissionState
from harness.model.grade import Grade
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment, Course

if TYPE_CHECKING:
    from harness.grading.schedule.proof_cache import ProofCache

Progress = Callable[[int, int], None]
"""Called with how many submissions are done, and of how many."""

StoreGrade = Callable[[int, Grade], None]
"""Called with a submission's number and its grade as soon as the grade is final."""


class GradingOptions(Struct):
    """How submissions are graded; ``Grader`` takes these."""

    course: Course
    isolation: Isolation
    root: Path
    jobs: int
    only: tuple[str, ...] = ()
    progress: Progress | None = None
    store_grade: StoreGrade | None = None
    """Where final grades go; None: they stay here, for ``grades``."""
    while_waiting: Callable[[], object] | None = None
    """Called once while the first programs run."""
    on_outcome: Callable[[], object] | None = None
    """Called before the first program and whenever cases are judged."""
    on_search: Callable[[], object] | None = None
    """Called before small changes of programs are tried."""
    needs_confirmation: Callable[[Submission], bool] = lambda _submission: True
    """Whether limits that this submission exceeded are confirmed by a run alone, so that a busy machine costs nobody
    points. A limit relative to the reference's
    time always is, unless the first run had all of it."""
    clauses_to_lose: Callable[[Submission], tuple[str, ...]] = lambda _submission: ()
    """The clauses that a submission is known to violate: of each no further case is run once one is over its limit."""
    cases_of: Callable[[Submission], tuple[int, ...]] | None = None
    """The indices of the cases to run on a submission; None: those of ``only``."""
    memory: ProofCache | None = None
    """What knows outcomes from before, and keeps those of this run; None: everything is run, and nothing kept."""
    own_programs: bool = False
    """Whether all programs are the course's own: then builds are kept from run to run also without a sandbox."""
    tries_changes: bool = False
    """Whether small changes of a program that lost points are tried, to find where its fault is."""
    shown_cases: Callable[[Grade, Assignment], Sequence[str]] | None = None
    """The names of the cases that a report shows of a grade: smaller inputs are looked for; None: for none."""

    def grade_of(self, state: SubmissionState) -> Grade:
        """The grade of a submission by what is known now."""
        return assemble(state.assignment, state.job.submission, state.built, state.outcomes, self.only)
