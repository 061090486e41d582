"""Reading what a driver reported. A student's code runs beside the driver, so no line is believed to be well formed."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from harness.model.result import CallResult, CallsReport
from harness.spec.model import Case

_SIGNALS = {
    4: "an impossible instruction",
    6: "it gave up by itself, as for an exception that nothing catches",
    7: "it used memory that is not there",
    8: "an arithmetic error, such as a division by zero",
    9: "it was ended from outside",
    11: "it used memory that is not its own, or called itself without end",
    25: "it wrote more than it may",
}


def how_ended(signal: int | None = None, status: int | None = None, limit: str | None = None) -> str:
    """The sentence on calls that did not come back."""
    if limit is not None:
        return f"it did not come back and was ended at its {limit} limit"
    if signal is not None:
        return f"the program crashed by signal {signal}" + (f" ({_SIGNALS[signal]})" if signal in _SIGNALS else "")
    return f"the call ended the whole program (exit status {status})"


class Reported(Struct):
    """What one process of a driver told."""

    over: dict[int, CallsReport] = field(default_factory=dict)
    """The cases that are over."""
    begun: int | None = None
    """The case in whose middle the report stops."""
    results: list[CallResult] = field(default_factory=list)
    """The calls of that case that were over."""
    loading: str = ""
    """What was said when that case's files were loaded."""

    def close(self, ended: str | None, fields: dict[str, Any]) -> None:
        """The case that was begun is over."""
        if self.begun is not None:
            self.over[self.begun] = CallsReport(tuple(self.results), fields, ended, self.loading)
            self.begun, self.results, self.loading = None, [], ""


def read_report(report: bytes, cases: Mapping[int, Case]) -> Reported:
    """The cases that the lines tell of; a line that does not fit the one before it is passed over."""
    told = Reported()
    for line in report.splitlines():
        entry = _entry(line)
        if (begin := entry.get("begin")) is not None:
            told.close(_CUT, {})
            if type(begin) is int and begin in cases and begin not in told.over:
                told.begun = begin
        elif told.begun is None:
            continue
        elif entry.get("end") == told.begun:
            fields = entry.get("get")
            told.close(_ended(entry, told, cases), fields if isinstance(fields, dict) else {})
        elif entry.get("case") == told.begun and isinstance(entry.get("loading"), str):
            told.loading = entry["loading"]
        elif entry.get("case") == told.begun and entry.get("call") == len(told.results):
            calls = cases[told.begun].calls
            if len(told.results) < len(calls) and (result := _result(entry, calls[len(told.results)].args)):
                told.results.append(result)
    return told


_CUT = "the program ended before the call was over"
_DEEPEST = 200


def _entry(line: bytes) -> dict[str, Any]:
    """The object that a line holds; an empty one when it holds none, or what cannot be written or compared."""
    try:
        entry = json.loads(line)
        if line.count(b"[") + line.count(b"{") > _DEEPEST and _is_deep(entry):
            return {}
        if b"\\ud" in line.lower():
            json.dumps(entry, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def _is_deep(value: Any) -> bool:
    """Whether lists and objects lie deeper in one another than any driver writes them, and any judge can follow."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for one in level
            if isinstance(one, (list, dict))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return bool(level)


def _ended(entry: Mapping[str, Any], told: Reported, cases: Mapping[int, Case]) -> str | None:
    if isinstance(entry.get("ended"), str):
        return str(entry["ended"])
    signal, status, limit = entry.get("signal"), entry.get("exit"), entry.get("limit")
    if isinstance(signal, int) or isinstance(status, int) or isinstance(limit, str):
        return how_ended(signal, status, limit)
    complete = told.begun is not None and len(told.results) == len(cases[told.begun].calls)
    stopped = bool(told.results) and (told.results[-1].raised or told.results[-1].missing) is not None
    return None if complete or stopped else _CUT  # a driver may stop behind a call that went wrong


def _result(entry: Mapping[str, Any], args: tuple[Any, ...]) -> CallResult | None:
    after, raised, missing = entry.get("after"), entry.get("raised"), entry.get("missing")
    try:
        stdout = base64.b64decode(str(entry.get("stdout") or ""))
    except ValueError:
        return None
    reads = entry.get("reads")
    return CallResult(
        str(entry.get("function") or ""),
        args,
        entry.get("returned"),
        tuple(after) if isinstance(after, list) else (),
        stdout,
        None if raised is None else str(raised),
        str(entry.get("message") or ""),
        reads if isinstance(reads, int) and not isinstance(reads, bool) else None,
        _numbers(entry.get("indices")),
        *_search(entry),
        None if missing is None else str(missing),
    )


def _search(entry: Mapping[str, Any]) -> tuple[tuple[Any, ...] | None, str, bool | None, int | None]:
    """What only a goal of Prolog's has: its solutions, where it was stopped, its choice point, its inferences."""
    solutions, choice, inferences = entry.get("solutions"), entry.get("choice"), entry.get("inferences")
    return (
        tuple(solutions) if isinstance(solutions, list) else None,
        str(entry.get("stopped") or ""),
        choice if isinstance(choice, bool) else None,
        inferences if type(inferences) is int else None,
    )


def _numbers(told: Any) -> tuple[int, ...]:
    """The whole numbers of a list; none of it when anything else is in there."""
    return tuple(told) if isinstance(told, list) and all(type(one) is int for one in told) else ()
