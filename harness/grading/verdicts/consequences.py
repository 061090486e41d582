"""Consequences of another fault are not charged: a case keeps its points where that explains its failure. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from harness.grading.verdicts.judgement import Judged
from harness.judge.finding_kinds import (
    FUNCTION_NOT_FOUND,
    NOT_CALLABLE,
    WRONG_CALL_COUNT,
    WRONG_PARAMETERS,
)
from harness.model.finding import OWN_FAULT, Finding, function_names
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict

_OTHER_PARAMETERS = frozenset(
    f"driver-{name}" for name in ("signature", "one-argument", "arguments", "argument", "other-types", "unknown-type")
)
"""What drivers say about a function that is there, and takes something else."""
_CUT_SHORT = (Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts on a run that did not come to its own end."""


def forgive_consequences(judged: list[Judged], by_near_misses: Iterable[Judged] = ()) -> list[Judged]:
    """Cases whose failure follows from another clause's keep their points: one fault is charged once.

    A clause that near misses are charged to explains something only where one was: not if nothing speaks for it.
    Of two functions that are wrong the one that the other calls explains that one, if it is wrong without it.
    A call that cannot be made for the function's parameters follows from its heading, where that is charged.
    What was never written explains nothing: it hides no work of which something could be seen.
    """
    proven = [*judged, *(case for case in by_near_misses if case.judgement.comparable)]
    faults = [case for case in proven if case.row.verdict is not Verdict.AC and not case.judgement.absent]
    callers = {clause: case.row.clause for case in faults for clause in case.judgement.explains}
    violated = {(case.row.clause, case.row.verdict) for case in faults}
    signatures = _wrong_signatures(case.row for case in judged)
    causes = (_cause(case, violated, callers) or _signature_clause(case.row, signatures) for case in judged)
    return [_forgive(case, cause) if cause else case for case, cause in zip(judged, causes, strict=True)]


def _cause(case: Judged, violated: AbstractSet[tuple[str, Verdict]], callers: Mapping[str, str]) -> str | None:
    """The clause that explains a failure: any that is violated; a crash or a limit only where that ended so too.

    ``callers``: the clauses whose function calls a wrong one, each with the clause of that.
    """
    verdict = case.row.verdict
    if case.row.clause in callers and not case.judgement.absent:
        return callers[case.row.clause] if verdict is Verdict.WA or verdict in _CUT_SHORT else None
    if case.judgement.absent or (verdict is not Verdict.WA and verdict not in _CUT_SHORT):
        return None
    if any(finding.params.get(OWN_FAULT) for finding in case.row.findings):
        return None
    causes = {clause for clause, violation in violated if verdict in (Verdict.WA, violation)}
    causes -= {*case.judgement.explains}
    return next((clause for clause in case.follows if clause in causes), None)


def _forgive(case: Judged, cause: str) -> Judged:
    finding = Finding.of("follows", clause=cause)
    row = replace(case.row, findings=(finding, *case.row.findings))
    return replace(case, row=row, judgement=replace(case.judgement, kept=1.0))


def _wrong_signatures(rows: Iterable[CaseGrade]) -> Mapping[str, str]:
    """The clause that a function's wrong parameters are charged to, by the function's name in lower case.

    A function that the program itself never calls, where calls are counted, is left out: nothing shows that it works.
    """
    findings = [(row.clause, finding) for row in rows for finding in row.findings]
    uncalled = {name for _, finding in findings if _is_never_called(finding) for name in function_names(finding)}
    charged = {
        name: clause
        for clause, finding in findings
        if finding.kind == WRONG_PARAMETERS
        for name in function_names(finding)
    }
    near = [(clause, finding.params.get("near")) for clause, finding in findings if finding.kind == FUNCTION_NOT_FOUND]
    charged |= {str(name).lower(): clause for clause, name in near if name is not None}
    return {name: clause for name, clause in charged.items() if name not in uncalled}


def _signature_clause(row: CaseGrade, signatures: Mapping[str, str]) -> str | None:
    """The clause that explains why the call of a case could not be made; None if it could, or nothing does."""
    for finding in row.findings:
        if finding.kind == NOT_CALLABLE and finding.params.get("detail") in _OTHER_PARAMETERS:
            name = str(finding.params.get("name", "")).partition("(")[0].rpartition(".")[2]
            return signatures.get(name.lower())
    return None


def _is_never_called(finding: Finding) -> bool:
    return finding.kind == WRONG_CALL_COUNT and finding.params.get("calls") == 0
