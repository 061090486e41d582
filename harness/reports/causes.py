"""Group the failures of a grade by what went wrong, so that a cause is explained once."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

from msgspec import Struct

from harness.judge.streams import USAGE_ALONE
from harness.model.finding import COURSE, Finding, Parameter
from harness.model.grade import CaseGrade, Grade
from harness.model.lazy_regex import lazy_regex
from harness.model.verdict import Verdict

_BROKEN_OFF = (Verdict.CE, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts on work that did not get as far as an answer: whatever else is wrong, this comes first."""
_AT_A_LIMIT = (Verdict.TLE, Verdict.MLE, Verdict.OLE)
_UNJUDGED = (Verdict.AC, Verdict.SK, Verdict.NS)
_MOST_MISSING = 2
"""With more missing functions than this, that so many are missing is the cause."""
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
_ANSWER = 3
"""How many parts the key of a wrong answer has: clause, verdict, what it is about."""
_TELLING = 6
"""Characters of a line from which on the same wrong line is no chance: any program may print yes in place of no."""
_MISSING_HERE = ("library-missing-here", "predicate-missing-here")
"""Kinds of findings on what only this machine lacks."""
_OF_NONE = ("none", "none-operand")
"""Reasons of an exception that is about a None."""
_NONE = lazy_regex(rb"\bNone\b")
_UNSEEN = "nothing-to-judge"
_MISSING_FILE = "required-file-missing"
_NO_START = "no-main-program"
NO_ANSWER = "no-answer"
"""Kind of a course's finding on a call that gives no answer at all."""
_USAGE = "usage-instead"
_CALLED = lazy_regex(r"[(,]")
_EXCEPTION = lazy_regex(r"(?:[A-Za-z_]\w*(?:\.|::))*(?P<name>[A-Za-z_]\w*)(?::(?!:)|$)")


