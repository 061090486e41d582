"""Is a spec proven? Right programs get full marks, each mutant loses the points of its clause and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from harness.authoring.importing.contest_packages.input_validators import check_inputs
from harness.course.ingest.submission import Submission
from harness.grading.child_requests.case_result import as_checker_failure, expected_texts
from harness.grading.grader import Grader
from harness.grading.plan.mutant_verdicts import verdict_faults
from harness.grading.plan.mutants import NOTES_FILE, Mutant, accepted_programs, as_submission, mutants
from harness.grading.running.observe_case import case_limits
from harness.grading.schedule.grading_options import Progress
from harness.grading.schedule.proof_cache import ProofCache
from harness.grading.verdicts.judge import judge
from harness.grading.verdicts.judgement import Expectation, Judgement
from harness.judge.checkers import Context
from harness.judge.messages.translator import sentence
from harness.language.tools.case_tools import build_tools, lacking_by_case, missing_tool_lines
from harness.language.tools.packages import tool_file
from harness.model.errors import SpecError
from harness.model.grade import CaseGrade, Grade
from harness.model.observation import Observation
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment, Course, PlannedCase
from harness.spec.loading.validate_references import wanted_goldens

REPEATS = 5
"""How often each reference is graded: a case whose verdict changes is no case."""
_SHOWN_BYTES = 200
"""Bytes of an output that a failure's line shows."""


class Proof(Struct):
    """What was found of one assignment."""

    assignment: Assignment
    killed: dict[str, list[str]] = field(default_factory=dict)
    """Clause -> the mutants that lost points of it, as they must."""
    cases: dict[str, list[str]] = field(default_factory=dict)
    """Clause -> its cases."""
    right: list[str] = field(default_factory=list)
    """The right programs that got full marks."""
    failures: list[str] = field(default_factory=list)
    """One line each."""
    notes: list[str] = field(default_factory=list)
    """What was not proven, and need not be; one line each."""
    lacking: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Case -> the tools for want of which it could not be judged here."""
    undecided: dict[str, list[str]] = field(default_factory=dict)
    """Clause -> the mutants of which this machine cannot say whether they lose points of it."""

    @property
    def unproven(self) -> list[str]:
        """What could not be proven here for lack of a tool; one line each."""
        if not self.lacking:
            return []
        waiting = [mutant for mutants in self.undecided.values() for mutant in dict.fromkeys(mutants)]
        lines = [f"{self.assignment.id}: {line}" for line in missing_tool_lines(self.assignment)]
        if waiting:
            lines.append(f"{self.assignment.id}: so nothing is known of {', '.join(dict.fromkeys(waiting))}")
        return lines

    def lacks_tools_for(self, clause: str) -> bool:
        """Whether a case of the clause could not be judged for lack of a tool."""
        return any(planned.name in self.lacking for planned in self.assignment.cases if planned.case.clause == clause)


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
        proof.failures += _right(name, repeated, proof)
    for grade in grades:
        if grade.student in wrong:
            proof.failures += _mutant(grade, wrong[grade.student], proof)
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


def _right(name: str, grades: Sequence[Grade], proof: Proof) -> Iterator[str]:
    """A right program that did not get full marks, or not every time: a case whose verdict changes is no case."""
    seen: dict[str, list[CaseGrade]] = {}
    for grade in grades:
        for case in _judged(grade, proof):
            seen.setdefault(case.name, []).append(case)
    flaky = [case_name for case_name, cases in seen.items() if len({(case.verdict, case.score) for case in cases}) > 1]
    for case_name in flaky:
        verdicts = " and ".join(sorted({case.verdict.name for case in seen[case_name]}))
        yield f"{proof.assignment.id}: {name}: case {case_name} is flaky: {verdicts} in {len(grades)} repetitions"
    bad = [
        cases[0] for case_name, cases in seen.items() if case_name not in flaky and cases[0].verdict is not Verdict.AC
    ]
    if bad:
        why = _why(bad[0])
        others = f" (and {len(bad) - 1} more cases)" if len(bad) > 1 else ""
        yield f"{proof.assignment.id}: {name} must get full marks, but fails case {bad[0].name}: {why}{others}"
    elif not flaky and seen:
        proof.right.append(f"{name} (as far as it could be judged)" if proof.lacking else name)


def _judged(grade: Grade, proof: Proof) -> list[CaseGrade]:
    """The cases without those that cannot be judged for lack of a tool, as this was known before they were run."""
    return [case for case in grade.cases if case.verdict is not Verdict.JE or not _lacks_tools(case, proof)]


def _lacks_tools(case: CaseGrade, proof: Proof) -> bool:
    """Whether a tool of the case is missing; ``build`` and ``start`` stand for what every case needs."""
    if case.name in proof.lacking:
        return True
    is_case = proof.assignment.planned(case.name) is not None
    return not is_case and any(tool_file(tool) is None for tool in build_tools(proof.assignment))


def _why(case: CaseGrade) -> str:
    """The first finding's sentence, with what was expected and what came: a fault that comes and goes is seen once."""
    if not case.findings:
        return case.verdict.value
    finding = case.findings[0]
    shown = [
        f"{label} {value[:_SHOWN_BYTES].decode(errors='backslashreplace')!r}"
        for label, value in (("expected", finding.expected), ("got", finding.actual))
        if value is not None
    ]
    return f"{sentence(finding)} ({', '.join(shown)})" if shown else sentence(finding)


