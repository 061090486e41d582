"""Groups of failed cases that have one cause although their faults differ."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence

from harness.judge.finding_kinds import (
    CALL_MISSING,
    CALL_PRINTED,
    FUNCTION_MISSING,
    NO_MAIN_PROGRAM,
    REQUIRED_FILE_MISSING,
    lacks_main,
)
from harness.model.finding import COURSE, READ_FAILED, Finding, called_function
from harness.model.grade import CaseGrade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.causes.faults import (
    BUILD,
    SILENT_RUN,
    Ended,
    Fault,
    NotThere,
    WrongAnswer,
    ending,
)

_MOST_MISSING = 2
"""With more missing functions than this, that so many are missing is the cause."""
_TELLING = 6
"""Characters of a line from which on the same wrong line is no chance: any program may print yes instead of no."""
_OF_NONE = ("none", "none-operand")
"""Reasons of an exception that is about a None."""
_NONE = lazy_regex(rb"\bNone\b")


Groups = Mapping[Fault, Sequence[CaseGrade]]


def merge_groups(groups: dict[Fault, list[CaseGrade]]) -> Iterable[list[CaseGrade]]:
    """Put together what several groups show of one cause."""
    merged: dict[Fault, list[CaseGrade]] = {}
    known_evidence: dict[Hashable, Fault] = {}
    targets = _targets(groups)
    for key, cases in groups.items():
        target = targets.get(key, key)
        if target is key and cases[0].verdict is Verdict.WA:
            evidence = [*_evidence(cases[0].findings[0])]  # the same, whatever the clause
            target = next((known_evidence[same] for same in evidence if same in known_evidence), key)
            known_evidence |= dict.fromkeys(evidence, target)
        merged.setdefault(target, []).extend(cases)
    return merged.values()


def _targets(groups: Groups) -> dict[Fault, Fault]:
    """Where a group belongs to another: the same exception without its line, a run whose end is not known, ..."""
    missing = [key for key in groups if isinstance(key, NotThere) and key.kind == FUNCTION_MISSING]
    targets: dict[Fault, Fault] = dict.fromkeys(missing, missing[0]) if len(missing) > _MOST_MISSING else {}
    ends = [key for key in groups if isinstance(key, Ended)]
    known = [key for key in ends if key.how]
    largest = max(known, key=lambda key: len(groups[key]), default=None)
    for key in ends:
        others = _located_ends(key, ends)
        if len(others) == 1 or (others and not key.how.startswith("SIG")):  # one signal may have several causes
            targets[key] = others[-1]
        elif not key.how and largest is not None:
            targets[key] = targets.get(largest, largest)
    return (
        targets
        | _about_nothing_known(groups)
        | _missing_calls(groups)
        | _missing_files(groups)
        | _not_startable(groups)
        | _printed_none(groups, targets)
        | _silent_here(groups)
        | _failed_reads(groups)
    )


def _located_ends(key: Ended, ends: Sequence[Ended]) -> Sequence[Ended]:
    """The ends of the same kind of which more is known: the file, or the part of the same file."""
    if not key.path:
        return [other for other in ends if other.path and other.how == key.how]
    if key.part is not None:
        return []
    return [other for other in ends if other.part is not None and (other.how, other.path) == (key.how, key.path)]


def _failed_reads(groups: Groups) -> dict[Fault, Fault]:
    """Runs that do not end, or crash, where a read failed unnoticed belong to the outputs that show it."""
    marked = [key for key, cases in groups.items() if all(case.findings[0].params.get(READ_FAILED) for case in cases)]
    outputs = [key for key, cases in groups.items() if any(map(shows_failed_read, cases))]
    return {key: outputs[0] for key in marked if isinstance(key, Ended)} if outputs else {}


def shows_failed_read(case: CaseGrade) -> bool:
    """Whether an output shows that a read failed, and was not noticed."""
    return case.verdict is Verdict.WA and bool(case.findings[0].params.get(READ_FAILED))


def _silent_here(groups: Groups) -> dict[Fault, Fault]:
    """Runs that print nothing, where the same clause is violated by what others print, have that cause."""
    silent = groups.get(SILENT_RUN, ())
    clauses = {case.clause for case in silent}
    for key, cases in groups.items():
        prints = cases[0].verdict is Verdict.WA and cases[0].findings[0].where.stream and cases[0].findings[0].actual
        if key != SILENT_RUN and prints and clauses == {case.clause for case in cases} and len(clauses) == 1:
            return {SILENT_RUN: key}
    return {}


def _printed_none(groups: Groups, targets: Mapping[Fault, Fault]) -> dict[Fault, Fault]:
    """Outputs with None instead of a value belong to the crash that the same None leads to elsewhere."""
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
    return tuple(name for name in (called_function(end), end.where.function) if name)


def _shows_none(finding: Finding, functions: Collection[str]) -> bool:
    """Whether None was printed instead of a value, or came back from one of these functions."""
    if finding.params.get("returned") == "None":
        return called_function(finding) in functions
    expected, actual = (_NONE.search(text or b"") for text in (finding.expected, finding.actual))
    return actual is not None and expected is None


def _about_nothing_known(groups: Groups) -> dict[Fault, Fault]:
    """Wrong answers of a clause that do not say what they are about belong to the most frequent that do."""
    answers = [key for key in groups if isinstance(key, WrongAnswer)]
    targets: dict[Fault, Fault] = {}
    for key in answers:
        beside = [
            other for other in answers if other.subject and (other.clause, other.verdict) == (key.clause, key.verdict)
        ]
        if not key.subject and beside:
            targets[key] = max(beside, key=lambda other: len(groups[other]))
    return targets


def _missing_calls(groups: Groups) -> dict[Fault, Fault]:
    """What a course says comes of a call that a function does not make, where the sources say so, too.

    The course names the kind and the function as the cause.
    """
    findings = {key: cases[0].findings[0] for key, cases in groups.items()}
    missing = {
        f"{CALL_MISSING} {finding.params.get('function', '')}": key
        for key, finding in reversed([*findings.items()])
        if finding.kind == CALL_MISSING
    }
    causes = {key: str(finding.params.get("cause", "")) for key, finding in findings.items()}
    return {key: missing[cause] for key, cause in causes.items() if cause in missing}


def _missing_files(groups: Groups) -> dict[Fault, Fault]:
    """A build that fails because of a file that is missing anyway, as its output names it; what that file lacks."""
    for key, cases in groups.items():
        file = str(cases[0].findings[0].params.get("file", ""))
        if cases[0].findings[0].kind == REQUIRED_FILE_MISSING and file:
            output = b"".join(case.findings[0].actual or b"" for case in groups.get(BUILD, ()))
            named = {BUILD: key} if file.encode(errors="surrogateescape") in output else {}
            about = (other for other, others in groups.items() if others[0].findings[0].params.get("file") == file)
            return named | {other: key for other in about if other != key}
    return {}


def _not_startable(groups: Groups) -> dict[Fault, Fault]:
    """Programs without a start are one fault; the build's, where a check could not start its result and says why."""
    without = [key for key, cases in groups.items() if lacks_main(cases[0].findings[0])]
    is_of_build = any(case.findings[0].kind == COURSE and case.findings[0].actual for case in groups.get(BUILD, ()))
    runs = (key for key in without if groups[key][0].findings[0].kind == NO_MAIN_PROGRAM)
    root = BUILD if is_of_build else next(runs, None)
    return {} if root is None else {key: root for key in without if key != root}


def _evidence(finding: Finding) -> Iterator[Hashable]:
    """What shows that two wrong answers are one.

    That is the same wrong line, a sentence on the same output, the same sentence of a kind that a course names, or the
    same cause as a course's check has it.
    """
    if "cause" in finding.params:
        yield "cause", str(finding.params["cause"])
    line = _different_line(finding)
    said = finding.message and not finding.near_misses
    if line is not None:
        yield line, "" if finding.kind == CALL_PRINTED else called_function(finding)
    if said and finding.kind != COURSE:
        yield finding.kind, finding.message, called_function(finding)
    elif said and not finding.expected and finding.actual and finding.where.stream:
        yield finding.message, finding.actual


def _different_line(finding: Finding) -> tuple[bytes, bytes] | None:
    """The first line in which expected and actual part; None if there are not both, or it says too little."""
    if not finding.expected or not finding.actual:
        return None
    pairs = zip(finding.expected.split(b"\n"), finding.actual.split(b"\n"), strict=False)
    line = next(((expected, actual) for expected, actual in pairs if expected != actual), None)
    return line if line is not None and max(map(len, line)) >= _TELLING else None
