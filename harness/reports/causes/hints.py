"""The hint that was written for what went wrong, without what the passed cases contradict."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from harness.judge.diagnose.addresses import common_address
from harness.judge.finding_kinds import FUNCTION_MISSING, NOT_CALLABLE, USAGE_INSTEAD, WRONG_ARGUMENT
from harness.model.finding import (
    CHANGES_COPY,
    FAILED_READS,
    HINT,
    KEPT_BETWEEN_CALLS,
    KEPT_ELEMENTS,
    NEAR_MAINS,
    NEVER_CALLED,
    PASSED_END,
    READ_FAILED,
    SIZE_NUMBER,
    Finding,
)
from harness.model.grade import CaseGrade
from harness.model.patterns import alternatives, lazy_regex
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause, says_why_endless
from harness.reports.causes.common_option import common_option, missing_option
from harness.reports.causes.faults import (
    broke_while_loading,
    end_of,
    ending,
    is_late,
    prints_nothing,
    wrong_function,
)
from harness.reports.causes.notes import is_shown_by
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Call

_NO_ANSWER = (FUNCTION_MISSING, NOT_CALLABLE, USAGE_INSTEAD)
_SENTENCE_END = lazy_regex(r"(?<=[.!?])\s+(?=[A-Z]|\w+\b)")
_SUBJECT = lazy_regex(r"(?:Or |Look at |Check |Fix |In )?(?P<name>[A-Za-z_]\w*)")
_FUNCTION_NAME = lazy_regex(r"[a-z]\w*[A-Z_]\w*")
"""A name that is no word of English."""
_NAME = lazy_regex(r"\w+")
_REFERS = lazy_regex(r"(?:It|They|This|That|These) ")
"""How a sentence begins that is about what the one before it is about."""
_UNSEEN = (KEPT_ELEMENTS, NEVER_CALLED)
"""Notes on what the tests of a function alone do not show."""
_OTHERWISE = "Or "
"""How a sentence begins that says what else may be wrong."""


def hint_of(cause: Cause, assignment: Assignment) -> str:
    """The hint for the case that shows a cause best; empty if a note names a line of the wrong function.

    Empty, too, if it is about speed, and no run comes to an end, or an interrupt left that open; and if the same is
    right with an option: what a hint suspects would be wrong there as well. What is said of an address where a text
    belongs says what to do, too.
    """
    if telling_note(cause, assignment) is not None or missing_option(cause, assignment):
        return ""
    if not cause.after and address_name([case.findings[0] for case in cause.wrong_of_clause]):
        return ""
    names = {planned.name: planned.case.clause for planned in assignment.cases}
    answered = {names.get(name) for name in cause.passed}
    if cause.blocks and is_late(cause.case) and answered.isdisjoint(cause.clauses):
        return ""
    if is_late(cause.case) and not cause.finding.params.get("finished") and _is_cut_short(cause, assignment):
        return ""
    hint = hint_for(_hinted_case(cause), assignment, cause.passed)
    return narrowed(hint, _other_functions(hint, cause))


def _is_cut_short(cause: Cause, assignment: Assignment) -> bool:
    """Whether an interrupted grade lacks runs like the one shown: it is open whether any comes to its end."""
    shown = assignment.planned(cause.case.name)
    judged = {*cause.passed, *cause.failed, *(case.name for case in (*cause.cases, *cause.followers))}
    alike = (planned for planned in assignment.cases if shown is not None and planned.kind.key == shown.kind.key)
    return any(planned.name not in judged for planned in alike)


def address_name(findings: Sequence[Finding]) -> str:
    """What the addresses stand for that came in all of these; empty if not all hold one."""
    came, wanted = [each.actual or b"" for each in findings], [each.expected or b"" for each in findings]
    return common_address(came, wanted)


def _hinted_case(cause: Cause) -> CaseGrade:
    """The case of which the hint is shown; the output's own where another test says only which function is wrong."""
    return cause.case if cause.clue is None or cause.clue_function else cause.clue


