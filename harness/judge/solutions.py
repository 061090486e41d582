"""Judging what a goal of Prolog's gave: its solutions, how the search ended, choice points, inferences. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import structs

from harness.judge.values import ANY, brief, same, show
from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.spec.model import Call
from harness.spec.units import call_range

_PARTS = re.compile(r"""('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")|(\s+)""", re.DOTALL)
_SHOWN = 3


def term(value: Any) -> Any:
    """A value of a spec, or of a report, in one form: texts as ``{"repr": text}``, blanks that say nothing left out."""
    if isinstance(value, (list, tuple)):
        return [term(one) for one in value]
    if isinstance(value, dict):
        if value.keys() == {"repr"}:
            return {"repr": _squeezed(str(value["repr"]))}
        inside = value["bindings"] if value.keys() == {"bindings"} and isinstance(value["bindings"], dict) else value
        return {name: term(one) for name, one in inside.items()}
    if isinstance(value, bool):
        return {"repr": str(value).lower()}
    return {"repr": _squeezed(value)} if isinstance(value, str) and value != ANY else value


def _squeezed(text: str) -> str:
    """``point(1,2)`` of ``point(1, 2)``: a blank stays inside quotes and between two words."""

    def kept(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        around = text[: found.start()][-1:], text[found.end() :][:1]
        return " " if all(one.isalnum() or one == "_" for one in around) else ""

    return _PARTS.sub(kept, text)


def spoken(call: Call) -> Call:
    """The call with its arguments as Prolog writes them, for messages."""
    return structs.replace(call, args=tuple(_spoken(arg) for arg in call.args))


def _spoken(arg: Any) -> Any:
    if isinstance(arg, (list, tuple)):
        return [_spoken(one) for one in arg]
    return {"repr": str(arg).lower() if isinstance(arg, bool) else arg} if isinstance(arg, (str, bool)) else arg


def judge_solutions(shown: str, call: Call, result: CallResult) -> Iterator[Finding]:
    """Everything that a call of Prolog's expects, but its output and its exceptions."""
    told = result.solutions or ()
    if result.stopped == "inferences":
        yield Finding(f"{shown} took more than {_most(call)} inferences and was stopped", "the call")
    elif result.stopped and call.ends != ANY:
        yield Finding(f"{shown} {_stopped(result)}", "the call")
    if call.solutions is not None:
        expected = [term(one) for one in call.solutions]
        actual = [term(one) for one in told]
        yield from (_in_any_order if call.order == "any" else _in_order)(shown, expected, actual)
    if call.deterministic is not None and not result.stopped and result.choice is not None:
        if call.deterministic and result.choice:
            text = f"{shown} leaves a choice point behind its last solution; it must know that there is no other"
            yield Finding(text, "the call")
        elif not call.deterministic and not result.choice:
            yield Finding(f"{shown} leaves no choice point; a cut, once/1 or -> may have thrown it away", "the call")
    if call.inferences is not None and not result.stopped and result.inferences is not None:
        least, most = call_range(call.inferences)
        if result.inferences < least or (most is not None and result.inferences > most):
            text = f"{shown} took {result.inferences} inferences, asked for are {call.inferences}"
            yield Finding(text, "the call")


def _most(call: Call) -> int | None:
    return None if call.inferences is None else call_range(call.inferences)[1]


def _stopped(result: CallResult) -> str:
    number = len(result.solutions or ())
    gave = "no solution" if number == 0 else "1 solution" if number == 1 else f"{number} solutions"
    if result.stopped == "many":
        return f"gave {gave}, more than anybody would read, and was stopped"
    limit = {"cpu": "limit of CPU time", "wall": "limit of time"}.get(result.stopped, "limit")
    return f"gave {gave} and was still searching at its {limit}; it must come to an end"


def _in_order(shown: str, expected: list[Any], actual: list[Any]) -> Iterator[Finding]:
    for number, (one, other) in enumerate(zip(expected, actual, strict=False), 1):
        if not same(one, other):
            text = f"{shown}: solution {number} is {brief(other)}, expected {brief(one)}"
            yield Finding(text, f"solution {number}", show(one).encode(), show(other).encode())
            return
    yield from _number(shown, expected, actual, expected[len(actual) :], actual[len(expected) :])


def _in_any_order(shown: str, expected: list[Any], actual: list[Any]) -> Iterator[Finding]:
    left, missing = list(actual), []
    for one in expected:
        at = next((at for at, other in enumerate(left) if same(one, other)), None)
        if at is None:
            missing.append(one)
        else:
            del left[at]
    yield from _number(shown, expected, actual, missing, left)


def _number(
    shown: str, expected: list[Any], actual: list[Any], missing: list[Any], extra: list[Any]
) -> Iterator[Finding]:
    if extra and not expected:
        yield Finding(f"{shown} must fail and gave {brief(extra[0])}", "the solutions", None, show(extra[0]).encode())
        return
    counted = f"{len(actual)} of {len(expected)} solutions" if missing and not extra else f"{len(actual)} solutions"
    for one in missing[:_SHOWN]:
        text = f"{shown} gives {counted}; {brief(one)} is missing"
        yield Finding(text, "the solutions", show(one).encode(), None)
    for one in extra[:_SHOWN]:
        text = f"{shown} gives {brief(one)}, " + ("once more than it should" if one in expected else "which is wrong")
        yield Finding(text, "the solutions", None, show(one).encode())
