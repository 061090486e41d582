"""What programs prove of a spec: right ones full marks, wrong ones that they lose the points of their clause alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from harness.grading.plan.mutant_verdicts import verdict_faults
from harness.grading.plan.mutants import NOTES_FILE, Mutant
from harness.judge.messages.translator import sentence
from harness.language.tools.case_tools import build_tools, missing_tool_lines
from harness.language.tools.packages import tool_file
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment

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


def right_faults(name: str, grades: Sequence[Grade], proof: Proof) -> Iterator[str]:
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


def mutant_faults(grade: Grade, mutant: Mutant, proof: Proof) -> Iterator[str]:
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
