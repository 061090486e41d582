"""File patterns of a spec: ``*.java``, ``README.txt|README.md``, ``(?i)readme.txt``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase

_ALL_TOLD = 4


def matches(path: str, pattern: str) -> bool:
    """Whether a path (below the submission, with slashes) fits one of the pattern's alternatives.

    A pattern without a slash is held against the file's name in any folder when it has a wildcard, else against the
    path as a whole; ``**/`` in front means any folder, the top one too.
    """
    fold = pattern.startswith("(?i)")
    return any(_one(path.lower(), one.lower()) if fold else _one(path, one) for one in alternatives(pattern))


def alternatives(pattern: str) -> list[str]:
    """The pattern's alternatives, without the mark for any letter case."""
    return pattern.removeprefix("(?i)").split("|")


def chooser(pattern: str) -> Callable[[str], bool]:
    """Whether a name is one of the pattern's alternatives; no wildcards, as for functions."""
    fold = pattern.startswith("(?i)")
    names = {one.lower() if fold else one for one in alternatives(pattern)}
    return lambda one: (one.lower() if fold else one) in names


def tell(pattern: str) -> str:
    """The pattern as a person reads it: ``README.txt or README.md``; that any folder will do is left unsaid.

    Of many alternatives the first ones stand for all: a spec puts those in front that a student would use.
    """
    names = [one.removeprefix("**/") for one in alternatives(pattern)]
    return " or ".join(names) if len(names) <= _ALL_TOLD else f"{', '.join(names[: _ALL_TOLD - 1])} or the like"


def _one(path: str, pattern: str) -> bool:
    anywhere = pattern.removeprefix("**/")
    if anywhere != pattern:
        return fnmatchcase(path, anywhere) or fnmatchcase(path.rpartition("/")[2], anywhere)
    return fnmatchcase(path, pattern) and path.count("/") == pattern.count("/")


def matching(paths: Iterable[str], pattern: str) -> list[str]:
    """The paths that fit, in their order."""
    return [path for path in paths if matches(path, pattern)]
