"""Group the failures of a grade by what went wrong, so that a cause is explained once."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Sequence

from msgspec.structs import replace

from harness.judge.diagnose.values import number_pair
from harness.judge.finding_kinds import (
    FUNCTION_MISSING,
    LINES_REVERSED,
    NO_MAIN_PROGRAM,
    NOTHING_TO_JUDGE,
    ONE_CHANGE,
    OUTPUT_EMPTY,
    REQUIRED_FILE_MISSING,
    RIGHT_NOWHERE,
    SAME_IN,
    SMALLER_INPUT,
    USAGE_INSTEAD,
    WRONG_ARGUMENT,
    lacks_main,
)
from harness.model.finding import (
    COURSE,
    HINT,
    KEPT_BETWEEN_CALLS,
    NO_ANSWER,
    Finding,
)
from harness.model.grade import SIZED, CaseGrade, Grade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.causes.cause import CAUSE_SIGN, Cause, says_why_endless
from harness.reports.causes.faults import (
    AT_A_LIMIT,
    USAGE,
    Fault,
    end_of,
    ending,
    fault_of,
    is_build_failure,
    prints_nothing,
    prints_usage_alone,
    wrong_function,
)
from harness.reports.causes.merged_faults import merge_groups, shows_failed_read
from harness.reports.causes.notes import note_of
from harness.reports.causes.order import (
    functions_first,
    joined,
    joined_by_change,
    joined_by_sizes,
    without_effects,
)
from harness.reports.causes.waived_tests import with_uncalled, with_waived_function

_UNJUDGED = (Verdict.AC, Verdict.SK, Verdict.NS)
_SAYING = (REQUIRED_FILE_MISSING, USAGE_INSTEAD, FUNCTION_MISSING)
"""Kinds of findings that say a cause themselves."""
_WITHOUT_STORY = (NOTHING_TO_JUDGE, RIGHT_NOWHERE)
"""Kinds of findings that only say that another cause keeps a case from being judged."""
_EMPTY = ('("")', "('')", "([])")
"""How a call ends that is given a value in which there is nothing."""
_OF_SO_MANY = lazy_regex(r"\b\d+ of (?:the )?(\d{1,9})\b")
"""A sentence that counts: of several sizes the largest shows most of what is wrong."""
_SHORT = 80
"""Bytes of evidence that are read at a glance, however large the case is."""
_READABLE = 4 * _SHORT
"""Bytes of evidence that are read where the sentence counts what is wrong."""
_QUOTED = lazy_regex(r"""\d+|"[^"]*\w[^"]*"|'[^']*\w[^']*'|`[^`']*\w[^`']*'|\u2018[^\u2019]*\w[^\u2019]*\u2019""")
"""What differs between students in a compiler's message: names and numbers, but not which sign is missing."""
_VALUES = lazy_regex(r"""\d+|"[^"]*"|'[^']*'""")
"""What differs between students in a sentence of a course on the same fault."""


def causes(grade: Grade) -> list[Cause]:
    """The causes of a grade's failures: what keeps runs from an answer, wrong functions, then by what they cost.

    A failure that follows from another clause's and costs nothing is none.
    """
    failed = [case for case in grade.cases if case.verdict not in _UNJUDGED and not _costs_nothing(case)]
    if not failed:
        return []
    lacks_answer = any(_lacks_answer(case) for case in failed)
    explained = [case for case in failed if _has_story(case, lacks_answer=lacks_answer)]
    refuses = any(fault_of(case) == USAGE for case in explained)
    groups: dict[Fault, list[CaseGrade]] = {}
    for case in explained:
        groups.setdefault(USAGE if refuses and prints_usage_alone(case) else fault_of(case), []).append(case)
    passed = _right_cases(grade.cases)
    wrong = _wrong_cases(grade.cases)
    merged = [Cause(_clearest_first(cases), passed=passed, failed=wrong) for cases in merge_groups(groups)]
    merged = joined_by_sizes(merged, passed)
    ordered = without_effects(sorted(merged, key=lambda cause: (not cause.blocks, -round(cause.lost, 6))))
    unexplained = [case for case in failed if case not in explained]
    places = {case.name: place for place, case in reversed([*enumerate(grade.cases)])}
    right = {case.clause for case in grade.cases if case.verdict is Verdict.AC}
    explained_by = [with_uncalled(cause, grade.cases) for cause in functions_first(ordered, places, right)]
    explained_by = with_waived_function(joined_by_change(explained_by), grade.cases)
    all_causes = _with_followers(explained_by, unexplained, grade.cases)
    is_alone = len(all_causes) == 1
    return [
        replace(
            cause,
            note=note_of(cause, grade.notes, is_alone=is_alone),
            alone=is_alone,
        )
        for cause in all_causes
    ]


