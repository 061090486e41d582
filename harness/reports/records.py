"""The JSON report as records: what is written, and what ``docs/report.schema.json`` is made from."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Provenance, Timing
from harness.model.verdict import Verdict

VerdictName = Literal["AC", "WA", "RTE", "TLE", "MLE", "OLE", "CE", "NS", "NR", "JE", "SK"]


class PlaceRecord(Struct, frozen=True, omit_defaults=True):
    """A place; of the fields but ``text`` only those are there that are known."""

    text: str
    """All of this in words."""
    case: str = ""
    """The case that shows the fault, where a clause is charged for it."""
    stream: str = ""
    """``stdout`` or ``stderr``."""
    path: str = ""
    """A file of the submission, or one that the program wrote."""
    part: str = ""
    """Any other part: ``arguments``, ``folder``, ``compiler-output``, or a course's own words."""
    line: int | None = None
    """From 1."""
    column: int | None = None
    """From 1."""
    function: str = ""
    """The function in which the line stands."""
    source: str = ""
    """The line of the source."""
    marked: tuple[int, int] | None = None
    """The first and the last character of ``source`` that the runtime marks, from 0."""


class PictureRecord(Struct, frozen=True):
    """A drawing."""

    title: str
    """What it shows, in a sentence."""
    text: str
    """The same drawn with characters; empty if the finding shows it already."""
    svg: str
    """The drawing, sanitised: shapes, text and colours only; empty if nothing of it may be shown."""


class FindingRecord(Struct, frozen=True):
    """What is wrong with a case, or a note."""

    kind: str
    """A name that stays the same: ``line-differs``, ``uncaught-exception``; ``course`` for a course's own sentence."""
    params: dict[str, str | int | float | bool | list[str | int]]
    """What the sentence is made with."""
    message: str
    """The sentence, in the language of the report."""
    where: PlaceRecord | None
    """The place; null if there is none."""
    expected: str | None
    """The expected text around the difference; null if there is none to show."""
    actual: str | None
    """What came instead."""
    near_misses: list[str]
    """The names of the near misses that together explain the whole difference."""
    picture: PictureRecord | None
    """A drawing that the course's check made of it; null if there is none."""


class CaseRecord(Struct, frozen=True):
    """One case."""

    name: str
    clause: str
    """The clause that it stands for; empty for none."""
    clause_text: str
    """The clause in words."""
    hint: str
    """The course's hint; empty for none."""
    verdict: VerdictName
    score: float
    max_score: float
    visibility: str
    """To whom a learning system shows it: ``visible``, ``hidden``, ``after_due_date`` or ``after_published``."""
    cpu_s: float | None
    """CPU seconds of the run that counts, of the whole process tree; null if nothing was run."""
    wall_s: float | None
    cpu_limit_s: float | None
    reference_cpu_s: float | None
    """The reference's seconds, where they set the limit."""
    first_cpu_s: float | None
    """The first measurement, where the case was run again."""
    memory_bytes: int | None
    """Peak resident memory."""
    reproduce: str
    """A command line that does the same by hand in the submission's folder."""
    findings: list[FindingRecord]
    """Why it is not accepted."""


class GradeRecord(Struct, frozen=True):
    """The grade of one student for one assignment."""

    student: str
    assignment: str
    score: float
    """Points; cases that were not judged count neither here nor in ``max_score``."""
    max_score: float
    complete: bool
    """Whether every case was asked for and has its verdict."""
    partial: bool
    """Whether the run was asked to judge some cases only."""
    cases_selected: int
    """How many cases were asked for, the files and the build among them."""
    cases_total: int
    verdict: VerdictName
    notes: list[FindingRecord]
    """Findings about no single case: a gate that closed, links left out, another way to build."""
    provenance: Provenance | None
    """Where the hand-in came from; null for a folder that no learning system names."""
    cases: list[CaseRecord]


class IsolationRecord(Struct, frozen=True):
    """The sandbox of the run."""

    level: str
    summary: str
    not_enforced: list[str]


class Report(Struct, frozen=True):
    """One run of ``grade``."""

    version: Literal[2] = field(name="schema")
    """The version of this form, raised when a key changes its meaning or goes."""
    isolation: IsolationRecord
    complete: bool
    """False when Ctrl-C broke the run off, or any grade is not whole."""
    interrupted: bool
    chosen_assignments: list[str]
    chosen_cases: list[str]
    hand_ins: list[str]
    """How the work was handed in: the learning system whose download it is, the roster."""
    not_recognised: list[str]
    """Files and folders that belong to no student or to no assignment."""
    grades: list[GradeRecord]
    """One for each assignment of each student."""


def grade_of(record: GradeRecord) -> Grade:
    """The grade that a record was written from, except for pictures and for bytes that are no UTF-8."""
    return Grade(
        record.student, record.assignment, Verdict[record.verdict], tuple(map(_case, record.cases)), record.score,
        record.max_score, tuple(map(_finding, record.notes)), record.cases_selected, record.cases_total,
        record.provenance,
    )  # fmt: skip


def _case(record: CaseRecord) -> CaseGrade:
    times = record.cpu_s, record.wall_s, record.cpu_limit_s, record.reference_cpu_s, record.first_cpu_s
    return CaseGrade(
        record.name, record.clause, Verdict[record.verdict], record.score, record.max_score,
        tuple(map(_finding, record.findings)), Timing(*times, record.memory_bytes), record.reproduce, record.visibility,
    )  # fmt: skip


def _finding(record: FindingRecord) -> Finding:
    expected, actual = (None if text is None else text.encode() for text in (record.expected, record.actual))
    return Finding(
        record.message, _place(record.where), expected, actual, tuple(record.near_misses), record.kind, record.params
    )


def _place(record: PlaceRecord | None) -> Place:
    if record is None:
        return Place()
    names = record.case, record.stream, record.path, record.part, record.line, record.column, record.function
    return Place(*names, record.source.encode(), record.marked)
