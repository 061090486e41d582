"""Patterns of a spec: regular expressions, compiled when first used, and file patterns such as ``*.java``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, AnyStr, Generic, cast


class _LazyPattern(Generic[AnyStr]):
    """Stands for a compiled expression; the methods of that become its own attributes as they are asked for."""

    def __init__(self, text: AnyStr, flags: int, needs: AnyStr | None) -> None:
        self._arguments: tuple[AnyStr, int] = text, flags
        self._needs: AnyStr | None = needs

    def __getattr__(self, name: str) -> Any:
        is_guarded = self._needs is not None and name in ("fullmatch", "match", "search")
        value = partial(self._match, name) if is_guarded else getattr(re.compile(*self._arguments), name)
        setattr(self, name, value)
        return value

    def _match(self, method: str, text: AnyStr, *bounds: int) -> re.Match[AnyStr] | None:
        if cast("AnyStr", self._needs) not in text:
            return None
        compiled = getattr(re.compile(*self._arguments), method)
        setattr(self, method, compiled)
        return compiled(text, *bounds)  # type: ignore[no-any-return]


def lazy_regex(text: AnyStr, flags: int = 0, *, needs: AnyStr | None = None) -> re.Pattern[AnyStr]:
    """Return the expression as ``re.compile`` does, for its methods; the functions of ``re`` itself do not take it.

    ``needs``: what every text has that matches. Texts without it, if they are the only ones, cost no compilation.
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(text, flags, needs))


_MAX_DESCRIBED = 4
"""With more alternatives than this, a description names the first ones only."""


def matches(path: str, pattern: str) -> bool:
    """Whether a path (relative to the submission, with slashes) matches one of the pattern's alternatives.

    ``*`` matches no slash; ``**/`` in front of an alternative means any folder, the top one too.
    """
    if pattern.startswith("(?i)"):
        path, pattern = path.lower(), pattern.lower()
    return any(_matches_alternative(path, alternative) for alternative in alternatives(pattern))


CPP_SIGN = r"\(\)=?|\[\]=?|<=>|<<=?|>>=?|&&|\|\||\+\+|--|[-+*/%^&|=!<>]=|[-+*/%^&|<>=!~]"
"""The signs that C++ lets a class define, except for ``->``; and ``[]=`` and ``()=``, which set what these refer to."""
CPP_OPERATOR = lazy_regex(rf"operator *(?P<sign>{CPP_SIGN})|operator (?P<word>[A-Za-z_][\w:<>,* ]*)")
"""A name of an operator of C++; a word is a type that is converted to, or one that C++ has for a sign."""


CPP_WORDS = {
    "and": "&&",
    "or": "||",
    "not": "!",
    "bitand": "&",
    "bitor": "|",
    "xor": "^",
    "compl": "~",
    "and_eq": "&=",
    "or_eq": "|=",
    "xor_eq": "^=",
    "not_eq": "!=",
}
"""C++'s own words for signs: ``|`` divides alternatives in a spec."""


def alternatives(pattern: str) -> list[str]:
    """The pattern's alternatives, without the mark ``(?i)``, which ignores letter case."""
    return pattern.removeprefix("(?i)").split("|")


def name_matcher(pattern: str) -> Callable[[str], bool]:
    """A function that says whether a name is one of the pattern's alternatives; no wildcards, as for functions."""
    ignore_case = pattern.startswith("(?i)")
    names = {name.lower() if ignore_case else name for name in alternatives(pattern)}
    return lambda name: (name.lower() if ignore_case else name) in names


def describe(pattern: str) -> str:
    """The pattern as a person reads it: ``README.txt or README.md``; that any folder will do is left unsaid.

    Of many alternatives the first ones stand for all: a spec puts those in front that a student would use.
    """
    names = [alternative.removeprefix("**/") for alternative in alternatives(pattern)]
    if len(names) <= _MAX_DESCRIBED:
        return " or ".join(names)
    return f"{', '.join(names[: _MAX_DESCRIBED - 1])} or the like"


def describe_name(pattern: str) -> str:
    """A name as a person reads it: both of two spellings; of more the first, which is the one asked for."""
    names = alternatives(pattern)
    return " or ".join(names) if len(names) <= 2 else names[0]  # noqa: PLR2004 - "a or b"


def _matches_alternative(path: str, pattern: str) -> bool:
    in_any_folder = pattern.removeprefix("**/")
    if in_any_folder != pattern:
        return fnmatchcase(path, in_any_folder) or fnmatchcase(path.rpartition("/")[2], in_any_folder)
    return fnmatchcase(path, pattern) and path.count("/") == pattern.count("/")


def matching(paths: Iterable[str], pattern: str) -> list[str]:
    """The paths that match, in their order."""
    return [path for path in paths if matches(path, pattern)]
