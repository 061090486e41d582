"""From what was built and run to the rows of a grade."""

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
from harness.spec.assignment import Assignment
from harness.spec.validate import charges


def chosen_cases(assignment: Assignment, only: tuple[str, ...]) -> tuple[int, ...]:
    """The indices of the cases that one of the patterns fits; all where there is no pattern."""
    return tuple(
        index
        for index, planned in enumerate(assignment.cases)
        if not only or any(selects(pattern, assignment.id, planned.name) for pattern in only)
    )


def selects(pattern: str, assignment: str, case: str) -> bool:
    """Whether ``--only PATTERN`` means this case: by its name, or as ``assignment/case``."""
    return fnmatchcase(case, pattern) or fnmatchcase(f"{assignment}/{case}", pattern)


def assemble(
    assignment: Assignment,
    submission: Submission,
    built: Built | JudgeError | None,
    outcomes: Mapping[int, Outcome],
    only: tuple[str, ...] = (),
) -> Grade:
    """The grade of one submission.

    Args:
        assignment: what was asked for.
        submission: who handed it in.
        built: the built submission; a JudgeError when our side could not build; None when nothing was handed in or the
            run was broken off before the build.
        outcomes: by case index; a case without one was not judged.
        only: the ``--only`` patterns.

    """
    rows = [*_files(assignment, built), *_build(assignment, built)]
    rows = [row for row in rows if not only or any(selects(one, assignment.id, row.row.name) for one in only)]
    rows += [
        _case(assignment, submission, index, built, outcomes.get(index)) for index in chosen_cases(assignment, only)
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


def _row(name: str, clause: str, judgement: Judgement) -> Judged:
    return Judged(CaseGrade(name, clause, judgement.verdict, findings=judgement.findings), judgement)


def nothing_fits(assignment: Assignment, built: Built) -> bool:
    """Whether what was handed in is something else: no file that is asked for, and nothing that builds."""
    required = assignment.spec.files.required
    there = any(matching(built.intake.files, pattern) for pattern in required)
    return built.folder is None and (not built.intake.files or (bool(required) and not there))


def _files(assignment: Assignment, built: Built | JudgeError | None) -> list[Judged]:
    clause = assignment.spec.files.clause
    if clause is None:
        return []
    if built is None or (isinstance(built, Built) and not built.intake.files):
        return [_row("files", clause, Judgement.fault(Verdict.NS, "nothing was handed in"))]
    if isinstance(built, JudgeError):
        return [_row("files", clause, Judgement.fault(Verdict.JE, str(built)))]
    findings = files_findings(assignment, built.intake.files)
    verdict = Verdict.NS if nothing_fits(assignment, built) else Verdict.WA
    return [_row("files", clause, Judgement(verdict, findings, 0.0) if findings else RIGHT)]


def files_findings(assignment: Assignment, files: list[str]) -> tuple[Finding, ...]:
    """What is missing and what must not be there."""
    found: list[Finding] = []
    for pattern in assignment.spec.files.required:
        if not matching(files, pattern):
            near = [one for one in files if one.lower() in [name.lower() for name in alternatives(pattern)]]
            hint = (
                f"; {near[0]} is there, but the letter case counts" if near else f"; handed in: {', '.join(files[:10])}"
            )
            found.append(Finding(f"{describe(pattern)} is missing{hint}", where="the folder"))
    for pattern in assignment.spec.files.forbidden:
        found += [Finding(f"{one} must not be handed in", where="the folder") for one in matching(files, pattern)]
    return tuple(found)


def _build(assignment: Assignment, built: Built | JudgeError | None) -> list[Judged]:
    """The row of the build: where a recipe stands for a clause, or where it failed."""
    clause = next((recipe.clause for recipe in assignment.spec.build if recipe.clause), None)
    if not isinstance(built, Built):
        if clause is None:
            return []
        fault = Judgement.fault(Verdict.NS, "nothing was handed in") if built is None else _je(str(built))
        return [_row("build", clause, fault)]
    if built.failed and (clause or built.folder is None):
        guilty = next((one for one in built.failed if one.clause), built.failed[0])
        return [_row("build", guilty.clause or clause or "", _failed(assignment, built, guilty))]
    return [_row("build", clause, RIGHT)] if clause else []


def _failed(assignment: Assignment, built: Built, guilty: FailedRecipe) -> Judgement:
    seen = guilty.observation
    actual = _from_first_error((seen.stderr or seen.stdout)[: 1 << 20]) if seen else None
    verdict = Verdict.NS if nothing_fits(assignment, built) else Verdict.CE
    return Judgement.fault(verdict, guilty.problem, where="the compiler's output" if actual else "", actual=actual)


_ERROR = re.compile(b"error|undefined reference|multiple definition", re.IGNORECASE)
"""A linker names what is wrong before it speaks of an error."""


def _from_first_error(output: bytes) -> bytes:
    """What a compiler said from its first error on: the later ones often only follow from it."""
    found = _ERROR.search(output)
    start = output.rfind(b"\n", 0, found.start() if found else 0) + 1
    return output[start : start + 3000]


def _je(text: str) -> Judgement:
    return Judgement.fault(Verdict.JE, text)


def _case(
    assignment: Assignment,
    submission: Submission,
    index: int,
    built: Built | JudgeError | None,
    outcome: Outcome | None,
) -> Judged:
    planned = assignment.cases[index]
    case = planned.case
    if isinstance(built, JudgeError) or isinstance(outcome, str):
        judgement = _je(str(built) if isinstance(built, JudgeError) else str(outcome))
    elif outcome is not None:
        judgement = outcome.judgement
    elif submission.folder is None:
        judgement = Judgement(Verdict.NS, kept=0.0, comparable=False)
    elif built is not None and built.folder is None:
        verdict = Verdict.NS if nothing_fits(assignment, built) else Verdict.CE
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
    return Judged(row, judgement, case.weight, tuple(charges(case)), case.explained_by)
