"""Small changes that may repair a Prolog program, most likely faults first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

from harness.language.edits.forms.edit_forms import REMOVES_CUT
from harness.language.edits.forms.ranked_edits import RankedEdits, look_alike, ranked, swapped
from harness.language.edits.forms.source_text import Edit, PrologToken, prolog_tokens
from harness.language.edits.prolog.argument_changes import argument_changes
from harness.language.edits.prolog.covered_clauses import covered_clauses
from harness.language.edits.prolog.dropped_elements import kept_elements
from harness.language.edits.prolog.goal_operators import other_operators
from harness.language.edits.prolog.missing import missing_parts
from harness.language.edits.prolog.other_predicates import other_predicates
from harness.language.edits.prolog.slips import slips_of_clause
from harness.language.edits.prolog.terms import arguments, goal_tokens, is_variable, neck_of
from harness.language.edits.repair import FunctionSpan
from harness.language.edits.variables.prolog_terms import prolog_terms
from harness.language.edits.variables.terms import Exchanges

_OTHERS = {
    "<": ("=<", ">", ">="), "=<": ("<", ">=", ">"), ">": (">=", "<", "=<"), ">=": (">", "=<", "<"),
    "=:=": ("=\\=", "="), "=\\=": ("=:=",), "==": ("\\==", "="), "\\==": ("==", "=\\="), "=": ("is", "\\=", "=:="),
    "\\=": ("=\\=", "=", "\\=="), "is": ("=",), "+": ("-",), "-": ("+",), "->": (",",),
    "#<": ("#=<", "#>"), "#=<": ("#<",), "#>": ("#>=", "#<"), "#>=": ("#>",), "#=": ("#\\=",), "#\\=": ("#=",),
}  # fmt: skip
_NECKS = (":-", "-->")


class PrologRepairs:
    """The changes to one Prolog file."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._clauses: list[list[PrologToken]] = [[]]
        for token in prolog_tokens(source):
            self._clauses[-1].append(token)
            if token.text == ".":
                self._clauses.append([])
        self._clauses = [clause for clause in self._clauses if clause and clause[0].text not in (":-", "?-")]

    def functions(self) -> Iterator[FunctionSpan]:
        """Every clause by the name of its predicate, with the names that stand in it."""
        for clause in self._clauses:
            names = frozenset(token.text for token in clause[1:] if token.text[:1].islower())
            yield FunctionSpan(clause[0].text, clause[0].start, clause[-1].end, names)

    def edits(self) -> RankedEdits:
        """Every change with its rank."""
        own: dict[str, list[Sequence[PrologToken]]] = {}
        for clause in self._clauses:
            own.setdefault(clause[0].text, []).append(clause)
        with_rule = {clause[0].text for clause in self._clauses if neck_of(clause) is not None}
        for clause in self._clauses:
            name = clause[0].text
            yield from self._of_clause(clause)
            yield from slips_of_clause(self._source, clause, own[name])
            yield from kept_elements(self._source, clause, own[name])
            yield from argument_changes(self._source, clause, own.keys())
            yield from other_predicates(clause, own)
            if name in with_rule and _is_fact_with_values(clause):
                yield ranked(-1, clause[0].start, clause[-1].end, "")
        terms = (term for clause in self._clauses for term in prolog_terms(clause))
        yield from Exchanges(self._source, terms, dict.fromkeys(own, ()), lambda _: None).edits()
        yield from self._missing_goals()
        yield from missing_parts(self._clauses)
        yield from covered_clauses(self._clauses)
        for first, second in pairwise(self._clauses):
            if first[0].text == second[0].text:
                yield swapped(self._source, 3, (first[0].start, first[-1].end), (second[0].start, second[-1].end))

    def _of_clause(self, clause: Sequence[PrologToken]) -> RankedEdits:
        yield ranked(2, clause[0].start, clause[-1].end, "")
        variables = Counter(token.text for token in clause if is_variable(token))
        seen = set[str]()
        for token in clause:
            for number, other in enumerate(_OTHERS.get(token.text, ())):
                rank = 2 if number or token.text in ("is", "->") else int(other in ("=:=", "=\\=", "\\==", "=="))
                yield ranked(rank, token.start, token.end, f" {other} " if other == "is" else other)
            if token.is_integer:
                for value in (int(token.text) + 1, int(token.text) - 1):
                    yield ranked(0, token.start, token.end, str(value))
            elif token.text in variables:
                others = _other_variables(token.text, variables, seen)
                yield from (ranked(rank, token.start, token.end, new) for rank, new in others)
                seen.add(token.text)
        neck = neck_of(clause, _NECKS)
        if neck is None:
            yield ranked(3, clause[-1].start, clause[-1].start, " :- !")
            return
        yield from _handed_on(clause, neck)
        yield from other_operators(clause[neck + 1 :])
        goals = [(goal[0].start, goal[-1].end) for goal in goal_tokens(clause[neck + 1 :])]
        yield from self._one_less(goals)
        for first, second in pairwise(goals):
            yield swapped(self._source, 2, first, second)
        yield ranked(3, clause[-1].start, clause[-1].start, ", !")
        for name in dict.fromkeys(token.text for token in clause[:neck] if token.text in variables):
            yield ranked(3, clause[neck].end, clause[neck].end, f" {name} > 0,")

    def _one_less(self, goals: Sequence[tuple[int, int]]) -> RankedEdits:
        """A body without one of its goals; a cut goes with its comma, as it would be deleted."""
        for number, (begin, end) in enumerate(goals):
            if len(goals) > 1 and self._source[begin:end] == b"!":
                is_last = number == len(goals) - 1
                whole = (goals[number - 1][1], end) if is_last else (begin, goals[number + 1][0])
                yield -1, Edit(*whole, "", form=(REMOVES_CUT, "!"))
            else:
                yield ranked(2, begin, end, "true")

    def _missing_goals(self) -> RankedEdits:
        """What is kept from earlier calls, taken away first; a comparison of what a clause only computes with."""
        kept = {
            clause[number + 2].text: clause[number + 2 :]
            for clause in self._clauses
            for number, token in enumerate(clause[:-3])
            if token.text in ("assert", "asserta", "assertz")
        }
        taken = {token.text for clause in self._clauses for token in clause} & {"retract", "retractall"}
        for clause in self._clauses:
            neck = neck_of(clause)
            if neck is None:
                continue
            for name, rest in kept.items() if not taken else ():
                if any(token.text == name for token in clause):
                    yield ranked(-1, clause[neck].end, clause[neck].end, f" retractall({name}{_blanks(rest)}),")
            for first, second in _compared(clause):
                yield ranked(-1, clause[-1].start, clause[-1].start, f", {first} =\\= {second}")


