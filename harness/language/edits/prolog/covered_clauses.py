"""Clauses of Prolog that a more general clause covers: both match, so that each such answer comes twice."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import PrologToken
from harness.language.edits.prolog.positions import Predicate, predicate_of
from harness.language.edits.prolog.terms import arguments, is_variable, neck_of, split_at

_Tokens = Sequence[PrologToken]
_ANYTHING = "_"
_MOST = 20
"""Clauses of one predicate: more are a table."""
_CUT = "!"


class _Term(Struct, frozen=True):
    """A variable, an atom or number, or what has arguments; a list is its head and its rest."""

    name: str
    parts: tuple[_Term, ...] = ()
    is_variable: bool = False


def covered_clauses(clauses: Sequence[_Tokens]) -> RankedEdits:
    """The program without a fact that another fact covers, or without a case of one element that any clause covers."""
    predicates: dict[Predicate, list[_Clause]] = {}
    for clause in clauses:
        neck = neck_of(clause, (":-", "-->"))
        if clause[-1].text == "." and _is_compound(clause[: -1 if neck is None else neck]):
            head = [_term(argument) for argument in arguments(clause)]
            predicates.setdefault(predicate_of(clause), []).append(_Clause(clause, head, is_fact=neck is None))
    for own in predicates.values():
        for each in own if 1 < len(own) <= _MOST else ():
            if any(each.is_spared_by(other) for other in own if other is not each):
                yield ranked(-1, each.tokens[0].start, each.tokens[-1].end, "")


class _Clause(Struct, frozen=True):
    """A clause, and the arguments of its head."""

    tokens: _Tokens
    head: Sequence[_Term | None]
    is_fact: bool

    def is_spared_by(self, other: _Clause) -> bool:
        """Whether the other clause gives what this one gives, as it seems."""
        return ((self.is_fact and other.is_fact) or self._is_case_of_one()) and _covers(other.head, self.head)

    def _is_case_of_one(self) -> bool:
        """Whether it is for a list of exactly one element, and does not end the search by a cut."""
        is_single = (term is not None and [part.name for part in term.parts[1:]] == ["[]"] for term in self.head)
        return any(is_single) and all(token.text != _CUT for token in self.tokens)


def _covers(generals: Sequence[_Term | None], head: Sequence[_Term | None]) -> bool:
    """Whether all arguments of a head are cases of those of another one."""
    known = dict[str, _Term]()
    pairs = zip(generals, head, strict=True)
    return all(general is not None and own is not None and _matches(general, own, known) for general, own in pairs)


def _matches(general: _Term, own: _Term, known: dict[str, _Term]) -> bool:
    if general.is_variable:
        return known.setdefault(general.name, own) == own
    same = general.name == own.name and not own.is_variable and len(general.parts) == len(own.parts)
    return same and all(_matches(*pair, known) for pair in zip(general.parts, own.parts, strict=True))


def _term(tokens: _Tokens) -> _Term | None:
    """The term that these tokens are; None for what has operators, and for nothing."""
    if not tokens:
        return None
    first, last = tokens[0], tokens[-1]
    if len(tokens) == 1:
        name = f"{_ANYTHING} {first.start}" if first.text == _ANYTHING else first.text  # each is a variable of its own
        return _Term(name, is_variable=is_variable(first) or first.text.startswith(_ANYTHING))
    if (first.text, last.text) == ("[", "]"):
        return _list(tokens)
    parts = [_term(argument) for argument in arguments(tokens)]
    terms = tuple(part for part in parts if part is not None)
    return _Term(first.text, terms) if _is_compound(tokens) and len(terms) == len(parts) else None


def _is_compound(tokens: _Tokens) -> bool:
    """Whether tokens are a name and its arguments, and nothing more."""
    is_name = any(token.text[:1].islower() or token.text.startswith("'") for token in tokens[:1])
    brackets = [token.text for token in (*tokens[1:2], *tokens[-1:])]
    is_whole = sum(len(argument) + 1 for argument in arguments(tokens)) + 2 == len(tokens)
    return is_name and brackets == ["(", ")"] and is_whole


def _list(tokens: _Tokens) -> _Term | None:
    """A list as its first element and its rest, which is another list, or the value after the bar."""
    if len(tokens) == len("[]"):
        return _Term("[]")
    items, rest = [*split_at(tokens[1:-1], ",")], _Term("[]")
    *bare, tail = [*split_at(items[-1], "|")]
    if len(bare) > 1:
        return None
    if bare:
        items[-1] = bare[0]
        after = _term(tail)
        if after is None:
            return None
        rest = after
    for item in reversed(items):
        head = _term(item)
        if head is None:
            return None
        rest = _Term("[|]", (head, rest))
    return rest
