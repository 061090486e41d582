"""Where a part of a file stands, and what is wrong with it: records that become text where a person reads them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from pathlib import Path

from msgspec import Struct

Key = str | int
KeyPath = tuple[Key, ...]

_MOST_LINES = 50


class ProblemKind(Enum):
    """What other problems may follow from this one, or hide it."""

    OTHER = auto()
    NO_CLAUSE = auto()
    """A clause is named that the spec does not have."""
    NOT_JUDGED = auto()
    """No case judges a clause."""
    NO_FUNCTION = auto()
    """A function is named that the course's own module does not have."""


class Location(Struct, frozen=True):
    """A part of a file; as text ``specs/x/spec.yaml:41: cases[2].limits.cpu``."""

    file: Path
    line: int | None = None
    """From 1, as the column is; None if the whole file is meant."""
    key_path: KeyPath = ()
    column: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place}: {dotted(self.key_path)}" if self.key_path else place

    def below(self, *keys: Key) -> Location:
        """The location of a part below this one, in the same line."""
        return Location(self.file, self.line, (*self.key_path, *keys), self.column)


class Problem(Struct, frozen=True):
    """What is wrong with a part of a file."""

    location: Location
    message: str
    kind: ProblemKind = ProblemKind.OTHER
    name: str = ""
    """The name that is not known, of a kind that says so."""
    meant: str | None = None
    """The known name that is most like it."""

    def __str__(self) -> str:
        return single_line(f"{self.location}: {self.message}")


def in_order(problems: Iterable[Problem]) -> list[str]:
    """A line for each problem in the order of the file, each once; of very many the first fifty."""
    lines = list(dict.fromkeys(map(str, by_line(problems))))
    more = len(lines) - _MOST_LINES
    return [*lines[:_MOST_LINES], f"{more} more problems are not shown"] if more > 0 else lines


def by_line(problems: Iterable[Problem]) -> list[Problem]:
    """The problems in the order of their lines."""
    return sorted(problems, key=lambda problem: problem.location.line or 0)


def single_line(text: str) -> str:
    """The text on one line: what is no printable character by its number."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def dotted(key_path: KeyPath) -> str:
    """``("cases", 2, "limits")`` as ``cases[2].limits``."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in key_path)
    return text.removeprefix(".")
