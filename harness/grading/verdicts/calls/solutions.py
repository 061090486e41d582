"""Judge what a Prolog goal gave: its solutions, how the search ended, choice points, inferences. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import structs

from harness.grading.verdicts.calls.distinguish import distinguish
from harness.grading.verdicts.calls.values import ANY, abbreviate, abbreviated_pair, same, show
from harness.judge.finding_kinds import SEARCH_DOES_NOT_END
from harness.language.parsing.prolog_terms import as_written
from harness.model.finding import PRINTED_ANSWER, Finding, Parameter, Place
from harness.model.patterns import lazy_regex
from harness.model.result import CallResult
from harness.spec.format.model import Call
from harness.spec.format.units import call_range

_QUOTED_OR_BLANK = lazy_regex(r"""('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")|(\s+)""", re.DOTALL)
_SHOWN = 3
_VARIABLE = lazy_regex(r"^[A-Z_]\w*=")
_TRUE = {"!repr": "true"}
_READ = 20_000
"""So much of what a goal prints is looked at."""
_SOLUTIONS = Place(part="solutions")


def term(value: Any) -> Any:
    """A value of a spec or a report in one form: texts as ``{"!repr": text}``, blanks that say nothing left out."""
    if isinstance(value, (list, tuple)):
        return [term(item) for item in value]
    if isinstance(value, dict):
        if value.keys() == {"!repr"}:
            return {"!repr": _without_blanks(str(value["!repr"]))}
        inside = value["bindings"] if value.keys() == {"bindings"} and isinstance(value["bindings"], dict) else value
        return {name: term(item) for name, item in inside.items()}
    if isinstance(value, bool):
        return {"!repr": str(value).lower()}
    return {"!repr": _without_blanks(value)} if isinstance(value, str) and value != ANY else value


def _read(value: Any) -> Any:
    """What a spec expects, its texts read as terms: ``(1+2)+3`` is what SWI-Prolog writes as ``1+2+3``."""
    if isinstance(value, (list, tuple)):
        return [_read(item) for item in value]
    if isinstance(value, dict):
        return {name: _read(item) for name, item in value.items()}
    return as_written(value) if isinstance(value, str) and value != ANY else value


def _without_blanks(text: str) -> str:
    """``point(1,2)`` of ``point(1, 2)``: a blank stays inside quotes and between two words."""

    def replacement(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        around = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
        return " " if all(character.isalnum() or character == "_" for character in around) else ""

    return _QUOTED_OR_BLANK.sub(replacement, text)


def with_terms(call: Call) -> Call:
    """The call with its arguments as Prolog writes them, for messages."""
    return structs.replace(call, args=tuple(_as_term(arg) for arg in call.args))


def _as_term(arg: Any) -> Any:
    if isinstance(arg, (list, tuple)):
        return [_as_term(item) for item in arg]
    return {"!repr": str(arg).lower() if isinstance(arg, bool) else arg} if isinstance(arg, (str, bool)) else arg


def judge_solutions(shown: str, call: Call, result: CallResult) -> Iterator[Finding]:
    """The findings on a call of a Prolog goal, except for its output and its exceptions."""
    if result.stopped == "inferences":
        yield call_finding("stopped-at-inferences", shown, most=_most_inferences(call) or 0)
    elif result.stopped and call.ends != ANY:
        kind = "too-many-solutions" if result.stopped == "many" else SEARCH_DOES_NOT_END
        yield call_finding(kind, shown, solutions=len(result.solutions or ()), limit=result.stopped)
    if call.solutions is not None:
        expected = [term(_read(solution)) for solution in call.solutions]
        actual = [term(solution) for solution in result.solutions or ()]
        printed = "" if actual or result.stopped or call.stdout is not None else _printed(expected, result.stdout)
        if printed:
            yield call_finding("answer-printed", shown, printed=printed, **{PRINTED_ANSWER: True})
        else:
            yield from (_in_any_order if call.order == "any" else _in_order)(shown, expected, actual)
    if call.deterministic is not None and not result.stopped and result.choice is not None:
        if call.deterministic and result.choice:
            yield call_finding("choice-point-left", shown)
        elif not call.deterministic and not result.choice:
            yield call_finding("choice-point-missing", shown)
    if call.inferences is not None and not result.stopped and result.inferences is not None:
        least, most = call_range(call.inferences)
        if result.inferences < least or (most is not None and result.inferences > most):
            yield call_finding("wrong-inferences", shown, inferences=result.inferences, wanted=str(call.inferences))


def _printed(expected: list[Any], stdout: bytes) -> str:
    """The first line of an output that is one of these solutions, or ends in one: ``Qs = [2, 4]``; empty for none."""
    values = {_without_blanks(show(solution)) for solution in expected if solution != _TRUE}
    for line in stdout[:_READ].decode(errors="replace").splitlines():
        text = _without_blanks(line.strip())
        if text in values or _VARIABLE.sub("", text) in values:
            return abbreviate({"!repr": line.strip()})
    return ""


def _most_inferences(call: Call) -> int | None:
    return None if call.inferences is None else call_range(call.inferences)[1]


def call_finding(kind: str, shown: str, **params: Parameter) -> Finding:
    """A finding on a call as a whole."""
    return Finding.of(kind, Place(part="call"), call=shown, **params)


def _in_order(shown: str, expected: list[Any], actual: list[Any]) -> Iterator[Finding]:
    for number, (right, solution) in enumerate(zip(expected, actual, strict=False), 1):
        if not same(right, solution):
            wanted, came = distinguish(right, solution, same)
            short = abbreviated_pair(wanted, came)
            texts = {"solution": short[1], "wanted": short[0]}
            sides = show(wanted).encode(), show(came).encode()
            yield Finding.of("wrong-solution", _SOLUTIONS, *sides, call=shown, number=number, **texts)
            return
    yield from _missing_and_extra(shown, expected, actual, expected[len(actual) :], actual[len(expected) :])


def _in_any_order(shown: str, expected: list[Any], actual: list[Any]) -> Iterator[Finding]:
    unmatched, missing = list(actual), []
    for right in expected:
        index = next((index for index, solution in enumerate(unmatched) if same(right, solution)), None)
        if index is None:
            missing.append(right)
        else:
            del unmatched[index]
    yield from _missing_and_extra(shown, expected, actual, missing, unmatched)


def _missing_and_extra(
    shown: str, expected: list[Any], actual: list[Any], missing: list[Any], extra: list[Any]
) -> Iterator[Finding]:
    if extra and not expected:
        text, evidence = abbreviate(extra[0]), show(extra[0]).encode()
        yield Finding.of("must-fail", _SOLUTIONS, None, evidence, call=shown, solution=text)
        return
    counts: dict[str, Parameter] = {"count": len(actual)}
    counts |= {"wanted_count": len(expected)} if missing and not extra else {}
    for solution in missing[:_SHOWN]:
        text, evidence = abbreviate(solution), show(solution).encode()
        yield Finding.of("solution-missing", _SOLUTIONS, evidence, call=shown, solution=text, **counts)
    for solution in extra[:_SHOWN]:
        kind = "solution-repeated" if solution in expected else "solution-wrong"
        text, evidence = abbreviate(solution), show(solution).encode()
        yield Finding.of(kind, _SOLUTIONS, None, evidence, call=shown, solution=text)
