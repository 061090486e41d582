"""What Prolog programs lack: the clause for the empty list, the head of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.prolog.positions import Positions, Predicate, Tokens, head_and_goals, predicate_of
from harness.language.edits.prolog.terms import arguments, is_variable

_MOST_FACTS = 6


def missing_parts(clauses: Sequence[Tokens]) -> RankedEdits:
    """The changes to a whole file that add what it lacks."""
    positions = Positions(clauses)
    by_predicate = dict[Predicate, list[Tokens]]()
    for clause in clauses:
        by_predicate.setdefault(predicate_of(clause), []).append(clause)
        yield from _lost_heads(clause, positions)
    for own in by_predicate.values():
        yield from _empty_list(own, positions)


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
