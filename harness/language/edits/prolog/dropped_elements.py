"""Elements of a list that a Prolog clause passes over and loses: they are no part of the list that it hands on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from harness.language.edits.forms.edit_forms import KEEPS_ELEMENT
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit, PrologToken
from harness.language.edits.prolog.positions import head_and_goals, predicate_of
from harness.language.edits.prolog.terms import arguments, is_variable

_Tokens = Sequence[PrologToken]


def kept_elements(source: bytes, clause: _Tokens, own: Sequence[_Tokens]) -> RankedEdits:
    """The head with the element in both lists; ``own``: the clauses of its predicate, this one too.

    The clause hands the rest of one list, and what is to be the other, on to itself in the same places.
    """
    head, goals = head_and_goals(clause)
    got, texts = list(arguments(head)), [token.text for token in clause]
    again = [list(arguments(goal)) for goal in goals if predicate_of(goal) == predicate_of(head)]
    calls = [given for given in again if len(given) == len(got)]  # other terms may begin alike
    for at, split in enumerate(got):
        lost = split[1].text if _is_split(split) and _is_once(split[1].text, texts) else ""
        for place in _handed_on(got, calls[0], at, texts) if lost and len(calls) == 1 else ():
            if not any(_is_element(other, place) for other in own):
                kept = lost if lost[:1].isupper() else _new_name(texts)
                yield -1, _edit(source, split[1], got[place][0], kept)


def _is_split(argument: _Tokens) -> bool:
    """Whether an argument is ``[First|Rest]``."""
    return [token.text for token in (*argument[:1], *argument[2:3], *argument[4:])] == ["[", "|", "]"]


def _is_once(name: str, texts: Sequence[str]) -> bool:
    """Whether a first element is not used anywhere else."""
    return name == "_" or (name[:1].isupper() and texts.count(name) == 1)


def _handed_on(got: Sequence[_Tokens], given: Sequence[_Tokens], at: int, texts: Sequence[str]) -> Iterator[int]:
    """Where a variable stands that the only call hands on beside the rest of the list, and nothing else uses."""
    if [token.text for token in given[at]] == [got[at][3].text]:
        for place, (before, after) in enumerate(zip(got, given, strict=True)):
            name = before[0].text
            is_same = len(before) == len(after) == 1 and name == after[0].text and is_variable(before[0])
            if is_same and texts.count(name) == 2:  # noqa: PLR2004 - in the head and in the call
                yield place


def _is_element(clause: _Tokens, place: int) -> bool:
    """Whether an argument of another clause is the first element of a list there: no list itself."""
    head, _ = head_and_goals(clause)
    parts = list(arguments(head))
    name = parts[place][0].text if len(parts) > place and is_variable(parts[place][0]) else ""
    return bool(name) and any(_is_split(each) and each[1].text == name for each in parts)


def _new_name(texts: Sequence[str]) -> str:
    """A variable that the clause does not have."""
    return next(name for number in count() if (name := f"Other{number or ''}") not in texts)


def _edit(source: bytes, lost: PrologToken, other: PrologToken, kept: str) -> Edit:
    """The change of a head from the one place to the other."""
    first, last = sorted([lost, other], key=lambda token: token.start)
    new = {lost: kept, other: f"[{kept}|{other.text}]"}
    between = source[first.end : last.start].decode(errors="replace")
    form = (KEEPS_ELEMENT, lost.text, other.text)
    return Edit(first.start, last.end, f"{new[first]}{between}{new[last]}", form=form)
