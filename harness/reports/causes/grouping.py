"""Group the failures of a grade by what went wrong, so that a cause is explained once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from harness.model.finding import COURSE, Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.causes.faults import (
    AT_A_LIMIT,
    BROKEN_OFF,
    MISSING_FILE,
    NO_ANSWER,
    NO_START,
    USAGE,
    broke_while_loading,
    end_of,
    ending,
    fault_of,
    is_build_failure,
    is_of_silent_run,
    is_wrong_output,
    prints_nothing,
    prints_usage_alone,
    wrong_function,
)
from harness.reports.causes.merged_faults import merge_groups

_UNJUDGED = (Verdict.AC, Verdict.SK, Verdict.NS)
_UNSEEN = "nothing-to-judge"
_OF_SO_MANY = lazy_regex(r"\b\d+ of (?:the )?(\d{1,9})\b")
"""A sentence that counts: of several sizes the largest shows most of what is wrong."""
SIZED = lazy_regex(r"(?P<family>.+)-(?P<size>\d{1,6})")
"""The name of a case that is one of several sizes."""
_SHORT = 80
"""Bytes of evidence that are read at a glance, however large the case is."""
_VALUES = lazy_regex(r"""\d+|"[^"]*"|'[^']*'""")
"""What differs between students in a sentence of a course on the same fault."""


class Cause(Struct, frozen=True):
    """A fault, and all that is lost by it."""

    cases: tuple[CaseGrade, ...]
    """The cases that fail by it, the one to show first."""
    followers: tuple[CaseGrade, ...] = ()
    """Cases that could not be judged because of it, without a story of their own."""
    passed: tuple[str, ...] = ()
    """The names of the cases of the grade that are right."""
    after: tuple[str, ...] = ()
    """The functions that are wrong as well, where this is an output that may follow from them."""

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
        broken_off = self.case.verdict in BROKEN_OFF or ending(self.case) is not None
        broken_off = broken_off or self.finding.kind == MISSING_FILE
        no_answer = prints_nothing(self.finding) or self.finding.kind in (USAGE, NO_ANSWER)
        no_answer = no_answer or broke_while_loading(self.finding)
        return len(self.clauses) > 1 and (broken_off or no_answer)

    @property
    def keeps_silent(self) -> bool:
        """Whether no run answers by it: it is not built, does not start, never ends, or prints nothing."""
        silent = prints_nothing(self.finding) or self.finding.kind == NO_START or is_build_failure(self.case)
        return self.blocks and (silent or self.case.verdict in AT_A_LIMIT)


def causes(grade: Grade) -> list[Cause]:
    """The causes of a grade's failures: what keeps runs from an answer, wrong functions, then by what they cost.

    A failure that follows from another clause's and costs nothing is none: ``consequences`` names those.
    """
    failed = [case for case in grade.cases if case.verdict not in _UNJUDGED and not _costs_nothing(case)]
    explained = [case for case in failed if case.findings and case.findings[0].kind != _UNSEEN]
    refuses = any(fault_of(case) == USAGE for case in explained)
    groups: dict[Hashable, list[CaseGrade]] = {}
    for case in explained:
        groups.setdefault(USAGE if refuses and prints_usage_alone(case) else fault_of(case), []).append(case)
    passed = tuple(case.name for case in grade.cases if case.verdict is Verdict.AC)
    merged = [Cause(_clearest_first(cases), passed=passed) for cases in merge_groups(groups)]
    merged = _joined_by_sizes(merged, passed)
    ordered = _without_effects(sorted(merged, key=lambda cause: (not cause.blocks, -round(cause.lost, 6))))
    unexplained = [case for case in failed if case not in explained]
    places = {case.name: place for place, case in reversed([*enumerate(grade.cases)])}
    return _with_followers(_functions_first(ordered, places), unexplained)


def _joined_by_sizes(merged: Sequence[Cause], passed: Sequence[str]) -> list[Cause]:
    """The causes, of which wrong outputs at the very same sizes are one where other sizes are right."""
    by_sizes: dict[Hashable, Cause] = {}
    for number, cause in enumerate(merged):
        sizes = _only_sizes(cause, passed) if is_wrong_output(cause.case) else None
        key = sizes or number
        by_sizes[key] = _joined(by_sizes[key], cause) if key in by_sizes else cause
    return list(by_sizes.values())


def _only_sizes(cause: Cause, passed: Sequence[str]) -> frozenset[int] | None:
    """The sizes at which a cause is seen, where cases of the same families are right at others; else None."""
    sized = [SIZED.fullmatch(case.name) for case in cause.cases]
    right = {match["family"] for match in map(SIZED.fullmatch, passed) if match}
    if not all(match and match["family"] in right for match in sized):
        return None
    return frozenset(int(match["size"]) for match in sized if match)