def _right_cases(cases: Sequence[CaseGrade]) -> tuple[str, ...]:
    """The names of the cases that are right; not of those at a size for which no answer comes at all."""
    silent = {
        match["size"]
        for case in cases
        if case.verdict not in _UNJUDGED and _lacks_answer(case) and (match := SIZED.fullmatch(case.name))
    }
    right = tuple(case.name for case in cases if case.verdict is Verdict.AC)
    if not silent:
        return right
    return tuple(name for name in right if not ((match := SIZED.fullmatch(name)) and match["size"] in silent))


def _wrong_cases(cases: Sequence[CaseGrade]) -> tuple[str, ...]:
    """The names of the cases that are wrong, and of those for which another clause is charged."""
    wrong = [case for case in cases if case.verdict not in _UNJUDGED]
    findings = [finding for case in wrong for finding in case.findings]
    shown_by = [finding.where.case for finding in findings if finding.where.case]
    same = (finding.params.get("cases") for finding in findings if finding.kind == SAME_IN)
    shown_by += [name for names in same if isinstance(names, list) for name in map(str, names)]
    return tuple(dict.fromkeys([*(case.name for case in wrong), *shown_by]))


def without_partial_changes(grade: Grade) -> Grade:
    """The grade without the changes of the program that make only a part of what is one cause pass."""
    if not any(finding.kind == ONE_CHANGE for case in grade.cases for finding in case.findings):
        return grade
    proven = {case.name for cause in causes(grade) if cause.change is not None for case in cause.cases}

    def cleared(case: CaseGrade) -> CaseGrade:
        return replace(case, findings=tuple(each for each in case.findings if each.kind != ONE_CHANGE))

    return replace(grade, cases=tuple(case if case.name in proven else cleared(case) for case in grade.cases))


def _has_story(case: CaseGrade, *, lacks_answer: bool) -> bool:
    """Whether a case says a cause; not where none is asked for, and others show that no answer comes."""
    finding = case.findings[0] if case.findings else None
    is_shown_elsewhere = lacks_answer and finding is not None and finding.kind == NO_ANSWER and not finding.expected
    return finding is not None and finding.kind not in _WITHOUT_STORY and not is_shown_elsewhere


def _lacks_answer(case: CaseGrade) -> bool:
    """Whether no answer came in a case that shows which would be right."""
    return bool(case.findings) and case.findings[0].kind == NO_ANSWER and bool(case.findings[0].expected)


def _costs_nothing(case: CaseGrade) -> bool:
    return case.score >= case.max_score > 0


def class_fault(cause: Cause) -> Hashable:
    """What went wrong, as a key that is the same for different students: without their own lines and values."""
    case, finding = cause.case, cause.finding
    if is_build_failure(case):
        return "build", finding.kind, _QUOTED.sub("#", str(finding.params.get("error", "")))
    end = ending(case)
    if end is not None or case.verdict in AT_A_LIMIT or case.verdict is Verdict.RTE:
        return "ended", end_of(end or finding)
    if finding.near_misses:
        return "near misses", finding.near_misses, case.clause
    if any(map(prints_nothing, case.findings)):
        return OUTPUT_EMPTY
    name = str(finding.params.get("function", ""))
    said = _VALUES.sub("#", finding.message) if finding.kind == COURSE else ""
    return finding.kind, name, case.verdict, case.clause or case.name, said


def _root(cause: Cause, ordered: Sequence[Cause]) -> Cause:
    """The first cause from which an output may follow."""
    roots = (other for other in ordered if not other.after)
    function = next((other for other in roots if wrong_function(other.finding) in cause.after), None)
    number = cause.after[0].removeprefix(CAUSE_SIGN)
    return function or ordered[int(number) - 1 if number.isdecimal() else 0]


def class_causes(grade: Grade) -> dict[Hashable, Cause]:
    """What a student got wrong, each fault once, by its key in the class: the one count of screens and pages.

    Of several causes with one key, as in three clauses, the first is kept with the cases of all. An output that may
    follow from a function, or from what was seen of the calls, is counted there.
    """
    by_fault: dict[Hashable, Cause] = {}
    ordered = causes(grade)
    for cause in ordered:
        fault = class_fault(_root(cause, ordered) if cause.after else cause)
        known = by_fault.get(fault)
        by_fault[fault] = cause if known is None else joined(known, cause)
    return by_fault


