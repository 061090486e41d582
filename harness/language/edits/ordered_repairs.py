"""Single changes that may repair a program, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Protocol

from harness.language.edits.forms.block_heads import BRACES, block_head
from harness.language.edits.forms.bound_frequency import LIKE_OTHERS, BoundFrequency
from harness.language.edits.forms.loop_turns import SIGNS, lines_of_loop
from harness.language.edits.forms.ranked_edits import LIMITS, RankedEdits
from harness.language.edits.forms.repeated import repeated
from harness.language.edits.forms.source_text import NO_UTF8, Edit, minimal_edit
from harness.language.edits.repair import FunctionSpan, Repair
from harness.language.edits.variables.written_sizes import written_sizes
from harness.language.javascript.language import JavaScript
from harness.language.parsing import cpp, java, python
from harness.language.prolog.language import Prolog


class _File(Protocol):
    """A file of one language."""

    def functions(self) -> Iterator[FunctionSpan]: ...

    def edits(self) -> RankedEdits: ...


def repairs(
    contents: Mapping[str, bytes],
    suspects: Collection[str],
    cleared: Collection[str],
    places: Collection[tuple[str, int]] = (),
    size: int = 0,
) -> list[Repair]:
    """The changes to a program, in the order in which they are tried.

    First those in the functions that fail, then in what they call; within that the likeliest slips first. Of these a
    limit that is taken for one that is left out, or the other way round, goes first: there are few, and many are wrong.
    Then what makes a bound like the others of its file: one that alone is otherwise is seldom meant.

    Args:
        contents: the files.
        suspects: the functions that fail, in small letters; empty: the program as a whole does.
        cleared: the functions whose own tests pass, in small letters.
        places: files and lines where the program stops: changes there are likelier.
        size: the one for which the program is right, where that may be written down; 0 if it may not.

    """
    spans: list[FunctionSpan] = []
    changes: list[Repair] = []
    for path, content in contents.items():
        spans_here, changes_here = _changes_of(path, content, size)
        spans += spans_here
        changes += changes_here
    far = _distances(spans, suspects, cleared)

    bounds = {
        path: BoundFrequency(content) for path, content in contents.items() if path.lower().endswith(_WITH_SEMICOLONS)
    }

    def order(change: Repair) -> tuple[int, bool, bool, bool, int, int, str, int, int, str]:
        distance = far.get(change.function, 2)
        is_limit = {change.text, change.edit.new.encode()} in LIMITS
        is_one = not change.edit.new and b"".join(change.old.split()) in (b"-1", b"+1")
        # before the same in several places, and after what is likelier
        is_early = (is_limit or is_one) and distance == 0 and change.rank <= 0
        fit = bounds[change.path].fit(change.edit) if change.path in bounds and change.rank <= 1 and not is_limit else 0
        rank = min(change.rank, -1) if is_early else min(change.rank, 0) if fit == LIKE_OTHERS else change.rank
        rank += min(distance, 1) + (_LATER_IF_CLEARED if distance == _CLEARED else 0)
        return (
            rank - ((change.path, change.line) in places),
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
_CLEARED, _LATER_IF_CLEARED = 9, 1
"""How far away a function is whose own tests pass, and how much later it is looked into: no tests see everything."""
_MOST_EDITS = 20_000
"""Of one file: a variable may stand for each other one of a long function."""
_LONGEST_LINE = 1_000
"""Bytes: a report shows the whole line."""
_LOOP_BYTES = 2_000
"""So much of a loop is looked at."""


def _changes_of(path: str, content: bytes, size: int) -> tuple[list[FunctionSpan], list[Repair]]:
    """The functions of a file and the changes to it; none if it cannot be read."""
    file = _parse(path, content)
    try:
        spans = [] if file is None else list(file.functions())
        single = () if file is None else islice(file.edits(), _MOST_EDITS)
        edits = _likeliest((rank, minimal_edit(content, edit)) for rank, edit in single if NO_UTF8 not in edit.new)
        edits |= _likeliest(repeated(content, edits, lambda at: _function_at(at, spans)))
        if size and file is not None:
            edits |= _likeliest(written_sizes(path, content, size, lambda at: _span_at(at, spans, len(content))))
        return spans, [_repair(path, content, edit, rank, spans) for edit, rank in edits.items()]
    except MemoryError:
        raise
    except RecursionError:  # nested too deeply
        return [], []
    except Exception:  # noqa: BLE001 - a fault of ours is shown, and the other files are changed all the same
        import traceback  # noqa: PLC0415 - only where the harness has a bug

        traceback.print_exc()
        return [], []


def _likeliest(edits: RankedEdits) -> dict[Edit, int]:
    """Each edit once, with the likeliest rank that it got."""
    likeliest = dict[Edit, int]()
    for rank, edit in edits:
        likeliest[edit] = min(rank, likeliest.get(edit, rank))
    return likeliest


def _distances(spans: Iterable[FunctionSpan], suspects: Collection[str], cleared: Collection[str]) -> dict[str, int]:
    """How many calls away from what fails a function is; those whose own tests pass are the farthest."""
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
    return far | {name: _CLEARED for name in calls if name.lower() in wanted}


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
    """The change with its place: without the blanks at its begin, and the comma with which a removed part begins."""
    old = content[edit.start : edit.end]
    begin = edit.start + len(old) - len(old.lstrip(b" \t\r\n" if edit.new else b" \t\r\n,"))
    begin = min(begin, max(len(content) - 1, 0))
    start = content.rfind(b"\n", 0, begin) + 1
    stop = content.find(b"\n", begin)
    stop = len(content) if stop < 0 else stop
    first = len(content[start:begin].decode(errors="replace"))
    last = len(content[start : max(begin + 1, min(edit.end, stop))].decode(errors="replace").rstrip()) - 1
    line, *also = (content.count(b"\n", 0, at) + 1 for at in (begin, *edit.also))
    is_end = edit.start == edit.end and edit.new.startswith("\n")  # it may be the end of its function
    function, marked = _function_at(edit.start - is_end, spans), (first, max(first, last))
    below = content[stop : stop + _LOOP_BYTES].decode(errors="replace") if edit.new.strip() in SIGNS else ""
    source, others = content[start:stop], tuple(dict.fromkeys(each for each in also if each != line))
    loop = lines_of_loop(source.decode(errors="replace"), below)
    head = block_head(content, start, line) if source.strip() in BRACES else None
    return Repair(path, edit, rank, function, line, source, marked, old, others, loop, head)


def _function_at(at: int, spans: Iterable[FunctionSpan]) -> str:
    """The innermost function around a byte; empty for none."""
    span = _innermost(at, spans)
    return span.name if span is not None else ""


def _span_at(at: int, spans: Iterable[FunctionSpan], size: int) -> tuple[int, int]:
    """Where that function begins and ends; the whole file, of this size, outside of functions."""
    span = _innermost(at, spans)
    return (span.start, span.end) if span is not None else (0, size)


def _innermost(at: int, spans: Iterable[FunctionSpan]) -> FunctionSpan | None:
    inside = [span for span in spans if span.start <= at < span.end]
    return min(inside, key=lambda span: span.end - span.start, default=None)
