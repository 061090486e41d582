"""What went wrong in a case, as a key: failures with the same key have one cause."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Hashable

from harness.grading.verdicts.streams import SILENT, USAGE_ALONE
from harness.model.finding import COURSE, NO_ANSWER, Finding, Parameter
from harness.model.grade import CaseGrade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict

BROKEN_OFF = (Verdict.CE, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts on work that did not get as far as an answer: whatever else is wrong, this comes first."""
AT_A_LIMIT = (Verdict.TLE, Verdict.MLE, Verdict.OLE)
_LIMITS = {
    "timed-out": "cpu",
    "not-done-in-time": "cpu",
    "too-much-memory": "memory",
    "too-much-output": "output",
    "too-many-processes": "processes",
}
_ENDINGS = (
    *_LIMITS,
    "waits-for-input",
    "waits",
    "uncaught-exception",
    "killed-by-signal",
    "killed-by-unknown-signal",
    "traced-run-ended",
    "traced-run-failed",
    "call-raised",
    "call-ended-program",
)
"""Kinds of findings on a run that was cut short."""
_MISSING_HERE = ("library-missing-here", "predicate-missing-here")
"""Kinds of findings on what only this machine lacks."""
MISSING_FILE = "required-file-missing"
USAGE = "usage-instead"
NO_START = "no-main-program"
_CALLED = lazy_regex(r"[(,]")
_EXCEPTION = lazy_regex(r"(?:[A-Za-z_]\w*(?:\.|::))*(?P<name>[A-Za-z_]\w*)(?::(?!:)|$)")


def is_build_failure(case: CaseGrade) -> bool:
    """Whether it was not built, or not in the way that its clause asks for."""
    return case.verdict is Verdict.CE or case.name == "build"


def prints_usage_alone(case: CaseGrade) -> bool:
    """Whether nothing was printed but how the program is used, and the case did not want to see that."""
    finding = case.findings[0]
    wanted = (finding.expected or b"").lstrip().lower().startswith(b"usage")
    return bool(finding.params.get(USAGE_ALONE)) and not wanted


def fault_of(case: CaseGrade) -> Hashable:
    """What went wrong, as a key: two cases with the same key have one cause."""
    finding = case.findings[0]
    if is_build_failure(case):
        return "build"
    end = ending(case)
    if end is None and (case.verdict in AT_A_LIMIT or case.verdict is Verdict.RTE):
        end = finding
    if end is not None:
        return "ended", end_of(end), end.where.path, _part_of(end)
    return _wrong_answer(case, finding)


def _part_of(end: Finding) -> str | int | None:
    """The line of an error; the function alone of what was ended: any line of its loop may have been the last.

    Neither where calls are nested too deep: any function that they come to may have been the last.
    """
    if end.params.get("reason") == "recursion":
        return None
    limited = end.kind in _LIMITS or "limit" in end.params
    return end.where.function if limited and end.where.function else end.where.line


def _wrong_answer(case: CaseGrade, finding: Finding) -> Hashable:
    """What makes an answer wrong, as a key."""
    if finding.near_misses:
        return "near misses", finding.near_misses
    if finding.kind in (USAGE, NO_ANSWER, *_MISSING_HERE):
        return finding.kind
    if broke_while_loading(finding):
        return finding.kind
    if any(map(prints_nothing, case.findings)):  # whatever else is wrong follows from that
        return "output-empty"
    if finding.kind in ("function-missing", "function-not-found", "not-callable"):
        names = (finding.params.get(key) for key in ("function", "name", "text"))  # the text has the arguments, too
        return finding.kind.replace("not-found", "missing"), str(next(filter(None, names), ""))
    return case.clause or case.name, case.verdict, _subject(finding)


def _subject(finding: Finding) -> Hashable:
    """What a wrong answer is about: two faults of one clause are two causes where it differs.

    That is the function called, or the rule that a source breaks; empty where it is not known. Outputs of a clause that
    are wrong in different ways may well have one fault: they stay together, and each way is told.
    """
    if finding.where.part == "source":
        return finding.kind, str(finding.params.get("function", ""))
    return called_function(finding)


def called_function(finding: Finding) -> str:
    """The function that a finding on a call is about; empty for others."""
    return _CALLED.split(str(finding.params.get("call", "")), maxsplit=1)[0].rpartition(".")[2]


_NOT_OF_VALUES = ("function-missing", "function-not-found", "not-callable", "not-called", "call-printed")
"""Kinds of findings on calls that say nothing of what the function computes."""


def wrong_function(finding: Finding) -> str:
    """The function that computes something wrong, or does not come to its end; empty where a finding is about none."""
    is_of_values = not finding.near_misses and finding.kind not in _NOT_OF_VALUES
    is_of_values = is_of_values and not finding.where.part.startswith("stdout")
    return called_function(finding) if is_of_values else ""


def is_watched(finding: Finding) -> bool:
    """Whether a course says what the functions of a program did while their calls were watched."""
    return finding.kind == COURSE and finding.where.part == "calls" and not called_function(finding)


def is_wrong_output(case: CaseGrade) -> bool:
    """Whether the program printed what is wrong in more than its form, and no usage was asked for."""
    finding = case.findings[0]
    asks_usage = (finding.expected or b"").lstrip().lower().startswith(b"usage")
    return (
        case.verdict is Verdict.WA and finding.where.stream == "stdout" and not finding.near_misses and not asks_usage
    )


def ending(case: CaseGrade) -> Finding | None:
    """The finding that says how a run was cut short; None where it came to its own end."""
    return next((finding for finding in case.findings if finding.kind in _ENDINGS), None)


def is_of_silent_run(case: CaseGrade) -> bool:
    """Whether a failure says no more than that a run did not come to an answer: nothing printed, nothing called."""
    finding = case.findings[0]
    traced = finding.where.part == "calls" and not called_function(finding)
    return case.verdict is Verdict.WA and (traced or any(map(prints_nothing, case.findings)))


def prints_nothing(finding: Finding) -> bool:
    """Whether something was expected and nothing came."""
    silent = finding.kind == "output-empty" or bool(finding.params.get(SILENT))
    return silent or (finding.actual == b"" and bool(finding.expected))


def broke_while_loading(finding: Finding) -> bool:
    """Whether what was said when the files were loaded is an error, and not a warning that may mean nothing."""
    return finding.kind == "said-while-loading" and "error" in str(finding.params.get("text", "")).lower()


def end_of(finding: Finding) -> str:
    """The limit, the signal, the type of an exception, or the kind of the finding where there is none of these."""
    limit = _LIMITS.get(finding.kind)
    if limit is not None:
        return limit
    if finding.kind in ("call-ended-program", "traced-run-ended") and finding.params.get("limit"):
        return str(finding.params["limit"]).replace("wall", "cpu")
    if finding.kind in ("traced-run-ended", "traced-run-failed"):
        return ""
    if "signal" in finding.params:
        return _signal_name(finding.params["signal"])
    error = str(finding.params.get("exception") or finding.params.get("error") or "")
    error = error.removeprefix('Exception in thread "main" ')
    match = _EXCEPTION.match(error)
    return match["name"] if match else finding.kind


def _signal_name(number_or_name: Parameter) -> str:
    """The name of a signal, as a run is told by its name and a call by its number."""
    if isinstance(number_or_name, int):
        with contextlib.suppress(ValueError):
            return signal.Signals(number_or_name).name
    return str(number_or_name)
