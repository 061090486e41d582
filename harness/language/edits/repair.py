"""Single changes that may repair a program, in the order in which they are tried."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from harness.language.edits.forms.edit_forms import LEAVES_LOOP, MOVES_OUT, EditForm, edit_form
from harness.language.edits.forms.narrowed import narrowed
from harness.language.edits.forms.odd_one_out import LIKE_OTHERS, OddOneOut
from harness.language.edits.forms.ranked_edits import LIMITS, RankedEdits
from harness.language.edits.forms.repeated import repeated
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.forms.value_forms import RETURNS, is_truth
from harness.language.javascript.language import JavaScript
from harness.language.parsing import cpp, java, python
from harness.language.prolog.language import Prolog
from harness.model.patterns import lazy_regex

_BEGIN = lazy_regex(
    r"[\s,]*(?!(?:break|return|for|while|if)\b)(?:global \w+; )?((?:self\.|this\.|this->)?[A-Za-z_]\w*)"
)
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

    @property
    def old(self) -> bytes:
        """What is changed of the line."""
        return self.source.decode(errors="replace")[self.marked[0] : self.marked[1] + 1].encode()

    @property
    def is_addition(self) -> bool:
        """Whether it is one more statement or goal, where nothing else changes."""
        is_statement = self.rank < 0 or self.edit.new.startswith("\n")
        is_around = self.edit.new.endswith("}") and self.text.decode(errors="replace") in self.edit.new
        return is_statement and (self.edit.start == self.edit.end or is_around)

    @property
    def form(self) -> EditForm:
        """What it does to the text that it changes."""
        is_prolog = self.path.lower().endswith(Prolog.suffixes)
        form = edit_form(self.text.decode(errors="replace"), self.edit.new, is_prolog=is_prolog)
        before = self.source.decode(errors="replace")[: self.marked[0]].split()
        if is_truth(form.part) and before[-1:] == ["return"]:
            return replace(form, does=RETURNS)
        return replace(form, does=LEAVES_LOOP) if form.does == MOVES_OUT and self.edit.leaves_loop else form

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
        """What an added statement leaves: its loop or its function; empty for others."""
        word = next(iter(self.edit.new.replace(";", " ").split()), "")
        return {"break": "loop", "return": "function"}.get(word, "")

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
        """The variable or the function with which an added statement begins; empty if it begins with neither."""
        begin = _BEGIN.match(self.edit.new)
        return begin[1] if begin is not None else ""

    def apply(self, content: bytes) -> bytes:
        """The changed file."""
        size = self.edit.end - self.edit.start
        for start in sorted((self.edit.start, *self.edit.also), reverse=True):
            content = content[:start] + self.edit.new.encode() + content[start + size :]
        return content


class _File(Protocol):
    """A file of one language."""

    def functions(self) -> Iterator[FunctionSpan]: ...

    def edits(self) -> RankedEdits: ...


def repairs(contents: Mapping[str, bytes], suspects: Collection[str], cleared: Collection[str]) -> list[Repair]:
    """The changes to a program, in the order in which they are tried.

    First those in the functions that fail, then in what they call; within that the likeliest slips first. Of these a
    limit that is taken for one that is left out, or the other way round, goes first: there are few, and many are wrong.
    Then what makes a bound like the others of its file: one that alone is otherwise is seldom meant.

    Args:
        contents: the files.
        suspects: the functions that fail, in small letters; empty: the program as a whole does.
        cleared: the functions whose own tests pass, in small letters.

    """
    spans: list[FunctionSpan] = []
    changes: list[Repair] = []
    for path, content in contents.items():
        spans_here, changes_here = _changes_of(path, content)
        spans += spans_here
        changes += changes_here
    far = _distances(spans, suspects, cleared)
    changes = [change for change in changes if far.get(change.function, 2) < _TOO_FAR]

    odd = {path: OddOneOut(content) for path, content in contents.items() if path.lower().endswith(_WITH_SEMICOLONS)}

    def order(change: Repair) -> tuple[int, bool, bool, bool, int, int, str, int, int, str]:
        distance = far.get(change.function, 2)
        is_limit = {change.text, change.edit.new.encode()} in LIMITS
        is_early = is_limit and distance == 0  # before the same in several places, and after what is likelier
        fit = odd[change.path].fit(change.edit) if change.path in odd and change.rank <= 1 and not is_limit else 0
        rank = min(change.rank, -1) if is_early else min(change.rank, 0) if fit == LIKE_OTHERS else change.rank
        return (
            rank + min(distance, 1),
            is_early,
            bool(change.also),
            not is_limit,
            distance,
            fit,
            change.path,
            change.edit.start,
            change.edit.end,
            change.edit.new,
        )

    return sorted(changes, key=order)


_WITH_SEMICOLONS = (*java.SUFFIXES, *cpp.SUFFIXES)
_TOO_FAR = 9
_MOST_EDITS = 20_000
"""Of one file: a variable may stand for each other one of a long function."""
_LONGEST_LINE = 1_000
"""Bytes: a report shows the whole line."""


def _changes_of(path: str, content: bytes) -> tuple[list[FunctionSpan], list[Repair]]:
    """The functions of a file and the changes to it; none if it cannot be read."""
    file = _parse(path, content)
    try:
        spans = [] if file is None else list(file.functions())
        single = () if file is None else islice(file.edits(), _MOST_EDITS)
        edits = _likeliest((rank, narrowed(content, edit)) for rank, edit in single)
        edits |= _likeliest(repeated(content, edits, lambda at: _function_at(at, spans)))
        return spans, [_repair(path, content, edit, rank, spans) for edit, rank in edits.items()]
    except MemoryError:
        raise
    except RecursionError:  # nested too deeply
        return [], []
    except Exception:  # noqa: BLE001 - a fault of ours is shown, and the other files are changed all the same
        traceback.print_exc()
        return [], []


def _likeliest(edits: RankedEdits) -> dict[Edit, int]:
    """Each edit once, with the likeliest rank that it got."""
    likeliest = dict[Edit, int]()
    for rank, edit in edits:
        likeliest[edit] = min(rank, likeliest.get(edit, rank))
    return likeliest


def _distances(spans: Iterable[FunctionSpan], suspects: Collection[str], cleared: Collection[str]) -> dict[str, int]:
    """How many calls away from what fails a function is; nobody looks into those whose own tests pass."""
    calls: dict[str, set[str]] = {}
    for span in spans:
        calls.setdefault(span.name, set()).update(span.calls)
    suspects = {name.partition("/")[0] for name in suspects}  # a predicate's is followed by its arity
    far = dict.fromkeys((name for name in calls if name.lower() in suspects), 0)
    if not far:
        far = dict.fromkeys(calls, 0)
    reached = list(far)
    for name in reached:
        for called in sorted(calls[name]):
            if called in calls and called not in far:
                far[called] = far[name] + 1
                reached.append(called)
    wanted = {*cleared} - suspects
    return far | {name: _TOO_FAR for name in calls if name.lower() in wanted}


def _parse(path: str, content: bytes) -> _File | None:
    name = path.lower()
    if b"\r" in content.replace(b"\r\n", b""):  # each parser counts such lines in another way
        return None
    if max(map(len, content.split(b"\n"))) > _LONGEST_LINE:
        return None
    try:
        return _parsed(name, content)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _parsed(name: str, content: bytes) -> _File | None:
    """A file of which one module is needed for its language; None for another language."""
    if name.endswith(python.SUFFIXES):
        from harness.language.edits.python_repairs import PythonRepairs  # noqa: PLC0415

        return PythonRepairs(content)
    if name.endswith((*java.SUFFIXES, *cpp.SUFFIXES)):
        from harness.language.edits.tree_repairs import TreeRepairs  # noqa: PLC0415

        return TreeRepairs("java" if name.endswith(java.SUFFIXES) else "cpp", content)
    if name.endswith(JavaScript.suffixes):
        from harness.language.edits.javascript_repairs import JavaScriptRepairs  # noqa: PLC0415

        return JavaScriptRepairs(content)
    if name.endswith(Prolog.suffixes):
        from harness.language.edits.prolog_repairs import PrologRepairs  # noqa: PLC0415

        return PrologRepairs(content)
    return None


def _repair(path: str, content: bytes, edit: Edit, rank: int, spans: Iterable[FunctionSpan]) -> Repair:
    """The change with its place: without the blanks at its begin."""
    old = content[edit.start : edit.end]
    begin = edit.start + len(old) - len(old.lstrip())
    begin = min(begin, max(len(content) - 1, 0))
    start = content.rfind(b"\n", 0, begin) + 1
    stop = content.find(b"\n", begin)
    stop = len(content) if stop < 0 else stop
    first = len(content[start:begin].decode(errors="replace"))
    last = len(content[start : max(begin + 1, min(edit.end, stop))].decode(errors="replace").rstrip()) - 1
    line, *also = (content.count(b"\n", 0, at) + 1 for at in (begin, *edit.also))
    function, marked = _function_at(edit.start, spans), (first, max(first, last))
    return Repair(path, edit, rank, function, line, content[start:stop], marked, old, tuple(dict.fromkeys(also)))


def _function_at(at: int, spans: Iterable[FunctionSpan]) -> str:
    """The innermost function around a byte; empty for none."""
    inside = [span for span in spans if span.start <= at < span.end]
    return min(inside, key=lambda span: span.end - span.start).name if inside else ""
