"""Which changes of a program are shown: those that are proven to make its failed cases pass."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.explaining.repairs.repair_targets import called_last, simple_names
from harness.judge.finding_kinds import ONE_CHANGE
from harness.language.edits.forms.edit_forms import (
    ADDS,
    ADDS_CONDITION,
    COMPARISON,
    NUMBER,
    ONLY_IF,
    OPERATOR,
    REMOVES,
    is_off_by_one,
)
from harness.language.edits.forms.loop_turns import counts_turns
from harness.language.edits.repair import Repair
from harness.model.finding import FAILS_AGAIN, Finding, Parameter, Place
from harness.model.patterns import lazy_regex
from harness.spec.format.assignment import Assignment

_MOST_PLACES = 2
_TURNS = {"not-equal": "turn-less", "equal-too": "turn-more"}
"""Of the limit of a loop, what letting equal values through means."""
_MINUS = lazy_regex(
    r"(?:^|[^\w\s)\]}\"'`.](?<!\+\+)(?<!--)|\b(?:return|case|yield|in|is|if|elif|while|else|and|or|not|mod)\b)"
    r"\s*(?P<sign>-)\s*$"
)
"""The sign of a number at the end of the text before it, where nothing is subtracted."""


class Success(Struct, frozen=True):
    """A change, and the failed cases that pass by it; no other case fails by it."""

    repair: Repair
    fixed: frozenset[int]
    left: frozenset[int] = frozenset()
    """The failed cases that were run with it, and fail again."""


class ProvenChange(Struct, frozen=True):
    """What a search found for its targets: a change in one place, or in one of a few places, which does as well."""

    places: tuple[Repair, ...]
    targets: tuple[int, ...]
    fixed: frozenset[int]
    """The failed cases that pass by it, the targets too."""
    left: frozenset[int] = frozenset()
    """Those that were run with it, and fail again."""


def by_case(changes: Sequence[ProvenChange]) -> dict[int, ProvenChange]:
    """The first change by which a case passes, by the index of the case."""
    return {index: change for change in reversed(changes) for index in change.fixed}


def changes_beside(
    assignment: Assignment, changes: Sequence[ProvenChange], failed: Sequence[int], target: int
) -> list[ProvenChange]:
    """The changes by which other failed cases pass that call the function of the target."""
    name, known = called_last(assignment.cases[target]), by_case(changes)
    own = {index for index in failed if name and called_last(assignment.cases[index]) == name}
    return [change for change in changes if any(known.get(index) is change for index in own)]


def change_findings(
    assignment: Assignment,
    changes: Sequence[ProvenChange],
    failed: Sequence[int],
    charged: Mapping[int, tuple[str, ...]],
    own: Container[int] = (),
) -> dict[int, Finding]:
    """The findings on these changes by case; none on a function of which they leave a part as it is.

    What repairs a part may be no fault, unless it repairs all of another function and stands there. ``charged``: the
    clauses that cases charge a near miss to; all that charge one are shown as one case of it. ``own``: the cases that
    fail by a fault of their own, which is repaired whatever else their function does wrong.
    """
    cases, known = assignment.cases, by_case(changes)
    doubtful = {called_last(cases[index]) for index in failed if index not in known} - {""}
    apart = _charged_apart(charged, known)
    return {
        index: change_finding(change.places, [cases[left].name for left in sorted(change.left)])
        for index, change in known.items()
        if (index in own and change.targets[0] in own)
        or (
            called_last(cases[change.targets[0]]) not in doubtful
            and (called_last(cases[index]) not in doubtful or _is_elsewhere(change, called_last(cases[index])))
            and apart.isdisjoint(charged.get(index, ()))
        )
    }


def _is_elsewhere(change: ProvenChange, function: str) -> bool:
    """Whether a change that was found for calls of another function is in no place of this one."""
    names = simple_names([function])
    return all(repair.function and repair.function.lower().rpartition(".")[2] not in names for repair in change.places)


def _charged_apart(charged: Mapping[int, tuple[str, ...]], known: Mapping[int, ProvenChange]) -> set[str]:
    """The clauses that no one change clears of all that is charged to them."""
    clearing: dict[str, set[int]] = {}
    for index, clauses in charged.items():
        for clause in clauses:
            clearing.setdefault(clause, set()).add(id(known.get(index)))
    return {clause for clause, changes in clearing.items() if changes == {id(None)} or len(changes) > 1}


def best_of(successes: Sequence[Success]) -> list[Success]:
    """One change for each place, of the likeliest that repair most; none if there are too many places.

    What is changed in several places counts only where no change of one place does as much.
    """
    most = max((len(success.fixed) for success in successes), default=0)
    best = [success for success in successes if len(success.fixed) == most]
    likeliest = min((max(success.repair.rank, 0) for success in best), default=0)
    best = [success for success in best if success.repair.rank <= likeliest]
    fewest = min((len(success.repair.edit.also) for success in best), default=0)
    by_line: dict[tuple[str, int], Success] = {}
    for success in best:
        if len(success.repair.edit.also) == fewest:
            by_line.setdefault((success.repair.path, success.repair.line), success)
    return [*by_line.values()] if len(by_line) <= _MOST_PLACES else []


def change_finding(places: Sequence[Repair], left: Sequence[str] = ()) -> Finding:
    """The finding on the change that makes a case pass; where there are two, either does.

    Where something can be changed in its place, one more condition elsewhere is not shown: it would mark what is right.
    ``left``: the names of the cases that fail again with it.
    """
    first, *rest = [repair for repair in places if repair.form.does != ADDS_CONDITION] or places
    where = Place(path=first.path, line=first.line, function=first.function, source=first.source, marked=first.marked)
    again: dict[str, Parameter] = {FAILS_AGAIN: [*left]} if left else {}
    also: dict[str, Parameter] = {**again}
    if rest and rest[0].path == first.path:  # a number of a line alone means the same file
        source = rest[0].source.decode(errors="replace")
        also |= {"also": rest[0].line, "also_source": source, "also_marked": rest[0].marked}
    if first.is_addition:  # another place where the statement may stand as well would only confuse
        where = _at_head(first, where)
        return Finding.of(ONE_CHANGE, where, old="", new=first.edit.new.strip(), **_of_addition(first), **again)
    if first.also:
        also |= {"same": [*first.also]}
    is_by_one = all(is_off_by_one(before, old, new) for before, old, new in map(_texts, [first, *rest]))
    way = _TURNS.get(first.form.direction, "") if is_by_one and counts_turns(*_around(first), first.loop) else ""
    if is_by_one and not way:
        also |= {"by_one": True}
    old, new, form = first.old.decode(errors="replace"), first.new, first.form
    also |= {key: said for key, said in (("shown", first.shown), ("about", _about(first))) if said}
    if form.does:
        old, new = form.part, "" if form.does == REMOVES else new
        also |= _of_change(first, way or form.direction)
    if form.does == NUMBER and (sign := _MINUS.search(_around(first)[0])):
        old, new = f"-{old}", _negated(new)
        where = replace(where, marked=(sign.start("sign"), first.marked[1]))
    return Finding.of(ONE_CHANGE, where, old=old, new=new, **also)


def _negated(number: str) -> str:
    """A whole number with the other sign; 0 has none."""
    return number.removeprefix("-") if number.startswith("-") or not number.strip("0") else f"-{number}"


def _of_addition(repair: Repair) -> dict[str, Parameter]:
    """What is said of a statement that is added: where, and what it is about."""
    place = {"stands": _place_of(repair), "leaves": repair.leaves, "counterpart": repair.edit.counterpart}
    place |= {"direction": repair.adds, "shown": repair.shown}
    said: dict[str, Parameter] = {"more": True, "about": repair.added}
    return said | {key: text for key, text in place.items() if text}


def _at_head(repair: Repair, where: Place) -> Place:
    """The place of an addition; the line at which its block begins, where its own would be a brace alone."""
    if repair.head is None:
        return where
    line, source = repair.head
    text = source.decode(errors="replace")
    return replace(where, line=line, source=source, marked=(len(text) - len(text.lstrip()), len(text.rstrip()) - 1))


_BY_HEAD = {"before": "end-of-block", "after": "past-block", "after-if": "past-if", "after-loop": "past-loop"}
"""Where an addition stands at a closing brace, said of the line at which its block begins."""


def _place_of(repair: Repair) -> str:
    place = repair.place_of_addition
    if repair.head is None:
        return place
    return "in-block" if repair.source.strip() == b"{" else _BY_HEAD.get(place, place)


def _of_change(repair: Repair, way: str) -> dict[str, Parameter]:
    """What is said of another change: what it does, which way, and to what else."""
    form = repair.form
    other = repair.within if form.does in (COMPARISON, OPERATOR) else form.other
    words = {"does": form.does, "other": other, "direction": way}
    return {key: text for key, text in words.items() if text}


def _about(repair: Repair) -> list[str]:
    """The few names that a change brings in which is too large to be shown."""
    return repair.added if repair.form.does in (ADDS, ADDS_CONDITION, ONLY_IF, "") else []


def _around(repair: Repair) -> tuple[str, str]:
    """The text of its line before a change, and the text after it."""
    line = repair.source.decode(errors="replace")
    return line[: repair.marked[0]], line[repair.marked[1] + 1 :]


def _texts(repair: Repair) -> tuple[str, str, str]:
    """The text before a change in its line, and its old and its new text."""
    before = repair.source.decode(errors="replace")[: repair.marked[0]]
    return before, repair.text.decode(errors="replace").strip(), repair.edit.new.strip()
