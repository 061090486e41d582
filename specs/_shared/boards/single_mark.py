"""Read the board of one square from a line with one mark.

It hardly differs from other text: its mark, and that size 1 is due, have to say it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from .drawing import Drawing, is_rule
from .marks import QUEEN
from .rows import readings
from .words import PRODUCT

_LIGHT = frozenset("\u2591\u25a1\u2b1c\u25fb\u25fd\u25ab\u25cc")
_SINGLE = re.compile(r"[b-zB-Z*@#+&$%1\u2190-\u24ff\u2580-\U0001ffff]|true|yes")


def single_board_at(lines: Sequence[str], at: int, *, named: bool, due: bool) -> Drawing | None:
    """Read the board of size 1 whose only row is the line ``at``. A lone 1 is a board only below the size."""
    single = _single(lines[at]) if named or due else None
    if single is None:
        return None
    mark, labelled = single
    below = next((line for line in lines[at + 1 : at + 4] if not is_rule(line)), "")
    label = not labelled and (_single(below) or ("", False))[1]  # the column's number above a labelled row
    if mark == "1" and (not named or label):
        return None
    return Drawing(1, at, at, ((0, 0),))


@lru_cache(maxsize=4096)
def _single(line: str) -> tuple[str, bool] | None:
    """Take the mark on a line with only one, and whether a label 0, 1, a or A stands beside it."""
    if len(line.strip()) > 1 and len(set(line.strip())) == 1 and not QUEEN.fullmatch(line.strip()):
        return None  # a rule above or below the board
    if PRODUCT.fullmatch(line.strip()) or line.strip().startswith("#1"):
        return None
    for reading in readings(line).values():
        mark = reading.marks[0].casefold()
        queen = mark not in _LIGHT and (_SINGLE.fullmatch(mark) or QUEEN.fullmatch(mark))
        if queen and len(reading.marks) == 1 and set(reading.labels) <= {"0", "1", "a", "A"}:
            return mark, bool(reading.labels)
    return None