def _mutant(grade: Grade, mutant: Mutant, proof: Proof) -> Iterator[str]:
    """A wrong program that kept its clause's points, or lost others."""
    place = f"{grade.assignment}: {grade.student}"
    faults = [case for case in _judged(grade, proof) if case.verdict in (Verdict.JE, Verdict.NR)]
    if faults:
        yield f"{place}: judge error in case {faults[0].name}: {_why(faults[0])}"
        return
    if mutant.score is not None:
        yield from (f"{place} {fault}" for fault in verdict_faults(mutant, _judged(grade, proof)))
        return
    lost = _lost(grade, proof.assignment)
    unbuilt = {
        clause
        for clause, row in lost.items()
        if (row.verdict in (Verdict.CE, Verdict.NS) and not row.findings)
        or (row.verdict is Verdict.NS and not clause)  # there was nothing to build: the files' clause is charged for it
    }
    if mutant.clause in unbuilt:
        why = next((_why(row) for row in lost.values() if row.findings), "nothing can be run")
        yield f"{place} does not build, so it proves nothing of clause {mutant.clause}: {why}"
        return
    if mutant.clause in lost:
        proof.killed.setdefault(mutant.clause, []).append(mutant.name)
    elif proof.lacks_tools_for(mutant.clause):
        proof.undecided.setdefault(mutant.clause, []).append(mutant.name)
    else:
        yield f"{place} loses nothing of clause {mutant.clause}: no case of that clause sees the fault"
    for clause, row in lost.items():
        if clause not in (mutant.clause, *mutant.also, *unbuilt):
            named = f"clause {clause} (case {row.name}: {_why(row)})" if clause else f"case {row.name}: {_why(row)}"
            fix = (
                f"; judge that clause by cases that this fault does not touch, or say in {NOTES_FILE} that it must "
                f"lose both: mutants: {{{mutant.name}: {{also: [{clause}], why: ...}}}}"
            )
            yield f"{place} also loses {named}{fix if clause else ''}"
    yield from (f"{place} {fault}" for fault in verdict_faults(mutant, _judged(grade, proof)))
    for clause in mutant.also:
        if clause not in lost and not proof.lacks_tools_for(clause):
            yield f"{place} does not lose clause {clause}, as {NOTES_FILE} says"


def _lost(grade: Grade, assignment: Assignment) -> dict[str, CaseGrade]:
    """The clauses that lose points, or would if they were worth any, each with the first case that does.

    A case whose failure follows from another clause's keeps its points.
    """
    follows = {planned.name: planned.case.explained_by for planned in assignment.cases}
    wrong = [row for row in grade.cases if row.verdict not in (Verdict.AC, Verdict.JE, Verdict.NR, Verdict.SK)]
    violated = {row.clause for row in wrong}
    lost: dict[str, CaseGrade] = {}
    for row in wrong:
        if row.score < row.max_score if row.max_score else violated.isdisjoint(follows.get(row.name, ())):
            kept = lost.setdefault(row.clause, row)
            if row.findings and not kept.findings:
                lost[row.clause] = row
    return lost


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
