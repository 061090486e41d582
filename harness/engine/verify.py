"""Is a spec proven? References and equivalents get full marks, each mutant loses its clause's points and no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from harness.checkers import Context
from harness.engine.attempt import bounds_of, expected_texts
from harness.engine.grader import Grader, Progress
from harness.engine.mutants import Mutant, as_submission, equivalents, mutants
from harness.judge.judge import Expectation, judge
from harness.model.grade import Grade
from harness.model.observation import Observation
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.plan.discover import Course, Submission
from harness.run.isolation import Isolation
from harness.spec.assignment import Assignment

REPEATS = 5
"""How often each reference is graded: a case whose verdict changes is no case."""


@dataclass
class Proof:
    """What was found of one assignment."""

    assignment: Assignment
    killed: dict[str, list[str]] = field(default_factory=dict)
    """Clause -> the mutants that lost points of it, as they must."""
    cases: dict[str, list[str]] = field(default_factory=dict)
    """Clause -> its cases."""
    right: int = 0
    """How many right programs got full marks."""
    failures: list[str] = field(default_factory=list)
    """One line each."""


def verify(course: Course, isolation: Isolation, root: Path, jobs: int, progress: Progress) -> list[Proof]:
    """Grade every program beside the specs and say what it proves."""
    wrong = {name: mutants(one, root / "patched" / name) for name, one in course.items()}
    submissions = [one for assignment in course.values() for one in _programs(assignment, wrong[assignment.id])]
    grader = Grader(course, isolation, root / "work", jobs, progress=progress)
    grader.run(submissions)
    grades = list(grader.grades())
    proofs = []
    for name, assignment in course.items():
        own = [grade for grade in grades if grade.assignment == name]
        proofs.append(_proof(assignment, own, {f"mutant {one.name}": one for one in wrong[name]}))
    return proofs


def _programs(assignment: Assignment, wrong: Sequence[Mutant]) -> Iterator[Submission]:
    for folder in assignment.references():
        for number in range(REPEATS):
            yield as_submission("reference", f"{folder.name}#{number + 1}", assignment, folder)
    for folder in equivalents(assignment):
        yield as_submission("equivalent", folder.name, assignment, folder)
    for mutant in wrong:
        yield as_submission("mutant", mutant.name, assignment, mutant.folder)


def _proof(assignment: Assignment, grades: Sequence[Grade], wrong: dict[str, Mutant]) -> Proof:
    proof = Proof(assignment)
    for grade in grades:
        mutant = wrong.get(grade.student)
        proof.failures += _mutant(grade, mutant, proof) if mutant else _right(grade, proof)
        for case in grade.cases:
            known = proof.cases.setdefault(case.clause, [])
            if case.name not in known and not mutant:
                known.append(case.name)
    proof.failures += _flaky(grades)
    proof.failures += _examples(assignment)
    for name, clause in assignment.clauses.items():
        if name not in proof.killed and not clause.manual and not clause.untestable:
            proof.failures.append(f"{assignment.id}: no mutant loses points of clause {name}")
    return proof


def _right(grade: Grade, proof: Proof) -> Iterator[str]:
    """A right program that did not get full marks."""
    bad = [case for case in grade.cases if case.verdict is not Verdict.AC]
    if not bad:
        proof.right += 1
        return
    why = bad[0].findings[0].message if bad[0].findings else bad[0].verdict.value
    others = f" and {len(bad) - 1} more" if len(bad) > 1 else ""
    yield f"{grade.assignment}: {grade.student} fails {bad[0].name}{others}: {why}"


def _mutant(grade: Grade, mutant: Mutant, proof: Proof) -> Iterator[str]:
    """A wrong program that kept its clause's points, or lost others."""
    lost = {row.clause: row.name for row in grade.cases if row.verdict not in (Verdict.AC, Verdict.JE)}
    unbuilt = {row.clause for row in grade.cases if row.verdict in (Verdict.CE, Verdict.NS) and not row.findings}
    faults = [case for case in grade.cases if case.verdict is Verdict.JE]
    if faults:
        yield f"{grade.assignment}: {grade.student}: judge error in {faults[0].name}: {faults[0].findings[0].message}"
    if mutant.clause in lost:
        proof.killed.setdefault(mutant.clause, []).append(mutant.name)
    else:
        yield f"{grade.assignment}: {grade.student} loses nothing of clause {mutant.clause}"
    for clause, name in lost.items():
        if clause and clause not in (mutant.clause, *mutant.also, *unbuilt):
            yield f"{grade.assignment}: {grade.student} also loses clause {clause} (case {name})"
    for clause in mutant.also:
        if clause not in lost:
            yield f"{grade.assignment}: {grade.student} does not lose clause {clause}, as mutants.yaml says"


def _flaky(grades: Sequence[Grade]) -> Iterator[str]:
    """Cases whose verdict is not the same in every repetition."""
    seen: dict[tuple[str, str], set[Verdict]] = {}
    for grade in grades:
        if grade.student.startswith("reference "):
            for case in grade.cases:
                seen.setdefault((grade.student.partition("#")[0], case.name), set()).add(case.verdict)
    for (student, name), verdicts in seen.items():
        if len(verdicts) > 1:
            told = " and ".join(sorted(one.name for one in verdicts))
            yield f"{grades[0].assignment}: {student}: {name} is flaky: {told} in {REPEATS} repetitions"


def _examples(assignment: Assignment) -> Iterator[str]:
    """Outputs that the spec says a case accepts or rejects, judged as if a program had printed them."""
    by_name = {planned.name: planned for planned in assignment.cases}
    for example in assignment.spec.examples:
        planned = by_name[example.case]
        stdin = assignment.content(planned.case.stdin)
        texts = expected_texts(assignment, planned)
        for wanted, outputs in (("accept", example.accept), ("reject", example.reject)):
            for number, text in enumerate(outputs, 1):
                output = text.encode()
                run = Run(output, b"", 0, planned.case.args, stdin, planned.values)
                context = Context(run, assignment.functions)
                plain = replace(planned, case=planned.case)
                seen = Observation(("example",), stdout=output, exit=0)
                judged = judge(seen, Expectation(plain, bounds_of(assignment, planned.case), context, texts))
                if (judged.verdict is Verdict.AC and not judged.charged) != (wanted == "accept"):
                    yield f"{assignment.id}: {example.case} does not {wanted} its example {number}"
