"""The findings on one call of a student's function: its value, its arguments, its object, its output. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from harness.grading.verdicts.calls.distinguish import distinguish
from harness.grading.verdicts.calls.equality import Equality
from harness.grading.verdicts.calls.solutions import call_finding, judge_solutions
from harness.grading.verdicts.calls.values import (
    ANY,
    abbreviate,
    abbreviated_pair,
    aligned,
    bounds_of,
    encodable,
    fill_wildcards,
    first_wrong_cell,
    show,
)
from harness.judge.checkers import Context, checker_of
from harness.judge.differences.difference import first_difference, window
from harness.judge.finding_kinds import CALL_PRINTED, CALL_RAISED, WRONG_ARGUMENT
from harness.language.diagnostics.exceptions import explain_exception, out_of_range
from harness.model.finding import FREE_ITEMS, Finding, Parameter, Place
from harness.model.patterns import CPP_OPERATOR, CPP_WORDS, alternatives
from harness.model.result import CallResult, ValueRules
from harness.spec.format.model import Call, Expected, Tolerance
from harness.spec.format.units import call_range
from harness.spec.yaml.value_notation import UNORDERED, tag_of

_SHOWN_BYTES = 4096
"""Bytes of a value that a report shows whole; of a longer one only what is around the difference."""
_STANDARD = "std::"
"""C++: the reports have the names of its library without it."""


def equality_of(call: Call | None, rules: ValueRules, context: Context) -> Equality:
    """How the values of a call are compared."""
    tolerance = call.tolerance if call is not None else None
    if isinstance(tolerance, (int, float)):
        tolerance = Tolerance(absolute=tolerance, relative=tolerance)
    truth_as_number = call is not None and call.truth == "number"
    return Equality(rules, tolerance, context.functions, truth_as_number)


def is_raise_allowed(call: Call, result: CallResult) -> bool:
    """Whether the exception that left a call may: the one named, or one that is caught by that name."""
    if ANY in (call.ends, call.raises):
        return True
    named = [] if call.raises is None else call.raises.split("|")
    return any(name.removeprefix(_STANDARD) in (result.raised, *result.bases) for name in named)


def describe_call(call: Call, result: CallResult | None = None) -> str:
    """A call as a sentence shows it: ``account.deposit(20)``."""
    named = call.function or call.new
    name = encodable(result.function if result else "") or (alternatives(named)[0] if named else "")
    target = f"{call.of.removeprefix('$').split('|')[0].removeprefix('(?i)')}" if call.of else ""
    if not named:
        return target
    arguments = [variable_name(value) or abbreviate(value) for value in (result.args if result else call.args)]
    args = ", ".join(arguments)
    again = f", called {call.repeat} times," if call.repeat > 1 else ""
    operator = CPP_OPERATOR.fullmatch(name)
    if operator is not None:
        operands = [target, *arguments] if target else arguments
        return _expression(operator["sign"] or CPP_WORDS.get(operator["word"], ""), operator["word"], operands) + again
    return f"{target}{'.' if target else ''}{name}({args}){again}"


def _expression(sign: str, kind: str | None, operands: list[str]) -> str:
    """An operator with its operands, as a program of C++ writes it."""
    first, *others = operands or ["?"]
    if not sign:
        return f"static_cast<{kind}>({first})"
    if sign in ("[]", "()", "[]=", "()="):
        value = f" = {others.pop()}" if sign.endswith("=") and others else ""
        return f"{first}{sign[0]}{', '.join(others)}{sign[1]}{value}"
    if sign in ("++", "--"):
        return f"{first}{sign}" if others else f"{sign}{first}"
    if sign == "<<" and not others:
        return f"out << {first}"
    if sign == ">>" and others:
        return f"in >> {first} of {others[0]}"
    return f"{first} {sign} {others[0]}" if others else f"{sign}{first}"


def variable_name(value: Any) -> str:
    """The name of an argument that is a variable; else nothing."""
    return value[1:] if isinstance(value, str) and value.startswith("$") else ""


def call_findings(call: Call, result: CallResult, context: Context, rules: ValueRules) -> Iterator[Finding]:
    """Yield what is wrong with a call that was made."""
    shown = describe_call(call, result)
    if result.raised is not None and not is_raise_allowed(call, result):
        yield _raised(call, result, shown)
        return
    if result.raised is None and call.raises is not None:
        yield call_finding("call-did-not-raise", shown, exception=call.raises)
        return
    if call.message is not None and result.raised is not None:
        for finding in _compared(call.message, encodable(result.message).encode(), context):
            yield _worded(finding, shown, "exception-message", "call-message")
    equality = equality_of(call, rules, context)
    if call.returns is not UNSET and result.raised is None:
        yield from _value_findings(call, result, shown, equality)
    yield from _argument_findings(call, result, shown, equality)
    yield from _object_findings(call, result, shown, equality)
    yield from _read_findings(shown, call.reads, result)
    yield from judge_solutions(shown, call, result)
    if call.stdout is not None:
        for finding in _compared(call.stdout, result.stdout, context):
            yield _worded(finding, shown, "call-output", CALL_PRINTED)


def _raised(call: Call, result: CallResult, shown: str) -> Finding:
    raised, message = encodable(result.raised or ""), encodable(result.message)
    error = f"{raised}: {message}" if message else raised
    explanation = explain_exception(error, result.where.source, result.trace.encode(errors="replace"))
    said = {"reason": explanation.reason, **explanation.params} if explanation.reason else {}
    if explanation.reason == "index" and (values := out_of_range(result.trace)):
        said = {"reason": "index-and-length", **values}
    wanted = {"wanted": call.raises.replace("|", " or ")} if call.raises is not None else {}
    text = message.partition("\n")[0]
    before = {"solutions": len(result.solutions)} if result.solutions else {}
    finding = call_finding(CALL_RAISED, shown, exception=raised, text=text, **wanted, **said, **before)
    return replace(finding, where=result.where or finding.where)


def _value_findings(call: Call, result: CallResult, shown: str, equality: Equality) -> Iterator[Finding]:
    if equality.same(call.returns, result.returned):
        return
    if equality.said:
        evidence = window(show(result.returned).encode(), 0)
        yield Finding(f"{shown}: {encodable(equality.said[0])}", Place(part="returned-value"), actual=evidence)
        return
    right, returned = distinguish(call.returns, result.returned, equality.same)
    wanted, came = abbreviated_pair(right, returned)
    values: dict[str, Parameter] = {"returned": came, "wanted": wanted}
    values |= {"order": "any"} if tag_of(call.returns) == UNORDERED else {}
    values |= {"tolerance": _shown_tolerance(equality.tolerance)} if equality.tolerance is not None else {}
    expected = aligned(right, returned, equality.same)
    yield _difference("wrong-return", "returned-value", expected, returned, call=shown, **values)


def _shown_tolerance(tolerance: Tolerance) -> str:
    return f"{max(tolerance.absolute, tolerance.relative):g}"


def _argument_findings(call: Call, result: CallResult, shown: str, equality: Equality) -> Iterator[Finding]:
    for number, expected in enumerate(call.after or ()):
        variable = variable_name(call.args[number]) if number < len(call.args) else ""
        argument: dict[str, Parameter] = {"variable": variable} if variable else {"number": number + 1}
        if number < len(result.after):
            if not equality.same(expected, result.after[number]):
                yield _argument_difference(expected, result.after[number], equality, call=shown, **argument)
        elif expected != ANY:
            place, text = Place(part="arguments"), show(expected).encode()
            yield Finding.of("argument-unknown", place, text, call=shown, **argument)


def _object_findings(call: Call, result: CallResult, shown: str, equality: Equality) -> Iterator[Finding]:
    """What is wrong with the fields of the object that was made, or that the call was made on."""
    if result.raised is not None:
        return
    for name, expected in call.fields.items():
        if name not in result.fields:
            yield Finding.of("object-field-missing", Place(part="fields"), call=shown, field=name)
        elif not equality.same(expected, result.fields[name]):
            right, actual = distinguish(expected, result.fields[name], equality.same)
            wanted, came = abbreviated_pair(right, actual)
            kind = "wrong-object-field" if call.function or call.new else "wrong-kept-field"
            yield _difference(kind, "fields", right, actual, call=shown, field=name, value=came, wanted=wanted)


def _read_findings(shown: str, expected: int | str | None, result: CallResult) -> Iterator[Finding]:
    if expected is None:
        return
    least, most = call_range(expected)
    if result.reads is None:
        yield call_finding("reads-not-counted", shown)
    elif result.reads < least or (most is not None and result.reads > most):
        yield call_finding("wrong-read-count", shown, reads=result.reads, **bounds_of(least, most))


def _compared(expected: Expected, actual: bytes, context: Context) -> tuple[Finding, ...]:
    checker = checker_of(expected)
    text = checker.expected_text()
    return checker.compare(actual, None if text is None else text.encode(), context)


def _worded(finding: Finding, shown: str, part: str, kind: str) -> Finding:
    """A checker's finding, as one on what a call printed or what its exception says."""
    where = replace(finding.where, part=finding.where.part or part)
    if finding.message:
        return replace(finding, message=f"{shown}: {finding.message}", where=where)
    params = {**finding.params, "call": shown, "fault": finding.kind}
    return replace(finding, kind=kind, params=params, where=where)


