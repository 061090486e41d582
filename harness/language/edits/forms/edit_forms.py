"""What an edit does to the text that it changes: removes a part, adds one, moves it, or turns an order round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from harness.model.patterns import lazy_regex

REMOVES, ADDS, TURNS, MOVES_IN, MOVES_OUT = "removes", "adds", "turns", "moves-in", "moves-out"
ADDS_CONDITION = "adds-condition"
LEAVES_LOOP = "moves-out-of-loop"
_TOKEN = lazy_regex(r"\w+|[()\[\]{},;]|[^\w\s()\[\]{},;]+")
_JOINS = ("||", "&&", "or", "and")
_OPERATOR = lazy_regex(r"[<>=!+*/%&|^-]+")
"""What becomes another operator by one more character, and gets no addition."""
_LOOP = lazy_regex(r"\b(?:for|while)\b")
_NOTHING = ("", "pass", ";")
"""What stands for a statement that is gone."""
_NO_STATEMENT = ("}", "else", "elif", "except", "#", "//")
"""How what follows a statement begins where that is the end of its block, or a remark."""
_NO_GOAL = "true"
_MOST_TOKENS = 400
"""A longer text is changed somehow: comparing it with itself turned round takes quadratic time."""


class EditForm(Struct, frozen=True):
    """What an edit does, and to which part of the text."""

    does: str = ""
    """One of the words above; empty for any other change."""
    part: str = ""
    """What is removed, moved, gets an addition, or comes first before its order is turned."""
    other: str = ""
    """What it changes places with, or the operator that joins what is added."""


def edit_form(old: str, new: str, *, is_prolog: bool = False) -> EditForm:
    """What a change of ``old`` into ``new`` is."""
    if new.strip() in _NOTHING or (is_prolog and new.strip() == _NO_GOAL):
        return EditForm(REMOVES, old.strip())
    if old.split() == new.split():
        return EditForm() if old == new else EditForm(MOVES_IN if len(new) > len(old) else MOVES_OUT, old.strip())
    tokens = list(_TOKEN.finditer(old))
    before, after = [token[0] for token in tokens], _TOKEN.findall(new)
    begin = _common(before, after)
    end = _common(before[begin:][::-1], after[begin:][::-1])
    if begin + end == len(after):
        return EditForm(REMOVES, old[tokens[begin].start() : tokens[len(tokens) - end - 1].end()])
    if _OPERATOR.fullmatch(old.strip()) is None and (begin + end == len(before) or _is_part(before, after)):
        return _addition(old.strip(), before, after)
    is_comparable = len(before) <= _MOST_TOKENS and sorted(before) == sorted(after)
    first, last = _turned(before, after) if is_comparable else (0, 0)
    if not first:
        return EditForm()
    part, other = old[tokens[0].start() : tokens[first - 1].end()], old[tokens[-last].start() : tokens[-1].end()]
    # Whole lines of Python change places only where a statement leaves its block, after what stood below it.
    return EditForm(MOVES_OUT, part) if old[:1].isspace() else _of_two(part, other)


def _addition(part: str, before: Sequence[str], after: Sequence[str]) -> EditForm:
    """The change that adds to a part: a condition beside it, with the operator that joins both, or anything else."""
    join = next((join for join in _JOINS if after.count(join) > before.count(join)), "") if part else ""
    return EditForm(ADDS_CONDITION, part, join) if join else EditForm(ADDS, part)


def is_off_by_one(before: str, old: str, new: str) -> bool:
    """Whether a change takes one more or one less, or a limit that was left out; ``before``: the text before it."""
    if {old, new} in ({"<", "<="}, {">", ">="}):
        return _LOOP.search(before) is not None  # elsewhere it may compare what is no whole number
    if old.isdecimal() and new.isdecimal():
        return before.rstrip()[-1:] in ("+", "-") and abs(int(old) - int(new)) == 1
    return bool(old) and new in (f"{old} + 1", f"{old} - 1")


def _of_two(part: str, other: str) -> EditForm:
    """The change of two parts that change places; one moves where the other is only the end of a block."""
    if part == "}":
        return EditForm(MOVES_IN, other)
    return EditForm(MOVES_OUT, part) if other.startswith(_NO_STATEMENT) else EditForm(TURNS, part, other)


def _is_part(tokens: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the tokens stand among the others, side by side."""
    size = len(tokens)
    return any(others[at : at + size] == tokens for at in range(len(others) - size + 1))


def _common(tokens: Sequence[str], others: Sequence[str]) -> int:
    """With how many of the same tokens both begin."""
    pairs = enumerate(zip(tokens, others, strict=False))
    return next((at for at, pair in pairs if pair[0] != pair[1]), min(len(tokens), len(others)))


def _turned(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """How many tokens at the begin and at the end change places; (0, 0) if that is not what happened."""
    size = len(before)
    for last in range(1, size):
        firsts = range(1, size - last + 1) if before[size - last :] == after[:last] else ()
        for first in firsts:
            if before[:first] == after[size - first :] and before[first : size - last] == after[last : size - first]:
                return first, last
    return 0, 0
