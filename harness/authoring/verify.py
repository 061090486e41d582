"""Is a spec proven? Right programs get full marks, each mutant loses the points of its clause and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from harness.authoring.importing.contest_packages.input_validators import check_inputs
from harness.authoring.proof import Proof, mutant_faults, right_faults
from harness.course.ingest.submission import Submission
from harness.grading.child_requests.case_result import as_checker_failure, expected_texts
from harness.grading.grader import Grader
from harness.grading.plan.mutants import Mutant, accepted_programs, as_submission, mutants
from harness.grading.running.observe_case import case_limits
from harness.grading.schedule.grading_options import Progress
from harness.grading.schedule.proof_cache import ProofCache
from harness.grading.verdicts.judge import judge
from harness.grading.verdicts.judgement import Expectation, Judgement
from harness.judge.checkers import Context
from harness.judge.messages.translator import sentence
from harness.language.tools.case_tools import lacking_by_case
from harness.model.errors import SpecError
from harness.model.grade import Grade
from harness.model.observation import Observation
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment, Course, PlannedCase
from harness.spec.loading.validate_references import wanted_goldens

REPEATS = 5
"""How often each reference is graded: a case whose verdict changes is no case."""


def verify(
    course: Course, isolation: Isolation, root: Path, jobs: int, progress: Progress, *, whole: bool = True
) -> tuple[list[Proof], ProofCache]:
    """Grade every program beside the specs and say what it proves, and what of that is known from before.

    ``whole``: whether everything is run, whatever is known.

    Raises:
        SpecError: when a mutant is none: its name begins with no clause, its patch does not fit.

    """
    wrong = _all_mutants(course, root)
    submissions = [
        submission for assignment in course.values() for submission in _programs(assignment, wrong[assignment.id])
    ]
    to_lose = {
        (name, f"mutant {mutant.name}"): (mutant.clause, *mutant.also)
        for name, programs in wrong.items()
        for mutant in programs
        if mutant.score is None
    }

    def clauses_to_lose(submission: Submission) -> tuple[str, ...]:
        return to_lose.get((submission.assignment, submission.student), ())

    cache = ProofCache(course, type(isolation).__name__, to_lose, whole=whole)
    # that a wrong program which never ends is over its limit needs no second look, and there are many
    grader = Grader(
        course,
        isolation,
        root / "work",
        jobs,
        progress=progress,
        needs_confirmation=lambda submission: not clauses_to_lose(submission),
        clauses_to_lose=clauses_to_lose,
        own_programs=True,
        memory=cache,
    )
    grader.run(submissions)
    grades = list(grader.grades())
    proofs = []
    for name, assignment in course.items():
        own = [grade for grade in grades if grade.assignment == name]
        proofs.append(_proof(assignment, own, {f"mutant {mutant.name}": mutant for mutant in wrong[name]}))
    return proofs, cache


def _all_mutants(course: Course, root: Path) -> dict[str, list[Mutant]]:
    mutants_by_assignment, problems = {}, []
    for name, assignment in course.items():
        try:
            mutants_by_assignment[name] = mutants(assignment, root / "patched" / name)
        except SpecError as error:
            problems.append(str(error))
    if problems:
        raise SpecError("\n".join(problems))
    return mutants_by_assignment


def _programs(assignment: Assignment, wrong: Sequence[Mutant]) -> Iterator[Submission]:
    for folder in assignment.references():
        for number in range(REPEATS):
            yield as_submission("reference", f"{folder.name}#{number + 1}", assignment, folder)
    for folder in accepted_programs(assignment):
        yield as_submission("accepted", folder.name, assignment, folder)
    for mutant in wrong:
        yield as_submission("mutant", mutant.name, assignment, mutant.folder)


def _proof(assignment: Assignment, grades: Sequence[Grade], wrong: dict[str, Mutant]) -> Proof:
    proof = Proof(assignment, lacking=lacking_by_case(assignment))
    right: dict[str, list[Grade]] = {}
    for grade in grades:
        if grade.student not in wrong:
            right.setdefault(grade.student.partition("#")[0], []).append(grade)
            for case in grade.cases:
                known = proof.cases.setdefault(case.clause, [])
                known += [case.name] * (case.name not in known)
    if not assignment.references():
        _without_reference(assignment, proof)
    for name, repeated in right.items():
        proof.failures += right_faults(name, repeated, proof)
    for grade in grades:
        if grade.student in wrong:
            proof.failures += mutant_faults(grade, wrong[grade.student], proof)
    proof.failures += _examples(assignment)
    rejected, checked = check_inputs(assignment)
    proof.failures += rejected
    proof.notes += checked
    proof.failures += _unproven(assignment, {mutant.clause for mutant in wrong.values()})
    return proof


def _without_reference(assignment: Assignment, proof: Proof) -> None:
    """Say that there is no reference: a failure where something needs one, else a note."""
    needed_for = "times" if any(planned.case.time for planned in assignment.cases) else ""
    needed_for = "goldens" if wanted_goldens(assignment) else needed_for
    if needed_for:
        proof.failures.append(
            f"{assignment.id}: there is no reference in {assignment.reference_folder}, which {needed_for} come from"
        )
        return
    shown = "" if accepted_programs(assignment) else ", and no program in accepted/ shows that a right one passes"
    proof.notes.append(f"{assignment.id}: there is no reference: what is expected is written by hand{shown}")


def _unproven(assignment: Assignment, named: set[str]) -> Iterator[str]:
    for name, clause in assignment.clauses.items():
        if name not in named and not clause.manual and not clause.untestable:
            yield f"{assignment.id}: clause {name} has no mutant: nothing shows that it can be lost"


def _examples(assignment: Assignment) -> Iterator[str]:
    """Outputs that the spec says a case accepts or rejects, judged as if a program had printed them."""
    by_name = {planned.name: planned for planned in assignment.cases}
    for example in assignment.spec.examples:
        planned = by_name[example.case]
        if planned.case.stdout is None:
            yield f"{assignment.id}: case {example.case} has examples and judges no stdout"
            continue
        for wanted, outputs in (("accept", example.accept), ("reject", example.reject)):
            for number, text in enumerate(outputs, 1):
                judged = _as_printed(assignment, planned, text.encode())
                accepted = judged.verdict is Verdict.AC and not judged.charged
                if accepted != (wanted == "accept"):
                    why = f": {sentence(judged.findings[0])}" if judged.findings else ""
                    shown = json.dumps(text if len(text) <= 60 else text[:57] + "...", ensure_ascii=False)  # noqa: PLR2004
                    ruling = "accepts" if accepted else "rejects"
                    yield f"{assignment.id}: case {example.case} {ruling} its {wanted} example {number}, {shown}{why}"


def _as_printed(assignment: Assignment, planned: PlannedCase, output: bytes) -> Judgement:
    """The judgement on a run that printed this and is otherwise as it must be."""
    case = msgspec.structs.replace(planned.case, stderr=None, produces={}, exit="any", cleans=False, dialogue=())
    run = Run(output, b"", 0, case.args, assignment.content(case.stdin), planned.values)
    expected = Expectation(
        replace(planned, case=case),
        case_limits(assignment, case),
        Context(run, assignment.functions),
        expected_texts(assignment, planned),
    )
    with as_checker_failure(planned):
        return judge(Observation(("example",), stdout=output, exit=0), expected)
