"""Grades: what a student's assignment is worth, case by case."""

from __future__ import annotations

from msgspec import Struct, field

from harness.model.finding import Finding
from harness.model.verdict import Verdict


class Timing(Struct, frozen=True):
    """CPU time against its limit, in seconds; None where nothing was run or nothing limits it."""

    cpu_s: float | None = None
    wall_s: float | None = None
    cpu_limit_s: float | None = field(default=None, name="limit_s")  # as gradebooks have it
    reference_s: float | None = None
    """The reference's CPU time in this run, where the limit is a multiple of it."""
    first_cpu_s: float | None = None
    """The first measurement, where the case was over its limit and was run again, alone."""
    memory: int | None = None
    """Peak resident bytes."""


class CaseGrade(Struct, frozen=True):
    """One case's verdict. ``score`` and ``max_score`` are points."""

    name: str
    clause: str
    verdict: Verdict
    score: float = 0.0
    max_score: float = 0.0
    findings: tuple[Finding, ...] = ()
    timing: Timing = Timing()
    reproduce: str = ""
    """A command line that does the same again by hand."""
    visibility: str = "visible"


class Grade(Struct, frozen=True):
    """One assignment of one student."""

    student: str
    assignment: str
    verdict: Verdict
    cases: tuple[CaseGrade, ...] = ()
    score: float = 0.0
    max_score: float = 0.0
    notes: tuple[str, ...] = ()
    """What a reader should know beside the cases: the fallback build, links left out, a gate that closed."""

    @property
    def complete(self) -> bool:
        """False when a judge error or an interruption left a case without its verdict."""
        return not any(case.verdict in (Verdict.JE, Verdict.SK) for case in self.cases)
