"""One change to one file of a program: its place, what it does, and the file with it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from harness.language.edits.forms.changed_names import added_names, name_kind
from harness.language.edits.forms.directions import direction_after
from harness.language.edits.forms.edit_forms import (
    ADDS,
    LEAVES_LOOP,
    MOVES_OUT,
    NAME,
    ONLY_IF,
    EditForm,
    condition_of,
    edit_form,
    is_small,
)
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.forms.value_forms import RETURNS, is_truth, returned
from harness.language.prolog.language import Prolog
from harness.model.patterns import lazy_regex

_BEGIN = lazy_regex(
    r"[\s,{]*(?!(?:break|return|for|while|if|std|System)\b)(?:global \w+; )?((?:self\.|this\.|this->)?[A-Za-z_]\w*)"
)
_SETS = lazy_regex(r"(?:\[[^\[\]]*\])*\s*(?:[-+*/]?=(?!=)|\+\+|--)")
_EMPTIES = lazy_regex(
    r"[\w.]{1,30}(?:\[\w{1,20}\])* = (?:-?\d|\"\"|''|\[\]|\{\}|[Tt]rue|[Ff]alse|null|None)"
    r"|[\w.]{1,30}\.(?:clear\(\)|setLength\(0\))"
)
"""A statement that only lets something be empty again, or have a plain first value."""
_NEGATIVE = lazy_regex(r"\(-\d+\)")
"""A number in parentheses that it needs only after some operators."""
_CONSED = lazy_regex(r"\[[^\[\]|]+\|\s*\w+\s*\]")
_ELEMENT = lazy_regex(r"(?:\[[^\[\]]*\])+")
_SHORT_INDEX = 20
_SKIPS = lazy_regex(r"\s*if\b[^\n]*[\s)]continue;?\s*")
_SIGN = lazy_regex(r"\W+|[a-z ]+")
_OPERAND = r"\w+(?:\.\w+)*(?:\[[^\[\]]{0,80}\]|\([^()]{0,80}\)){0,4}"
_SIDE = rf"{_OPERAND}(?:\s*[-+*/%]\s*{_OPERAND}){{0,3}}"
_LEFT, _RIGHT = lazy_regex(rf"{_SIDE}\s*$"), lazy_regex(rf"\s*{_SIDE}")


class FunctionSpan(Struct, frozen=True):
    """A function's place in its file, in bytes, and what it calls."""

    name: str
    start: int
    end: int
    calls: frozenset[str]


