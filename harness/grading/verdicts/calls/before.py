"""What there was before a call that went wrong, as far as its sentence does not say it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from harness.grading.verdicts.calls.call_findings import describe_call, variable_name
from harness.grading.verdicts.calls.values import ANY, fill_wildcards, same, show
from harness.judge.finding_kinds import WRONG_ARGUMENT
from harness.model.finding import CHANGES_COPY, FREE_ITEMS, LONGEST_TEXT, Finding, Parameter
from harness.model.result import CallResult
from harness.spec.format.model import Call

Calls = Sequence[tuple[Call, CallResult]]
MOST_EARLIER = 8
"""Calls of an object that a report names in one line."""
MOST_SQUARES = 3
"""Squares of a table that a report names."""
_MOST_ITEMS = 100
"""Items of a list that is always shown whole."""
MOST_CALLS = 4
"""Calls that a report names one by one; of more it names the last ones."""


def arguments_before(let: Mapping[str, Any], calls: Calls) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of each call as they were before it; a variable that may have changed since stays a name.

    An object may keep a variable's value and change it in a call to which it is not passed. So a value is known until
    it is passed for the first time, and where the call before got it.
    """
    values, passed = dict(let), set[str]()
    for call, result in calls:
        names = [variable_name(argument) for argument in call.args]
        sent = result.args or call.args
        yield tuple(
            values.get(name, argument) if name else argument for name, argument in zip(names, sent, strict=False)
        )
        passed |= {*names, call.keep or ""}
        untouched = {name: value for name, value in let.items() if name not in passed}
        values = untouched | {name: left for name, left in zip(names, result.after, strict=False) if name != call.keep}


def with_arguments(finding: Finding, call: Call, arguments: Sequence[Any], result: CallResult) -> Finding:
    """The finding with the argument that is wrong after the call, as it was before, else with the first table."""
    if finding.kind != WRONG_ARGUMENT:
        return with_before(finding, next((value for value in arguments if "\n" in show(value)), None))
    number, name = finding.params.get("number"), finding.params.get("variable")
    position = number - 1 if isinstance(number, int) else list(map(variable_name, call.args)).index(str(name))
    if position >= len(arguments):
        return finding
    wanted = call.after[position] if call.after and position < len(call.after) else None
    if position < len(result.after) and not variable_name(arguments[position]):
        changes = _changes(arguments[position], wanted, result.after[position], str(name or ""))
        if "unchanged" in changes and _is_list_returned(wanted, result):
            changes = {"cause": CHANGES_COPY}
        finding = replace(finding, params={**finding.params, **changes})
    lists = (wanted, arguments[position], result.after[position] if position < len(result.after) else None)
    if FREE_ITEMS in finding.params and _have_one_length(*lists):
        finding = replace(finding, expected=show(fill_wildcards(wanted, arguments[position])).encode())
    return with_before(finding, arguments[position])


def _have_one_length(*lists: Any) -> bool:
    """Whether an item that is not judged has one before the call to stand for it; long lists are shown in part."""
    lengths = {len(each) if isinstance(each, (list, tuple)) else None for each in lists}
    return len(lengths) == 1 and (lengths.pop() or _MOST_ITEMS) < _MOST_ITEMS


def _is_list_returned(wanted: Any, result: CallResult) -> bool:
    """Whether a call returned this list; a number or a truth may be the same by chance."""
    returned = result.returned
    return isinstance(returned, (list, tuple)) and same(fill_wildcards(wanted, returned), returned)