def _other_functions(hint: str, cause: Cause) -> set[str]:
    """The functions that a hint on an output suspects, except for the one of which a test says that it is wrong."""
    wrong = cause.clue_function.lower()
    subjects = filter(_FUNCTION_NAME.fullmatch, map(_subject, _SENTENCE_END.split(hint)))
    return {name for name in subjects if wrong and name.lower() != wrong}


def pointed_note(cause: Cause, assignment: Assignment) -> Finding | None:
    """The note that may say why: one that says more than the hint, or any if there is one cause and no suspect."""
    note = telling_note(cause, assignment)
    if note is not None or cause.note is None or cause.note.params.get("what") == SIZE_NUMBER:
        return note
    suspects = {name for case in assignment.cases for name in chain(*_called(case))}.intersection(
        _NAME.findall(_written(cause.case, assignment))
    )
    suspects.difference_update(proven_functions(cause.passed, assignment))
    is_told = cause.alone and not suspects and _is_open(cause.note, cause, assignment)
    return cause.note if is_told and _is_of_option(cause.note, cause, assignment) else None


def _is_of_option(note: Finding, cause: Cause, assignment: Assignment) -> bool:
    """Whether a note's line handles the option with which alone a program refuses to run; True where it runs."""
    if cause.finding.kind != USAGE_INSTEAD:
        return True
    option = common_option(cause, assignment)
    return bool(option) and option.encode() in note.where.source


def telling_note(cause: Cause, assignment: Assignment) -> Finding | None:
    """The note that says more than the hint: on the wrong function, or on one that the hint for an output suspects."""
    what = cause.note.params.get("what") if cause.note is not None else ""
    is_read = what in FAILED_READS and bool(cause.finding.params.get(READ_FAILED))
    is_shown = cause.note is not None and is_shown_by(cause.note, cause)
    is_seen = is_read or what in NEAR_MAINS or is_shown or what == SIZE_NUMBER
    if cause.note is None or is_seen or wrong_function(cause.finding):
        return cause.note
    name = _function_of(cause.note)
    names = {each for case in assignment.cases for same in _called(case) if name in same for each in same}
    is_suspect = not names.isdisjoint(_NAME.findall(_written(cause.case, assignment)))
    return cause.note if is_suspect and _is_open(cause.note, cause, assignment) else None


def _function_of(note: Finding) -> str:
    """The function that a note is on, without its class."""
    return note.where.function.replace("::", ".").rpartition(".")[2]


def _is_open(note: Finding, cause: Cause, assignment: Assignment) -> bool:
    """Whether a note may be on what is wrong: its function's tests do not pass, or would not show it.

    Few boards show that it leaves unused what it returns to itself, or elements as they are; none that nobody calls it.
    """
    name = _function_of(note)
    drops_own_answer = (note.params.get("what"), note.params.get("name")) == ("lost-answer", name)
    is_unseen = drops_own_answer or note.params.get("what") in _UNSEEN
    return is_unseen or name not in proven_functions(cause.passed, assignment)


def second_hint_of(cause: Cause, assignment: Assignment) -> str:
    """The deeper hint of the clause, where the first one is shown and the passed cases leave something of it.

    It goes on from the clause's own hint. That for what is wrong in other clauses as well is about none of them.
    """
    case = _hinted_case(cause)
    clause = assignment.clauses.get(case.clause)
    if clause is None or not clause.second_hint or not hint_of(cause, assignment):
        return ""
    if len(cause.clauses) > 1 and _written(case, assignment) != clause.hint:
        return ""
    return narrowed(clause.second_hint, proven_functions(cause.passed, assignment))


def hint_for(case: CaseGrade, assignment: Assignment, passed: Collection[str] = ()) -> str:
    """The hint of the case's clause for its near miss, kind of finding or verdict; empty if none was written for it.

    A clause's plain hint is about a wrong answer: it says nothing of a crash, a limit or a program that prints nothing.
    ``passed``: the names of the cases that are right. A sentence on a function whose tests pass is left out.
    """
    hint = _written(case, assignment)
    return narrowed(hint, proven_functions(passed, assignment)) if hint and passed else hint


def cleared_functions(case: CaseGrade, assignment: Assignment, passed: Collection[str]) -> tuple[str, ...]:
    """The functions that the written hint suspects, and whose tests pass."""
    suspects = set(map(_subject, _SENTENCE_END.split(_written(case, assignment))))
    return tuple(name for name in proven_functions(passed, assignment) if name in suspects)