class Repair(Struct, frozen=True):
    """One change to one file."""

    path: str
    edit: Edit
    rank: int
    """How unlikely it is, from 0."""
    function: str
    """The innermost function that it changes; empty outside of functions."""
    line: int
    """Where it begins, from 1."""
    source: bytes
    """That line."""
    marked: tuple[int, int]
    """The first and last character of it that change, from 0."""
    text: bytes
    """All that gives way."""
    also: tuple[int, ...] = ()
    """The other lines in which the same gives way."""
    loop: str = ""
    """Of a comparison by size: the lines of the loop below its line."""
    head: tuple[int, bytes] | None = None
    """Where the line holds a brace alone: the number and the text of the line at which its block begins."""

    @property
    def old(self) -> bytes:
        """What is changed of the line."""
        return self.source.decode(errors="replace")[self.marked[0] : self.marked[1] + 1].encode()

    @property
    def is_addition(self) -> bool:
        """Whether it is one more statement or goal, where nothing else changes."""
        is_whole = self.edit.new.startswith("\n") or self.edit.new.rstrip().endswith(";")
        is_statement = self.rank < 0 or is_whole or _SKIPS.fullmatch(self.edit.new) is not None
        is_around = (
            not self.edit.form and self.edit.new.endswith("}") and self.text.decode(errors="replace") in self.edit.new
        )
        return is_statement and (self.edit.start == self.edit.end or is_around)

    @property
    def form(self) -> EditForm:
        """What it does to the text that it changes."""
        if self.edit.form:
            return EditForm(*self.edit.form)
        is_prolog = self.path.lower().endswith(Prolog.suffixes)
        form = edit_form(self.text.decode(errors="replace"), self.edit.new, is_prolog=is_prolog)
        line = self.source.decode(errors="replace")
        before, after = line[: self.marked[0]], line[self.marked[1] + 1 :]
        if form.does == ADDS and is_prolog and _CONSED.fullmatch(self.edit.new.strip()):
            return replace(form, direction="element")
        if form.does == NAME:
            return replace(form, direction=name_kind(self.path, before, form.part, self.edit.new.strip(), after))
        form = replace(form, direction=direction_after(before, form.direction))
        if is_truth(form.part) and before.split()[-1:] == ["return"]:
            return replace(form, does=RETURNS)
        return replace(form, does=LEAVES_LOOP) if form.does == MOVES_OUT and self.edit.leaves_loop else form

    @property
    def new(self) -> str:
        """What comes instead of the part that the form names: of two returned values the value."""
        new, old = self.edit.new.strip(), self.text.decode(errors="replace")
        new = new[1:-1] if _NEGATIVE.fullmatch(new) else new
        return returned(new) if returned(old) and returned(new) else new

    @property
    def shown(self) -> str:
        """What a report shows of it: a few words or signs instead of the part, or a condition; else empty."""
        if self.is_addition:
            statement = self.edit.new.strip().removesuffix(";")
            is_shown = _EMPTIES.fullmatch(statement) or (self.leaves not in ("", "turn") and is_small("", statement))
            return statement if is_shown else ""
        form, old = self.form, self.text.decode(errors="replace")
        if form.does == ONLY_IF:
            condition = condition_of(self.edit.new.strip())
            return condition if is_small("", condition) else ""
        is_whole = bool(old.strip()) and form.part.split() in (old.split(), returned(old).split(), [])
        line = self.source.decode(errors="replace")
        return self.new if is_whole and is_small(form.part or old, self.new, line) else ""

    @property
    def place_of_addition(self) -> str:
        """Where an added statement stands: before or after the line, or after the loop or the if that ends there."""
        line = self.source.decode(errors="replace")
        if self.edit.start < self.edit.end:
            return ""
        if self.marked[0] >= len(line.rstrip()):
            return f"after-{self.edit.ends}" if self.edit.ends else "after"
        return "" if line[: self.marked[0]].strip() else "before"

    @property
    def leaves(self) -> str:
        """What an added statement leaves: its loop, its switch, its function, or this turn alone; empty for others."""
        if _SKIPS.fullmatch(self.edit.new):
            return "turn"
        word = next(iter(self.edit.new.replace(";", " ").split()), "")
        return {"break": "switch" if self.edit.ends == "case" else "loop", "return": "function"}.get(word, "")

    @property
    def within(self) -> str:
        """The operands of an operator that gives way to another one; empty if they are not seen in its line."""
        line = self.source.decode(errors="replace")
        if self.old.decode() in ("&&", "||", "and", "or", ",", ";", "->"):  # their operands are comparisons or goals
            return ""
        if _SIGN.fullmatch(self.old.decode()) is None:  # the right side is changed as well
            return ""
        left, right = _LEFT.search(line[: self.marked[0]]), _RIGHT.match(line[self.marked[1] + 1 :])
        return f"{left[0]}{self.old.decode()}{right[0]}" if left and right else ""

    @property
    def about(self) -> str:
        """The variable or the function with which an added statement begins; empty if it begins with neither.

        Of an element that is set it is the element.
        """
        begin = _BEGIN.match(self.edit.new)
        if begin is None:
            return ""
        element = _ELEMENT.match(self.edit.new, begin.end()) if self.adds == "sets" else None
        return begin[1] + (element[0] if element is not None and len(element[0]) <= _SHORT_INDEX else "")

    @property
    def added(self) -> list[str]:
        """What an added statement or condition is about: a function, or a few variables."""
        if self.leaves == "turn":
            return added_names("", self.edit.new)
        if not self.is_addition:
            old, form = self.text.decode(errors="replace"), self.form
            names = added_names(form.part or old, self.edit.new)
            return names if form.does else [name for name in names if name not in old]
        return [self.about] if self.about else []

    @property
    def adds(self) -> str:
        """Whether an added statement is a ``call``, or ``sets`` a variable or what it holds; empty for others."""
        begin = _BEGIN.match(self.edit.new) if self.leaves != "turn" else None
        rest = self.edit.new[begin.end() :] if begin is not None else ""
        return "call" if rest.startswith("(") else "sets" if _SETS.match(rest) else ""

    def apply(self, content: bytes) -> bytes:
        """The changed file."""
        changed = apply_all(content, [self])
        return content if changed is None else changed


def apply_all(content: bytes, changes: Iterable[Repair]) -> bytes | None:
    """A file with all these changes to it; None if two of them change the same place."""
    edits = [change.edit for change in changes]
    parts = [(start, start + each.end - each.start, each.new) for each in edits for start in (each.start, *each.also)]
    parts.sort()
    if any(start == before or start < end for (before, end, _), (start, *_) in pairwise(parts)):
        return None
    for start, end, new in reversed(parts):
        content = content[:start] + new.encode() + content[end:]
    return content