def _changes(before: Any, wanted: Any, after: Any, table: str) -> Mapping[str, Parameter]:
    """What is known: that nothing was changed or had to be, or the squares that were changed and should not, or not."""
    right = fill_wildcards(wanted, after)
    if same(before, after):
        return {"unchanged": True}
    if not table or not _shape(before) == _shape(right) == _shape(after) or not _shape(after):
        return {"to_keep": True} if same(before, right) and not _accepts_any(wanted) else {}
    squares = [
        (f"{table}[{row}][{column}]", *values)
        for row, rows in enumerate(zip(before, right, after, strict=True))
        for column, values in enumerate(zip(*rows, strict=True))
    ]
    missed = [name for name, old, new, came in squares if not same(old, new) and same(old, came)]
    surplus = [name for name, old, new, came in squares if same(old, new) and not same(old, came)]
    listed = {"missed": missed[:MOST_SQUARES], "surplus": surplus[:MOST_SQUARES]}
    more = {"more_missed": len(missed[MOST_SQUARES:]), "more_surplus": len(surplus[MOST_SQUARES:])}
    return {key: value for key, value in (listed | more).items() if value}


def _accepts_any(wanted: Any) -> bool:
    """Whether something of an expected value may be anything, so that it need not stay as it was."""
    if isinstance(wanted, dict):
        wanted = list(wanted.values())
    return any(map(_accepts_any, wanted)) if isinstance(wanted, (list, tuple)) else bool(wanted == ANY)


def _shape(table: Any) -> Sequence[int]:
    """The lengths of the rows of a table; empty for what is none."""
    is_table = isinstance(table, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in table)
    return [len(row) for row in table] if is_table else []


def with_before(finding: Finding, value: Any) -> Finding:
    """The finding with the value that there was, where it is known and is not what was expected."""
    text = "" if value is None or variable_name(value) else show(value)
    if not text or text.startswith("$") or len(text) > LONGEST_TEXT or text.encode() == finding.expected:
        return finding
    return replace(finding, params={**finding.params, "before": text})


def with_earlier(finding: Finding, call: Call, earlier: Calls, changed: Sequence[Collection[str]]) -> Finding:
    """The finding with the calls before on its object, or that changed what is handed to it, in one line.

    ``changed``: of each call before, the variables that it changed.
    """
    handed = {argument for argument in call.args if variable_name(argument)}
    own = [
        pair
        for pair, names in zip(earlier, changed, strict=False)
        if _is_on_object(call, pair[0]) or not handed.isdisjoint(names)
    ]
    shown = [f"{made.keep} = " * bool(made.keep) + describe_call(made, result) for made, result in own[-MOST_EARLIER:]]
    more = ["..."] * (len(own) > MOST_EARLIER)
    text = "; ".join((*more, *filter(None, shown)))
    return replace(finding, params={**finding.params, "earlier": text}) if text else finding


def _is_on_object(call: Call, other: Call) -> bool:
    """Whether another call had to do with the object that this one is made on."""
    return call.of.startswith("$") and call.of in (other.of, f"${other.keep}", *map(_plain, other.args))


def changed_variables(call: Call, result: CallResult, arguments: Sequence[Any]) -> frozenset[str]:
    """The variables that hold something else after a call, ``arguments`` before; of unknown ones nothing is said."""
    handed = zip(call.args, arguments, result.after, strict=False)
    changed = [
        name for name, old, new in handed if variable_name(name) and not variable_name(old) and not same(old, new)
    ]
    return frozenset(changed)


def _plain(argument: Any) -> str:
    return argument if isinstance(argument, str) else ""


def with_calls(finding: Finding, calls: Calls, fields: Mapping[str, Any]) -> Finding:
    """A finding on a field with the calls after which it is wrong, and with what it was set to before them.

    Of many calls those of the last function are named one by one, those before in a line: after these it is not known
    what the field was.
    """
    texts = [describe_call(call, result) for call, result in calls]
    if len(texts) <= MOST_CALLS:
        known = replace(finding, params={**finding.params, "calls": "\n".join(texts)}) if texts else finding
        return with_before(known, fields.get(str(finding.params.get("field"))))
    names = [result.function for _, result in calls[-MOST_CALLS:]]
    last = next((at for at, name in enumerate(reversed(names)) if name != names[-1]), MOST_CALLS)
    earlier = texts[:-last]
    more = ["..."] * (len(earlier) > MOST_CALLS)
    rows = {"earlier": "; ".join((*more, *earlier[-MOST_CALLS:])), "calls": "\n".join(texts[-last:])}
    return replace(finding, params={**finding.params, **rows})
