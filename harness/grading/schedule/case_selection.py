"""Which cases are run: those that ``--only`` chooses, and of wrong programs those that may still decide something.

Patterns name a case, also as ``assignment/case``, or a clause's id.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fnmatch import fnmatchcase

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.verdicts.judgement import Judgement
from harness.judge.finding_kinds import CONSEQUENCES_CHARGED
from harness.model.errors import UsageError, nearest
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, Course, PlannedCase, near_miss_clauses


def chosen_cases(assignment: Assignment, only: tuple[str, ...]) -> tuple[int, ...]:
    """Return the indices of the cases that match one of the patterns; all when there is no pattern."""
    only = patterns_of_cases(assignment, only)
    return tuple(index for index, planned in enumerate(assignment.cases) if is_chosen(assignment, only, planned.name))


def case_names(assignment: Assignment, clause: str = "") -> list[str]:
    """Return the names of all that is judged, or of what stands for a clause: the files, the build, and the cases."""
    spec = assignment.spec
    build = [("build", recipe.clause) for recipe in spec.build]
    pairs = [
        ("files", spec.files.clause),
        *build,
        *((planned.name, planned.case.clause) for planned in assignment.cases),
    ]
    return list(dict.fromkeys(name for name, judged in pairs if judged and clause in ("", judged)))


def patterns_of_cases(assignment: Assignment, only: tuple[str, ...]) -> tuple[str, ...]:
    """Return the patterns; a clause's id by which no case goes becomes the names of the clause's cases.

    A clause without cases of its own has those that charge it for a near miss.
    """
    names = case_names(assignment)
    patterns: list[str] = []
    for pattern in only:
        clause = pattern.removeprefix(f"{assignment.id}/")
        of_clause = clause in assignment.spec.clauses and not any(
            selects(pattern, assignment.id, name) for name in names
        )
        patterns += (_of_clause(assignment, clause) if of_clause else []) or [pattern]
    return tuple(patterns)


def _of_clause(assignment: Assignment, clause: str) -> list[str]:
    charging = [planned.name for planned in assignment.cases if clause in near_miss_clauses(planned.case)]
    return case_names(assignment, clause) or charging


def is_chosen(assignment: Assignment, only: tuple[str, ...], name: str) -> bool:
    """Whether one of the patterns selects this case; True when there is no pattern."""
    return not only or any(selects(pattern, assignment.id, name) for pattern in only)


def selects(pattern: str, assignment: str, case: str) -> bool:
    """Whether ``--only PATTERN`` selects this case, by its name or as ``assignment/case``."""
    return fnmatchcase(case, pattern) or fnmatchcase(f"{assignment}/{case}", pattern)


def check_patterns(course: Course, only: tuple[str, ...]) -> None:
    """Raise UsageError with a near name when a pattern selects no case of any assignment."""
    for pattern in only:
        if not any(is_selected(assignment, (pattern,)) for assignment in course.values()):
            raise UsageError(f'--only: no case fits "{pattern}"{_advice(course, pattern)}')


def _advice(course: Course, pattern: str) -> str:
    """The case or clause whose name is near, or else names of cases that exist."""
    names = [name for assignment in course.values() for name in case_names(assignment)]
    clauses = [clause for assignment in course.values() for clause in assignment.spec.clauses]
    if near := nearest(pattern.rpartition("/")[2].strip("*"), [*names, *clauses], likeness=0.6):
        return f'; did you mean "{near}"?'
    return f"; there are, for example, {', '.join(names[:3])}" if names else ""


def is_selected(assignment: Assignment, only: tuple[str, ...]) -> bool:
    """Whether the patterns select any case of an assignment, also by its clause, its files or its build."""
    patterns = patterns_of_cases(assignment, only)
    files_or_build = any(selects(pattern, assignment.id, case) for pattern in patterns for case in ("files", "build"))
    return not only or files_or_build or bool(chosen_cases(assignment, only))


UNRUN_CASE = CaseResult(Judgement(Verdict.TLE, kept=0.0, comparable=False))
"""The outcome of a case that was not run: over its limit, too."""
_CUT_SHORT = (Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)


def lost_once(assignment: Assignment, clauses: Collection[str]) -> dict[int, str]:
    """Return the cases of these clauses of which none need be run after one that is over its limit, by index.

    Then their clause, which each is returned with, is lost, however the others end. Left aside are cases that follow
    from other clauses; that near misses are charged to other clauses by; whose limit is confirmed by a second run; and
    that look at sources or count calls, as their findings may explain why calls fail.
    """
    return {
        index: planned.case.clause
        for index, planned in enumerate(assignment.cases)
        if planned.case.clause in clauses and _stands_alone(planned)
    }


def _stands_alone(planned: PlannedCase) -> bool:
    case = planned.case
    charges = set(near_miss_clauses(case)) - {case.clause}
    return planned.kind.may_be_left_out and not (charges or case.explained_by or case.time)


def unrun_cases(outcomes: Mapping[int, object]) -> dict[int, Verdict]:
    """Return the indices of the cases that were not run, with their verdicts."""
    return {index: Verdict.TLE for index, outcome in outcomes.items() if outcome == UNRUN_CASE}


def matter(assignment: Assignment, grade: Grade, not_run: Mapping[int, Verdict]) -> bool:
    """Whether cases that were not run may change more than their own clause.

    They do where so few points are left that consequences are charged, and where another case that follows from their
    clause was cut short in another way: had one of them ended so, that would explain it.
    """
    endings = {assignment.cases[index].case.clause: verdict for index, verdict in not_run.items()}
    follows = {planned.name: planned.case.explained_by for planned in assignment.cases}
    unexplained = any(
        row.verdict in _CUT_SHORT and row.verdict is not endings[clause]
        for row in grade.cases
        for clause in follows.get(row.name, ())
        if clause in endings
    )
    return unexplained or any(note.kind == CONSEQUENCES_CHARGED for note in grade.notes)
