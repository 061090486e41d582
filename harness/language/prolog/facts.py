"""Facts that a Prolog program adds while it searches, and that stay when it goes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import Token, clauses_of, head_of
from harness.language.prolog.oddities import Oddity

_ADDS, _REMOVES = ("assert", "asserta", "assertz"), ("retract",)
_LEAVES = ("fail", "false")
"""Goals after which a fact is meant to stay: so answers are collected."""


def kept_facts(source: bytes) -> Iterator[Oddity]:
    """The clauses that add a fact which no ``retract`` of the file ever takes back, so that no other choice undoes it.

    ``retractall`` clears a table before a search and is not meant for this.
    """
    clauses = [*clauses_of(decode(source))]
    removed = {name for _, clause in clauses for name in _terms_of(clause, _REMOVES)}
    for line, clause in clauses:
        head = head_of(clause)
        if head is not None and not any(("name", goal) in clause for goal in _LEAVES):
            kept = (name for name in _terms_of(clause, _ADDS) if name not in removed)
            yield from (Oddity(*head[:2], line, name) for name in kept)


def _terms_of(clause: Sequence[Token], goals: Sequence[str]) -> Iterator[str]:
    """The names of the terms that these goals are given."""
    for at, token in enumerate(clause):
        if token[0] == "name" and token[1] in goals:
            (opens, (kind, name)) = (*clause[at + 1 : at + 3], ("", ""), ("", ""))[:2]
            yield from [name] if opens == ("other", "(") and kind == "name" else ()
