"""What changes of all languages share: how likely a slip is, and the statement that undoes another one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from harness.language.edits.forms.edit_forms import MOVES_WITHIN, TURNS_ROUND
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.model.patterns import lazy_regex

FEW = 12
"""Statements at the begin of a block that one of them may have to stand before."""
SHORT = 2_000
"""Bytes after which a statement may be moved: each such change holds them all."""
MOST_STEPS = 2
"""Steps of one array that are tried where its elements are set."""
COMPARISONS: dict[str, tuple[str, ...]] = {
    "<": ("<=", ">", ">=", "!="), "<=": ("<", ">=", ">"), ">": (">=", "<", "<=", "!="), ">=": (">", "<=", "<"),
    "==": ("!=", ">=", "<=", ">", "<"), "!=": ("==", "<", ">"),
    "===": ("!==", ">=", "<=", ">", "<"), "!==": ("===", "<", ">"), "is": ("==",), "is not": ("!=",),
    "in": ("==", "not in"), "not in": ("in",),
}  # fmt: skip
"""A comparison -> the others, the likeliest slip first."""


def hides_limit(comparison: str, other: str, left: str, right: str) -> bool:
    """Whether the number alone would be left out, as by ``n != 10`` for ``n < 10``: that is seldom meant."""
    return comparison in ("<", ">") and other == "!=" and any(map(_FROM_TWO.fullmatch, (left, right)))


_FROM_TWO = lazy_regex(r"[2-9]|\d\d+")
LIMITS = ({b"<", b"<="}, {b">", b">="}, {b"<", b"=<"})
"""A limit that is taken for one that is left out, or the other way round."""
_APPENDED = lazy_regex(r"(?P<what>[\w.\[\]]+)\.(?P<how>append|add|push_back|push)\(.*\);?")
_SET = lazy_regex(r"(?P<what>[^=<>!+\-]+)(?P<sign>\+=|-=|=)(?!=)\s*(?P<value>[^;]+?)(?P<end>;?)")
_COUNTER, _PART = lazy_regex(r"[a-z]"), lazy_regex(r"(?:\.|->)\w+(?:\(\))?$")
_UNDO = {"append": "pop()", "add": "removeLast()", "push_back": "pop_back()", "push": "pop()"}
_OTHER = {"1": "0", "0": "1", "True": "False", "False": "True", "true": "false", "false": "true"}

_OPPOSITE_VERBS = {
    "place": "remove", "add": "remove", "put": "take", "set": "unset", "mark": "unmark", "push": "pop", "do": "undo",
    "insert": "delete", "attack": "unattack", "occupy": "free", "block": "unblock",
}  # fmt: skip
_CALL = lazy_regex(r"(?P<object>(?:\w+\.)*)(?P<name>[A-Za-z_]\w*)(?P<rest>\(.*\);?)")

MOST_SKIPPED = 2
"""Calls at the end of a loop's body that may be missing where a turn ends early."""
Ranked = tuple[int, Edit]
"""How unlikely the fault is, from 0, and the change that would repair it."""
RankedEdits = Iterator[Ranked]


def ranked(
    rank: int, start: int, end: int, new: str, *, leaves_loop: bool = False, ends: str = "", counterpart: str = ""
) -> Ranked:
    """A change with its rank."""
    return rank, Edit(start, end, new, leaves_loop, ends=ends, counterpart=counterpart)


def swapped(source: bytes, rank: int, first: tuple[int, int], second: tuple[int, int]) -> Ranked:
    """Two places of a source for each other; what is between them stays."""
    parts = (source[slice(*second)], source[first[1] : second[0]], source[slice(*first)])
    return ranked(rank, first[0], second[1], b"".join(parts).decode(errors="replace"))


def turned_round(rank: int, start: int, end: int, old: str, new: str) -> Ranked:
    """The other end of a list, or the other direction through it."""
    return rank, Edit(start, end, new, form=(TURNS_ROUND, old))


def moved_within(rank: int, start: int, end: int, new: str, first_lines: tuple[str, str]) -> Ranked:
    """A statement in the block of the one after it; ``first_lines``: those of both."""
    return rank, Edit(start, end, new, form=(MOVES_WITHIN, *first_lines))


def after(rank: int, statement: ast.stmt, new: str, text: PythonText) -> RankedEdits:
    """A statement after another one, in its block; none if another begins the line."""
    end = text.span(statement)[1]
    ends = "loop" if isinstance(statement, (ast.For, ast.While)) else "if" if isinstance(statement, ast.If) else ""
    if (indent := text.indent(statement)) is not None:
        yield ranked(rank, end, end, f"\n{indent}{new}", ends=ends)


def before(rank: int, statement: ast.stmt | None, new: str, text: PythonText) -> RankedEdits:
    """A statement before another one; none if there is none, or if it does not begin its line."""
    if statement is not None and (indent := text.indent(statement)) is not None:
        start = text.span(statement)[0]
        yield ranked(rank, start, start, f"{new}\n{indent}")


def beside(number: str) -> tuple[int, ...]:
    """The whole numbers next to a small one, as signs of a square are; none for other texts."""
    return (int(number) + 1, int(number) - 1) if number in ("-2", "-1", "0", "1", "2") else ()


def look_alike(name: str, other: str) -> bool:
    """Whether two names differ only in the number at their end, as ``Row`` and ``Row1``."""
    return name.rstrip("0123456789_") == other.rstrip("0123456789_")


def compares_two(left: str, sign: str, right: str) -> bool:
    """Whether the same of two things is compared by size, as ``other.column > queen.column`` and ``j > i``.

    A choice that is to leave out the thing itself has to ask whether the two differ, and not which comes first.
    """
    if sign not in ("<", ">") or left == right:
        return False
    names, sides = map(_COUNTER.fullmatch, (left, right)), tuple(map(_PART.search, (left, right)))
    is_same_part = None not in sides and len({side[0] for side in sides if side}) == 1
    return is_same_part or all(names) or look_alike(left, right)


def inverted(statement: str) -> str:
    """The statement that undoes a change before a recursive call; empty if it is not known."""
    text = statement.strip()
    appended, was_set = _APPENDED.fullmatch(text), _SET.fullmatch(text)
    if appended:
        return f"{appended['what']}.{_UNDO[appended['how']]}{';' * text.endswith(';')}"
    if was_set and was_set["sign"] == "=":
        other = _OTHER.get(was_set["value"])
        is_shared = any(mark in was_set["what"] for mark in "[.>")  # each call has its own local variables
        return f"{was_set['what']}= {other}{was_set['end']}" if other and is_shared else ""
    if was_set:
        sign = {"+=": "-=", "-=": "+="}[was_set["sign"]]
        return f"{was_set['what']}{sign} {was_set['value']}{was_set['end']}"
    return ""


def undoing(statement: str, functions: Collection[str]) -> str:
    """The statement that undoes another one, also by a function of the opposite name; empty if it is not known."""
    call = _CALL.fullmatch(statement.strip())
    for verb, opposite in _OPPOSITE_VERBS.items() if call else ():
        for first, other in ((verb, opposite), (opposite, verb)):
            rest = call["name"].removeprefix(first) if call else ""
            if call and rest != call["name"] and f"{other}{rest}" in functions:
                return f"{call['object']}{other}{rest}{call['rest']}"
    return inverted(statement)
