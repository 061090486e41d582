"""Calls that cannot be made for a wrong signature, which is charged where signatures are looked at. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from harness.judge.finding_kinds import FUNCTION_NOT_FOUND, NOT_CALLABLE, WRONG_CALL_COUNT, WRONG_PARAMETERS
from harness.model.finding import Finding
from harness.model.grade import CaseGrade

_OTHER_PARAMETERS = frozenset(
    f"driver-{name}" for name in ("signature", "one-argument", "arguments", "argument", "other-types", "unknown-type")
)
"""What drivers say about a function that is there, and takes something else."""


def wrong_signatures_by_function(rows: Iterable[CaseGrade]) -> Mapping[str, str]:
    """The clause that a function's wrong parameters are charged to, by the function's name in lower case.

    A function that the program itself never calls, where calls are counted, is left out: nothing shows that it works.
    """
    findings = [(row.clause, finding) for row in rows for finding in row.findings]
    uncalled = {name for _, finding in findings if _is_never_called(finding) for name in _names(finding)}
    charged = {
        name: clause for clause, finding in findings if finding.kind == WRONG_PARAMETERS for name in _names(finding)
    }
    near = ((clause, str(finding.params["near"])) for clause, finding in findings if _has_near_name(finding))
    charged |= {name.lower(): clause for clause, name in near}
    return {name: clause for name, clause in charged.items() if name not in uncalled}


def signature_clause(row: CaseGrade, signatures: Mapping[str, str]) -> str | None:
    """The clause that explains why the call of a case could not be made; None if it could, or nothing does."""
    for finding in row.findings:
        if finding.kind == NOT_CALLABLE and finding.params.get("detail") in _OTHER_PARAMETERS:
            name = str(finding.params.get("name", "")).partition("(")[0].rpartition(".")[2]
            return signatures.get(name.lower())
    return None


def _has_near_name(finding: Finding) -> bool:
    """Whether a function is there under a wrong name: its parameters are charged with that."""
    return finding.kind == FUNCTION_NOT_FOUND and "near" in finding.params


def _is_never_called(finding: Finding) -> bool:
    return finding.kind == WRONG_CALL_COUNT and finding.params.get("calls") == 0


def _names(finding: Finding) -> list[str]:
    """The names of a function as a spec has them: there may be several."""
    return re.findall(r"\w+", str(finding.params.get("function", "")).lower())
