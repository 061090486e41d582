"""Whether a change makes a bound or a first value like the others of its file, or unlike them."""

from __future__ import annotations

from collections import Counter

from harness.language.edits.forms.source_text import Edit
from harness.model.patterns import lazy_regex

LIKE_OTHERS, UNLIKE_OTHERS = -1, 1
_COMPARED = lazy_regex(rb"((?:[<>=!]=|[<>=]))([^;,(){}&|<>=!]{1,40})(?=[;,)&|])")
"""A comparison or an assignment, and its right side, without blanks."""
_BLANKS = lazy_regex(rb"\s+")
_SIGN = lazy_regex(rb"(?:[<>=!]=|[<>=])\s*$")
_REST = lazy_regex(rb"[^;,(){}&|<>=!\n]{0,40}(?=[;,)&|])")


class BoundFrequency:
    """How often each right side stands in a file of Java or C++."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._times = Counter(sign + side for sign, side in _COMPARED.findall(_BLANKS.sub(b"", content)))

    def fit(self, edit: Edit) -> int:
        """``LIKE_OTHERS`` if what a change makes stands in more places than what it changes, and so on; else 0."""
        begin = self._content.rfind(b"\n", 0, edit.start) + 1
        sign, rest = _SIGN.search(self._content[begin : edit.start]), _REST.match(self._content, edit.end)
        if sign is None or rest is None or edit.also:
            return 0
        sides = (self._content[edit.start : edit.end], edit.new.encode())
        old, new = (self._times[_BLANKS.sub(b"", sign[0] + side + rest[0])] for side in sides)
        if not old or new == old - 1:  # it is not only that side, or there are as many others
            return 0
        return LIKE_OTHERS if new > old - 1 else UNLIKE_OTHERS
