"""Parse a driver's report. A student's code runs in the same process, so any line may be malformed."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from harness.judge.messages.translator import translator
from harness.model.result import CallResult, CallsReport
from harness.spec.format.model import Case

End = Mapping[str, str | int]
"""How a process ended: at a ``limit``, by a ``signal`` or with a ``status``, or a driver's own ``text``."""


def how_ended(signal: int | None = None, status: int | None = None, limit: str | None = None) -> End:
    """Return what ended calls that did not return: the limit, else the signal, else the exit status."""
    if limit is not None:
        return {"limit": limit}
    if signal is not None:
        return {"signal": signal}
    return {} if status is None else {"status": status}


class DriverReport(Struct):
    """The cases that one driver process reported."""

    finished: dict[int, CallsReport] = field(default_factory=dict)
    """The finished cases, by index."""
    current: int | None = None
    """The index of the case that was begun and is not finished."""
    results: list[CallResult] = field(default_factory=list)
    """The finished calls of the current case."""
    loading: str = ""
    """The output of loading the current case's files."""
    endless: dict[int, str] = field(default_factory=dict)
    """By case the file of which both loading and the calls were over their limit."""

    def finish_current(self, end: End | None, fields: dict[str, Any], trace: str = "") -> None:
        """Finish the current case, if there is one.

        ``end``: how its process ended, None when it did not; ``trace``: the stack of a call that was ended.
        """
        if self.current is not None:
            ended = None if end is None else translator().text("call-end", **end)
            seen = {} if end is None or "text" in end else end
            self.finished[self.current] = CallsReport(tuple(self.results), fields, ended, seen, self.loading, trace)
            self.current, self.results, self.loading = None, [], ""


def read_report(content: bytes, cases: Mapping[int, Case]) -> DriverReport:
    """Parse the lines of a report; a line that does not fit the one before it is skipped."""
    report = DriverReport()
    for line in content.splitlines():
        entry = _entry(line)
        if (begin := entry.get("begin")) is not None:
            report.finish_current(_CUT_SHORT, {})
            if type(begin) is int and begin in cases and begin not in report.finished:
                report.current = begin
        elif report.current is None:
            continue
        elif entry.get("end") == report.current:
            fields = entry.get("get")
            fields = fields if isinstance(fields, dict) else {}
            if isinstance(entry.get("endless"), str):
                report.endless[report.current] = entry["endless"]
            report.finish_current(_ended(entry, report, cases), fields, _trace(entry))
        elif entry.get("case") == report.current and isinstance(entry.get("loading"), str):
            report.loading = entry["loading"]
        elif entry.get("case") == report.current and entry.get("call") == len(report.results):
            calls = cases[report.current].calls
            if len(report.results) < len(calls) and (result := _result(entry, calls[len(report.results)].args)):
                report.results.append(result)
    return report


_CUT_SHORT: End = {}
_DEEPEST = 200
_LONGEST_TRACE = 8000


def _entry(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object; empty when it is none, is nested too deep or cannot be encoded."""
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
    """Whether lists and objects are nested deeper than a driver writes them and a judge can compare."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, (list, dict))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


def _ended(entry: Mapping[str, Any], report: DriverReport, cases: Mapping[int, Case]) -> End | None:
    if isinstance(entry.get("ended"), str):
        return {"text": str(entry["ended"])}
    limit = limit if isinstance(limit := entry.get("limit"), str) else None
    signal, status = (number if type(number := entry.get(name)) is int else None for name in ("signal", "exit"))
    if (signal, status, limit) != (None, None, None):
        return how_ended(signal, status, limit)
    complete = report.current is not None and len(report.results) == len(cases[report.current].calls)
    stopped = bool(report.results) and (report.results[-1].raised or report.results[-1].missing) is not None
    return None if complete or stopped else _CUT_SHORT  # a driver may stop after a call that failed


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
        tuple(map(str, bases)) if isinstance(bases := entry.get("bases"), list) else (),
        fields if isinstance(fields := entry.get("fields"), dict) else {},
        _trace(entry),
    )


def _trace(entry: Mapping[str, Any]) -> str:
    trace = entry.get("trace")
    return trace[:_LONGEST_TRACE] if isinstance(trace, str) else ""


def _search(entry: Mapping[str, Any]) -> tuple[tuple[Any, ...] | None, str, bool | None, int | None]:
    """Return what only a Prolog goal has: solutions, where it was stopped, choice point, inferences."""
    solutions, choice, inferences = entry.get("solutions"), entry.get("choice"), entry.get("inferences")
    return (
        tuple(solutions) if isinstance(solutions, list) else None,
        str(entry.get("stopped") or ""),
        choice if isinstance(choice, bool) else None,
        inferences if type(inferences) is int else None,
    )


def _numbers(value: Any) -> tuple[int, ...]:
    """Return a list of integers as a tuple; empty when it holds anything else."""
    return tuple(value) if isinstance(value, list) and all(type(number) is int for number in value) else ()