def _difference(kind: str, part: str, expected: Any, actual: Any, **params: Parameter) -> Finding:
    wanted, came = show(expected).encode(), show(actual).encode()
    if max(len(wanted), len(came)) > _SHOWN_BYTES:
        offset = first_difference(came, wanted)
        wanted, came = window(wanted, offset), window(came, offset)
    return Finding.of(kind, Place(part=part), wanted, came, **params)


def _argument_difference(expected: Any, actual: Any, equality: Equality, **params: Parameter) -> Finding:
    """The finding on an argument after a call; on a table it names the first cell that is wrong."""
    right, came = distinguish(expected, actual, equality.same)
    cell = first_wrong_cell(right, came, equality.same)
    shown = fill_wildcards(right, came)
    items = enumerate(expected) if isinstance(expected, (list, tuple)) else ()
    free = [at for at, item in items if isinstance(item, str) and item == ANY]
    not_judged = {FREE_ITEMS: free} if free else {}
    return _difference(WRONG_ARGUMENT, "arguments", shown, came, **params, **not_judged, **(cell or {}))


def field_findings(expected: Any, name: str, fields: dict[str, Any], equality: Equality) -> Iterator[Finding]:
    """What is wrong with a variable of the program after the calls."""
    if name not in fields:
        yield Finding.of("field-missing", Place(part="fields"), field=name)
    elif not equality.same(expected, fields[name]):
        shown = distinguish(expected, fields[name], equality.same)
        yield _difference("wrong-field", "fields", *shown, field=name, **_first_element(*shown, equality))


def _first_element(expected: Any, actual: Any, equality: Equality) -> dict[str, Parameter]:
    """The first wrong number of two lists as long, and how many more there are; empty for other values."""
    sides = expected, actual
    if not all(isinstance(side, (list, tuple)) and all(isinstance(item, int) for item in side) for side in sides):
        return {}
    wrong = [at for at, pair in enumerate(zip(*sides, strict=False)) if not equality.same(*pair)]
    if len(expected) != len(actual) or not wrong:
        return {}
    at = wrong[0]
    said: dict[str, Parameter] = {"element": at, "value": show(actual[at]), "wanted": show(expected[at])}
    return said | ({"more": len(wrong) - 1} if wrong[1:] else {})
