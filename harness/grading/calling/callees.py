"""Which wrong functions of a submission call others that are wrong as well: what they do may follow from those."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_requests import JudgeSources, judge_source_rules
from harness.grading.workspace.workspace import Workspace
from harness.model.finding import CALLS_WRONG, Finding, called_function
from harness.model.verdict import UNJUDGED, Verdict
from harness.spec.format.source_rules import SourceRules

_MOST_FUNCTIONS = 12
"""With more wrong functions than this, all is wrong: who calls whom says little, and takes long."""


def with_wrong_callees(results: Mapping[int, CaseResult], built: Built, workspace: Workspace) -> dict[int, CaseResult]:
    """The results of wrong calls whose function calls others that are wrong, with the names of those.

    Of functions that call each other none is named.
    """
    wrong = {index: name for index, result in results.items() if (name := _wrong_function(result))}
    names = sorted({*wrong.values()})
    if not 1 < len(names) <= _MOST_FUNCTIONS:
        return {}
    calls = {pair for pair in permutations(names, 2) if _calls(*pair, built, workspace)}
    one_way = sorted((caller, called) for caller, called in calls if (called, caller) not in calls)
    callees = {name: [called for caller, called in one_way if caller == name] for name in names}
    return {index: _with_callees(results[index], callees[name]) for index, name in wrong.items() if callees[name]}


def calls_one_way(caller: str, called: str, built: Built, workspace: Workspace) -> bool:
    """Whether one function calls another, itself or by way of others, and is not called by it, as the sources say."""
    return _calls(caller, called, built, workspace) and not _calls(called, caller, built, workspace)


def _calls(caller: str, called: str, built: Built, workspace: Workspace) -> bool:
    rules = SourceRules(calls={caller: (called,)})
    request = JudgeSources(rules, built.folder or Path(), tuple(built.intake.files), built.near_names.chosen)
    return judge_source_rules(workspace.judging, workspace.key, request).verdict is Verdict.AC


def _wrong_function(result: CaseResult) -> str:
    """The function that the first finding is about; empty if the case is right, or was not judged."""
    judgement = result.judgement
    is_wrong = judgement.verdict is not Verdict.AC and judgement.verdict not in UNJUDGED and not judgement.absent
    return called_function(judgement.findings[0]) if is_wrong and judgement.findings else ""


def _with_callees(result: CaseResult, callees: list[str]) -> CaseResult:
    def marked(finding: Finding) -> Finding:
        params = {**finding.params, CALLS_WRONG: callees}
        return replace(finding, params=params) if called_function(finding) else finding

    findings = tuple(map(marked, result.judgement.findings))
    return replace(result, judgement=replace(result.judgement, findings=findings))
