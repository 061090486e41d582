"""An expression of any language as operators and operands, and its operands for each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from harness.language.edits.forms.arguments import LIKELY, pair_rank
from harness.language.edits.forms.ranked_edits import RankedEdits, swapped
from harness.model.patterns import lazy_regex

NAME, ELEMENT, CALL, LIST, OTHER = "name", "element", "call", "list", "other"
DEEPEST = 12
"""Operators in each other, below which nothing is exchanged."""
COMPARES = ("==", "!=", "===", "!==", "<", "<=", ">", ">=")
_COMMUTES = ("+", "*", "==", "!=", "===", "!==", "&", "|", "^")
_MIRRORED = {">": "<", ">=": "<="}
_ONE_WAY = ("-", "/", "//", "%")
_BY_NAME = (*_ONE_WAY, "|")
"""Operators whose operands often have names that are alike: ``row2 - row1``, ``[X|Xs]``."""
_MOST_OPERANDS = 9
"""Of one expression; of a longer one only those of the same operator, call or element are exchanged."""
_FITS, _DIFFERENCE, _LISTED, _ANY = 0, 1, 2, 3
"""How unlikely it is that two operands are to be exchanged."""
_WORD = lazy_regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


class Term(Struct, frozen=True):
    """An operand, or an operator with its operands."""

    start: int
    end: int
    text: str
    """Without blanks."""
    sign: str
    """An operator, or a word above; empty for a literal."""
    parts: tuple[Term, ...] = ()
    owner: str = ""
    """The array of an element, the function of a call, or what a list makes."""


Places = Mapping[tuple[str, int, int], Counter[str]]
"""An array or a function, how many indices or arguments it has, and which of them -> what is there in the file."""


class Exchanges:
    """The operands of a file's expressions for each other."""

    def __init__(
        self,
        source: bytes,
        roots: Iterable[Term],
        parameters: Mapping[str, Sequence[str]],
        kind: Callable[[Term], object],
    ) -> None:
        """Take the expressions of a file.

        Args:
            source: the file.
            roots: whole expressions.
            parameters: the names of those of each function, and of what has members.
            kind: the type of an operand; None if it may be of any.

        """
        roots = [root for root in roots if sum(1 for _ in _operands(root)) > 1]
        self._source, self._roots, self._parameters, self._kind = source, roots, parameters, kind
        self._places: dict[tuple[str, int, int], Counter[str]] = {}
        for term in (term for root in roots for term in _below(root) if term.owner):
            for at, part in enumerate(term.parts):
                self._places.setdefault((term.owner, len(term.parts), at), Counter())[part.text] += 1

    def edits(self) -> RankedEdits:
        """Every exchange that changes more than the order of a sum, with its rank."""
        for root in self._roots:
            operands = [*_operands(root)]
            pairs = combinations(operands, 2) if len(operands) <= _MOST_OPERANDS else _beside(root)
            seen = {_normal(root, {})}
            ranked = [(self._rank(root, *pair), pair) for pair in pairs if self._may_change(*pair)]
            for rank, (first, second) in sorted(ranked, key=lambda each: each[0]):
                changed = _normal(root, _exchanged(first, second))
                if changed not in seen:
                    seen.add(changed)
                    yield swapped(self._source, rank, (first.start, first.end), (second.start, second.end))

    def _may_change(self, first: Term, second: Term) -> bool:
        """Whether two operands are apart, differ, and are of one kind."""
        if first.end > second.start or first.text == second.text:
            return False
        kinds = [self._kind(term) for term in (first, second)]
        return None in kinds or kinds[0] == kinds[1]

    def _rank(self, root: Term, first: Term, second: Term) -> int:
        """How unlikely the exchange is: likely where it fits the rest of the file, and the names beside it."""
        others = _exchanged(first, second)
        fits, rank = 0, _LISTED if root.sign in COMPARES else _ANY
        for term in _below(root):
            given = [at for at, part in enumerate(term.parts) if (part.start, part.end) in others]
            is_whole = len(given) > 1
            if term.owner and given:
                fits += self._usual(term, others)
            if is_whole and term.owner and self._is_passed_for(term, *given):
                return LIKELY
            if is_whole and term.sign == LIST:
                rank = min(rank, _DIFFERENCE if len(term.parts) == len(given) else _LISTED)
            if term.sign in _BY_NAME and given:
                if is_whole and term.sign in _ONE_WAY:
                    rank = _FITS if term.sign == "-" and _are_alike(term, {}) else _DIFFERENCE
                fits += _are_alike(term, others) - _are_alike(term, {})
        if fits > 0:
            return _FITS if fits == 1 else LIKELY
        return rank if fits == 0 else max(rank, _LISTED)

    def _is_passed_for(self, call: Term, at: int, other: int) -> bool:
        """Whether each of two arguments has the name of the parameter of the other."""
        names, texts = self._parameters.get(call.owner, ()), [part.text for part in call.parts]
        return pair_rank(names, texts, at, other) == LIKELY

    def _usual(self, term: Term, others: Mapping[tuple[int, int], Term]) -> int:
        """1 if other places of the file have the operands there that come, -1 if they have those that go, else 0."""
        before = after = 0
        for at, part in enumerate(term.parts):
            comes, texts = _at(part, others), self._places[term.owner, len(term.parts), at]
            if comes is not part:
                before, after = before + texts[part.text] - 1, after + texts[comes.text]
        return (after > before) - (before > after)


def _operands(term: Term) -> Iterator[Term]:
    """The variables and the elements in an expression."""
    return (each for each in _below(term) if each.sign in (NAME, ELEMENT))


def _beside(root: Term) -> Iterator[tuple[Term, Term]]:
    """The operands that stand side by side in an expression."""
    for term in _below(root):
        yield from combinations((part for part in term.parts if part.sign in (NAME, ELEMENT)), 2)


def _below(root: Term) -> Iterator[Term]:
    """A term and all in it, in the order of the source."""
    pending = [root]
    while pending:
        term = pending.pop()
        yield term
        pending += reversed(term.parts)


def _exchanged(first: Term, second: Term) -> dict[tuple[int, int], Term]:
    return {(first.start, first.end): second, (second.start, second.end): first}


def _at(term: Term, others: Mapping[tuple[int, int], Term]) -> Term:
    """What comes in the place of a term."""
    return others.get((term.start, term.end), term)


def _normal(term: Term, others: Mapping[tuple[int, int], Term], *, is_size: bool = False) -> str:
    """The text of a term that is the same for all orders of its operands that mean the same."""
    term = _at(term, others)
    if not term.parts:
        return term.text
    is_absolute = term.sign == CALL and term.owner in ("abs", "fabs")
    parts = [_normal(part, others, is_size=is_absolute) for part in term.parts]
    if term.sign in _COMMUTES or (is_size and term.sign == "-"):
        parts.sort()
    if term.sign in _MIRRORED:
        parts.reverse()
    return f"{_MIRRORED.get(term.sign, term.sign)} {term.owner}({','.join(parts)})"


def _are_alike(difference: Term, others: Mapping[tuple[int, int], Term]) -> bool:
    """Whether the names of two operands have a word or a number in common, as those of one row, or of one queen."""
    texts = [_at(part, others).text for part in difference.parts]
    if difference.sign == "|":
        return any(texts[-1].startswith(text) for text in texts[:-1])
    words = [{word.lower() for word in _WORD.findall(text)} for text in texts]
    return not words[0].isdisjoint(words[-1])
