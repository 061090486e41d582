"""Small changes that may repair a JavaScript program.

Text that was read becomes a number: `"4" === 4` is false and `"4" + 1` is "41", without any error.
"""

from __future__ import annotations

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.order.for_of import loops_instead
from harness.language.edits.tree_repairs import TreeRepairs
from harness.model.patterns import lazy_regex

_PARTS = lazy_regex(
    rb"""\.(?:split|match)\((?:'[^'\n]{0,80}'|"[^"\n]{0,80}"|/[^/\n]{1,80}/\w{0,6})?\)(?!\s{0,80}\.map\(Number\))"""
)
"""What gives a list of texts, from its dot on."""
_REVERSAL = lazy_regex(rb"\.reverse\(\)")
_TEXT = lazy_regex(rb"\bprocess\.argv\[\d\]|(?<![\w.])prompt\((?:'[^'\n]{0,80}'|\"[^\"\n]{0,80}\")?\)")
"""What is a text by itself."""


class JavaScriptRepairs(TreeRepairs):
    """The changes to one file."""

    def __init__(self, source: bytes) -> None:
        super().__init__("javascript", source)

    def edits(self) -> RankedEdits:
        """Every change with its rank."""
        yield from super().edits()
        yield from loops_instead(self._source)
        for reversal in _REVERSAL.finditer(self._source):
            yield ranked(1, *reversal.span(), "")
        for parts in _PARTS.finditer(self._source):
            yield ranked(0, *parts.span(), f"{parts[0].decode(errors='replace')}.map(Number)")
        for text in _TEXT.finditer(self._source):
            yield ranked(1, *text.span(), f"Number({text[0].decode(errors='replace')})")
