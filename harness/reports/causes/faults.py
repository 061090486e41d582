"""What went wrong in a case, as a record: failures with the same fault have one cause."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Hashable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.verdicts.streams import SILENT, USAGE_ALONE
from harness.judge.finding_kinds import (
    CALL_ENDED_PROGRAM,
    CALL_RAISED,
    FUNCTION_MISSING,
    FUNCTION_NOT_FOUND,
    KILLED_BY_SIGNAL,
    KILLED_BY_UNKNOWN_SIGNAL,
    LIBRARY_MISSING_HERE,
    NOT_CALLABLE,
    NOT_CALLED,
    NOT_DONE_IN_TIME,
    OUTPUT_EMPTY,
    PREDICATE_MISSING_HERE,
    SAID_WHILE_LOADING,
    SMALLER_INPUT,
    TIMED_OUT,
    TOO_MANY_PROCESSES,
    TOO_MUCH_MEMORY,
    TOO_MUCH_OUTPUT,
    TRACED_RUN_ENDED,
    TRACED_RUN_FAILED,
    UNCAUGHT_EXCEPTION,
    USAGE_INSTEAD,
    WAITS,
    WAITS_FOR_INPUT,
)
from harness.model.finding import NO_ANSWER, Finding, Parameter, called_function
from harness.model.grade import CaseGrade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict

BROKEN_OFF = (Verdict.CE, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts on work that did not get as far as an answer: whatever else is wrong, this comes first."""
AT_A_LIMIT = (Verdict.TLE, Verdict.MLE, Verdict.OLE)
_LIMITS = {
    TIMED_OUT: "cpu",
    NOT_DONE_IN_TIME: "cpu",
    TOO_MUCH_MEMORY: "memory",
    TOO_MUCH_OUTPUT: "output",
    TOO_MANY_PROCESSES: "processes",
}
_ENDINGS = (
    *_LIMITS,
    WAITS_FOR_INPUT,
    WAITS,
    UNCAUGHT_EXCEPTION,
    KILLED_BY_SIGNAL,
    KILLED_BY_UNKNOWN_SIGNAL,
    TRACED_RUN_ENDED,
    TRACED_RUN_FAILED,
    CALL_RAISED,
    CALL_ENDED_PROGRAM,
)
"""Kinds of findings on a run that was cut short."""
_MISSING_HERE = (LIBRARY_MISSING_HERE, PREDICATE_MISSING_HERE)
"""Kinds of findings on what only this machine lacks."""
_EXCEPTION = lazy_regex(r"(?:[A-Za-z_]\w*(?:\.|::))*(?P<name>[A-Za-z_]\w*)(?::(?!:)|$)")


class Plain(Struct, frozen=True):
    """A fault that is the same wherever it shows."""

    kind: str
    """The kind of its finding, or what it keeps from happening."""


BUILD = Plain("build")
USAGE = Plain(USAGE_INSTEAD)
SILENT_RUN = Plain(OUTPUT_EMPTY)


class Ended(Struct, frozen=True):
    """A run was cut short."""

    how: str
    """The limit, signal or exception; empty if it is not known."""
    path: str
    part: str | int | None
    """The line or the function; None if it may be any."""


class WrongForm(Struct, frozen=True):
    """An output is right except for its form."""

    near_misses: tuple[str, ...]


class NotThere(Struct, frozen=True):
    """A function that is not there, or that cannot be called."""

    kind: str
    function: str


class WrongAnswer(Struct, frozen=True):
    """Something came, and it is wrong."""

    clause: str
    verdict: Verdict
    subject: Hashable
    """The function or the rule that it is about; empty if that is not known."""


Fault = Plain | Ended | WrongForm | NotThere | WrongAnswer


def is_build_failure(case: CaseGrade) -> bool:
    """Whether it was not built, or not in the way that its clause asks for."""
    return case.verdict is Verdict.CE or case.name == "build"


def prints_usage_alone(case: CaseGrade) -> bool:
    """Whether nothing was printed but how the program is used, and the case did not want to see that."""
    finding = case.findings[0]
    wanted = (finding.expected or b"").lstrip().lower().startswith(b"usage")
    return bool(finding.params.get(USAGE_ALONE)) and not wanted


def fault_of(case: CaseGrade) -> Fault:
    """What went wrong: two cases with the same fault have one cause."""
    finding = case.findings[0]
    if case.verdict is Verdict.JE:
        return Plain(f"judge error: {finding.message}")
    if is_build_failure(case):
        return BUILD
    end = ending(case)
    if end is None and broke_while_loading(finding):
        return Plain(finding.kind)
    if end is None and (case.verdict in AT_A_LIMIT or case.verdict is Verdict.RTE):
        end = finding
    if end is not None:
        return Ended(end_of(end), end.where.path, _part_of(end))
    return _wrong_answer(case, finding)


def _part_of(end: Finding) -> str | int | None:
    """The line of an error; the function alone of what was ended: any line of its loop may have been the last.

    Where calls are nested too deep it is the functions that call themselves: any that they come to may be the last.
    """
    if end.params.get("reason") == "recursion":
        return ", ".join(map(str, names)) if isinstance(names := end.params.get("functions"), list) else None
    limited = end.kind in _LIMITS or "limit" in end.params
    return end.where.function if limited and end.where.function else end.where.line


