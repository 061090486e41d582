"""Clauses that near misses are charged to: each is one more case, judged by those that could charge it. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from harness.grading.verdicts.judgement import Judged, Judgement
from harness.judge.finding_kinds import (
    LINES_REVERSED,
    NOTHING_TO_JUDGE,
    SAME_IN,
    SAME_IN_HIDDEN,
)
from harness.model.finding import HINT, Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import UNJUDGED, Verdict
from harness.spec.format.model import Clause

_NAMED = 3
"""How many cases a finding names as examples."""
_SHORT = 80
"""Bytes of evidence that are read at a glance."""


def charge_near_misses(clauses: Mapping[str, Clause], judged: list[Judged]) -> list[Judged]:
    """One case for each clause that near misses are charged to.

    It is right when a case that could charge it was right or nearly so and none charged it; if none was, nothing
    speaks for it, and it shares their verdict. A clause with cases of its own is then left to these.
    """
    charged_cases: list[Judged] = []
    has_cases = {case.row.clause for case in judged}
    for name in clauses:
        cases = [case for case in judged if name in case.may_charge]
        if any(case.judgement.comparable for case in cases) or (cases and name not in has_cases):
            cases.sort(key=lambda case: (_is_hidden(case), *_telling(case)))
            judgement = _judge_charged(name, cases)
            charging = next((case.row for case in cases if name in case.judgement.charged), None)
            row = CaseGrade(
                name,
                name,
                judgement.verdict,
                findings=judgement.findings,
                reproduce=charging.reproduce if charging else "",
                visibility=(charging or cases[0].row).visibility,
            )
            charged_cases.append(Judged(row, judgement))
    return charged_cases


def _is_hidden(case: Judged) -> bool:
    """Whether students may not see the case; what they may see must not depend on such cases."""
    return case.row.visibility != "visible"


def _telling(case: Judged) -> tuple[bool, bool, int]:
    """Sorts what is read at a glance first, the longest of it: a list of one item shows nothing of its separators.

    Before it a list in the reverse order, which nobody sees in two lines.
    """
    is_reversed = any(finding.params.get(HINT) == LINES_REVERSED for finding in case.judgement.findings)
    texts = [text for finding in case.judgement.findings[:1] for text in (finding.expected, finding.actual) if text]
    length = sum(map(len, texts))
    return not is_reversed, length > _SHORT, length if length > _SHORT else -length


def _judge_charged(name: str, cases: list[Judged]) -> Judgement:
    """The judgement on a clause that these cases could charge."""
    charging = [case for case in cases if name in case.judgement.charged]
    if charging:
        return _charge(charging)
    judged = [case for case in cases if case.row.verdict not in UNJUDGED]
    if any(case.judgement.comparable for case in judged):
        return Judgement(Verdict.AC)
    verdict = (judged or cases)[0].row.verdict
    if verdict is not Verdict.WA:
        return Judgement(verdict, (), 0.0, comparable=False)
    alike = [case for case in cases if _is_hidden(case) == _is_hidden(cases[0])]
    names = [case.row.name for case in alike[:_NAMED]] + (["..."] if len(alike) > _NAMED else [])
    return Judgement.fault(verdict, NOTHING_TO_JUDGE, cases=names)


def _charge(cases: list[Judged]) -> Judgement:
    """The judgement on a clause that these cases charge: the findings of the first, and the names of the others."""
    first = cases[0]
    findings = [
        replace(finding, where=replace(finding.where, case=first.row.name)) for finding in first.judgement.findings
    ]
    for kind, hidden in ((SAME_IN, False), (SAME_IN_HIDDEN, True)):
        names = [case.row.name for case in cases[1:] if _is_hidden(case) is hidden]
        if names:
            findings.append(Finding.of(kind, cases=names))
    return Judgement(Verdict.WA, tuple(findings), 0.0)
