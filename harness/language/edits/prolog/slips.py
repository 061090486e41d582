"""Slips in the goals of a Prolog clause: an argument that stays the same, a tail that is left out, a sum as a term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked, swapped
from harness.language.edits.forms.source_text import PrologToken
from harness.language.edits.prolog.terms import arguments, goal_tokens, is_variable, neck_of

_Tokens = Sequence[PrologToken]
_ARITHMETIC = ("is", "=:=", "=\\=", "<", ">", "=<", ">=", "+", "-", "*")
_SIZED = ("=:=", "=\\=", "#=", "#\\=")
_RECKONED = {"=": "=:=", "==": "=:=", "\\=": "=\\=", "\\==": "=\\="}
_COMPARING = ("is", "=:=", "=\\=", "<", ">", "=<", ">=")
_MOST_GOALS = 20
_ENDS = (",", ".", ";", "(", ")", ":-", "->")
_BINDS = ("select", "member", "between", "permutation", "nth0", "nth1", "append", "numlist", "length")


def slips_of_clause(source: bytes, clause: _Tokens, own: Sequence[_Tokens]) -> RankedEdits:
    """The changes to one clause with a body; ``own``: the clauses of its predicate, this one too."""
    neck = neck_of(clause)
    yield from _reckoned_sides(source, clause)
    if neck is None:
        return
    goals = list(goal_tokens(clause[neck + 1 :]))
    for number, goal in enumerate(goals):
        following = goals[number + 1] if number + 1 < len(goals) else ()
        yield from _handed_on_as_it_is(source, clause, neck, goal)
        yield from _for_all(source, goal, following)
        yield from _used_before(source, goal, following)
    yield from _needed_first(source, clause[:neck], goals)
    yield from _tail_left_out(clause, neck, own)


def _reckoned_sides(source: bytes, clause: _Tokens) -> RankedEdits:
    """A sum or difference that is only taken for a term, reckoned; and the size of a difference that is compared."""
    for before, first, sign, last, after in zip(*(clause[number:] for number in range(5)), strict=False):
        if sign.text not in ("+", "-") or not is_variable(first) or not is_variable(last):
            continue
        for token in (before, after):
            if token.text in _RECKONED:
                yield ranked(-1, token.start, token.end, _RECKONED[token.text])
        edges = {before.text, after.text}
        if sign.text == "-" and edges & {*_SIZED} and edges <= {*_SIZED, *_ENDS}:
            yield ranked(0, first.start, last.end, f"abs({_between(source, first.start, last.end)})")


def _handed_on_as_it_is(source: bytes, clause: _Tokens, neck: int, goal: _Tokens) -> RankedEdits:
    """A number that a clause hands on to itself as it got it: what is reckoned from it, else one more or one less."""
    got, given = list(arguments(clause[:neck])), list(arguments(goal))
    if goal[0].text != clause[0].text or len(got) != len(given):
        return
    counted = {token.text for each in goal_tokens(clause[neck + 1 :]) for token in _reckoned(each)}
    for before, after in zip(got, given, strict=True):
        name = after[0].text
        if len(before) == len(after) == 1 and before[0].text == name and name in counted:
            reckoned = [*_unused_results(clause, name)]
            yield from (ranked(-1, after[0].start, after[0].end, result) for result in reckoned)
            for sign in "+-" if not reckoned else "":
                rest = _text(source, goal, after[0], f"{name}Next")
                yield ranked(-1, goal[0].start, goal[-1].end, f"{name}Next is {name} {sign} 1, {rest}")


def _unused_results(clause: _Tokens, name: str) -> Iterator[str]:
    """The variables that are reckoned from this one, as in ``D1 is D + 1``, and that nothing uses."""
    texts = [token.text for token in clause]
    for result, word, first in zip(texts, texts[1:], texts[2:], strict=False):
        if word == "is" and first == name and texts.count(result) == 1:
            yield result


def _reckoned(goal: _Tokens) -> Iterator[PrologToken]:
    """The variables of a goal that reckons or compares."""
    if any(token.text in _ARITHMETIC for token in goal):
        yield from filter(is_variable, goal)


def _for_all(source: bytes, goal: _Tokens, following: _Tokens) -> RankedEdits:
    """What is asked of one member of a list, asked of each."""
    if goal[0].text == "member" and following:
        new = f"forall({_text(source, goal)}, {_text(source, following)})"
        yield ranked(-1, goal[0].start, following[-1].end, new)


def _used_before(source: bytes, goal: _Tokens, following: _Tokens) -> RankedEdits:
    """A goal that uses what only the goal after it finds or reckons, after that."""
    names = {token.text for token in goal if is_variable(token)}
    shared = names & {token.text for token in following if is_variable(token)}
    binds = bool(following) and following[0].text in _BINDS and goal[0].text not in _BINDS
    reckons = len(following) > len("X is") and following[1].text == "is" and following[0].text in names
    if shared and (binds or reckons):
        between = _between(source, goal[-1].end, following[0].start)
        new = f"{_text(source, following)}{between}{_text(source, goal)}"
        yield ranked(-1, goal[0].start, following[-1].end, new)


def _needed_first(source: bytes, head: _Tokens, goals: Sequence[_Tokens]) -> RankedEdits:
    """A goal that only asks or reckons with what a later one, not the next, finds: that goal before it."""
    known = {token.text for token in head if is_variable(token)}
    for number, goal in enumerate(goals[:_MOST_GOALS]):
        texts = [token.text for token in goal]
        asks = texts[0] == "\\+" or not {*texts}.isdisjoint(_COMPARING)
        needs = {token.text for token in goal[2 * ("is" in texts) :] if is_variable(token)} - known
        later = (at for at in range(number + 1, len(goals)) if not needs.isdisjoint(map(_name, goals[at])))
        at = next(later, number) if asks and needs else number
        if at > number + 1:
            passed, needed = (goal[0].start, goals[at - 1][-1].end), (goals[at][0].start, goals[at][-1].end)
            yield swapped(source, -1, passed, needed)
        known |= {token.text for token in goal if is_variable(token)}


def _name(token: PrologToken) -> str:
    return token.text


def _tail_left_out(clause: _Tokens, neck: int, own: Sequence[_Tokens]) -> RankedEdits:
    """A clause for a list that says nothing of the rest, beside one for the empty list."""
    if clause[0].text in (token.text for token in clause[neck:]):
        return
    got = list(arguments(clause[:neck]))
    for number, argument in enumerate(got):
        is_split = len(argument) == len("[H|T]") and argument[2].text == "|" and is_variable(argument[3])
        others = [list(arguments(other)) for other in own]
        ends = any(len(other) == len(got) and _words(other[number]) == "[]" for other in others)
        if is_split and ends:
            texts = [argument[3].text if at == number else _words(each) for at, each in enumerate(got)]
            yield ranked(-1, clause[-1].start, clause[-1].start, f", {clause[0].text}({', '.join(texts)})")


def _words(tokens: _Tokens) -> str:
    return "".join(token.text for token in tokens)


def _between(source: bytes, start: int, end: int) -> str:
    return source[start:end].decode(errors="replace")


def _text(source: bytes, tokens: _Tokens, replaced: PrologToken | None = None, new: str = "") -> str:
    """The text of the tokens, with another one in the place of one of them."""
    start, end = tokens[0].start, tokens[-1].end
    if replaced is None:
        return _between(source, start, end)
    return _between(source, start, replaced.start) + new + _between(source, replaced.end, end)
