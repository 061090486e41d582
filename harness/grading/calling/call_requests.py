"""Encode cases of calls as requests for a driver, also set up without a function that was never written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from harness.language.driver import CalledNames
from harness.model.invocation import ResolvedLimits
from harness.model.patterns import alternatives
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Call, Case, Limits
from harness.spec.format.units import call_range
from harness.spec.yaml.value_notation import for_driver

_DEFAULTS = {
    "set": {}, "let": {}, "get": [], "argv": [], "files": [], "fold": False, "repeat": 1, "reads": False, "new": False,
    "of": {}, "keep": "", "fields": [], "elements": None, "functions": [], "after": False, "streams": False,
}  # fmt: skip


def encode_request(
    assignment: Assignment, index: int, planned: PlannedCase, endless: Mapping[str, float] | None = None
) -> str:
    """Return a case as one line of JSON, without default values: reading those takes longer than many a call.

    ``endless``: files that with the arguments of this case are not to be loaded whole within so many CPU seconds.
    """
    request = _request(assignment, index, planned) | ({"endless": endless} if endless else {})
    short = _without_defaults(request) | {"calls": [_without_defaults(call) for call in request["calls"]]}
    return json.dumps(short, separators=(",", ":")) + "\n"


def group_same_requests(assignment: Assignment, cases: Mapping[int, PlannedCase]) -> dict[int, list[int]]:
    """Map the first of the cases that make the same calls, as isolated, to the indices of all of them."""
    by_request: dict[str, list[int]] = {}
    for index, planned in cases.items():
        by_request.setdefault(request_key(assignment, planned), []).append(index)
    return {indices[0]: indices for indices in by_request.values()}


def request_key(assignment: Assignment, planned: PlannedCase) -> str:
    """Return all of a case that decides what its calls report."""
    request = _request(assignment, 0, planned) | {"isolated": planned.case.isolated}
    return json.dumps(request, sort_keys=True) + repr(_surroundings(planned.case))


def call_limits(assignment: Assignment, planned: PlannedCase) -> ResolvedLimits:
    """Return the limits of a case of calls: its own, else the spec's, else the defaults."""
    return ResolvedLimits.resolve(planned.case.limits, assignment.spec.limits)


def _surroundings(case: Case) -> tuple[object, ...]:
    """What the calls of a case find beside their arguments, and what is kept of what they leave."""
    return case.stdin, case.files, tuple(case.produces), case.limits, case.clock


def has_own_streams(case: Case) -> bool:
    """Whether the process of the calls reads the case's standard input, and its standard error is judged."""
    return case.stdin is not None or case.stderr is not None


def runs_alone(case: Case) -> bool:
    """Whether no other case's calls are made in the process: what one of them reads or leaves is no other's."""
    limits = replace(case.limits, cpu=None, wall=None)  # those that hold for a process as a whole
    return case.isolated or has_own_streams(case) or bool(case.files or case.produces) or limits != Limits()


def _without_defaults(entries: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entries.items() if name not in _DEFAULTS or value != _DEFAULTS[name]}


def _request(assignment: Assignment, index: int, planned: PlannedCase) -> dict[str, Any]:
    case = planned.case
    calls = [
        {
            **_names(call.function or call.new),
            "new": bool(call.new),
            "of": {"var": call.of[1:]} if call.of.startswith("$") else _names(call.of) if call.of else {},
            "keep": call.keep,
            "fields": list(call.fields),
            "elements": call.elements,
            "after": call.after is not None,
            "args": [_argument(value) for value in call.args],
            "repeat": call.repeat,
            "reads": call.reads is not None,
            **_search_limits(call),
        }
        for call in case.calls
    ]
    files = list(assignment.spec.files.required)
    run = {"cpu": call_limits(assignment, planned).cpu, "argv": list(case.args), "files": files}
    state = {"set": for_driver(case.set_fields), "let": for_driver(case.let), "get": list(case.get_fields)}
    return {"case": index, **state, "calls": calls, **run, "streams": has_own_streams(case)}


def _argument(value: Any) -> dict[str, Any]:
    if isinstance(value, str) and value.startswith("$"):
        return {"var": value[1:]}
    return {"value": for_driver(value)}


def _names(pattern: str) -> dict[str, Any]:
    return {"functions": alternatives(pattern) if pattern else [], "fold": pattern.startswith("(?i)")}


def called_names(cases: Iterable[Case]) -> CalledNames:
    """Return all names that the cases call, make objects of, or look into."""
    calls = [call for case in cases for call in case.calls]

    def distinct(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name in names if name))

    owners = (call.of for call in calls if not call.of.startswith("$"))
    return CalledNames(
        distinct(call.function for call in calls),
        distinct((*(call.new for call in calls), *owners)),
        distinct(name for call in calls for name in call.fields),
        any(call.new or call.of for call in calls),
    )


def _search_limits(call: Call) -> dict[str, int]:
    """Return where a Prolog goal is stopped."""
    most = None if call.inferences is None else call_range(call.inferences)[1]
    limits = {"first": call.first, "inferences": most}
    return {name: bound for name, bound in limits.items() if bound is not None}


_MOST_FUNCTIONS = 4
"""A case that takes more functions to set up is not tried."""


def other_ways(planned: PlannedCase, cases: Sequence[PlannedCase]) -> Iterator[PlannedCase]:
    """The case without the calls of each function that sets it up, then without those of all of them."""
    names = _set_up_by(planned.case, cases)
    if not names or len(names) > _MOST_FUNCTIONS:
        return
    for left_out in dict.fromkeys((*((name,) for name in names), names)):
        calls = tuple(call for call in planned.case.calls if _name(call) not in left_out)
        yield replace(planned, case=replace(planned.case, calls=calls))


def set_up_functions(planned: PlannedCase, cases: Sequence[PlannedCase]) -> dict[str, str]:
    """The spellings of the functions that only set the case up, by the clause that tests each."""
    names = _set_up_by(planned.case, cases)
    tested = [other.case for other in cases if other.case.calls and other.case.clause in planned.case.explained_by]
    return {case.clause: case.calls[-1].function for case in tested if _name(case.calls[-1]) in names}


def _set_up_by(case: Case, cases: Sequence[PlannedCase]) -> tuple[str, ...]:
    """The functions that only set the case up: a clause of its ``follows`` tests them, and nothing is expected here."""
    if not case.calls:
        return ()
    tested = {
        _name(planned.case.calls[-1])
        for planned in cases
        if planned.case.calls and planned.case.clause in case.explained_by
    } - {_name(case.calls[-1])}
    expected = {_name(call) for call in case.calls if _expects(call)}
    return tuple(dict.fromkeys(name for call in case.calls if (name := _name(call)) in tested - expected))


def _name(call: Call) -> str:
    """The required name of what is called; of a constructor or an object's method none."""
    return alternatives(call.function)[0] if call.function and not call.of else ""


def _expects(call: Call) -> bool:
    """Whether something is expected of a call, or a later one takes what it gives."""
    plain = Call(function=call.function, args=call.args, repeat=call.repeat)
    return call != plain or call.returns is not UNSET or not _name(call)
