"""The line at which a block begins, for a line that holds nothing but its brace: a brace alone shows nobody a place."""

from __future__ import annotations

from harness.model.patterns import lazy_regex

BRACES = (b"{", b"}", b"};")
_COMMENTS = (b"//", b"/*", b"*")
_BRACE = lazy_regex(rb"[{}]")
_FAR = 4_000
"""Bytes above a brace that are looked at."""


def block_head(content: bytes, start: int, line: int) -> tuple[int, bytes] | None:
    """The number and the text of the line with which the block of a brace begins; None if it is not near.

    Braces in texts and comments count as well: at worst another line of the function is shown.

    Args:
        content: the file.
        start: the byte at which the line of the brace begins.
        line: its number, from 1.

    """
    above = content[max(0, start - _FAR) : start].split(b"\n")[:-1]
    depth = int(content[start : start + _FAR].lstrip().startswith(b"}"))
    for number, text in zip(range(line - 1, 0, -1), reversed(above), strict=False):
        depth = _depth_before(text, depth)
        if depth <= 0 and text.strip() not in (b"", *BRACES) and not text.lstrip().startswith(_COMMENTS):
            return number, text
    return None


def _depth_before(text: bytes, depth: int) -> int:
    """How many blocks are open at the end of the line above; 0 where the line begins the outermost of them.

    From right to left: what ``} else {`` ends lies above it, and is another block.
    """
    for brace in reversed(_BRACE.findall(text)):
        if depth <= 0:
            break
        depth += 1 if brace == b"}" else -1
    return depth
