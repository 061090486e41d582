"""How much work something is, counted: unlike time, it is the same on each machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable


def counted_calls(work: Callable[[], object]) -> int:
    """How many calls of functions, and turns of generators, some work takes."""
    calls = Counter[str]()
    before = sys.getprofile()
    sys.setprofile(lambda _frame, event, _argument: calls.update([event]))
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls.total()
