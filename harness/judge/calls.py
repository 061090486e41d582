"""Judge calls of a student's functions: values, changed arguments, output, exceptions, fields. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from harness.checkers import Context, checker_of
from harness.judge.judgement import RIGHT, Judgement
from harness.judge.solutions import judge_solutions, with_terms
from harness.judge.values import ANY, abbreviate, encodable, fill_wildcards, first_wrong_cell, same, show
from harness.model.finding import Finding
from harness.model.patterns import alternatives
from harness.model.result import CallResult, CallsReport
from harness.model.verdict import Verdict
from harness.spec.model import Call, Case
from harness.spec.units import call_range

_ABSENT = ("there is no compiled class", "there is no function", "there is no method", "there is no predicate")
"""How the drivers' messages begin where nothing can be called by that name."""


def judge_calls(case: Case, report: CallsReport, context: Context, *, terms: bool = False) -> Judgement:
    """The verdict on a case of calls; ``terms`` when texts in arguments are terms of Prolog's."""
    missing = next((result.missing for result in report.results if result.missing), None)
    if missing:
        return replace(Judgement.fault(Verdict.WA, encodable(missing)), absent=missing.startswith(_ABSENT))
    judgement = _judge_results(case, report, context, terms=terms)
    if not judgement.findings or not report.loading:
        return judgement
    loading = Finding(f"when the files were loaded, this was said: {encodable(report.loading)[:400]}", where="loading")
    return replace(judgement, findings=(loading, *judgement.findings))


def _judge_results(case: Case, report: CallsReport, context: Context, *, terms: bool) -> Judgement:
    pairs = list(zip(case.calls, report.results, strict=False))
    if terms:
        pairs = [(with_terms(call), replace(result, args=with_terms(call).args)) for call, result in pairs]
    findings = [finding for call, result in pairs for finding in _call_findings(call, result, context)]
    raised = any(result.raised is not None and not _is_raise_allowed(call, result) for call, result in pairs)
    if report.ended is not None or (len(pairs) < len(case.calls) and not raised):
        call = case.calls[min(len(pairs), len(case.calls) - 1)]
        call = with_terms(call) if terms else call
        findings.append(Finding(f"{_describe_call(call)}: {report.ended or 'it was not called'}", where="the call"))
        return Judgement(Verdict.RTE, tuple(findings), 0.0, comparable=False)
    findings += _field_findings(case, report)
    if case.results and not raised:  # a function of checks.py may count on results
        findings += context.functions[case.results](report.results, context.run.params)
    verdict = Verdict.RTE if raised else Verdict.WA
    return Judgement(verdict, tuple(findings), 0.0, comparable=False) if findings else RIGHT


def _is_raise_allowed(call: Call, result: CallResult) -> bool:
    return call.raises in (result.raised, ANY) or call.ends == ANY


def _describe_call(call: Call, result: CallResult | None = None) -> str:
    name = encodable(result.function if result else "") or alternatives(call.function)[0]
    args = ", ".join(_show_argument(value) for value in (result.args if result else call.args))
    again = f", called {call.repeat} times," if call.repeat > 1 else ""
    return f"{name}({args}){again}"


def _show_argument(value: Any) -> str:
    """An argument as a sentence shows it; a variable by its name."""
    return _variable_name(value) or abbreviate(value)


def _variable_name(value: Any) -> str:
    """The name of an argument that is a variable; else nothing."""
    return value[1:] if isinstance(value, str) and value.startswith("$") else ""


def _call_findings(call: Call, result: CallResult, context: Context) -> Iterator[Finding]:
    shown = _describe_call(call, result)
    if result.raised is not None and not _is_raise_allowed(call, result):
        text = f"{shown} raised {result.raised}" + (f": {result.message}" if result.message else "")
        yield Finding(encodable(text), where="the call")
        return
    if result.raised is None and call.raises is not None:
        yield Finding(f"{shown} must raise {call.raises} and did not", where="the call")
        return
    if call.returns is not UNSET and not same(call.returns, result.returned):
        text = f"{shown} returned {abbreviate(result.returned)}, expected {abbreviate(call.returns)}"
        yield _difference(text, "the returned value", call.returns, result.returned)
    for number, expected in enumerate(call.after or ()):
        variable = _variable_name(call.args[number]) if number < len(call.args) else ""
        text = f"after {shown} {variable or f'argument {number + 1}'} is not what it must be"
        if number < len(result.after):
            if not same(expected, result.after[number]):
                yield _argument_difference(text, variable, expected, result.after[number])
        elif expected != ANY:
            yield Finding(f"{text}: nothing is known of it", where="the arguments", expected=show(expected).encode())
    yield from _read_findings(shown, call.reads, result)
    yield from judge_solutions(shown, call, result)
    if call.stdout is not None:
        checker = checker_of(call.stdout)
        expected_text = checker.expected_text()
        for finding in checker.compare(
            result.stdout, None if expected_text is None else expected_text.encode(), context
        ):
            where = ", ".join(filter(None, ("stdout of the call", finding.where)))
            yield replace(finding, message=f"{shown}: {finding.message}", where=where)


def _read_findings(shown: str, expected: int | str | None, result: CallResult) -> Iterator[Finding]:
    if expected is None:
        return
    least, most = call_range(expected)
    if result.reads is None:
        yield Finding(f"{shown}: what it reads of arrays was not counted", "the call")
    elif result.reads < least or (most is not None and result.reads > most):
        bounds = f"at most {most}" if least == 0 else f"{least} to {most}" if most is not None else f"at least {least}"
        text = f"{shown} read {result.reads} elements of arrays; the method asked for reads {bounds}"
        yield Finding(text, "the call")


def _difference(message: str, where: str, expected: Any, actual: Any) -> Finding:
    return Finding(message, where, show(expected).encode(), show(actual).encode())


def _argument_difference(text: str, variable: str, expected: Any, actual: Any) -> Finding:
    """The finding on an argument after a call; on a table it names the first cell that is wrong."""
    cell = first_wrong_cell(expected, actual)
    message = f"{text}: {variable or 'its square '}{cell}" if cell else text
    return _difference(message, "the arguments", fill_wildcards(expected, actual), actual)


def _field_findings(case: Case, report: CallsReport) -> Iterator[Finding]:
    for name, expected in case.get_fields.items():
        if name not in report.fields:
            yield Finding(f"there is no field {name}", where="the fields")
        elif not same(expected, report.fields[name]):
            yield _difference(
                f"after the calls the field {name} is not what it must be", "the fields", expected, report.fields[name]
            )
