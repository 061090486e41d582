"""Regular expressions that are compiled when they are first used: a short grading needs few of some two hundred."""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast


class _LazyPattern(Generic[AnyStr]):
    """Stands for a compiled expression; the methods of that become its own attributes as they are asked for."""

    def __init__(self, text: AnyStr, flags: int) -> None:
        self._arguments: tuple[AnyStr, int] = text, flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(*self._arguments), name)
        setattr(self, name, value)
        return value


def lazy_regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return the expression as ``re.compile`` does, for its methods; the functions of ``re`` itself do not take it."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(text, flags))
