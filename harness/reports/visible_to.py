"""What a reader may see: staff all of a run, a student only what is theirs and visible.

Reports may be written of which each student gets their own: ``--report 'mails/{student}.md'``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Literal, overload

from msgspec.structs import replace

from harness.grading.verdicts.score import overall_verdict
from harness.judge.finding_kinds import SAME_IN_HIDDEN
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.patterns import lazy_regex
from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.document import Document
from harness.spec.format.assignment import Assignment

Reader = Literal["student", "staff"]


def document_for(document: Document, reader: Reader) -> Document:
    """The document as this reader may see it; the grades of a large class are still read one by one."""
    if reader == "staff":
        return document
    course = {name: replace(assignment, for_students=True) for name, assignment in document.course.items()}

    def earlier(student: str, assignment: str) -> Grade | None:
        grade = document.earlier(student, assignment)
        return None if grade is None else for_student(grade, document.course[assignment])

    grades = _VisibleGrades(document)
    return replace(document, grades=grades, course=course, earlier=earlier, remarks=(), hand_ins=(), not_recognised=())


def with_second_hints(document: Document) -> Document:
    """The document with the second, deeper hints in its text."""
    course = {name: replace(assignment, second_hints=True) for name, assignment in document.course.items()}
    return replace(document, course=course)


class _VisibleGrades(Sequence[Grade]):
    """The grades of a document without what students may not see, made each time that they are asked for."""

    def __init__(self, document: Document) -> None:
        self._grades, self._course = document.grades, document.course

    def __len__(self) -> int:
        return len(self._grades)

    def __iter__(self) -> Iterator[Grade]:
        return (for_student(grade, self._course[grade.assignment]) for grade in self._grades)

    @overload
    def __getitem__(self, index: int) -> Grade: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Grade]: ...
    def __getitem__(self, index: int | slice) -> Grade | Sequence[Grade]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        grade = self._grades[index]
        return for_student(grade, self._course[grade.assignment])


def for_student(grade: Grade, assignment: Assignment) -> Grade:
    """The grade without hidden cases, and without their points unless the spec shows the total."""
    visible = [case for case in grade.cases if case.visibility == "visible"]
    hidden = [case for case in grade.cases if case.visibility != "visible"]
    clauses = {case.clause for case in visible}
    cases = tuple(_as_student_sees(case, clauses, assignment) for case in visible)
    if not hidden:
        return replace(grade, cases=cases)
    spec = assignment.spec
    score, max_score = grade.score, grade.max_score
    if spec.hidden_total != "shown":
        closed = any(_closes_gate(case, assignment) for case in cases)
        score = 0.0 if closed else round(sum(case.score for case in cases), 6)
        max_score = round(sum(case.max_score for case in cases), 6)
    failed = sum(case.verdict is not Verdict.AC for case in hidden)
    counted = spec.hidden_failures == "counted" and failed
    notes = (*grade.notes, Finding.of("hidden-failures", count=failed)) if counted else grade.notes
    total = max(len(cases), grade.cases_total - _hidden_cases(assignment)) if grade.cases_total else 0
    return replace(
        grade,
        cases=cases,
        score=score,
        max_score=max_score,
        verdict=overall_verdict(cases),
        notes=notes,
        cases_selected=len(cases) if grade.partial else total,
        cases_total=total,
    )


def _hidden_cases(assignment: Assignment) -> int:
    return sum((planned.case.visibility or "visible") != "visible" for planned in assignment.cases)


def _as_student_sees(case: CaseGrade, clauses: AbstractSet[str], assignment: Assignment) -> CaseGrade:
    """The case without what names hidden ones, the course's files, its tools, or this machine's paths."""
    if case.verdict is Verdict.JE:
        return replace(case, findings=(Finding.of("our-fault"),), reproduce="")
    findings = (
        finding
        for finding in case.findings
        if finding.kind != SAME_IN_HIDDEN and (finding.kind != "follows" or finding.params["clause"] in clauses)
    )
    by_script = not assignment.is_of_kit and case.reproduce.startswith(f"harness reproduce {assignment.id} ")
    return replace(case, findings=tuple(findings), reproduce="" if by_script else case.reproduce)


def _closes_gate(case: CaseGrade, assignment: Assignment) -> bool:
    clause = assignment.clauses.get(case.clause)
    return clause is not None and clause.gate and case.verdict not in (Verdict.AC, *UNJUDGED)


STUDENT = "{student}"
"""What stands for the student's name in a report's path."""
_UNSAFE = lazy_regex(r"[^\w.@+ -]")


def is_per_student(path: Path) -> bool:
    """Whether each student gets a file of their own."""
    return STUDENT in path.name


def documents(document: Document, path: Path) -> Iterator[tuple[Path, Document]]:
    """A path and the student's own part of the document, for each student; two never share a file."""
    positions: dict[str, list[int]] = {}
    for position, grade in enumerate(document.grades):
        positions.setdefault(grade.student, []).append(position)
    for (_, own_path), indices in zip(_paths(positions, path), positions.values(), strict=True):
        part = replace(
            document, grades=_Selection(document.grades, indices), remarks=(), hand_ins=(), not_recognised=()
        )
        yield own_path, part


def files(document: Document, path: Path) -> dict[str, Path]:
    """The file of each student, as ``documents`` names it."""
    return dict(_paths(dict.fromkeys(grade.student for grade in document.grades), path))


def _paths(students: Iterable[str], path: Path) -> Iterator[tuple[str, Path]]:
    used: set[str] = set()
    for student in students:
        yield student, path.with_name(path.name.replace(STUDENT, file_name(student, used)))


def file_name(student: str, used: set[str]) -> str:
    """A name that any file system takes, without a way out of the folder, and not used before."""
    bare = _UNSAFE.sub("_", student).lstrip("-. ").rstrip(". ")[:100] or "_"
    name, number = bare, 2
    while name.casefold() in used:
        name, number = f"{bare} ({number})", number + 1
    used.add(name.casefold())
    return name


class _Selection(Sequence[Grade]):
    """Some grades of a run, read when they are asked for."""

    def __init__(self, grades: Sequence[Grade], positions: Sequence[int]) -> None:
        self._grades, self._positions = grades, positions

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, index: int) -> Grade: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Grade]: ...
    def __getitem__(self, index: int | slice) -> Grade | Sequence[Grade]:
        if isinstance(index, slice):
            return [self._grades[position] for position in self._positions[index]]
        return self._grades[self._positions[index]]
