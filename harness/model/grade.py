"""The grade of one submission, case by case, and where the submission came from."""

from __future__ import annotations

from msgspec import Struct, field

from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.model.verdict import UNJUDGED, Verdict

SIZED = lazy_regex(r"(?P<family>.+)-(?P<size>\d{1,6})", needs="-")
"""The name of a case that is one of several sizes."""


class Provenance(Struct, frozen=True):
    """A hand-in as the system that it was downloaded from names it."""

    system: str
    """The system's name, such as ``Canvas``; ``roster`` for a folder that only a roster knows more about."""
    user_id: str = ""
    """The student's number or login in that system; empty if it has none."""
    name: str = ""
    """The student's name as the system or the roster writes it."""
    email: str = ""
    group: str = ""
    """The group's name, where the hand-in is that of a group."""
    submitted: str = ""
    """When it was handed in, ISO 8601, with an offset where the system has one; empty if it is not known."""
    claimed: bool = False
    """Whether that time is the student's own claim, as a commit's is."""
    late: bool | None = None
    """Whether the system calls it late; None if it does not say."""
    entries: tuple[str, ...] = ()
    """The names of its files or of its folder in the download: feedback goes back under these very names."""


class Timing(Struct, frozen=True):
    """The measurements of a case, times in seconds; None if nothing was run or nothing limits it."""

    cpu_s: float | None = None
    wall_s: float | None = None
    cpu_limit_s: float | None = field(default=None, name="limit_s")  # the name that is stored in gradebooks
    reference_s: float | None = None
    """The reference's CPU time in this run, where the limit is a multiple of it."""
    first_cpu_s: float | None = None
    """The first measurement, where the case was over its limit and was run again, alone."""
    memory: int | None = None
    """Peak resident memory in bytes."""


class CaseGrade(Struct, frozen=True):
    """One case's verdict, its points (``score`` of ``max_score``) and the reasons."""

    name: str
    clause: str
    verdict: Verdict
    score: float = 0.0
    max_score: float = 0.0
    findings: tuple[Finding, ...] = ()
    timing: Timing = Timing()
    reproduce: str = ""
    """A shell command that repeats the run by hand; empty if there is none."""
    visibility: str = "visible"
    """To whom a learning system shows the case, as the spec says: ``visible``, ``hidden``, ..."""


class Grade(Struct, frozen=True):
    """The grade of one student for one assignment."""

    student: str
    assignment: str
    verdict: Verdict
    cases: tuple[CaseGrade, ...] = ()
    score: float = 0.0
    max_score: float = 0.0
    notes: tuple[Finding, ...] = ()
    """What concerns no single case: another way to build, links left out, a gate that closed."""
    cases_selected: int = 0
    """How many of the assignment's cases the run was asked to judge, its files and its build among them."""
    cases_total: int = 0
    """How many there are."""
    provenance: Provenance | None = None
    """Where the hand-in came from, when, and whether it is late; None for a folder that no system names."""

    @property
    def partial(self) -> bool:
        """Whether the run was asked to judge some cases only: the points are not those of the whole assignment."""
        return self.cases_selected < self.cases_total

    @property
    def judged(self) -> bool:
        """False when a judge error, an interruption or the need of a review left a case without its verdict."""
        return not any(case.verdict in UNJUDGED for case in self.cases)

    @property
    def complete(self) -> bool:
        """Whether this is the grade of the whole assignment: every case was asked for, and has its verdict."""
        return self.judged and not self.partial


class Comment(Struct, frozen=True):
    """What a teacher wrote about a line of a submission."""

    path: str
    """The file, seen from the submission's folder."""
    line: int
    source: str
    """The line's text when it was commented: in later work it may be elsewhere."""
    text: str
    who: str
    at: str
    """When, ISO 8601."""
