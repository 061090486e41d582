"""An edit without what stays: of an expression in which one name or number changes, that one alone."""

from __future__ import annotations

from harness.language.edits.forms.source_text import Edit
from harness.model.patterns import lazy_regex

_TOKEN = lazy_regex(rb"\w+|\s+|[^\w\s]+")
_WORD = lazy_regex(rb"[A-Za-z_]\w*|\d+")
_LONGEST = 400
"""Bytes: a longer text is hardly one expression."""


def narrowed(content: bytes, edit: Edit) -> Edit:
    """The edit that changes one word, where a longer one changes no more; else the edit itself."""
    old, new = content[edit.start : edit.end], edit.new.encode()
    if edit != Edit(edit.start, edit.end, edit.new) or len(old) > _LONGEST or old.startswith(b"return"):
        return edit
    before, after = [*_TOKEN.finditer(old)], _TOKEN.findall(new)
    changed = [at for at, (token, other) in enumerate(zip(before, after, strict=False)) if token[0] != other]
    if len(before) != len(after) or len(changed) != 1 or len(before) == 1:
        return edit
    token, word = before[changed[0]], after[changed[0]]
    if _WORD.fullmatch(token[0]) is None or _WORD.fullmatch(word) is None:
        return edit
    return Edit(edit.start + token.start(), edit.start + token.end(), word.decode())
