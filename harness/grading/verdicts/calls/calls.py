"""Judge calls of a student's functions: values, changed arguments, output, exceptions, fields. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from harness.grading.verdicts.calls.before import (
    arguments_before,
    changed_variables,
    with_arguments,
    with_calls,
    with_earlier,
)
from harness.grading.verdicts.calls.call_findings import (
    call_findings,
    describe_call,
    equality_of,
    field_findings,
    is_raise_allowed,
)
from harness.grading.verdicts.calls.solutions import call_finding, with_terms
from harness.grading.verdicts.calls.values import encodable, shown_as_in
from harness.grading.verdicts.ending import LIMIT_VERDICTS
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.grading.verdicts.streams import judge_streams
from harness.judge.checkers import Context
from harness.judge.finding_kinds import (
    CALL_ENDED_PROGRAM,
    CALL_RAISED,
    FUNCTION_MISSING,
    LIBRARY_MISSING_HERE,
    NOT_CALLABLE,
    NOT_CALLED,
    PREDICATE_MISSING_HERE,
    SAID_WHILE_LOADING,
    SEARCH_DOES_NOT_END,
)
from harness.judge.messages.drivers import driver_sentence
from harness.language.diagnostics.recursion import STACK_FULL, as_parameters, recurring_functions
from harness.model.finding import OF_COST, Finding, Parameter, Place, from_course
from harness.model.observation import Observation
from harness.model.output import Output
from harness.model.patterns import lazy_regex
from harness.model.result import STRICT, CallsReport, ValueRules
from harness.model.verdict import Verdict
from harness.spec.format.assignment import expectations
from harness.spec.format.model import Call, Case

_HEAP_FULL = (CALL_RAISED, "OutOfMemoryError", "memory")
"""A finding on Java's way to say that there is no more memory: the heap is as large as the limit lets it be."""
_ABSENT = tuple(f"there is no {what}" for what in ("compiled class", "class", "function", "method", "predicate"))
"""How the drivers' messages begin if nothing can be called by that name."""


_SPELLINGS = lazy_regex(r"(\bthere is no [a-z ]{1,20}? \w+)(?: or \w+){2,}")
_MISSING = lazy_regex(
    r"there is no (?P<what>compiled class|class|function|method|predicate)"
    r"(?: in the submission|(?: (?P<function>.{1,300}?))"
    r"(?: in the class (?P<owner>[^;(]{1,300}?)| in (?P<file>[^;(]{1,300}?))?)"
    r"(?:; the class (?P<class_name>.{1,300}?) has one, but it must be a function of the module"
    r"|; there is (?P<others>.{1,1000}?), with another number of arguments)?(?P<more>(?:;| \().*)?",
    re.DOTALL,
)


def judge_calls(
    case: Case,
    report: CallsReport,
    context: Context,
    rules: ValueRules = STRICT,
    texts: Mapping[str, Output | None] = MappingProxyType({}),
) -> Judgement:
    """The verdict on a case of calls.

    ``rules`` are those of the language's values; ``texts`` what must come on ``stdout``, ``stderr`` and in files.
    """
    without = next((result for result in report.results if result.missing), None)
    if without is not None and without.missing:
        missing = _SPELLINGS.sub(r"\1", without.missing)  # drivers name all that they looked for
        if without.library:
            return Judgement.fault(Verdict.NR, LIBRARY_MISSING_HERE, library=without.library)
        absent = missing.startswith(_ABSENT)
        if not absent:
            text = encodable(missing)
            return Judgement.fault(Verdict.WA, NOT_CALLABLE, text=text, **driver_sentence(text))
        return replace(Judgement.fault(Verdict.WA, FUNCTION_MISSING, **_missing(encodable(missing))), absent=True)
    with shown_as_in(rules):
        judgement = _judge_results(case, report, context, rules)
    if judgement.verdict in (Verdict.AC, Verdict.WA):
        judgement = _with_whole(judgement, case, report, context, texts)
    if judgement.findings and (review := _missing_here(case, report)) is not None:
        return review
    if not judgement.findings or not report.loading:
        return judgement
    loading = Finding.of(SAID_WHILE_LOADING, Place(part="loading"), text=encodable(report.loading)[:400])
    return replace(judgement, findings=(loading, *judgement.findings))


def printed(report: CallsReport) -> bytes:
    """All that the calls of a case printed on stdout."""
    return b"".join(result.stdout for result in report.results)


def _with_whole(
    judgement: Judgement, case: Case, report: CallsReport, context: Context, texts: Mapping[str, Output | None]
) -> Judgement:
    """The judgement, with that on all that the calls printed and left."""
    if not any(expectations(case)):
        return judgement
    whole = judge_streams(case, Observation((), printed(report), report.stderr, files=report.files), context, texts)
    if judgement.verdict is Verdict.AC:
        return whole
    return replace(judgement, findings=(*judgement.findings, *whole.findings))


def _missing_here(case: Case, report: CallsReport) -> Judgement | None:
    """The verdict on calls that fail because this machine lacks what the student's program uses; else None."""
    for call, result in zip(case.calls, report.results, strict=False):
        if result.raised is None or (call.raises is not None and is_raise_allowed(call, result)):
            continue  # what a case wants; where it looks at something else, how the goal ended still explains it
        if result.library:
            return Judgement.fault(Verdict.NR, LIBRARY_MISSING_HERE, result.where, None, library=result.library)
        if result.predicate:
            where, predicate = result.where, result.predicate
            return Judgement.fault(Verdict.NR, PREDICATE_MISSING_HERE, where, None, predicate=predicate)
    return None


