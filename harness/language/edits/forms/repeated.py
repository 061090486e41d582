"""One slip that was made in several places: the same change of an operator or a number, or a copy, in each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from harness.language.edits.forms.ranked_edits import LIMITS, RankedEdits
from harness.language.edits.forms.source_text import Edit
from harness.model.patterns import lazy_regex

_MOST = 8
"""Places of one slip."""
_LEAST_LIKELY = 1
_LEAST_ALIKE = 3
"""So many lines of one form have the same name exchanged; else it is hardly a slip that was copied."""
_SLIP = lazy_regex(rb"[^\w\n]*[<>=][^A-Za-z\n]*")
"""A comparison or what sets something, without a name."""
_COPIED = lazy_regex(rb"[^A-Za-z\n]+")
_COMPARED = lazy_regex(rb"([A-Za-z_][\w.]*)\s*(?:[<>=!]=?|=<|=:=|=\\=)\s*$")
"""A variable that is compared with what follows."""
_COPY_ENDS = ("[:]", ".clone()")
"""How the copy of a list or an array ends: where states are kept, each has to be one."""
_WORD = lazy_regex(rb"[A-Za-z_]\w*|\d+")


def repeated(content: bytes, edits: Mapping[Edit, int], function_at: Callable[[int], str]) -> RankedEdits:
    """The changes that are made alike in lines that read alike, and in all of one function.

    Args:
        content: the file.
        edits: the changes to it, with their ranks.
        function_at: the function around a byte.

    """
    alike, of_words = dict[object, list[tuple[int, Edit]]](), dict[object, list[tuple[int, Edit]]]()
    of_bounds = dict[object, list[tuple[int, Edit]]]()
    for edit, rank in edits.items():
        old = content[edit.start : edit.end]
        if "\n" in edit.new or not old.strip() or not edit.new.strip():
            continue
        begin, end = content.rfind(b"\n", 0, edit.start) + 1, content.find(b"\n", edit.end)
        text = content[begin : end if end >= 0 else None]
        indent = len(text) - len(text.lstrip())
        change = (old, edit.new)
        if rank <= _LEAST_LIKELY and (_COPIED.fullmatch(old) or edit.form):
            alike.setdefault((text.strip(), edit.start - begin - indent, *change, edit.form), []).append((0, edit))
        if rank <= _LEAST_LIKELY and (_SLIP.fullmatch(old) or edit.new.endswith(_COPY_ENDS)):
            alike.setdefault((function_at(edit.start), *change), []).append((indent, edit))
        compared = _COMPARED.search(content[begin : edit.start]) if old.isdigit() else None
        if compared is not None:
            of_bounds.setdefault((function_at(edit.start), compared[1], *change), []).append((0, edit))
        if _WORD.fullmatch(old) and _WORD.fullmatch(edit.new.encode()):
            form = (_WORD.sub(b"x", text.strip()), len(_WORD.findall(text[: edit.start - begin])))
            of_words.setdefault((function_at(edit.start), *form, *change), []).append((0, edit))
    for places in (
        *alike.values(),
        *of_bounds.values(),
        *(places for places in of_words.values() if len(places) >= _LEAST_ALIKE),
    ):
        least = min(indent for indent, _ in places)
        for chosen in (places, [place for place in places if place[0] > least]):  # all, or those of an inner block
            lines = {content.count(b"\n", 0, edit.start) for _, edit in chosen} if len(chosen) <= _MOST else ()
            if 1 < len(chosen) == len(lines):  # two of one line cannot be seen apart from one
                yield from _together(content, [edit for _, edit in chosen], edits)


def _together(content: bytes, chosen: Sequence[Edit], ranks: Mapping[Edit, int]) -> RankedEdits:
    """The same change in several places."""
    first, *others = sorted(chosen, key=lambda edit: edit.start)
    is_limit = {content[first.start : first.end], first.new.encode()} in LIMITS
    rank = min(-1 if is_limit or first.new.endswith(_COPY_ENDS) else _LEAST_LIKELY, *(ranks[edit] for edit in chosen))
    yield rank, Edit(first.start, first.end, first.new, also=tuple(edit.start for edit in others), form=first.form)
