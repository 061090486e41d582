"""What Prolog programs lack: a call of what nobody calls, the clause for the empty list, the head of a list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice, product

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.prolog.positions import Positions, Predicate, Tokens, head_and_goals, predicate_of
from harness.language.edits.prolog.terms import arguments, is_variable

_Calls = dict[Predicate, set[Predicate]]
_MOST_CALLS = 12
"""Ways to call a predicate in one clause."""
_LIKELY_CALLS = 2
_MOST_FACTS = 6
_SUM = 5
"""Tokens of ``D is E + 1``."""


def missing_parts(clauses: Sequence[Tokens]) -> RankedEdits:
    """The changes to a whole file that add what it lacks."""
    positions = Positions(clauses)
    calls = {predicate_of(clause): set[Predicate]() for clause in clauses}
    for clause in clauses:
        calls[predicate_of(clause)] |= {*_called(clause, calls)}
    for clause in clauses:
        yield from _lost_heads(clause, positions)
        yield from _reckoned_backwards(clause)
    uncalled = _reached_by_uncalled(calls)
    for predicate in calls:
        own = [clause for clause in clauses if predicate_of(clause) == predicate]
        yield from _empty_list(own, positions)
        for clause in clauses if predicate in uncalled else ():
            if predicate_of(clause) not in uncalled[predicate]:
                yield from _missing_calls(clause, own, positions)


def _reached_by_uncalled(calls: _Calls) -> dict[Predicate, set[Predicate]]:
    """What each predicate reaches that no other one calls; of these, that which reaches most begins the program."""
    called = {name for caller, names in calls.items() for name in names if name != caller}
    reached = {predicate: _reached(predicate, calls) for predicate in calls if predicate not in called}
    reached.pop(max(reached, key=lambda predicate: len(reached[predicate]), default=("", 0)), None)
    return reached


def _called(clause: Tokens, own: Collection[Predicate]) -> Iterator[Predicate]:
    """All that may be goals of a clause, also those in brackets, and those that get more arguments later."""
    head, _ = head_and_goals(clause)
    for at in range(len(head) + 1, len(clause)):
        name, size = predicate_of(clause[at:])
        yield from (each for each in own if each[0] == name and size <= each[1])


def _reached(predicate: Predicate, calls: _Calls) -> set[Predicate]:
    """A predicate and all that it calls, directly or not."""
    reached, pending = {predicate}, [predicate]
    while pending:
        new = calls[pending.pop()] - reached
        reached |= new
        pending += new
    return reached


def _missing_calls(clause: Tokens, own: Sequence[Tokens], positions: Positions) -> RankedEdits:
    """Calls of a predicate, whose clauses are ``own``, in a clause with goals: before its last goal, and after each."""
    _, goals = head_and_goals(clause)
    predicate = predicate_of(own[0])
    choices = [_candidates(clause, own, at, positions) for at in range(predicate[1])]
    given = [values for values in product(*choices) if len({*values}) == len(values)] if goals and choices else []
    given.sort(key=lambda values: sum(value not in _head_names(own, at) for at, value in enumerate(values)))
    for number, values in enumerate(given[: _MOST_CALLS // max(len(goals), 1)]):
        call = f"{predicate[0]}({', '.join(values)})"
        yield ranked(-1 if number < _LIKELY_CALLS else 0, goals[-1][0].start, goals[-1][0].start, f"{call}, ")
        for goal in (*goals[:-2], goals[-1]):
            yield ranked(0, goal[-1].end, goal[-1].end, f", {call}")


def _candidates(clause: Tokens, own: Sequence[Tokens], at: int, positions: Positions) -> list[str]:
    """What a clause may give for an argument: a list for a list; a first element, another variable, or 1 as a count."""
    lists = positions.list_variables(clause)
    is_list = positions.is_list(predicate_of(own[0]), at)
    names = dict.fromkeys(token.text for token in clause if is_variable(token) and (token.text in lists) == is_list)
    if is_list:
        return [*names]
    is_counted = any(_counts(each, at) for each in own)
    terms = [] if is_counted or not any(_is_term(each, at) for each in own) else [*_first_terms(clause)]
    return terms or [*["1"] * is_counted, *names]


def _is_term(clause: Tokens, at: int) -> bool:
    """Whether an argument of a head is several tokens, as ``Column/Row``."""
    return len(next(islice(arguments(clause), at, None), ())) > 1


def _first_terms(clause: Tokens) -> Iterator[str]:
    """The first terms of the lists in a clause, where they are no names alone."""
    for begin, token in enumerate(clause):
        end = next((at for at in range(begin, len(clause)) if clause[at].text in ("|", "]", ",")), begin)
        if token.text == "[" and clause[end].text == "|" and end > begin + 2:
            yield "".join(each.text for each in clause[begin + 1 : end])


def _head_names(own: Sequence[Tokens], at: int) -> set[str]:
    arguments_there = (next(islice(arguments(clause), at, None), ()) for clause in own)
    return {argument[0].text for argument in arguments_there if len(argument) == 1}


def _counts(clause: Tokens, at: int) -> bool:
    """Whether a clause reckons a next number from that argument."""
    head, goals = head_and_goals(clause)
    argument = next(islice(arguments(head), at, None), ())  # brackets may be missing
    return len(argument) == 1 and any(_has(goal[2:], argument[0].text) for goal in goals if _reckons(goal))


def _reckons(goal: Tokens) -> bool:
    return any(token.text == "is" for token in goal[1:2])


def _has(tokens: Tokens, name: str) -> bool:
    return any(token.text == name for token in tokens)


def _empty_list(own: Sequence[Tokens], positions: Positions) -> RankedEdits:
    """The fact for the empty list of a predicate that goes through a list, and has no clause for its end."""
    for clause in own:
        head, goals = head_and_goals(clause)
        parts = list(arguments(head))
        again = [goal for goal in goals if predicate_of(goal) == predicate_of(head)]
        lists = {at for at, part in enumerate(parts) if _is_split(part) or positions.is_list(predicate_of(head), at)}
        taken = {at for at in lists if any(_goes_on(goal, at, parts[at]) for goal in again)}
        ends = (list(arguments(other)) for other in own if other is not clause)
        if taken and not any(_may_be_empty(end[at]) for end in ends for at in taken):
            facts = islice(_facts(head[0].text, len(parts), taken), _MOST_FACTS)
            yield from (ranked(-1, own[0][0].start, own[0][0].start, f"{fact}\n") for fact in facts)
            return


def _is_split(argument: Tokens) -> bool:
    """Whether an argument is ``[First|Rest]``."""
    return len(argument) >= len("[H|T]") and argument[0].text == "[" and argument[-3].text == "|"


def _goes_on(goal: Tokens, at: int, argument: Tokens) -> bool:
    """Whether a goal hands on the rest of a list, or another list, in the same place."""
    given = list(arguments(goal))[at]
    is_rest = given[0].text == argument[-2].text if _is_split(argument) else given[0].text != argument[0].text
    return len(given) == 1 and is_variable(given[0]) and is_rest


def _may_be_empty(argument: Tokens) -> bool:
    return len(argument) == 1 or [token.text for token in argument] == ["[", "]"]


def _facts(name: str, size: int, taken: set[int]) -> Iterator[str]:
    """The facts with empty lists in these places: with anything in the others, or with the same in two of them."""
    others = [at for at in range(size) if at not in taken]
    for same in ((), *combinations(others, 2)):
        values = ["[]" if at in taken else "Result" if at in same else "_" for at in range(size)]
        yield f"{name}({', '.join(values)})."


def _lost_heads(clause: Tokens, positions: Positions) -> RankedEdits:
    """A list that a clause hands on to itself as it got it, with what the clause chose before it."""
    head, goals = head_and_goals(clause)
    got = list(arguments(head))
    firsts = {argument[1].text for argument in got if _is_split(argument)}
    seen = dict.fromkeys(token.text for token in clause if is_variable(token))
    lists = positions.list_variables(clause)
    new = [name for name in seen if name not in lists and (name in firsts or not _has(head, name))]
    for goal in goals:
        if predicate_of(goal) != predicate_of(head):
            continue
        for at, (before, after) in enumerate(zip(got, arguments(goal), strict=False)):
            is_kept = len(before) == len(after) == 1 and before[0].text == after[0].text and is_variable(after[0])
            if is_kept and positions.is_list(predicate_of(head), at):
                for name in new:
                    yield ranked(-1, after[0].start, after[0].end, f"[{name}|{after[0].text}]")


def _reckoned_backwards(clause: Tokens) -> RankedEdits:
    """``D is D1 + 1``, where the clause gets D and nothing says what D1 is: the other way round."""
    head, goals = head_and_goals(clause)
    known = {token.text for token in head if is_variable(token)}
    for goal in goals:
        if len(goal) == _SUM and goal[1].text == "is" and goal[3].text in ("+", "-") and goal[4].is_integer:
            old, _, new, sign, number = goal
            if old.text in known and is_variable(new) and new.text not in known:
                text = f"{new.text} is {old.text} {sign.text} {number.text}"
                yield ranked(-1, old.start, number.end, text)
        known |= {token.text for token in goal if is_variable(token)}
