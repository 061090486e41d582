"""The arguments of a Prolog program's predicates that are lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from harness.language.edits.forms.source_text import PrologToken
from harness.language.edits.prolog.terms import arguments, goal_tokens, is_variable, neck_of

Tokens = Sequence[PrologToken]
Predicate = tuple[str, int]
"""Its name, and how many arguments it has."""
_LISTS = {
    "member": (1,), "memberchk": (1,), "select": (1, 2), "append": (0, 1, 2), "permutation": (0, 1), "length": (0,),
    "nth0": (1,), "nth1": (1,), "numlist": (2,), "subtract": (0, 1, 2), "reverse": (0, 1), "findall": (2,),
    "msort": (0, 1), "last": (0,), "exclude": (1, 2),
}  # fmt: skip
"""Predicates of libraries, and which of their arguments are lists, from 0."""
_STEPS = 3
"""How often a list is followed into the predicate that it is handed on to."""


def predicate_of(term: Tokens) -> Predicate:
    """The predicate of a head or of a goal."""
    return term[0].text, len(list(arguments(term))) if len(term) > 1 and term[1].text == "(" else 0


def head_and_goals(clause: Tokens) -> tuple[Tokens, list[Tokens]]:
    """The head of a clause, and the goals of its body that are in no brackets; of what is negated only the goal."""
    neck = neck_of(clause)
    neck = len(clause) - 1 if neck is None else neck
    goals = goal_tokens(clause[neck + 1 :])
    return clause[:neck], [goal[goal[0].text == "\\+" and len(goal) > 1 :] for goal in goals]


class Positions:
    """Which arguments of a program's predicates are lists."""

    def __init__(self, clauses: Sequence[Tokens]) -> None:
        """``clauses``: those of the whole file."""
        self._parts = [head_and_goals(clause) for clause in clauses]
        self._lists = {
            (predicate_of(head), at)
            for head, _ in self._parts
            for at, argument in enumerate(arguments(head))
            if argument[0].text == "["
        }
        for _ in range(_STEPS):
            self._lists |= {*self._handed_on()}

    def is_list(self, predicate: Predicate, at: int) -> bool:
        """Whether that argument of a predicate, from 0, is seen to be a list."""
        return (predicate, at) in self._lists or at in _LISTS.get(predicate[0], ())

    def list_variables(self, clause: Tokens) -> set[str]:
        """The variables of a clause that are seen to be lists."""
        head, goals = head_and_goals(clause)
        tails = {token.text for bar, token in pairwise(clause) if bar.text == "|"}
        given = {name for term in (head, *goals) for name, at in _names(term) if self.is_list(predicate_of(term), at)}
        return {name for name in tails | given if name[:1].isupper()}

    def _handed_on(self) -> Iterator[tuple[Predicate, int]]:
        for head, goals in self._parts:
            own = dict(_names(head))
            for goal in goals:
                for name, at in _names(goal):
                    if name in own and self.is_list(predicate_of(goal), at):
                        yield predicate_of(head), own[name]


def _names(term: Tokens) -> Iterator[tuple[str, int]]:
    """The arguments that are variables alone, each with its place."""
    for at, argument in enumerate(arguments(term)):
        if len(argument) == 1 and is_variable(argument[0]):
            yield argument[0].text, at
