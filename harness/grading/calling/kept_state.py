"""Find calls that are wrong only after others: each call of a wrong case is made once more, alone. It judges none.

What one call leaves in a variable, or in the database of Prolog, is there in the next call, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.calling.calls import CallBatch, call_all, judge_calls
from harness.grading.child_requests.case_result import CaseResult, CheckerFailed
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, draws
from harness.grading.verdicts.calls.call_findings import describe_call
from harness.grading.verdicts.calls.solutions import with_terms
from harness.grading.workspace.workspace import Workspace
from harness.language.driver import NotCallable, drivers
from harness.model.errors import JudgeError
from harness.model.finding import KEPT_BETWEEN_CALLS
from harness.model.patterns import alternatives
from harness.model.result import CallResult
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.model import Case

_MOST_CALLS = 60
"""Calls that are made once more: the first wrong cases show as much as all."""
_MORE_RUNS = 4
"""So often both come again, where it is no chance."""
_Ways = Sequence[tuple[int, tuple[int, ...]]]
"""The index of a case, and those of its calls that are made in a process of their own."""


def with_kept_state(
    batch: CallBatch, results: Mapping[int, CaseResult], built: Built, workspace: Workspace
) -> dict[int, CaseResult]:
    """The results of the cases of which each call is right alone, with the call that is wrong and the one before it.

    Each has to come again in several runs: a call that answers by chance is right alone now and then. What draws
    numbers, or reads the clock, may do so each time within a second, and is left out.
    """
    indices = _repeatable(batch, results)
    if not indices or draws(built.folder or Path(), tuple(built.kept_files)):
        return {}
    ways: list[tuple[int, tuple[int, ...]]] = [
        (index, (at,)) for index in indices for at in range(len(batch.cases[index].case.calls))
    ]
    try:
        alone = _made_again(batch, ways, built, workspace)
        by_case = {index: [alone[way] for way in ways if way[0] == index and way in alone] for index in indices}
        right = {
            index: single for index, single in by_case.items() if _is_right(batch, index, single, built, workspace)
        }
        wrong = {index: _wrong_call(batch, index, results[index], single) for index, single in right.items()}
        pairs = [(index, (at, last)) for index, last in wrong.items() for at in range(last)]
        repeated: list[tuple[int, tuple[int, ...]]] = [
            (index, tuple(range(last + 1))) for index, last in wrong.items() if last
        ]
        ways = list(dict.fromkeys([*repeated, *pairs]))
        fresh = replace(workspace, memory=None)  # what is known would prove nothing
        after = _made_again(batch, ways, built, fresh)
        given = {index: _given(batch.reports[index].results[last]) for index, last in wrong.items()}
        same = {way for way, result in after.items() if _given(result) == given[way[0]]}
        seen = {way: given[way[0]] for way in repeated if way in same}
        seen |= {(index, (last,)): _given(right[index][last]) for index, last in wrong.items() if last}
        stays = all(_comes_again(batch, seen, built, fresh) for _ in range(_MORE_RUNS)) if same else False
    except (NotCallable, CheckerFailed, JudgeError):  # what was judged stands, whatever keeps us from an explanation
        return {}
    changing = {index: at for index, (at, last) in reversed(pairs) if (index, (at, last)) in same}
    return {
        index: _explained(
            batch,
            index,
            results[index],
            last,
            changing.get(index),
            variable_kept_by(batch.cases[index].case.calls[last].function, built, workspace),
        )
        for index, last in wrong.items()
        if stays and (index, tuple(range(last + 1))) in same
    }


def _comes_again(
    batch: CallBatch, seen: Mapping[tuple[int, tuple[int, ...]], object], built: Built, workspace: Workspace
) -> bool:
    """Whether the last of these calls give the same in another run."""
    again = _made_again(batch, [*seen], built, workspace)
    return {way: _given(result) for way, result in again.items()} == seen


def _repeatable(batch: CallBatch, results: Mapping[int, CaseResult]) -> list[int]:
    """The wrong cases of several calls of which none takes what another one gives, up to a number of calls."""
    indices, count = list[int](), 0
    for index, result in results.items():
        case, judgement = batch.cases[index].case, result.judgement
        is_wrong = judgement.verdict is Verdict.WA and judgement.findings and not judgement.absent
        if is_wrong and len(case.calls) > 1 and _is_plain(case) and count + len(case.calls) <= _MOST_CALLS:
            indices.append(index)
            count += len(case.calls)
    return indices


def _is_plain(case: Case) -> bool:
    """Whether a case judges what its calls give, and nothing that they leave together."""
    together = case.let, case.get_fields, case.produces, case.stdin, case.stdout, case.stderr
    return not any(together) and not any(
        call.new or call.of or call.keep or call.repeat > 1 or any(str(value).startswith("$") for value in call.args)
        for call in case.calls
    )


def _made_again(
    batch: CallBatch, ways: _Ways, built: Built, workspace: Workspace
) -> dict[tuple[int, tuple[int, ...]], CallResult]:
    """The last result of each of these few calls of a case, as far as all of them come back."""
    cases = {}
    for number, (index, chosen) in enumerate(ways):
        planned = batch.cases[index]
        calls = tuple(planned.case.calls[at] for at in chosen)
        cases[number] = replace(planned, case=replace(planned.case, calls=calls))
    if not cases or built.folder is None:
        return {}
    again = call_all(batch.assignment, cases, built.folder, workspace, stop_early=True)
    results = [(way, again.reports[number].results) for number, way in enumerate(ways) if number in again.reports]
    return {way: came[-1] for way, came in results if len(came) == len(way[1])}


def _wrong_call(batch: CallBatch, index: int, result: CaseResult, alone: Sequence[CallResult]) -> int:
    """The call that gives something else when it is made alone: that of the finding, else the first; 0 for none."""
    pairs = enumerate(zip(batch.reports[index].results, alone, strict=True))
    changed = [at for at, pair in pairs if _is_changed(*pair)]
    named = result.judgement.findings[0].params.get("call")
    return next((at for at in changed if _described(batch, index, at) == named), next(iter(changed), 0))


def _described(batch: CallBatch, index: int, at: int | None) -> str:
    """A call as reports write it; empty for none."""
    if at is None:
        return ""
    call = batch.cases[index].case.calls[at]
    is_term = drivers()[batch.assignment.spec.language].rules.terms
    return describe_call(with_terms(call) if is_term else call)


def _is_changed(first: CallResult | None, second: CallResult) -> bool:
    return first is not None and _given(first) != _given(second)


def _given(result: CallResult) -> tuple[object, ...]:
    return result.returned, result.after, result.stdout, result.raised, result.solutions


def _is_right(batch: CallBatch, index: int, alone: Sequence[CallResult], built: Built, workspace: Workspace) -> bool:
    """Whether all calls of a case came back alone, and the case is right with what they gave."""
    if len(alone) != len(batch.reports[index].results):
        return False
    report = replace(batch.reports[index], results=tuple(alone))
    again = CallBatch(batch.assignment, batch.cases, reports={index: report})
    return judge_calls(again, index, built, workspace).verdict is Verdict.AC


def _explained(
    batch: CallBatch, index: int, result: CaseResult, last: int, before: int | None, variable: Mapping[str, str]
) -> CaseResult:
    """The result, its first finding with the reason; without ``before`` it takes more than one earlier call."""
    first, *others = result.judgement.findings
    calls = {"wrong_call": _described(batch, index, last), "earlier_call": _described(batch, index, before)}
    facts = {"facts": True} if drivers()[batch.assignment.spec.language].rules.terms else {}
    said = {name: call for name, call in calls.items() if call} | facts | {**variable}
    findings = (replace(first, params={**first.params, "reason": KEPT_BETWEEN_CALLS, **said}), *others)
    return replace(result, judgement=replace(result.judgement, findings=findings))


class FindKeptVariable(Struct, frozen=True):
    """Find the only variable outside of functions that a function sets and does not reset."""

    folder: Path
    files: tuple[str, ...]
    functions: tuple[str, ...]
    """The names that it may have."""

    def run(self, _course: object) -> tuple[str, str] | None:
        """Return what it is and its name; None if there is none, or several, or files that may set others."""
        from harness.language.oddities.flags.kept_variables import kept_variable  # noqa: PLC0415 - parsers, in the child
        from harness.language.parsing.source_nodes import nodes_of  # noqa: PLC0415 - parsers, in the child

        if len(self.files) != 1:
            return None
        source = read_bounded(self.folder, self.files[0], LARGEST_SOURCE) or b""
        nodes = [*nodes_of(self.files[0], source)]
        return next((kept for name in self.functions if (kept := kept_variable(nodes, name)) is not None), None)


def variable_kept_by(function: str | None, built: Built, workspace: Workspace) -> Mapping[str, str]:
    """The variable that keeps its value; nothing if that is not known."""
    names = alternatives(function or "")
    request = FindKeptVariable(built.staged or built.folder or Path(), tuple(built.kept_files), tuple(names))
    kept: tuple[str, str] | None = workspace.judging.call_or(request, workspace.key, None)
    return {"variable": kept[1], "variable_is": kept[0]} if kept is not None else {}
