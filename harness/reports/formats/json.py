"""``.json``: everything, for programs. The keys are documented in docs/reports.md and docs/report.schema.json."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec import structs
from msgspec.structs import replace

from harness.judge.finding_kinds import ONE_CHANGE
from harness.judge.messages.translator import Translator
from harness.model.escape import json_bytes
from harness.model.finding import Finding, Parameter, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.picture import Picture
from harness.model.verdict import Verdict
from harness.reports.causes.hints import hint_for
from harness.reports.document import Document
from harness.reports.records import (
    CaseRecord,
    FindingRecord,
    GradeRecord,
    IsolationRecord,
    PictureRecord,
    PlaceRecord,
    Report,
    VerdictName,
)
from harness.reports.svg import sanitized_svg
from harness.spec.format.assignment import Assignment

_VERDICT_NAMES: dict[Verdict, VerdictName] = {Verdict[name]: name for name in get_args(VerdictName)}
_NEW_LINE = b"\n    "
"""The end of a line, and the indentation of a grade."""


def render(document: Document) -> bytes:
    """Render UTF-8 text; students' bytes that are no UTF-8 stand as hexadecimal escapes."""
    return b"".join(chunks(document))


def chunks(document: Document) -> Iterator[bytes]:
    """Yield what is around the grades, and each grade by itself."""
    frame = json_bytes(_report(document))
    before, _, after = frame.rpartition(b"]")  # the list of grades is the last of all
    yield before
    separator = b""
    for grade in document.grades:
        text = json_bytes(_grade(grade, document)).rstrip(b"\n")
        yield separator + _NEW_LINE + text.replace(b"\n", _NEW_LINE)  # within a text the end of a line is escaped
        separator = b","
    yield (b"\n  ]" if separator else b"]") + after


def _report(document: Document) -> Report:
    """The report without its grades, which are at its end."""
    level = document.level
    return Report(
        version=2,
        isolation=IsolationRecord(level.name, level.summary, list(level.not_enforced)),
        complete=not document.interrupted and all(grade.complete for grade in document.grades),
        interrupted=document.interrupted,
        chosen_assignments=list(document.assignments),
        chosen_cases=list(document.only),
        hand_ins=list(document.hand_ins),
        not_recognised=list(document.not_recognised),
        grades=[],
    )


def _grade(grade: Grade, document: Document) -> GradeRecord:
    words, assignment = document.translator, document.course[grade.assignment]
    return GradeRecord(
        student=grade.student,
        assignment=grade.assignment,
        score=grade.score,
        max_score=grade.max_score,
        complete=grade.complete,
        partial=grade.partial,
        cases_selected=grade.cases_selected,
        cases_total=grade.cases_total,
        verdict=_VERDICT_NAMES[grade.verdict],
        notes=[_finding(note, words) for note in grade.notes],
        provenance=grade.provenance,
        cases=[_case(case, assignment, words) for case in grade.cases],
    )


def _case(case: CaseGrade, assignment: Assignment, words: Translator) -> CaseRecord:
    timing, clause = case.timing, assignment.clauses.get(case.clause)
    return CaseRecord(
        name=case.name,
        clause=case.clause,
        clause_text=clause.text if clause else "",
        hint=hint_for(case, assignment),
        verdict=_VERDICT_NAMES[case.verdict],
        score=round(case.score, 6),
        max_score=round(case.max_score, 6),
        visibility=case.visibility,
        cpu_s=timing.cpu_s,
        wall_s=timing.wall_s,
        cpu_limit_s=timing.cpu_limit_s,
        reference_cpu_s=timing.reference_s,
        first_cpu_s=timing.first_cpu_s,
        memory_bytes=timing.memory,
        reproduce=case.reproduce,
        findings=[_finding(_as_asked(finding, assignment), words) for finding in case.findings],
    )


def _as_asked(finding: Finding, assignment: Assignment) -> Finding:
    """The finding; for students without the change that makes a case pass, unless second hints are asked for."""
    if finding.kind != ONE_CHANGE or not assignment.for_students or assignment.second_hints:
        return finding
    return replace(finding, params={name: value for name, value in finding.params.items() if name != "new"})


def _finding(finding: Finding, words: Translator) -> FindingRecord:
    return FindingRecord(
        kind=finding.kind,
        params={name: _parameter(value) for name, value in finding.params.items()},
        message=words.sentence(finding),
        where=_place(finding.where, words) if finding.where else None,
        expected=_text(finding.expected),
        actual=_text(finding.actual),
        near_misses=list(finding.near_misses),
        picture=_picture(finding.picture) if finding.picture else None,
    )


def _picture(picture: Picture) -> PictureRecord:
    return PictureRecord(title=picture.title, text=picture.text, svg=sanitized_svg(picture.svg))


def _parameter(value: Parameter) -> str | int | float | bool | list[str | int]:
    return value if isinstance(value, str | int | float) else list(value)


def _place(place: Place, words: Translator) -> PlaceRecord:
    fields = structs.asdict(place) | {"source": _text(place.source) or ""}
    return PlaceRecord(text=words.place(place), **fields)


def _text(content: bytes | None) -> str | None:
    return None if content is None else content.decode("utf-8", "backslashreplace")
