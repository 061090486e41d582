"""Assemble a grade's rows from the build and the outcomes of the cases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase

from msgspec.structs import replace

from harness.diagnose.exceptions import explain_exception
from harness.diagnose.tool_messages import UNDEFINED_REFERENCE
from harness.execute.build import Built, FailedRecipe
from harness.execute.reproduce import command_line, reproduce_build
from harness.ingest.submission import Submission
from harness.judge.judgement import RIGHT, Judgement
from harness.judge.score import Judged, grade
from harness.languages import first_build_error
from harness.model.errors import JudgeError
from harness.model.finding import Finding, Parameter
from harness.model.grade import CaseGrade, Grade
from harness.model.lazy_regex import lazy_regex
from harness.model.patterns import alternatives, describe, matching
from harness.model.place import NOWHERE, Place
from harness.model.verdict import Verdict
from harness.plan.submission_file import NAME as SUBMISSION_FILE
from harness.schedule.tasks import Outcome
from harness.spec.assignment import Assignment, near_miss_clauses
from harness.spec.model import Case

_FOLDER = Place(part="folder")


def chosen_cases(assignment: Assignment, only: tuple[str, ...]) -> tuple[int, ...]:
    """Return the indices of the cases that match one of the patterns; all when there is no pattern."""
    return tuple(index for index, planned in enumerate(assignment.cases) if _is_chosen(assignment, only, planned.name))


def case_names(assignment: Assignment) -> list[str]:
    """Return the names of all that is judged: the files and the build where a clause stands for them, and the cases."""
    spec = assignment.spec
    build_clauses = [recipe.clause for recipe in spec.build if recipe.clause]
    names = [name for name, clause in (("files", spec.files.clause), ("build", build_clauses)) if clause]
    return names + [planned.name for planned in assignment.cases]


def _is_chosen(assignment: Assignment, only: tuple[str, ...], name: str) -> bool:
    return not only or any(selects(pattern, assignment.id, name) for pattern in only)


def selects(pattern: str, assignment: str, case: str) -> bool:
    """Whether ``--only PATTERN`` selects this case, by its name or as ``assignment/case``."""
    return fnmatchcase(case, pattern) or fnmatchcase(f"{assignment}/{case}", pattern)


def assemble(
    assignment: Assignment,
    submission: Submission,
    built: Built | JudgeError | None,
    outcomes: Mapping[int, Outcome],
    only: tuple[str, ...] = (),
) -> Grade:
    """Return the grade of one submission.

    Args:
        assignment: the assignment that it answers.
        submission: the student and what was handed in.
        built: the built submission; a JudgeError when our side could not build; None when nothing was handed in or the
            run was broken off before the build.
        outcomes: by case index; a case without one was not judged.
        only: the ``--only`` patterns.

    """
    if submission.unclear:
        clause = assignment.spec.files.clause or ""
        unclear = Judgement.fault(Verdict.NR, "unclear-submission", text=submission.unclear)
        rows = [_graded_row("files", clause, unclear)]
    else:
        rows = [*_file_rows(assignment, submission, built), *_build_rows(assignment, submission, built)]
    rows = [row for row in rows if _is_chosen(assignment, only, row.row.name)]
    indices = chosen_cases(assignment, only)
    cases = [_case_row(assignment, submission, index, built, outcomes.get(index)) for index in indices]
    starting = [row for index, row in zip(indices, cases, strict=True) if _starts_program(assignment.cases[index].case)]
    if len(starting) > 1 and all(row.judgement.not_started for row in starting):
        rows.append(_start_row(starting[0], built))
        cases = [_without_findings(row) if row.judgement.not_started else row for row in cases]
    rows += cases
    result = grade(submission.student, assignment.id, assignment.clauses, rows)
    names = case_names(assignment)
    selected = sum(_is_chosen(assignment, only, name) for name in names)
    return _with_notes(replace(result, cases_selected=selected, cases_total=len(names)), assignment, built)


def _starts_program(case: Case) -> bool:
    """Whether a case runs the program in the way that the submission is started, and does nothing else."""
    return case.source is None and case.run is None and not (case.built or case.calls or case.trace)


def _start_row(row: Judged, built: Built | JudgeError | None) -> Judged:
    """Return the one row of a program that never started, in place of the same message in each case."""
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
    if built.failed and built.folder is not None:
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


def _graded_row(name: str, clause: str, judgement: Judgement) -> Judged:
    return Judged(CaseGrade(name, clause, judgement.verdict, findings=judgement.findings), judgement)


def is_unrelated(assignment: Assignment, built: Built) -> bool:
    """Whether something else was handed in: no required file is there, and nothing builds."""
    required = assignment.spec.files.required
    has_required = any(matching(built.intake.files, pattern) for pattern in required)
    return built.folder is None and (not built.intake.files or (bool(required) and not has_required))


def _not_built(submission: Submission) -> Judgement:
    """Judge what was never built: nothing is there, or the run was broken off before its turn."""
    if submission.folder is None:
        return Judgement.fault(Verdict.NS, "not-handed-in")
    return Judgement(Verdict.SK, kept=0.0, comparable=False)


def _file_rows(assignment: Assignment, submission: Submission, built: Built | JudgeError | None) -> list[Judged]:
    clause = assignment.spec.files.clause
    if clause is None:
        return []
    if isinstance(built, Built) and built.review and not built.intake.files:
        return []  # nobody knows what there is
    if built is None:
        return [_graded_row("files", clause, _not_built(submission))]
    if isinstance(built, Built) and not built.intake.files:
        return [_graded_row("files", clause, Judgement.fault(Verdict.NS, "not-handed-in"))]
    if isinstance(built, JudgeError):
        return [_graded_row("files", clause, _judge_error(str(built)))]
    findings = files_findings(assignment, built.intake.files)
    verdict = Verdict.NS if is_unrelated(assignment, built) else Verdict.WA
    return [_graded_row("files", clause, Judgement(verdict, findings, 0.0) if findings else RIGHT)]


def files_findings(assignment: Assignment, files: list[str]) -> tuple[Finding, ...]:
    """Return findings on required files that are missing and forbidden files that are present."""
    findings: list[Finding] = []
    for pattern in assignment.spec.files.required:
        if not matching(files, pattern):
            similar = [path for path in files if path.lower() in [name.lower() for name in alternatives(pattern)]]
            name = describe(pattern)
            if similar:
                findings.append(Finding.of("file-in-other-case", _FOLDER, file=name, similar=similar[0]))
            else:
                findings.append(Finding.of("required-file-missing", _FOLDER, file=name, files=files[:10]))
    for pattern in assignment.spec.files.forbidden:
        findings += [Finding.of("file-forbidden", _FOLDER, file=path) for path in matching(files, pattern)]
    return tuple(findings)


def _build_rows(assignment: Assignment, submission: Submission, built: Built | JudgeError | None) -> list[Judged]:
    """Return the row of the build: where a recipe stands for a clause, or where it failed."""
    clause = next((recipe.clause for recipe in assignment.spec.build if recipe.clause), None)
    if not isinstance(built, Built):
        if clause is None:
            return []
        fault = _not_built(submission) if built is None else _judge_error(str(built))
        return [_graded_row("build", clause, fault)]
    if built.review:
        return [_graded_row("build", clause or "", Judgement.because(Verdict.NR, built.review))]
    if built.failed and (clause or built.folder is None):
        blamed = next((failed_recipe for failed_recipe in built.failed if failed_recipe.clause), built.failed[0])
        row = _graded_row("build", blamed.clause or clause or "", _build_failure(assignment, built, blamed))
        return [
            replace(
                row,
                row=replace(row.row, reproduce=command_line(assignment, "build", reproduce_build(assignment, blamed))),
            )
        ]
    return [_graded_row("build", clause, RIGHT)] if clause else []


def _build_failure(assignment: Assignment, built: Built, blamed: FailedRecipe) -> Judgement:
    verdict = Verdict.NS if is_unrelated(assignment, built) else Verdict.CE
    observation = blamed.observation
    if observation is None:
        return Judgement.because(verdict, blamed.problem)
    output = (observation.stderr or observation.stdout)[: 1 << 20]
    error = first_build_error(output, built.intake.files)
    if error is not None and blamed.problem.kind == "build-failed":
        params = {**blamed.problem.params, "error": error.error}
        if "\\ufeff" in error.error or "\ufeff" in error.error:
            params["reason"] = "byte-order-mark"
        explanation = explain_exception(error.error)
        if explanation.reason:
            params |= {"reason": explanation.reason, **explanation.params}
        where = error.where if error.where.source else replace(error.where, source=blamed.source)
        kind = "compile-error"
        if error.error.startswith("missing separator"):
            kind = "makefile-error"
            params |= {"reason": "no-tab"} if where.source.startswith(b" ") else {}
        located = replace(blamed.problem, kind=kind, params=params, where=where)
        return Judgement.because(verdict, replace(located, actual=output[error.start : error.start + 3000]))
    actual = _from_first_error(output)
    where = blamed.problem.where or (Place(part="compiler-output") if actual else NOWHERE)
    undefined = UNDEFINED_REFERENCE.search(output) if blamed.problem.kind == "build-failed" else None
    if undefined is not None:
        said = {"reason": "undefined-reference", "name": undefined["name"].decode(errors="replace")}
        blamed = replace(blamed, problem=replace(blamed.problem, params={**blamed.problem.params, **said}))
    return Judgement.because(verdict, replace(blamed.problem, where=where, actual=actual))


_ERROR_LINE = lazy_regex(b"error|undefined reference|multiple definition", re.IGNORECASE)
"""Where an error message begins; a linker names the problem before the word error."""


def _from_first_error(output: bytes) -> bytes:
    """Return a compiler's output from its first error on, as later errors often follow from it."""
    match = _ERROR_LINE.search(output)
    start = output.rfind(b"\n", 0, match.start() if match else 0) + 1
    return output[start : start + 3000]


def _judge_error(text: str) -> Judgement:
    return Judgement.fault(Verdict.JE, "judge-error", text=text)


def _case_row(
    assignment: Assignment,
    submission: Submission,
    index: int,
    built: Built | JudgeError | None,
    outcome: Outcome | None,
) -> Judged:
    planned = assignment.cases[index]
    case = planned.case
    if isinstance(built, JudgeError) or isinstance(outcome, str):
        judgement = _judge_error(str(built) if isinstance(built, JudgeError) else str(outcome))
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
    if outcome is not None and not isinstance(outcome, str):
        row = replace(row, timing=outcome.timing, reproduce=outcome.reproduce)
    return Judged(row, judgement, case.weight, tuple(near_miss_clauses(case)), case.explained_by)


def hand_in_grade(grade: Grade, submission: Submission) -> Grade:
    """The grade as that of one of those whose hand-in it is, with what is known of how it was handed in."""
    return replace(
        grade,
        student=submission.student,
        notes=(*submission.notes, *grade.notes),
        provenance=submission.provenance,
    )
