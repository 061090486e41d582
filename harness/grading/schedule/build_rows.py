"""The rows of a grade on what comes before its cases: the files handed in, and the build."""

from __future__ import annotations

import re

from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built, FailedRecipe
from harness.grading.running.reproduce import command_line, reproduce_build
from harness.grading.verdicts.judgement import RIGHT, Judged, Judgement
from harness.judge.finding_kinds import BUILD_FAILED, NOT_HANDED_IN, REQUIRED_FILE_MISSING
from harness.language import first_build_error
from harness.language.diagnostics.exceptions import explain_exception
from harness.language.diagnostics.tool_messages import UNDEFINED_REFERENCE
from harness.model.errors import JudgeError
from harness.model.finding import COURSE, NOWHERE, Finding, Place
from harness.model.grade import CaseGrade
from harness.model.patterns import alternatives, describe, lazy_regex, matching
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment

_FOLDER = Place(part="folder")


def graded_row(name: str, clause: str, judgement: Judgement) -> Judged:
    """A row of what comes before the cases."""
    return Judged(CaseGrade(name, clause, judgement.verdict, findings=judgement.findings), judgement)


def is_unrelated(assignment: Assignment, built: Built) -> bool:
    """Whether something else was handed in: no required file is there, and nothing builds."""
    required = assignment.spec.files.required
    has_required = any(matching(built.intake.files, pattern) for pattern in required)
    return built.folder is None and (not built.intake.files or (bool(required) and not has_required))


def _not_built(submission: Submission) -> Judgement:
    """Judge what was never built: nothing is there, or the run was interrupted before its turn."""
    if submission.folder is None:
        return Judgement.fault(Verdict.NS, NOT_HANDED_IN)
    return Judgement(Verdict.SK, kept=0.0, comparable=False)


def file_rows(assignment: Assignment, submission: Submission, built: Built | JudgeError | None) -> list[Judged]:
    """Return the row of the files that must and must not be handed in, where a clause stands for them."""
    clause = assignment.spec.files.clause
    if clause is None:
        return []
    if isinstance(built, Built) and built.review and not built.intake.files:
        return []  # nobody knows what there is
    if built is None:
        return [graded_row("files", clause, _not_built(submission))]
    if isinstance(built, Built) and not built.intake.files:
        return [graded_row("files", clause, Judgement.fault(Verdict.NS, NOT_HANDED_IN))]
    if isinstance(built, JudgeError):
        return [graded_row("files", clause, Judgement.judge_error(str(built)))]
    findings = files_findings(assignment, built.intake.files)
    verdict = Verdict.NS if is_unrelated(assignment, built) else Verdict.WA
    return [graded_row("files", clause, Judgement(verdict, findings, 0.0) if findings else RIGHT)]


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
                findings.append(Finding.of(REQUIRED_FILE_MISSING, _FOLDER, file=name, files=files[:10]))
    for pattern in assignment.spec.files.forbidden:
        findings += [Finding.of("file-forbidden", _FOLDER, file=path) for path in matching(files, pattern)]
    return tuple(findings)


def build_rows(assignment: Assignment, submission: Submission, built: Built | JudgeError | None) -> list[Judged]:
    """Return the row of the build: where a recipe stands for a clause, or where it failed."""
    clause = next((recipe.clause for recipe in assignment.spec.build if recipe.clause), None)
    if not isinstance(built, Built):
        if clause is None:
            return []
        fault = _not_built(submission) if built is None else Judgement.judge_error(str(built))
        return [graded_row("build", clause, fault)]
    if built.missing_tools:
        return [graded_row("build", clause, Judgement.judge_error(built.missing_tools))] if clause else []
    if built.review:
        return [graded_row("build", clause or "", Judgement.because(Verdict.NR, built.review))]
    if built.failed and (clause or built.folder is None):
        blamed = next((failed_recipe for failed_recipe in built.failed if failed_recipe.clause), built.failed[0])
        row = graded_row("build", blamed.clause or clause or "", _build_failure(assignment, built, blamed))
        command = command_line(assignment, "build", reproduce_build(assignment, blamed, built))
        return [replace(row, row=replace(row.row, reproduce=command))]
    return [graded_row("build", clause, RIGHT)] if clause else []


def _build_failure(assignment: Assignment, built: Built, blamed: FailedRecipe) -> Judgement:
    verdict = Verdict.NS if is_unrelated(assignment, built) else Verdict.CE
    if built.folder is not None:  # another way worked
        verdict = Verdict.WA
    observation = blamed.observation
    if observation is None:
        return Judgement.because(verdict, blamed.problem)
    output = (observation.stderr or observation.stdout)[: 1 << 20]
    error = first_build_error(output, built.intake.files)
    if error is not None and blamed.problem.kind == BUILD_FAILED:
        params = {**blamed.problem.params, "error": error.error}
        if "\\ufeff" in error.error or "\ufeff" in error.error:
            params["reason"] = "byte-order-mark"
        explanation = explain_exception(error.error)
        if explanation.reason:
            params |= {"reason": explanation.reason, **explanation.params}
        where = error.where if error.where.source else replace(error.where, source=blamed.source)
        kind = "compile-error"
        if (end := blamed.open_end) is not None:
            where, params = end.where, params | dict(end.params)
        if error.error.startswith("missing separator"):
            kind = "makefile-error"
            params |= {"reason": "no-tab"} if where.source.startswith(b" ") else {}
        located = replace(blamed.problem, kind=kind, params=params, where=where)
        return Judgement.because(verdict, replace(located, actual=output[error.start : error.start + 3000]))
    actual = _from_first_error(output)
    is_of_compiler = actual and blamed.problem.kind != COURSE  # a course may run anything to see what was built
    where = blamed.problem.where or (Place(part="compiler-output") if is_of_compiler else NOWHERE)
    undefined = UNDEFINED_REFERENCE.search(output) if blamed.problem.kind == BUILD_FAILED else None
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
