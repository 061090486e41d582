"""Which causes are one, which follow from another, and which comes first.

Cases that watched the functions of a program at work say why something else is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from harness.judge.finding_kinds import ONE_CHANGE, WRONG_CALL_COUNT
from harness.model.finding import FAILS_AGAIN, LOSES_NONE, NO_ANSWER, OWN_FAULT, SAME_FAULT, function_names
from harness.model.grade import SIZED, CaseGrade
from harness.reports.causes.callers import wrong_callers
from harness.reports.causes.cause import CAUSE_SIGN, Cause, edit_of
from harness.reports.causes.faults import (
    ending,
    is_late,
    is_of_silent_run,
    is_watched,
    is_wrong_output,
    may_follow,
    wrong_function,
)
from harness.reports.causes.following import comes_before_functions, explaining, is_of_cost
from harness.reports.causes.waived_tests import is_of_no_call


def _watching(others: Sequence[Cause], functions: Sequence[Cause]) -> Sequence[Cause]:
    """The cause that says what the only wrong function did while its calls were watched; empty for none.

    With several wrong functions it is open which of them led to it. That a function was never called says it of any.
    """
    if len(functions) != 1:
        return []
    name = wrong_function(functions[0].finding)
    watched = [
        cause
        for cause in others
        if (is_watched(cause.finding) and name in cause.finding.message) or is_of_no_call(cause.finding)
    ]
    return watched[:1]


def joined_by_sizes(merged: Sequence[Cause], passed: Sequence[str]) -> list[Cause]:
    """The causes, of which wrong outputs at the very same sizes are one where larger sizes are right.

    That small sizes are right says little: for one queen nearly every program is.
    """
    by_sizes: dict[Hashable, Cause] = {}
    for number, cause in enumerate(merged):
        sizes = _only_sizes(cause, passed) if is_wrong_output(cause.case) else None
        key = sizes or number
        by_sizes[key] = joined(by_sizes[key], cause) if key in by_sizes else cause
    return list(by_sizes.values())


def _only_sizes(cause: Cause, passed: Sequence[str]) -> frozenset[int] | None:
    """The sizes at which a cause is seen, where cases of the same families are right at larger ones; else None."""
    wrong = [match for match in (SIZED.fullmatch(case.name) for case in cause.cases) if match]
    if len(wrong) < len(cause.cases):
        return None
    largest: dict[str, int] = {}
    for match in filter(None, map(SIZED.fullmatch, passed)):
        largest[match["family"]] = max(int(match["size"]), largest.get(match["family"], 0))
    sizes = frozenset(int(match["size"]) for match in wrong)
    return sizes if all(largest.get(match["family"], 0) > max(sizes) for match in wrong) else None


def without_effects(ordered: Sequence[Cause]) -> Sequence[Cause]:
    """The causes, of which one that keeps all runs from an answer swallows those that say the same of a run."""
    root = next((cause for cause in ordered if cause.keeps_silent or cause.crashes), None)
    if root is None:
        return ordered
    effects = [cause for cause in ordered if cause is not root and all(map(is_of_silent_run, cause.cases))]
    cases = [case for cause in effects for case in cause.cases]
    return [replace(root, cases=(*root.cases, *cases))] + [
        cause for cause in ordered if cause is not root and cause not in effects
    ]


def functions_first(
    ordered: Sequence[Cause], places: Mapping[str, int], right_clauses: Collection[str] = ()
) -> Sequence[Cause]:
    """The causes with the wrong functions first, and their callers and wrong outputs, which may follow from them, last.

    The functions stand in the order of their cases, which is the spec's: those that others call come first there.
    ``right_clauses``: those with a case that is right.
    """
    wrong = [cause for cause in ordered if wrong_function(cause.finding)]
    wrong.sort(key=lambda cause: min(map(places.__getitem__, (case.name for case in cause.cases))))
    if not wrong:
        return _watched_first(ordered)
    by_place = _one_a_function(_by_changes(wrong))
    callers = wrong_callers(by_place, right_clauses)
    functions = [cause for number, cause in enumerate(by_place) if number not in callers]
    all_names = {wrong_function(cause.finding) for cause in wrong}
    others = [cause for cause in ordered if cause not in wrong]
    findings = [cause.finding for cause in by_place]
    own = {clause for cause in others if cause.finding.params.get("outcome") is False for clause in cause.clauses}
    outputs = [
        cause
        for cause in others
        if (_is_late(cause, own) or (may_follow(cause.case, findings) and not cause.keeps_silent))
        and not comes_before_functions(cause)
        and not _outlasts(cause, functions)
        and explaining(cause, functions)
    ]
    outputs += [cause for cause in others if cause not in outputs and _crashes_in(cause, all_names)]
    outputs += [cause for cause in others if cause not in outputs and _counts_calls_of(cause, functions)]
    blocking = [cause for cause in others if cause.blocks and cause not in outputs]
    effects = [*callers.values(), *(_effect(cause, explaining(cause, functions)) for cause in outputs)]
    beside = [cause for cause in functions if is_of_cost(cause)]  # no result is wrong by it: it need not come first
    functions = [cause for cause in functions if cause not in beside]
    watched = _watching(others, functions)
    rest = [*beside, *(cause for cause in others if cause not in (*blocking, *outputs, *watched))]
    rest.sort(key=lambda cause: -round(cause.lost, 6))
    if watched:
        clue, *_ = watched
        functions = [joined(functions[0], clue, clue=clue.case)]
    return [*blocking, *functions, *rest, *effects]


def _is_late(cause: Cause, own: Collection[str]) -> bool:
    """Whether runs were ended at a limit, and not all in clauses with an output that comes of no function."""
    return is_late(cause.case) and any(clause not in own for clause in cause.clauses or ("",))


def _outlasts(output: Cause, functions: Sequence[Cause]) -> bool:
    """Whether an output is still wrong in all cases with the change by which the only wrong function is right."""
    if len(functions) != 1 or functions[0].change is None:
        return False
    repaired = edit_of(functions[0].change)
    changes = (finding for case in output.cases for finding in case.findings if finding.kind == ONE_CHANGE)
    return all(edit_of(change) != repaired for change in changes)


def _effect(output: Cause, roots: tuple[str, ...]) -> Cause:
    """What may follow from these functions; that a late run never called another one says no more, and comes last."""
    cases = sorted(output.cases, key=lambda case: is_late(case) and bool(case.findings[0].params.get("never")))
    return replace(output, cases=tuple(cases), after=roots)


def _crashes_in(cause: Cause, names: Collection[str]) -> bool:
    """Whether the program stops in one of these functions, which calls alone have shown to be wrong."""
    end = ending(cause.case)
    return end is not None and end.where.function.rpartition(".")[2] in names


def _counts_calls_of(cause: Cause, functions: Sequence[Cause]) -> bool:
    """Whether a wrong function was called, and not as often as in a right run: its values may say how often."""
    wrong = {wrong_function(each.finding).lower() for each in functions if not is_of_cost(each)}
    is_called = cause.finding.kind == WRONG_CALL_COUNT and bool(cause.finding.params.get("calls"))
    return is_called and not wrong.isdisjoint(function_names(cause.finding)) and bool(explaining(cause, functions))


def _watched_first(ordered: Sequence[Cause]) -> Sequence[Cause]:
    """The causes with what was seen while calls were watched before wrong outputs, which may follow from it.

    Those that pass by one change are one here, as an output refers to the number of the cause.
    """
    ordered = joined_by_change(ordered)
    seen = [cause for cause in ordered if is_watched(cause.finding) and not is_of_no_call(cause.finding)]
    of_runs = (at for at, cause in enumerate(ordered) if cause in seen or is_wrong_output(cause.case))
    first = next(of_runs, len(ordered))
    rest = [cause for cause in ordered[first:] if cause not in seen]
    after = (f"{CAUSE_SIGN}{first + 1}",) if seen else ()
    return [
        *ordered[:first],
        *seen,
        *(replace(cause, after=after) if is_wrong_output(cause.case) else cause for cause in rest),
    ]


def _one_a_function(wrong: Sequence[Cause]) -> list[Cause]:
    """One cause for each wrong function, whatever the clauses; what ends its calls at two places is two causes.

    So is that none is answered, beside answers with a fault that takes none away.
    """
    causes: list[Cause] = []
    for cause in wrong:
        name, ends = wrong_function(cause.finding), ending(cause.case) is not None
        known = (
            at
            for at, other in enumerate(causes)
            if wrong_function(other.finding) == name
            and not (ends and ending(other.case) is not None)
            and not _are_apart(cause, other)
        )
        at = next(known, None)
        if at is None:
            causes.append(cause)
        else:
            is_silent = causes[at].finding.kind == NO_ANSWER and not causes[at].blocks  # an answer shows more than none
            causes[at] = joined(cause, causes[at]) if is_silent else joined(causes[at], cause)
    return causes


def _by_changes(wrong: Sequence[Cause]) -> Sequence[Cause]:
    """The causes, of which those of one function are one for each change, if all its cases pass by one of several.

    A search names several for one function only if it is right with all of them together. What passes by the change
    that another function takes is that one's, and what is left of a function is a fault of its own.
    """
    functions: dict[str, list[Cause]] = {}
    changes = [(wrong_function(cause.finding), edit_of(cause.change)) for cause in wrong if cause.change is not None]
    for cause in wrong:
        functions.setdefault(wrong_function(cause.finding), []).append(cause)
    places = {case.name: place for place, case in enumerate(case for cause in wrong for case in cause.cases)}
    split = [
        part
        for name, own in functions.items()
        for part in _split(own, {edit for other, edit in changes if other != name})
    ]
    return sorted(split, key=lambda cause: places[cause.case.name])


def _split(causes: Sequence[Cause], of_others: Collection[Hashable]) -> Sequence[Cause]:
    """The causes of one function, one for each change.

    Where a case has none, those for changes that others take, and for faults of their own, are apart alone.
    """
    parts: dict[Hashable, list[tuple[Cause, CaseGrade]]] = {}
    for cause in causes:
        for case in cause.cases:
            edits = [edit_of(finding) for finding in case.findings if finding.kind == ONE_CHANGE]
            parts.setdefault(edits[0] if edits else None, []).append((cause, case))
    if len(parts) == 1:
        return causes
    if None in parts:
        if not _are_left((case for _, case in parts[None]), causes):
            return causes
        own = {edit for edit, part in parts.items() if all(_is_own_fault(cause) for cause, _ in part)}
        left = [part for edit in [*parts] if edit not in of_others and edit not in own for part in parts.pop(edit)]
        parts[None] = left
    return [replace(part[0][0], cases=tuple(case for _, case in part)) for part in parts.values()]


def _are_apart(first: Cause, second: Cause) -> bool:
    """Whether they are two faults of one function.

    Each passes by a change of its own; or no answer comes, or it comes of no other fault, and the other is a fault that
    is known to take none away.
    """
    both = (first, second), (second, first)
    edits = [None if cause.change is None else edit_of(cause.change) for cause in (first, second)]
    if None not in edits and edits[0] != edits[1]:
        return True
    if any(_passes_elsewhere(root) and _are_left(rest.own_runs, [root]) for root, rest in both):
        return True
    return any(
        (other.finding.kind == NO_ANSWER or _is_own_fault(other)) and _has(taking_none, LOSES_NONE)
        for other, taking_none in both
    )


def _are_left(cases: Iterable[CaseGrade], changed: Iterable[Cause]) -> bool:
    """Whether cases fail again with each change of these causes: those that nobody ran with it may be right."""
    findings = (finding for cause in changed for case in cause.cases for finding in case.findings)
    left = [finding.params.get(FAILS_AGAIN, ()) for finding in findings if finding.kind == ONE_CHANGE]
    names = {case.name for case in cases}
    return all(isinstance(again, Sequence) and names.issubset(map(str, again)) for again in left)


def _passes_elsewhere(cause: Cause) -> bool:
    """Whether a function's cases pass by a change in another one."""
    place = "" if cause.change is None else cause.change.where.function
    return bool(place) and place.lower().rpartition(".")[2] != wrong_function(cause.finding).lower().rpartition(".")[2]


def _is_own_fault(cause: Cause) -> bool:
    """Whether a case shows that it comes of no other fault, and none that it comes of the same."""
    return _has(cause, OWN_FAULT) and not _has(cause, SAME_FAULT)


def _has(cause: Cause, parameter: str) -> bool:
    return any(case.findings[0].params.get(parameter) for case in cause.cases)


def joined_by_change(ordered: Sequence[Cause]) -> list[Cause]:
    """The causes, of which those are one that pass by one change of the program: that proves it."""
    by_change: dict[Hashable, Cause] = {}
    for number, cause in enumerate(ordered):
        key = number if cause.change is None else edit_of(cause.change)
        by_change[key] = joined(by_change[key], cause) if key in by_change else cause
    return list(by_change.values())


def joined(first: Cause, second: Cause, clue: CaseGrade | None = None) -> Cause:
    """One cause of two, the first shown; with a case of the second that says why, if there is one."""
    cases, followers = (*first.cases, *second.cases), (*first.followers, *second.followers)
    return replace(first, cases=cases, followers=followers, clue=clue or first.clue)
