"""Assemble a grade's rows from the build and the outcomes of the cases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase

from msgspec.structs import replace

from harness.execute.build import Built, FailedRecipe
from harness.ingest.submission import Submission
from harness.judge.judgement import RIGHT, Judgement
from harness.judge.score import Judged, grade
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.patterns import alternatives, describe, matching
from harness.model.verdict import Verdict
from harness.schedule.tasks import Outcome
from harness.spec.assignment import Assignment, near_miss_clauses


def chosen_cases(assignment: Assignment, only: tuple[str, ...]) -> tuple[int, ...]:
    """Return the indices of the cases that match one of the patterns; all when there is no pattern."""
    return tuple(
        index
        for index, planned in enumerate(assignment.cases)
        if not only or any(selects(pattern, assignment.id, planned.name) for pattern in only)
    )


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
        rows = [_graded_row("files", clause, Judgement.fault(Verdict.NR, submission.unclear))]
    else:
        rows = [*_file_rows(assignment, submission, built), *_build_rows(assignment, submission, built)]
    rows = [row for row in rows if not only or any(selects(pattern, assignment.id, row.row.name) for pattern in only)]
    rows += [
        _case_row(assignment, submission, index, built, outcomes.get(index)) for index in chosen_cases(assignment, only)
    ]
    result = grade(submission.student, assignment.id, assignment.clauses, rows)
    return _with_notes(result, assignment, built)


def _with_notes(result: Grade, assignment: Assignment, built: Built | JudgeError | None) -> Grade:
    if not isinstance(built, Built):
        return result
    notes = [*result.notes, *built.intake.notes]
    if built.failed and built.folder is not None:
        notes.append(f"built in another way ({_commands(built)}), as {built.failed[0].problem}")
    if built.folder is None and built.failed and built.intake.files and not assignment.spec.files.clause:
        notes += [finding.message for finding in files_findings(assignment, built.intake.files)]
    return replace(result, notes=tuple(notes))


def _commands(built: Built) -> str:
    return "; ".join(" ".join(command) for command in built.commands)


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
        return Judgement.fault(Verdict.NS, "nothing was handed in")
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
        return [_graded_row("files", clause, Judgement.fault(Verdict.NS, "nothing was handed in"))]
    if isinstance(built, JudgeError):
        return [_graded_row("files", clause, Judgement.fault(Verdict.JE, str(built)))]
    findings = files_findings(assignment, built.intake.files)
    verdict = Verdict.NS if is_unrelated(assignment, built) else Verdict.WA
    return [_graded_row("files", clause, Judgement(verdict, findings, 0.0) if findings else RIGHT)]


def files_findings(assignment: Assignment, files: list[str]) -> tuple[Finding, ...]:
    """Return findings on required files that are missing and forbidden files that are present."""
    findings: list[Finding] = []
    for pattern in assignment.spec.files.required:
        if not matching(files, pattern):
            similar = [path for path in files if path.lower() in [name.lower() for name in alternatives(pattern)]]
            hint = (
                f"; {similar[0]} is there, but the letter case counts"
                if similar
                else f"; handed in: {', '.join(files[:10])}"
            )
            findings.append(Finding(f"{describe(pattern)} is missing{hint}", where="the folder"))
    for pattern in assignment.spec.files.forbidden:
        findings += [Finding(f"{path} must not be handed in", where="the folder") for path in matching(files, pattern)]
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
        return [_graded_row("build", clause or "", Judgement.fault(Verdict.NR, built.review))]
    if built.failed and (clause or built.folder is None):
        blamed = next((failed_recipe for failed_recipe in built.failed if failed_recipe.clause), built.failed[0])
        return [_graded_row("build", blamed.clause or clause or "", _build_failure(assignment, built, blamed))]
    return [_graded_row("build", clause, RIGHT)] if clause else []


def _build_failure(assignment: Assignment, built: Built, blamed: FailedRecipe) -> Judgement:
    observation = blamed.observation
    actual = _from_first_error((observation.stderr or observation.stdout)[: 1 << 20]) if observation else None
    verdict = Verdict.NS if is_unrelated(assignment, built) else Verdict.CE
    return Judgement.fault(verdict, blamed.problem, where="the compiler's output" if actual else "", actual=actual)


_ERROR_LINE = re.compile(b"error|undefined reference|multiple definition", re.IGNORECASE)
"""Where an error message begins; a linker names the problem before the word error."""


def _from_first_error(output: bytes) -> bytes:
    """Return a compiler's output from its first error on, as later errors often follow from it."""
    match = _ERROR_LINE.search(output)
    start = output.rfind(b"\n", 0, match.start() if match else 0) + 1
    return output[start : start + 3000]


def _judge_error(text: str) -> Judgement:
    return Judgement.fault(Verdict.JE, text)


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