def _other_variables(variable: str, counts: Mapping[str, int], seen: Container[str]) -> Iterator[tuple[int, str]]:
    """The other variables of a clause, first what is left over: what a goal before finds, and nothing ever uses."""
    for other in (name for name in counts if name != variable):
        is_left_over = 1 in (counts[variable], counts[other])
        is_unused = counts[other] == 1 < counts[variable] and other in seen
        yield 0 if is_unused else 1 if is_left_over else 2 if look_alike(variable, other) else 3, other


def _handed_on(clause: Sequence[PrologToken], neck: int) -> RankedEdits:
    """The variable that a clause gets, in the place of the one that it hands on to itself there.

    Of a list that the head takes apart this is the rest.
    """
    own = list(arguments(clause[:neck]))
    for at in range(neck + 1, len(clause)):
        handed = list(arguments(clause[at:])) if clause[at].text == clause[0].text else []
        for got, given in zip(own, handed, strict=True) if len(own) == len(handed) else ():
            rest = got[-2] if len(got) > len("[|]") and got[-3].text == "|" and got[-1].text == "]" else got[0]
            are_variables = is_variable(rest) and is_variable(given[0])
            if (
                are_variables
                and len(given) == 1
                and rest.text != given[0].text
                and (rest is not got[0] or len(got) == 1)
            ):
                yield ranked(-1, given[0].start, given[0].end, rest.text)


def _is_fact_with_values(clause: Sequence[PrologToken]) -> bool:
    """Whether a clause is the answer for one number and no end of a recursion, as ``queens(1, [1]).``."""
    texts = [token.text for token in clause]
    values = list(arguments(clause))
    is_fact = neck_of(clause) is None and not any(map(is_variable, clause)) and "_" not in texts
    has_list = any(value[0].text == "[" and len(value) > len("[]") for value in values)
    return is_fact and has_list and any(value[0].is_integer for value in values)


def _blanks(term: Sequence[PrologToken]) -> str:
    """The arguments of a term that begins here, each as ``_``; empty if it has none."""
    count = len(list(arguments(term)))
    return f"({', '.join('_' * count)})" if count else ""


def _compared(clause: Sequence[PrologToken]) -> Iterator[tuple[str, str]]:
    """The variables on the two sides of an arithmetic comparison that are not compared by themselves."""
    texts = [token.text for token in clause]
    found = dict[tuple[str, str], None]()
    for number, text in enumerate(texts):
        if text in ("=\\=", "#\\="):
            left = [name for name in texts[max(0, number - 5) : number] if name[:1].isupper()]
            right = [name for name in texts[number + 1 : number + 6] if name[:1].isupper()]
            found |= dict.fromkeys(pair for pair in zip(left[-2:], right[-2:], strict=False) if pair[0] != pair[1])
    yield from found
