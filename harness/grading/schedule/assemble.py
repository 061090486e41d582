"""Assemble a grade's rows from the build and the outcomes of the cases."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.failed_reads import with_failed_reads
from harness.grading.plan.recipe import starts_program
from harness.grading.schedule.build_rows import (
    build_rows,
    file_rows,
    files_findings,
    graded_row,
    is_unrelated,
)
from harness.grading.schedule.case_selection import case_names, chosen_cases, is_chosen, patterns_of_cases
from harness.grading.verdicts.judgement import Judged, Judgement
from harness.grading.verdicts.score import grade
from harness.model.errors import JudgeError
from harness.model.finding import Finding, Parameter, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, near_miss_clauses
from harness.spec.format.model import SUBMISSION_FILE, Case


def assemble(
    assignment: Assignment,
    submission: Submission,
    built: Built | JudgeError | None,
    outcomes: Mapping[int, CaseResult],
    only: tuple[str, ...] = (),
) -> Grade:
    """Return the grade of one submission.

    Args:
        assignment: the assignment that it answers.
        submission: the student and what was handed in.
        built: the built submission; a JudgeError when our side could not build; None when nothing was handed in or the
            run was interrupted before the build.
        outcomes: by case index; a case without one was not judged.
        only: the ``--only`` patterns.

    """
    outcomes = with_failed_reads(outcomes, built.intake.notes if isinstance(built, Built) else (), assignment)
    if submission.unclear:
        clause = assignment.spec.files.clause or ""
        unclear = Judgement.fault(Verdict.NR, "unclear-submission", text=submission.unclear)
        rows = [graded_row("files", clause, unclear)]
    else:
        rows = [*file_rows(assignment, submission, built), *build_rows(assignment, submission, built)]
    only = patterns_of_cases(assignment, only)
    rows = [row for row in rows if is_chosen(assignment, only, row.row.name)]
    indices = chosen_cases(assignment, only)
    cases = [_case_row(assignment, submission, index, built, outcomes.get(index)) for index in indices]
    planned = [assignment.cases[index] for index in indices]
    starting = [row for case, row in zip(planned, cases, strict=True) if case.kind.starts_usually(case.case)]
    if len(starting) > 1 and all(row.judgement.not_started for row in starting):
        rows.append(_start_row(starting[0], built))
        cases = [_without_findings(row) if row.judgement.not_started else row for row in cases]
    rows += cases
    result = grade(submission.student, assignment.id, assignment.clauses, rows)
    names = case_names(assignment)
    selected = sum(is_chosen(assignment, only, name) for name in names)
    return _with_notes(replace(result, cases_selected=selected, cases_total=len(names)), assignment, built)


def _start_row(row: Judged, built: Built | JudgeError | None) -> Judged:
    """Return the one row of a program that never started, instead of the same message in each case."""
    line = built.run_line if isinstance(built, Built) else 0
    where = Place(path=SUBMISSION_FILE, line=line) if line else Place(part="start")
    finding = replace(row.judgement.findings[0], where=where)
    judgement = Judgement(row.row.verdict, (finding,), 0.0, comparable=False)
    return Judged(
        CaseGrade("start", "", judgement.verdict, findings=(finding,), reproduce=row.row.reproduce), judgement
    )


def _without_findings(row: Judged) -> Judged:
    return replace(row, row=replace(row.row, findings=()), judgement=replace(row.judgement, findings=()))


def _with_notes(result: Grade, assignment: Assignment, built: Built | JudgeError | None) -> Grade:
    if not isinstance(built, Built):
        return result
    notes = [*result.notes, *built.intake.notes]
    needs_program = starts_program(assignment) or assignment.spec.build or result.verdict is not Verdict.AC
    if built.failed and built.folder is not None and needs_program:
        notes.append(_built_otherwise(built))
    if built.folder is None and built.failed and built.intake.files and not assignment.spec.files.clause:
        notes += files_findings(assignment, built.intake.files)
    return replace(result, notes=tuple(notes))


def _built_otherwise(built: Built) -> Finding:
    """The note that another way worked, with what was wrong with the first."""
    problem = built.failed[0].problem
    line: dict[str, Parameter] = {} if problem.where.line is None else {"line": problem.where.line}
    about = {"text": problem.message, "problem": problem.kind, "path": problem.where.path, **line}
    commands = [" ".join(command) for command in built.commands]
    return Finding("", kind="built-otherwise", params={**about, **problem.params, "commands": commands})


def _case_row(
    assignment: Assignment,
    submission: Submission,
    index: int,
    built: Built | JudgeError | None,
    outcome: CaseResult | None,
) -> Judged:
    planned = assignment.cases[index]
    case = planned.case
    if isinstance(built, JudgeError):
        judgement = Judgement.judge_error(str(built))
    elif outcome is not None:
        judgement = outcome.judgement
    elif submission.folder is None:
        judgement = Judgement(Verdict.NS, kept=0.0, comparable=False)
    elif submission.unclear or (built is not None and built.review):
        judgement = Judgement(Verdict.NR, kept=0.0, comparable=False)
    elif built is not None and built.folder is None:
        verdict = Verdict.NS if is_unrelated(assignment, built) else Verdict.CE
        judgement = Judgement(verdict, kept=0.0, comparable=False)
    else:
        judgement = Judgement(Verdict.SK, kept=0.0, comparable=False)
    row = CaseGrade(
        planned.name,
        case.clause,
        judgement.verdict,
        visibility=case.visibility or "visible",
        findings=() if judgement.verdict is Verdict.AC else judgement.findings,
    )
    if outcome is not None:
        row = replace(row, timing=outcome.timing, reproduce=outcome.reproduce)
    answered = outcome.answered if outcome is not None else None
    if judgement.verdict is Verdict.AC and (case.calls or case.trace):
        answered = True
    near_misses, shows = tuple(near_miss_clauses(case)), _runs_program(case)
    return Judged(row, judgement, case.weight, near_misses, case.explained_by, answered, runs=shows, needs=case.needs)


def _runs_program(case: Case) -> bool:
    """Whether the case runs the program, to judge what it does."""
    handed_in = case.source is not None or case.lint is not None or case.tests is not None
    return not (handed_in or case.built or case.cleans)


def hand_in_grade(grade: Grade, submission: Submission) -> Grade:
    """The grade as that of one of those whose hand-in it is, with what is known about how it was handed in."""
    return replace(
        grade,
        student=submission.student,
        notes=(*submission.notes, *grade.notes),
        provenance=submission.provenance,
    )
