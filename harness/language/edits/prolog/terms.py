"""The parts of a Prolog clause, from its tokens: its neck, its goals, the arguments of a term."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from harness.language.edits.forms.source_text import PrologToken
from harness.language.parsing.prolog import CLOSE, OPEN

_Tokens = Sequence[PrologToken]


def neck_of(clause: _Tokens, necks: Collection[str] = (":-",)) -> int | None:
    """Where the neck of a clause stands; None if it has none: what is in brackets is a term, as in ``r((a :- b)).``."""
    depth = 0
    for number, token in enumerate(clause):
        depth += (token.text in OPEN) - (token.text in CLOSE)
        if depth == 0 and token.text in necks:
            return number
    return None


def is_variable(token: PrologToken) -> bool:
    """Whether a token is a variable with a name."""
    return token.text[:1].isupper()


def split_at(tokens: _Tokens, signs: Collection[str]) -> Iterator[_Tokens]:
    """The parts between signs that are in no brackets; the last may be empty, as any."""
    begin, depth = 0, 0
    for number, token in enumerate(tokens):
        depth += (token.text in OPEN) - (token.text in CLOSE)
        if depth == 0 and token.text in signs:
            yield tokens[begin:number]
            begin = number + 1
    yield tokens[begin:]


def goal_tokens(body: _Tokens) -> Iterator[_Tokens]:
    """The goals of a body that are in no brackets."""
    *ended, _ = split_at(body, (",", "."))
    yield from filter(None, ended)


def arguments(term: _Tokens) -> Iterator[_Tokens]:
    """The arguments of a term that begins here; none if it has none, or one is empty."""
    begin, depth = 2, 0
    for number, token in enumerate(term[1:], 1):
        depth += (token.text in OPEN) - (token.text in CLOSE)
        if depth == 0 or (depth == 1 and token.text == ","):
            if number > begin:
                yield term[begin:number]
            begin = number + 1
        if depth == 0:
            return
