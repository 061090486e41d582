"""How a wrong program must fail where ``mutants.yaml`` says so: by a wrong answer, a crash, or at its time limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.grading.plan.mutants import NOTES_FILE, Mutant
from harness.judge.finding_kinds import CONVERSATION_STUCK, WRONG_EXIT_STATUS
from harness.model.grade import CaseGrade
from harness.model.verdict import UNJUDGED, Verdict

_CRASHES = (Verdict.RTE, Verdict.MLE, Verdict.OLE)


def verdict_faults(mutant: Mutant, cases: Sequence[CaseGrade]) -> Iterator[str]:
    """What its cases came to and may not, what none came to, and points that it may not earn.

    After a case over its limit others are not run: what may have come of them is not missed.
    """
    failed = {case.name: _way(case) for case in cases if case.verdict not in (Verdict.AC, *UNJUDGED)}
    if mutant.permitted:
        for name, way in failed.items():
            if way not in mutant.permitted:
                yield f"fails case {name} with {way}, where {NOTES_FILE} permits {' and '.join(mutant.permitted)}"
    missed = mutant.required and not set(mutant.required) & set(failed.values())
    points = round(sum(case.score for case in cases), 6)  # shares of a clause need not add up to the last digit
    if mutant.score is not None and not mutant.score[0] <= points <= mutant.score[1]:
        yield f"earns {points:g}, where {NOTES_FILE} asks for {mutant.score[0]:g} to {mutant.score[1]:g}"
    if missed and failed and "TLE" not in failed.values():
        yield f"fails no case with {' or '.join(mutant.required)}, as {NOTES_FILE} requires"


def _way(case: CaseGrade) -> str:
    """How contests call it: an exit status that is not allowed is a crash, and so is too much memory or output.

    Where both sides of a conversation wait for each other, a contest's judge waits until its time limit.
    """
    if any(finding.kind == CONVERSATION_STUCK for finding in case.findings):
        return Verdict.TLE.name
    if case.verdict in _CRASHES or any(finding.kind == WRONG_EXIT_STATUS for finding in case.findings):
        return Verdict.RTE.name
    return case.verdict.name