def _wrong_answer(case: CaseGrade, finding: Finding) -> Fault:
    """What makes an answer wrong."""
    if finding.near_misses:
        return WrongForm(finding.near_misses)
    if finding.kind in (USAGE_INSTEAD, NO_ANSWER, *_MISSING_HERE):
        return Plain(finding.kind)
    if any(map(prints_nothing, case.findings)):  # whatever else is wrong follows from that
        return SILENT_RUN
    if finding.kind in (FUNCTION_MISSING, FUNCTION_NOT_FOUND, NOT_CALLABLE):
        names = (finding.params.get(key) for key in ("function", "name", "text"))  # the text has the arguments, too
        kind = FUNCTION_MISSING if finding.kind == FUNCTION_NOT_FOUND else finding.kind
        return NotThere(kind, str(next(filter(None, names), "")))
    return WrongAnswer(case.clause or case.name, case.verdict, _subject(finding))


def _subject(finding: Finding) -> Hashable:
    """What a wrong answer is about: two faults of one clause are two causes where it differs.

    That is the function called, or the rule that a source breaks; empty if it is not known. Outputs of a clause that
    are wrong in different ways may well have one fault: they stay together, and each way is shown.
    """
    if finding.where.part == "source":
        return finding.kind, str(finding.params.get("function", ""))
    return called_function(finding)


_NOT_OF_VALUES = (FUNCTION_MISSING, FUNCTION_NOT_FOUND, NOT_CALLABLE, NOT_CALLED)
"""Kinds of findings on calls that say nothing of what the function does."""


def wrong_function(finding: Finding) -> str:
    """The function that does something wrong, or does not come to its end; empty if a finding is about none."""
    is_of_values = not finding.near_misses and finding.kind not in _NOT_OF_VALUES
    return called_function(finding) if is_of_values else ""


def is_watched(finding: Finding) -> bool:
    """Whether a course says what the functions of a program did while their calls were watched."""
    is_of_calls = finding.where.part == "calls" and not called_function(finding)
    return bool(finding.message) and is_of_calls and not finding.params.get("outcome")


_OF_LINES = {"off-by-one", "line-order", "repeated-line", "prefix", "last-line"}
"""Near misses in what is printed, and not in its form."""


def may_follow(case: CaseGrade, wrong: Iterable[Finding]) -> bool:
    """Whether an output may be wrong because these findings on functions are; lines too many, because one prints."""
    prints = any("stdout" in (finding.where.stream, *finding.where.part.split()[:1]) for finding in wrong)
    lines = _OF_LINES | {"extra-lines"} if prints else _OF_LINES
    finding = case.findings[0]
    is_of_lines = finding.near_misses and lines.issuperset(finding.near_misses)
    shown = replace(case, findings=(replace(finding, near_misses=()),)) if is_of_lines else case
    return is_wrong_output(shown)


def is_wrong_output(case: CaseGrade) -> bool:
    """Whether the program printed what is wrong in more than its form, and no usage was asked for.

    A course may say the same of what a search came to, or that an output does not come of it, by ``outcome``.
    """
    finding = case.findings[0]
    if "outcome" in finding.params:
        return bool(finding.params["outcome"]) and case.verdict is Verdict.WA
    asks_usage = (finding.expected or b"").lstrip().lower().startswith(b"usage")
    return (
        case.verdict is Verdict.WA and finding.where.stream == "stdout" and not finding.near_misses and not asks_usage
    )


def is_late(case: CaseGrade) -> bool:
    """Whether a run of the program was ended at a limit, and no call of a function."""
    return case.verdict in AT_A_LIMIT and not called_function(case.findings[0])


def ending(case: CaseGrade) -> Finding | None:
    """The finding that says how a run was cut short; None if it came to its own end, or followed from a broken file."""
    if case.findings and broke_while_loading(case.findings[0]):
        return None
    return next((finding for finding in case.findings if finding.kind in _ENDINGS), None)


def is_of_silent_run(case: CaseGrade) -> bool:
    """Whether a failure says no more than that a run did not come to an answer: nothing printed, nothing called."""
    finding = case.findings[0]
    traced = finding.where.part == "calls" and not called_function(finding)
    return case.verdict is Verdict.WA and (traced or any(map(prints_nothing, case.findings)))


def prints_nothing(finding: Finding) -> bool:
    """Whether something was expected and nothing came."""
    silent = finding.kind == OUTPUT_EMPTY or bool(finding.params.get(SILENT))
    return silent or (finding.kind != SMALLER_INPUT and finding.actual == b"" and bool(finding.expected))


def broke_while_loading(finding: Finding) -> bool:
    """Whether what was said when the files were loaded is an error, and not a warning that may mean nothing."""
    return finding.kind == SAID_WHILE_LOADING and "error" in str(finding.params.get("text", "")).lower()


def end_of(finding: Finding) -> str:
    """The limit, the signal, the type of an exception, or the kind of the finding if there is none of these."""
    limit = _LIMITS.get(finding.kind)
    if limit is not None:
        return limit
    if finding.kind in (CALL_ENDED_PROGRAM, TRACED_RUN_ENDED) and finding.params.get("limit"):
        return str(finding.params["limit"]).replace("wall", "cpu")
    if finding.kind in (TRACED_RUN_ENDED, TRACED_RUN_FAILED):
        return ""
    if "signal" in finding.params:
        return _signal_name(finding.params["signal"])
    error = str(finding.params.get("exception") or finding.params.get("error") or "")
    error = error.removeprefix('Exception in thread "main" ')
    match = _EXCEPTION.match(error)
    return match["name"] if match else finding.kind


def _signal_name(number_or_name: Parameter) -> str:
    """The name of a signal, as a run has it by its name and a call by its number."""
    if isinstance(number_or_name, int):
        with contextlib.suppress(ValueError):
            return signal.Signals(number_or_name).name
    return str(number_or_name)