def _clearest_first(cases: Sequence[CaseGrade]) -> tuple[CaseGrade, ...]:
    """The cases of a cause; that nothing was printed says the cause only if no other case prints something."""
    silent = all(any(map(prints_nothing, case.findings)) for case in cases)
    costs: dict[str, float] = {}
    for case in cases:
        costs[case.clause] = costs.get(case.clause, 0) + case.max_score - case.score
    changing = {wrong_function(case.findings[0]) for case in cases if _is_changed(case.findings[0])}

    def order(case: CaseGrade) -> tuple[bool | float, ...]:
        finding = case.findings[0]
        by_chance = bool(finding.params.get("unchanged")) and wrong_function(finding) in changing
        return by_chance, *_clarity(case, silent=silent), *_telling(case, costs[case.clause])

    return tuple(sorted(cases, key=order))


def _is_changed(finding: Finding) -> bool:
    """Whether a function changed its argument, if wrongly: then one that stayed as it was did so by chance."""
    return finding.kind == WRONG_ARGUMENT and not finding.params.get("unchanged")


def _clarity(case: CaseGrade, *, silent: bool) -> tuple[bool, int, int, bool, bool]:
    """Sorts what says the cause itself first, then what shows the line, then what can be tried by hand."""
    end = ending(case)
    finding = end if end is not None else case.findings[0]
    known = 2 * bool(finding.where.source) + bool(finding.where.path)
    says = (
        finding.kind in _SAYING
        or finding.params.get("reason") == KEPT_BETWEEN_CALLS
        or any(each.params.get("never") or each.params.get("all_calls") for each in (finding, *case.findings[1:]))
        or says_why_endless(case)
        or finding.params.get(HINT) == LINES_REVERSED  # of two lines nobody can say that
        or shows_failed_read(case)
        or (silent and finding.kind == OUTPUT_EMPTY)
    )
    unclear = 2 if lacks_main(finding) and finding.kind != NO_MAIN_PROGRAM else 0  # its run says it more plainly
    unclear = unclear or int(finding.kind == NO_MAIN_PROGRAM or (prints_nothing(finding) and not silent))
    return not says, unclear, -known, not case.max_score, not case.reproduce


def _telling(case: CaseGrade, cost: float) -> tuple[int, float, bool, bool, int]:
    """Sorts what counts most first, then what costs most, then what a small input shows, or is read at a glance.

    A number that is wrong, or a value of a call, is as plain in the smallest case that has a value.
    """
    if ending(case) is not None:
        return 0, -cost, False, len(case.reproduce) > _SHORT, 0
    finding = case.findings[0]
    expected, actual = finding.expected or b"", finding.actual or b""
    length = len(expected) + len(actual)
    counts = [match[1] for other in case.findings if (match := _OF_SO_MANY.search(other.message))]
    counted = max(map(int, counts), default=0) if length <= _READABLE else 0
    is_listing = finding.where.stream == "stdout" and length <= _SHORT and not number_pair(expected, actual)
    is_empty = str(finding.params.get("call", "")).endswith(_EMPTY)
    is_long = all(each.kind != SMALLER_INPUT for each in case.findings)
    # Evidence says more than none.
    return -counted, -cost, is_empty, is_long, -length if is_listing else length or _SHORT


def _with_followers(ordered: Sequence[Cause], cases: Sequence[CaseGrade], of_grade: Sequence[CaseGrade]) -> list[Cause]:
    """The causes with the cases that have no story of their own, each at the cause that keeps it from being judged.

    ``of_grade``: all cases of the grade, which tell which clauses were judged in others.
    """
    judged = {case.clause for case in of_grade if case.verdict not in (Verdict.SK, Verdict.NS) and case not in cases}
    followers: dict[int, list[CaseGrade]] = {}
    for case in cases:
        showing = (number for number, cause in enumerate(ordered) if _keeps_from_judging(cause, case))
        followers.setdefault(next(showing, 0), []).append(case)
    if followers and not ordered:
        explained = [case for case in followers[0] if case.findings]
        return [Cause(tuple(explained))] if explained else []
    return [
        replace(cause, followers=tuple(group), waiting=_waiting(group, judged))
        for cause, group in ((cause, followers.get(number, ())) for number, cause in enumerate(ordered))
    ]


def _waiting(followers: Iterable[CaseGrade], judged: Container[str]) -> tuple[str, ...]:
    unseen = (case for case in followers if not case.clause or case.clause not in judged)
    return tuple(dict.fromkeys(case.clause or case.name for case in unseen))


def _keeps_from_judging(cause: Cause, case: CaseGrade) -> bool:
    """Whether a case without a story says that it is a case, a clause or an answer of this cause that it waits for."""
    finding = case.findings[0] if case.findings else None
    if finding is None:
        return False
    names, clauses = finding.params.get("cases", []), finding.params.get("clauses", [])
    of_cases = isinstance(names, list) and any(other.name in names for other in cause.cases)
    of_clauses = isinstance(clauses, list) and any(other.clause in clauses for other in cause.cases)
    return of_cases or of_clauses or (finding.kind == NO_ANSWER and cause.finding.kind == NO_ANSWER)