def _without_effects(ordered: Sequence[Cause]) -> Sequence[Cause]:
    """The causes, of which one that keeps all runs from an answer swallows those that say the same of a run."""
    root = next((cause for cause in ordered if cause.keeps_silent), None)
    if root is None:
        return ordered
    effects = [cause for cause in ordered if cause is not root and all(map(is_of_silent_run, cause.cases))]
    cases = [case for cause in effects for case in cause.cases]
    return [replace(root, cases=(*root.cases, *cases))] + [
        cause for cause in ordered if cause is not root and cause not in effects
    ]


def _functions_first(ordered: Sequence[Cause], places: Mapping[str, int]) -> Sequence[Cause]:
    """The causes with the wrong functions before the wrong outputs, which may follow from them.

    The functions stand in the order of their cases, which is the spec's: those that others call come first there.
    """
    functions = [cause for cause in ordered if wrong_function(cause.finding)]
    functions.sort(key=lambda cause: min(map(places.__getitem__, (case.name for case in cause.cases))))
    names = tuple(dict.fromkeys(wrong_function(cause.finding) for cause in functions))
    if not names:
        return ordered
    others = [cause for cause in ordered if cause not in functions]
    outputs = [cause for cause in others if is_wrong_output(cause.case) and not cause.keeps_silent]
    blocking = [cause for cause in others if cause.blocks and cause not in outputs]
    rest = [cause for cause in others if cause not in (*blocking, *outputs)]
    return [*blocking, *functions, *(replace(cause, after=names) for cause in outputs), *rest]


def consequences(grade: Grade) -> tuple[str, ...]:
    """The clauses with failures that follow from other faults and cost nothing."""
    return tuple(
        dict.fromkeys(case.clause for case in grade.cases if case.verdict not in _UNJUDGED and _costs_nothing(case))
    )


def _costs_nothing(case: CaseGrade) -> bool:
    return case.score >= case.max_score > 0


def class_fault(cause: Cause) -> Hashable:
    """What went wrong, as a key that is the same for different students: without their own lines and values."""
    case, finding = cause.case, cause.finding
    if is_build_failure(case):
        return "build", finding.kind
    end = ending(case)
    if end is not None or case.verdict in AT_A_LIMIT or case.verdict is Verdict.RTE:
        return "ended", end_of(end or finding)
    if finding.near_misses:
        return "near misses", finding.near_misses, case.clause
    if any(map(prints_nothing, case.findings)):
        return "output-empty"
    name = str(finding.params.get("function", ""))
    said = _VALUES.sub("#", finding.message) if finding.kind == COURSE else ""
    return finding.kind, name, case.verdict, case.clause or case.name, said


def class_causes(grade: Grade) -> dict[Hashable, Cause]:
    """What a student got wrong, each fault once, by its key in the class: the one count of screens and pages.

    Of several causes with one key, as in three clauses, the first is kept with the cases of all.
    """
    by_fault: dict[Hashable, Cause] = {}
    for cause in causes(grade):
        fault = class_fault(cause)
        known = by_fault.get(fault)
        by_fault[fault] = cause if known is None else _joined(known, cause)
    return by_fault


def _joined(first: Cause, second: Cause) -> Cause:
    return replace(first, cases=(*first.cases, *second.cases), followers=(*first.followers, *second.followers))


def _clearest_first(cases: Sequence[CaseGrade]) -> tuple[CaseGrade, ...]:
    """The cases of a cause; that nothing was printed says the cause only where no other case prints something."""
    silent = all(any(map(prints_nothing, case.findings)) for case in cases)
    return tuple(sorted(cases, key=lambda case: _clarity(case, silent=silent)))


def _clarity(case: CaseGrade, *, silent: bool) -> tuple[bool, bool, int, bool, bool, int, int]:
    """Sorts what says the cause itself first, then what shows the line, can be tried by hand, counts most, is short."""
    end = ending(case)
    finding = end if end is not None else case.findings[0]
    texts = [text for text in (finding.expected, finding.actual) if text]
    length = sum(map(len, texts))
    counted = int(match[1]) if length <= _SHORT and (match := _OF_SO_MANY.search(finding.message)) else 0
    known = 2 * bool(finding.where.source) + bool(finding.where.path)
    says = finding.kind in (MISSING_FILE, USAGE, "function-missing") or (silent and finding.kind == "output-empty")
    unclear = finding.kind == NO_START or (prints_nothing(finding) and not silent)
    return not says, unclear, -known, not case.max_score, not case.reproduce, -counted, length


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
    return [replace(cause, followers=tuple(followers.get(number, ()))) for number, cause in enumerate(ordered)]
