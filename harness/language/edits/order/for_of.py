"""Calls of JavaScript's ``forEach`` with a return, written as loops that the return can leave."""

from __future__ import annotations

from collections.abc import Iterator

from harness.language.edits.forms.edit_forms import FOR_OF
from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits
from harness.language.edits.forms.source_text import Edit
from harness.language.javascript.callbacks import Each, OwnReturn, each_in

_LONGEST_HEAD = 60
_PAIR = 2


def loops_instead(source: bytes) -> RankedEdits:
    """The loops in the place of such calls; what only skips an element goes on with the next."""
    for each in each_in(source):
        if not 0 < len(each.parameters) <= _PAIR:
            continue
        if each.has_loops and any(own.is_guard for own in each.returns):  # it may skip an element of the inner loop
            continue
        leaves = [own for own in each.returns if not own.is_guard]
        if any(own.has_value for own in leaves):
            yield _loop(source, each, "return", -1)
        elif leaves or not each.has_loops:
            yield from _without_value(source, each, leaves)


def _without_value(source: bytes, each: Each, leaves: list[OwnReturn]) -> Iterator[Ranked]:
    """The loop that is left at what is no guard, by a break or with its function."""
    if leaves and not each.has_loops:
        yield _loop(source, each, "break", -1)
    if leaves:
        yield _loop(source, each, "return", 0)


def _loop(source: bytes, each: Each, word: str, rank: int) -> Ranked:
    """The loop in which each return that leaves is this word, and each guard a ``continue``."""
    begin, stop = each.body
    body, at = "", begin
    for own in each.returns:
        new = "continue;" if own.is_guard else "break;" if word == "break" else ""
        if new:
            body += source[at : own.start].decode(errors="replace") + new
            at = own.end
    body += source[at:stop].decode(errors="replace")
    first, *others = each.parameters
    elements = f"[...{each.elements}].entries()" if others else each.elements
    head = f"for (const {f'[{others[0]}, {first}]' if others else first} of {elements})"
    shown = head if len(head) <= _LONGEST_HEAD else "for (... of ...)"
    return rank, Edit(each.start, each.end, f"{head} {{{body}}}", form=(FOR_OF, shown, word))