def _seen(report: CallsReport) -> Mapping[str, Parameter]:
    """What the stack of calls shows that were ended, or crashed."""
    if "signal" not in report.end:
        return {"reason": "ended-here"} if report.where else {}
    functions = recurring_functions(report.trace.encode()) if report.trace.startswith(STACK_FULL) else ()
    return {"reason": "recursion", **as_parameters(functions)} if functions else {}


def _judge_results(case: Case, report: CallsReport, context: Context, rules: ValueRules) -> Judgement:
    pairs = list(zip(case.calls, report.results, strict=False))
    if rules.terms:
        pairs = [(with_terms(call), replace(result, args=with_terms(call).args)) for call, result in pairs]
    sent = [*arguments_before(case.let, pairs)]
    changed = [changed_variables(*pair, arguments) for pair, arguments in zip(pairs, sent, strict=True)]
    findings = [
        with_earlier(with_arguments(finding, call, arguments, result), call, pairs[:number], changed)
        for number, ((call, result), arguments) in enumerate(zip(pairs, sent, strict=True))
        for finding in call_findings(call, result, context, rules)
    ]
    raised = any(result.raised is not None and not is_raise_allowed(call, result) for call, result in pairs)
    if report.ended is not None or (len(pairs) < len(case.calls) and not raised):
        call = case.calls[min(len(pairs), len(case.calls) - 1)]
        call = with_terms(call) if rules.terms else call
        ended = encodable(report.ended or "")
        said: Mapping[str, Parameter] = report.end or {"text": ended, **driver_sentence(ended)}
        kind = CALL_ENDED_PROGRAM if report.ended else NOT_CALLED
        finding = call_finding(kind, describe_call(call), **said, **_seen(report))
        findings.append(replace(finding, where=report.where or finding.where))
        return Judgement(_verdict_of(said), tuple(findings), 0.0, comparable=False)
    equality = equality_of(None, rules, context)
    for name, expected in case.get_fields.items():
        wrong = field_findings(expected, name, report.fields, equality)
        findings += (with_calls(finding, pairs, case.set_fields) for finding in wrong)
    if case.results and not raised:  # a function of checks.py may count on results
        results = tuple(
            replace(result, args=args) if len(args) == len(result.args) else result
            for result, args in zip(report.results, sent, strict=False)
        )
        said_by_course = map(from_course, context.functions[case.results](results, context.run.params))
        shown = describe_call(*pairs[-1]) if pairs else ""
        findings += (_about_call(finding, shown) for finding in said_by_course)
    if not raised and not case.get_fields and all(map(_only_counts, case.calls)):
        findings = [replace(finding, params={**finding.params, OF_COST: True}) for finding in findings]
    if raised:  # what the other calls returned may be another fault, which nothing else shows
        from harness.grading.verdicts.calls.addresses import address_findings  # noqa: PLC0415 - few calls raise

        findings += address_findings(pairs)
    stopped = next((finding.params for finding in findings if _is_at_a_limit(finding)), None)
    verdict = _verdict_of(stopped) if stopped else Verdict.RTE if raised else Verdict.WA
    return Judgement(verdict, tuple(findings), 0.0, comparable=False) if findings else RIGHT


def _only_counts(call: Call) -> bool:
    """Whether what a call takes is counted, and nothing is expected of what comes of it."""
    counts = Call(reads=call.reads, inferences=call.inferences, repeat=call.repeat)
    bare = replace(counts, function=call.function, new=call.new, of=call.of, args=call.args, keep=call.keep)
    return call == bare and counts != Call(repeat=call.repeat)


def _about_call(finding: Finding, shown: str) -> Finding:
    """A course's finding with the call that it is about, the last one of the case, where it names none."""
    named = not shown or finding.where.stream or "call" in finding.params
    return finding if named else replace(finding, params={"call": shown, **finding.params})


def _is_at_a_limit(finding: Finding) -> bool:
    """Whether a call was stopped at a limit: a search of Prolog's, or Java's by the heap that the limit leaves it."""
    if finding.kind == SEARCH_DOES_NOT_END:
        return True
    return (finding.kind, finding.params.get("exception"), finding.params.get("reason")) == _HEAP_FULL


def _verdict_of(said: Mapping[str, Parameter]) -> Verdict:
    """The verdict on calls whose process ended: as on a run where a limit ended it, else a run-time error."""
    if said.get("detail") == "driver-too-much":
        return Verdict.OLE
    if said.get("exception"):
        return Verdict.MLE
    limit = next((limit for limit in LIMIT_VERDICTS if limit.value == said.get("limit")), None)
    return Verdict.RTE if limit is None else LIMIT_VERDICTS[limit][0]


def _missing(text: str) -> dict[str, Parameter]:
    """The parameters of a finding on what is not there: its name, and what a driver says beside it."""
    match = _MISSING.fullmatch(text)
    if match is None:
        return {"text": text, **driver_sentence(text)}
    params = {key: value for key, value in match.groupdict().items() if value}
    more = params.get("more", "")
    beside = more[2:-1] if more.startswith(" (") else more.removeprefix("; ")
    return {**driver_sentence(beside), **params}