class Cause(Struct, frozen=True):
    """A fault, and all that is lost by it."""

    cases: tuple[CaseGrade, ...]
    """The cases that fail by it, the one to show first."""
    followers: tuple[CaseGrade, ...] = ()
    """Cases that could not be judged because of it, without a story of their own."""

    @property
    def case(self) -> CaseGrade:
        """The case that shows it best."""
        return self.cases[0]

    @property
    def finding(self) -> Finding:
        """The finding that shows it best: how a run was cut short says more than what is missing by it."""
        end = ending(self.case)
        return end if end is not None else self.case.findings[0]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it violates, first that of the case shown."""
        return tuple(dict.fromkeys(case.clause for case in (*self.cases, *self.followers) if case.clause))

    @property
    def lost(self) -> float:
        """The points that it costs."""
        return sum(case.max_score - case.score for case in (*self.cases, *self.followers))

    @property
    def blocks(self) -> bool:
        """Whether it keeps runs from getting as far as an answer, in several clauses."""
        broken_off = self.case.verdict in _BROKEN_OFF or ending(self.case) is not None
        broken_off = broken_off or self.finding.kind == _MISSING_FILE
        no_answer = prints_nothing(self.finding) or self.finding.kind in (_USAGE, NO_ANSWER)
        no_answer = no_answer or broke_while_loading(self.finding)
        return len(self.clauses) > 1 and (broken_off or no_answer)


def causes(grade: Grade) -> list[Cause]:
    """The causes of a grade's failures: first what keeps runs from an answer, then by the points that they cost.

    A failure that follows from another clause's and costs nothing is none: ``consequences`` names those.
    """
    failed = [case for case in grade.cases if case.verdict not in _UNJUDGED and not _costs_nothing(case)]
    explained = [case for case in failed if case.findings and case.findings[0].kind != _UNSEEN]
    refuses = any(_fault(case) == _USAGE for case in explained)
    groups: dict[Hashable, list[CaseGrade]] = {}
    for case in explained:
        groups.setdefault(_USAGE if refuses and _prints_usage_alone(case) else _fault(case), []).append(case)
    merged = [Cause(tuple(sorted(cases, key=_clarity))) for cases in _merge(groups)]
    ordered = sorted(merged, key=lambda cause: (not cause.blocks, -round(cause.lost, 6)))
    unexplained = [case for case in failed if case not in explained]
    return _with_followers(ordered, unexplained)


def consequences(grade: Grade) -> tuple[str, ...]:
    """The clauses with failures that follow from other faults and cost nothing."""
    return tuple(
        dict.fromkeys(case.clause for case in grade.cases if case.verdict not in _UNJUDGED and _costs_nothing(case))
    )


def _prints_usage_alone(case: CaseGrade) -> bool:
    """Whether nothing was printed but how the program is used, and the case did not want to see that."""
    finding = case.findings[0]
    wanted = (finding.expected or b"").lstrip().lower().startswith(b"usage")
    return bool(finding.params.get(USAGE_ALONE)) and not wanted


def _costs_nothing(case: CaseGrade) -> bool:
    return case.score >= case.max_score > 0


def _fault(case: CaseGrade) -> Hashable:
    """What went wrong, as a key: two cases with the same key have one cause."""
    finding = case.findings[0]
    if case.verdict is Verdict.CE:
        return "build"
    end = ending(case)
    if end is None and (case.verdict in _AT_A_LIMIT or case.verdict is Verdict.RTE):
        end = finding
    if end is not None:
        return "ended", _end_of(end), end.where.path, _part_of(end)
    return _wrong_answer(case, finding)


def _part_of(end: Finding) -> str | int | None:
    """The line of an error; the function alone of what was ended: any line of its loop may have been the last.

    Neither where calls are nested too deep: any function that they come to may have been the last.
    """
    if end.params.get("reason") == "recursion":
        return None
    limited = end.kind in _LIMITS or "limit" in end.params
    return end.where.function if limited and end.where.function else end.where.line


def class_fault(cause: Cause) -> Hashable:
    """What went wrong, as a key that is the same for different students: without their own lines and values."""
    case, finding = cause.case, cause.finding
    if case.verdict is Verdict.CE:
        return "build", finding.kind
    end = ending(case)
    if end is not None or case.verdict in _AT_A_LIMIT or case.verdict is Verdict.RTE:
        return "ended", _end_of(end or finding)
    if finding.near_misses:
        return "near misses", finding.near_misses, case.clause
    if prints_nothing(finding):
        return "output-empty"
    name = str(finding.params.get("function", ""))
    return finding.kind, name, case.verdict, case.clause or case.name


def _wrong_answer(case: CaseGrade, finding: Finding) -> Hashable:
    """What makes an answer wrong, as a key."""
    if finding.near_misses:
        return "near misses", finding.near_misses
    if finding.kind in (_USAGE, NO_ANSWER, *_MISSING_HERE):
        return finding.kind
    if broke_while_loading(finding):
        return finding.kind
    if prints_nothing(finding):
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
    return _called(finding)


def _called(finding: Finding) -> str:
    """The function that a finding on a call is about; empty for others."""
    return _CALLED.split(str(finding.params.get("call", "")), maxsplit=1)[0].rpartition(".")[2]


def ending(case: CaseGrade) -> Finding | None:
    """The finding that says how a run was cut short; None where it came to its own end."""
    return next((finding for finding in case.findings if finding.kind in _ENDINGS), None)


def prints_nothing(finding: Finding) -> bool:
    """Whether something was expected and nothing came."""
    return finding.kind == "output-empty" or (finding.actual == b"" and bool(finding.expected))


def broke_while_loading(finding: Finding) -> bool:
    """Whether what was said when the files were loaded is an error, and not a warning that may mean nothing."""
    return finding.kind == "said-while-loading" and "error" in str(finding.params.get("text", "")).lower()


def _end_of(finding: Finding) -> str:
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


def _merge(groups: dict[Hashable, list[CaseGrade]]) -> Iterable[list[CaseGrade]]:
    """Put together what several groups show of one cause."""
    merged: dict[Hashable, list[CaseGrade]] = {}
    known_lines: dict[Hashable, Hashable] = {}
    targets = _targets(groups)
    for key, cases in groups.items():
        target = targets.get(key, key)
        line = _different_line(cases[0].findings[0])
        if line is not None and target is key and cases[0].verdict is Verdict.WA:
            finding = cases[0].findings[0]
            subject = "" if finding.kind == "call-printed" else _called(finding)
            target = known_lines.setdefault((line, subject), key)  # the same wrong line, whatever the clause
        merged.setdefault(target, []).extend(cases)
    return merged.values()


def _targets(groups: Mapping[Hashable, Sequence[CaseGrade]]) -> dict[Hashable, Hashable]:
    """Where a group belongs to another: the same exception without its line, a run whose end is not known, ..."""
    missing = [key for key in groups if isinstance(key, tuple) and key[0] == "function-missing"]
    targets: dict[Hashable, Hashable] = dict.fromkeys(missing, missing[0]) if len(missing) > _MOST_MISSING else {}
    ends = [key for key in groups if isinstance(key, tuple) and key[0] == "ended"]
    located = {key[1]: key for key in ends if key[2]}
    known = [key for key in ends if key[1]]
    largest = max(known, key=lambda key: len(groups[key]), default=None)
    for key in ends:
        if not key[2] and key[1] in located:
            targets[key] = located[key[1]]
        elif not key[1] and largest is not None:
            targets[key] = targets.get(largest, largest)
    return (
        targets
        | _about_nothing_known(groups)
        | _missing_files(groups)
        | _not_startable(groups)
        | _printed_none(groups, targets)
    )


def _printed_none(
    groups: Mapping[Hashable, Sequence[CaseGrade]], targets: Mapping[Hashable, Hashable]
) -> dict[Hashable, Hashable]:
    """Outputs with None in place of a value belong to the crash that the same None leads to elsewhere."""
    crashes = [
        key
        for key, cases in groups.items()
        if (end := ending(cases[0])) is not None and end.params.get("reason") in _OF_NONE
    ]
    if not crashes:
        return {}
    largest = max(crashes, key=lambda key: len(groups[key]))
    functions = {
        name for key in crashes for case in groups[key] for end in (ending(case),) if end for name in _functions_of(end)
    }
    return {
        key: targets.get(largest, largest)
        for key, cases in groups.items()
        if cases[0].verdict is Verdict.WA and all(_shows_none(case.findings[0], functions) for case in cases)
    }


def _functions_of(end: Finding) -> tuple[str, ...]:
    """The functions in which a run ended: the one called, and the innermost."""
    return tuple(name for name in (_called(end), end.where.function) if name)


def _shows_none(finding: Finding, functions: Collection[str]) -> bool:
    """Whether None was printed in place of a value, or came back from one of these functions."""
    if finding.params.get("returned") == "None":
        return _called(finding) in functions
    expected, actual = (_NONE.search(text or b"") for text in (finding.expected, finding.actual))
    return actual is not None and expected is None


def _about_nothing_known(groups: Mapping[Hashable, Sequence[CaseGrade]]) -> dict[Hashable, Hashable]:
    """Wrong answers of a clause that do not say what they are about belong to the most frequent that do."""
    answers = [key for key in groups if isinstance(key, tuple) and len(key) == _ANSWER and isinstance(key[1], Verdict)]
    targets: dict[Hashable, Hashable] = {}
    for key in answers:
        beside = [other for other in answers if other[:2] == key[:2] and other[2]]
        if not key[2] and beside:
            targets[key] = max(beside, key=lambda other: len(groups[other]))
    return targets


def _missing_files(groups: Mapping[Hashable, Sequence[CaseGrade]]) -> dict[Hashable, Hashable]:
    """A build that fails because of a file that is missing anyway: its output names the file."""
    for key, cases in groups.items():
        file = str(cases[0].findings[0].params.get("file", ""))
        if cases[0].findings[0].kind == _MISSING_FILE and file:
            output = b"".join(case.findings[0].actual or b"" for case in groups.get("build", ()))
            if file.encode(errors="surrogateescape") in output:
                return {"build": key}
    return {}


def _not_startable(groups: Mapping[Hashable, Sequence[CaseGrade]]) -> dict[Hashable, Hashable]:
    """Programs without a start belong to the build whose result a check could not start: its output says why."""
    if not any(case.findings[0].kind == COURSE and case.findings[0].actual for case in groups.get("build", ())):
        return {}
    return {key: "build" for key, cases in groups.items() if cases[0].findings[0].kind == _NO_START}


def _different_line(finding: Finding) -> tuple[bytes, bytes] | None:
    """The first line in which expected and actual part; None where there are not both, or it tells too little."""
    if not finding.expected or not finding.actual:
        return None
    pairs = zip(finding.expected.split(b"\n"), finding.actual.split(b"\n"), strict=False)
    line = next(((expected, actual) for expected, actual in pairs if expected != actual), None)
    return line if line is not None and max(map(len, line)) >= _TELLING else None


def _clarity(case: CaseGrade) -> tuple[bool, bool, int, bool, bool, int]:
    """Sorts what says the cause itself first, then what shows the line, can be tried by hand, leaves least to read."""
    end = ending(case)
    finding = end if end is not None else case.findings[0]
    texts = (text for text in (finding.expected, finding.actual) if text)
    known = 2 * bool(finding.where.source) + bool(finding.where.path)
    says = finding.kind in (_MISSING_FILE, _USAGE, "output-empty", "function-missing")
    return not says, finding.kind == _NO_START, -known, not case.max_score, not case.reproduce, sum(map(len, texts))


def _with_followers(ordered: Sequence[Cause], cases: Iterable[CaseGrade]) -> list[Cause]:
    """The causes with the cases that have no story of their own, each at the cause that keeps it from being judged."""
    followers: dict[int, list[CaseGrade]] = {}
    for case in cases:
        names = case.findings[0].params.get("cases", []) if case.findings else []
        seen = names if isinstance(names, list) else []
        showing = (number for number, cause in enumerate(ordered) if any(other.name in seen for other in cause.cases))
        followers.setdefault(next(showing, 0), []).append(case)
    if followers and not ordered:
        explained = [case for case in followers[0] if case.findings]
        return [Cause(tuple(explained))] if explained else []
    return [Cause(cause.cases, tuple(followers.get(number, ()))) for number, cause in enumerate(ordered)]
