"""Conditions that lack one term: one that stands beside the same terms elsewhere, or the other diagonal."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits, ranked
from harness.model.patterns import lazy_regex

_DIFFERENCE = lazy_regex(r"(?<=[\w)\]]) ?- ?(?=[A-Za-z_(])")
_SUM = lazy_regex(r"[\w)\]] ?[-+] ?[A-Za-z_(]")
_EQUAL = lazy_regex(r"(?<![<>=!])(==|!=)(?!=)")
_BEFORE = lazy_regex(r"\[\s*([A-Za-z_]\w*\s*-\s*[A-Za-z_]\w*)\s*\]")
_COMPARED = lazy_regex(r"[<>=!]=|[<>]")
_SMALL = lazy_regex(r"([A-Za-z_]\w*)\s*(?:<\s*[3-5]|<=\s*[2-4])")
_ASKED = lazy_regex(r"([A-Za-z_]\w*)(\s*[!=]=\s*\d+)")
_WORD = lazy_regex(r"[A-Za-z_]\w*")
_SIGN = lazy_regex(r"\s*([^\w\s])\s*")
_JOINS = {"==": ("||", "or"), "!=": ("&&", "and")}
_FEW = 6
"""Conditions that ask the same of another variable."""
MOST_AROUND = 12
"""Conditions around another one."""
_MOST = 400
"""Conditions of one file; more are no student's."""


class Condition(Struct, frozen=True):
    """A choice between terms that ``and`` or ``or`` joins, or a single term."""

    terms: tuple[str, ...]
    """Their words with single blanks."""
    join: str
    """What joins them; empty for a single one."""
    text: str
    start: int
    end: int
    around: tuple[str, ...] = ()
    """The conditions under which it is looked at."""
    is_negated: bool = False
    """Whether ``not`` stands before it, which holds for one term alone."""

    def changed(self, rank: int, new: str) -> Ranked:
        """Another condition in its place."""
        return ranked(rank, self.start, self.end, f"({new})" if self.is_negated else new)


def lacking_terms(conditions: Sequence[Condition]) -> RankedEdits:
    """The conditions, each with one more term that another condition has beside all of its terms."""
    for condition in conditions[:_MOST]:
        for other in conditions[:_MOST]:
            more = [term for term in other.terms if term not in condition.terms]
            rank = -1 if condition.join else 0
            if not condition.join and _COMPARED.search(condition.text) is None:
                continue
            if len(more) == 1 == len(other.terms) - len(condition.terms) and condition.join in ("", other.join):
                yield condition.changed(rank, f"{condition.text} {other.join} {more[0]}")


def mirrored_terms(conditions: Sequence[Condition], *, is_python: bool) -> RankedEdits:
    """The conditions, each with a comparison on the other side: ``c == j - d`` or ``c == j + d``."""
    for condition in conditions[:_MOST]:
        on_diagonals = [term for term in condition.terms if _SUM.search(term)]
        for term in on_diagonals if len(on_diagonals) == 1 else ():  # of two, one may be wrong as it is
            sign = _EQUAL.search(term)
            join = _JOINS[sign[1]][is_python] if sign else ""
            for other in _mirrored(term) if sign else ():
                if other not in condition.terms and condition.join in ("", join):
                    yield condition.changed(0, f"{condition.text} {join} {other}")


def same_place(conditions: Sequence[Condition], distances: Collection[str], *, is_python: bool) -> RankedEdits:
    """The conditions that compare distances, each with a term for the same row or column, where the distance is 0."""
    for condition in conditions[:_MOST]:
        asks = any(f"{name} {sign} 0" in condition.terms for name in distances for sign in _JOINS)
        for term in () if asks else condition.terms:
            left, sign, right = [*_EQUAL.split(term, maxsplit=1), "", ""][:3]
            for side in (left.strip(), right.strip()):
                same, join = f"{side} {sign} 0", _JOINS[sign][is_python] if sign else ""
                if side in distances and same not in condition.terms and condition.join in ("", join):
                    yield condition.changed(0, f"{same} {join} {condition.text}")


def unbounded(conditions: Sequence[Condition], *, is_python: bool) -> RankedEdits:
    """The conditions that read an element at a difference, each only where that is no less than the first index.

    What is before the first element is another one's: in Python the last, in C++ anything.
    """
    join = _JOINS["!="][is_python]
    for condition in conditions[:_MOST]:
        for place in dict.fromkeys(match[1] for match in _BEFORE.finditer(condition.text)):
            if not any(_compares(place, text) for text in (condition.text, *condition.around)):
                text = f"({condition.text})" if condition.join not in ("", join) else condition.text
                for least in (">= 0", ">= 1"):
                    yield condition.changed(0, f"{place} {least} {join} {text}")


def above_one(conditions: Sequence[Condition], *, is_python: bool) -> RankedEdits:
    """The conditions on a small number, each without 0 and 1: the smallest size is often not like those after it."""
    for condition in conditions[:_MOST]:
        small = None if condition.join else _SMALL.fullmatch(condition.text)
        if small is not None:
            yield condition.changed(-1, f"{small[1]} > 1 {_JOINS['!='][is_python]} {condition.text}")


def same_of_another(conditions: Sequence[Condition]) -> RankedEdits:
    """The conditions that ask whether a variable is a number, each of a variable of which another one asks the same."""
    asked = [(condition, match) for condition in conditions[:_MOST] if (match := _ASKED.fullmatch(condition.text))]
    pairs = [
        (condition, own, other[1])
        for condition, own in asked
        for _, other in asked
        if own[1] != other[1] and own[2].split() == other[2].split()
    ]
    for condition, own, name in pairs if len(pairs) <= _FEW else ():
        yield condition.changed(-1, f"{name}{own[2]}")


def flagged(conditions: Sequence[Condition], *, is_python: bool) -> RankedEdits:
    """The comparisons, each only where a flag is set, or is not set, that other conditions ask by its name alone."""
    join, no = _JOINS["!="][is_python], "not " if is_python else "!"
    terms = (term.removeprefix(no) for condition in conditions[:_MOST] for term in condition.terms)
    flags = [*dict.fromkeys(term for term in terms if term.isidentifier())]
    for condition in conditions[:_MOST] if len(flags) <= _FEW else ():
        asked = set(_WORD.findall(" ".join((condition.text, *condition.around))))
        text = f"({condition.text})" if condition.join not in ("", join) else condition.text
        for flag in flags if _COMPARED.search(condition.text) else ():
            if flag not in asked:
                yield condition.changed(1, f"{flag} {join} {text}")
                yield condition.changed(1, f"{no}{flag} {join} {text}")


def _compares(place: str, text: str) -> bool:
    """Whether a condition compares by size what is at a place, however its blanks stand."""
    place, text = (_SIGN.sub(r"\1", each) for each in (place, text))
    return re.search(rf"(?<![\w.]){re.escape(place)}[<>]|[<>]=?{re.escape(place)}\b", text) is not None


def _mirrored(term: str) -> Iterator[str]:
    """The comparison with sums in the place of its differences, where one side has one."""
    if "abs(" not in term and len(_DIFFERENCE.findall(term)) in (1, 2):
        yield _DIFFERENCE.sub(" + ", term)
