"""Why ``queens(N, Qs)`` gives no answer: what it says instead, and what it prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from _shared import nqueens
from harness.language.diagnostics.exceptions import explain_exception
from harness.model.finding import HINT, NO_ANSWER, PRINTED_ANSWER, SHOWN_CALL, Finding, Parameter, Place
from harness.model.patterns import lazy_regex
from harness.model.result import CallResult

from .answers import EMPTY, FREE, Results, as_prolog, has_answer, solutions_of

_LIST = lazy_regex(r"\[([\d, ]{1,200})\]")
_NUMBER = lazy_regex(r"\d+")
_READ = 20_000
"""So much of what a goal prints is looked at."""
_TELLING = 4
"""The smallest board whose answers differ from each other."""


def nothing_answered(results: Results) -> Iterator[Finding]:
    """That no goal of several gives an answer: the last one is judged, and may have none to give."""
    *others, asked = results
    if not others or any(map(has_answer, results)):
        return
    raised = next((result for result in results if result.raised is not None), None)
    if raised is not None:
        yield raised_by(int(raised.args[0]), raised)
        return
    n = int(asked.args[0])
    expected = b"[1]" if nqueens.COUNTS[n] else None
    printing = next(((at, result) for at, result in enumerate(results) if printed_solution(result)), None)
    if printing is not None:
        yield printed_instead(*printing, is_asked=expected is not None)
    elif expected is not None:
        text = f"not even queens({n}, Qs) gives an answer: {_said(asked)}. One queen attacks nobody: "
        text += "look at the rows that are tried, and at the clauses that end the search"
        yield _silent(n, text, len(others), expected, never="answered", **{HINT: "no-answer-for-one"})
    else:
        names = " nor ".join(f"queens({result.args[0]}, Qs)" for result in others)
        yield _silent(n, f"neither {names} gives any rows, so what queens({n}, Qs) does shows nothing", 0, None)


def none_given(n: int, results: Results) -> Iterator[Finding]:
    """That the first goal gives no answer where there is one."""
    result = results[0]
    answers = result.solutions or ()
    empty = len(answers) != nqueens.COUNTS[n] and all(answer in EMPTY for answer in answers)
    empty = empty or all(answer == [] for answer in answers)
    if not nqueens.COUNTS[n] or not empty:
        return
    if result.raised is not None:
        yield raised_by(n, result)
        return
    if printed_solution(result):
        yield printed_instead(0, result)
        return
    example = _example(n)
    if result.stopped:
        text = f"queens({n}, Qs) gives no answer and was still searching at its limit ({result.stopped})"
        yield Finding(text, "the answers", example, None, kind="not-done-in-time", params={SHOWN_CALL: 0})
        return
    text = f"queens({n}, Qs) gives no answer{without_board(answers)}"
    hint: dict[str, Parameter] = {}
    if n == 1:
        text += ". One queen attacks nobody: look at the guards on N, the rows tried, and where the search ends"
        hint = {HINT: "no-answer-for-one"}
    yield _silent(n, text, 0, example, **hint)


def _silent(n: int, text: str, call: int, expected: bytes | None, **more: Parameter) -> Finding:
    params: dict[str, Parameter] = {"call": f"queens({n}, Qs)", SHOWN_CALL: call, **more}
    return Finding(text, "the answers", expected, None, kind=NO_ANSWER, params=params)


def _said(result: CallResult) -> str:
    """What Prolog says to a goal that gives no rows."""
    if result.stopped:
        return f"it was still searching at its limit ({result.stopped})"
    answers = result.solutions or ()
    return f"Prolog says {'true' if answers else 'false'}{without_board(answers)}"


def without_board(answers: Sequence[Any]) -> str:
    """Why answers are none, as the end of a sentence; empty if none came."""
    return ", as Qs has no value" if FREE in answers else ", as Qs is empty" if [] in answers else ""


def printed_solution(result: CallResult) -> str:
    """The first solution that a goal prints as a list; empty if it prints none, gives an answer or ends in an error."""
    n = int(result.args[0])
    if has_answer(result) or result.raised is not None or n < _TELLING:  # a list of one may be anything
        return ""
    solutions = {*solutions_of(n, 0), *solutions_of(n, 1)}
    for match in _LIST.finditer(result.stdout[:_READ].decode(errors="replace")):
        if tuple(map(int, _NUMBER.findall(match[1]))) in solutions:
            return match[0]
    return ""


def _example(n: int) -> bytes:
    return as_prolog(next(nqueens.solutions(n))).encode()


def printed_instead(at: int, result: CallResult, *, is_asked: bool = True) -> Finding:
    """That an answer is printed instead of given, and whether the goal that is judged has one to give."""
    n, rows = int(result.args[0]), printed_solution(result)
    then = _said(result).removeprefix("it " if result.stopped else "Prolog ")
    then = then if result.stopped else f"then {then}"
    text = f"queens({n}, Qs) prints {rows} and {then}: give the list back in Qs, do not print it"
    params: dict[str, Parameter] = {HINT: "printed-answer", PRINTED_ANSWER: True}
    params |= {"never": "answered"} if n == _TELLING else {}
    return _silent(n, text, at, _example(n) if is_asked else None, **params)


def raised_by(n: int, result: CallResult) -> Finding:
    """The error that ended the search, as the harness itself tells it: it is one cause in all clauses."""
    call = {"call": f"queens({n}, Qs)", "exception": result.raised or ""}
    message = result.message.partition("\n")[0]
    reason = explain_exception(f"{result.raised}: {result.message}")
    explained = {"reason": reason.reason, **reason.params} if reason.reason else {}
    return Finding.of("call-raised", Place(part="call"), **call, text=message, **explained)