def _written(case: CaseGrade, assignment: Assignment) -> str:
    clause = assignment.clauses.get(case.clause)
    if clause is None or not case.findings:
        return ""
    finding = case.findings[0]
    shows_clause = bool(finding.where.source and finding.params.get("predicate"))  # it says more than any hint
    if finding.params.get("reason") in (KEPT_BETWEEN_CALLS, PASSED_END) or shows_clause:
        return ""
    if finding.params.get("cause") == CHANGES_COPY:  # what the function computes is right
        return ""
    end = None if says_why_endless(case) else ending(case)
    beside = case.findings[1:]  # what a course's check says beside it, and that the call changed its argument
    others = [other.kind for other in beside if other.message or other.kind == WRONG_ARGUMENT]
    named = str(finding.params.get(HINT, ""))
    kinds = (*finding.near_misses, named, finding.kind, *others) if end is None else (end_of(end), end.kind)
    for key in (*kinds, case.verdict.name):
        if key in clause.hints:
            return clause.hints[key]
    silent = prints_nothing(finding) or broke_while_loading(finding) or end is not None
    return clause.hint if case.verdict is Verdict.WA and not silent and finding.kind not in _NO_ANSWER else ""


def narrowed(hint: str, proven: Collection[str]) -> str:
    """The hint without the sentences that say what one of these functions has to do, or may do wrong."""
    kept: list[str] = []
    before_is_kept = True
    for sentence in _SENTENCE_END.split(hint):
        is_kept = before_is_kept if _REFERS.match(sentence) else _subject(sentence) not in proven
        if is_kept:
            kept.append(sentence if before_is_kept else _alone(sentence))
        before_is_kept = is_kept
    return " ".join(kept)


def _alone(sentence: str) -> str:
    """A sentence that began with "Or" after one that is left out."""
    rest = sentence.removeprefix(_OTHERWISE)
    return sentence if rest == sentence else rest[:1].upper() + rest[1:]


def _subject(sentence: str) -> str:
    match = _SUBJECT.match(sentence)
    return match["name"] if match else ""


def proven_functions(passed: Collection[str], assignment: Assignment) -> tuple[str, ...]:
    """The functions that are judged in cases that are right, and called in none that is wrong, as the spec has them."""
    right = [name for case in assignment.cases if case.name in passed for name in chain(*_judged(case))]
    suspects = {name for case in assignment.cases if case.name not in passed for name in chain(*_called(case))}
    return tuple(dict.fromkeys(name for name in right if name not in suspects))


def right_cases(function: str, passed: Collection[str], assignment: Assignment) -> tuple[str, ...]:
    """The cases that are right and judge this function."""
    name = function.lower()
    right = (planned for planned in assignment.cases if planned.name in passed)
    return tuple(case.name for case in right if any(name in map(str.lower, names) for names in _judged(case)))


def all_right_functions(passed: Collection[str], assignment: Assignment) -> tuple[str, ...]:
    """The functions that cases judge, each by its first spelling, where all of them are right; else none."""
    judged = [first for case in assignment.cases for first, *_ in _judged(case)]
    proven = proven_functions(passed, assignment)
    return tuple(dict.fromkeys(judged)) if all(first in proven for first in judged) else ()


def _called(planned: PlannedCase, calls: Sequence[Call] | None = None) -> Iterator[list[str]]:
    """The spellings that are accepted of each function that is called."""
    for call in planned.case.calls if calls is None else calls:
        if call.function and not call.function.startswith("$"):
            yield alternatives(call.function)


def _judged(planned: PlannedCase) -> Iterator[list[str]]:
    """The same of the calls of which something is expected, and of the last one: others may only prepare for it."""
    calls = planned.case.calls
    return _called(planned, [call for call in calls if call is calls[-1] or _expects(call)])


def _expects(call: Call) -> bool:
    """Whether anything is expected of a call but that it comes to its end."""
    bare = Call(call.function, call.new, call.of, call.args, call.keep, repeat=call.repeat)
    return call != bare
