"""Groups of failed cases that have one cause although their faults have different keys."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

from harness.model.finding import COURSE, Finding
from harness.model.grade import CaseGrade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.causes.faults import MISSING_FILE, NO_START, called_function, ending

_MOST_MISSING = 2
"""With more missing functions than this, that so many are missing is the cause."""
_ANSWER = 3
"""How many parts the key of a wrong answer has: clause, verdict, what it is about."""
_TELLING = 6
"""Characters of a line from which on the same wrong line is no chance: any program may print yes in place of no."""
_OF_NONE = ("none", "none-operand")
"""Reasons of an exception that is about a None."""
_NONE = lazy_regex(rb"\bNone\b")


def merge_groups(groups: dict[Hashable, list[CaseGrade]]) -> Iterable[list[CaseGrade]]:
    """Put together what several groups show of one cause."""
    merged: dict[Hashable, list[CaseGrade]] = {}
    known_evidence: dict[Hashable, Hashable] = {}
    targets = _targets(groups)
    for key, cases in groups.items():
        target = targets.get(key, key)
        evidence = _evidence(cases[0].findings[0])
        if evidence is not None and target is key and cases[0].verdict is Verdict.WA:
            target = known_evidence.setdefault(evidence, key)  # the same, whatever the clause
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
        | _silent_here(groups)
    )


def _silent_here(groups: Mapping[Hashable, Sequence[CaseGrade]]) -> dict[Hashable, Hashable]:
    """Runs that print nothing, where the same clause is violated by what others print, have that cause."""
    silent = groups.get("output-empty", ())
    clauses = {case.clause for case in silent}
    for key, cases in groups.items():
        prints = cases[0].verdict is Verdict.WA and cases[0].findings[0].where.stream and cases[0].findings[0].actual
        if key != "output-empty" and prints and clauses == {case.clause for case in cases} and len(clauses) == 1:
            return {"output-empty": key}
    return {}


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
    return tuple(name for name in (called_function(end), end.where.function) if name)


def _shows_none(finding: Finding, functions: Collection[str]) -> bool:
    """Whether None was printed in place of a value, or came back from one of these functions."""
    if finding.params.get("returned") == "None":
        return called_function(finding) in functions
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
        if cases[0].findings[0].kind == MISSING_FILE and file:
            output = b"".join(case.findings[0].actual or b"" for case in groups.get("build", ()))
            if file.encode(errors="surrogateescape") in output:
                return {"build": key}
    return {}


def _not_startable(groups: Mapping[Hashable, Sequence[CaseGrade]]) -> dict[Hashable, Hashable]:
    """Programs without a start belong to the build whose result a check could not start: its output says why."""
    if not any(case.findings[0].kind == COURSE and case.findings[0].actual for case in groups.get("build", ())):
        return {}
    return {key: "build" for key, cases in groups.items() if cases[0].findings[0].kind == NO_START}


def _evidence(finding: Finding) -> Hashable:
    """What shows that two wrong answers are one: the same wrong line, or a sentence on the same output; else None."""
    line = _different_line(finding)
    if line is not None:
        return line, "" if finding.kind == "call-printed" else called_function(finding)
    said = finding.message and not finding.expected and not finding.near_misses
    return (finding.message, finding.actual) if said and finding.actual and finding.where.stream else None


def _different_line(finding: Finding) -> tuple[bytes, bytes] | None:
    """The first line in which expected and actual part; None where there are not both, or it tells too little."""
    if not finding.expected or not finding.actual:
        return None
    pairs = zip(finding.expected.split(b"\n"), finding.actual.split(b"\n"), strict=False)
    line = next(((expected, actual) for expected, actual in pairs if expected != actual), None)
    return line if line is not None and max(map(len, line)) >= _TELLING else None
