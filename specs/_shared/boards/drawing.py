"""A board as drawn on a page, and what all readers of boards know of a page's lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .marks import Square


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn board: the lines (counted from 0) of its first and last row, and the squares with a queen."""

    size: int
    first: int
    last: int
    queens: tuple[Square, ...]

    def complete(self) -> bool:
        """Whether there is one queen in each row."""
        return [row for row, _ in self.queens] == list(range(self.size))

    def safe(self) -> bool:
        """Whether no queen attacks another."""
        lines = [
            {row for row, _ in self.queens},
            {column for _, column in self.queens},
            {row + column for row, column in self.queens},
            {row - column for row, column in self.queens},
        ]
        return all(len(line) == len(self.queens) for line in lines)


FRAME = re.compile(r"[-+=_|~*#.:\s\u2500-\u257f]*")
"""A line of rules, corners and bars, such as stand between the rows of a board."""


@lru_cache(maxsize=8192)
def is_rule(line: str) -> bool:
    """Tell whether there is nothing but rules, corners and bars on the line."""
    return FRAME.fullmatch(line) is not None


_WORD = re.compile(r"[^\W\d_]{3,}")
_MARKS_IN_WORDS = frozenset(["queen", "true", "false"])
_LETTERS_OF_WORD = 3
_SENTENCE = re.compile(r"\b(no|not)\b|\b[A-Za-z]\w*\s*[=:]", re.IGNORECASE)


def says_something(line: str) -> bool:
    """Tell whether there is a word on the line, other than those and the repeated letters that are marks."""
    words = (word.casefold() for word in _WORD.findall(line))
    return any(len(set(word)) >= _LETTERS_OF_WORD and word not in _MARKS_IN_WORDS for word in words)


def is_drawn(line: str) -> bool:
    """Tell whether the line is neither blank, a rule, nor text."""
    return not (is_rule(line) or is_sentence(line))


@lru_cache(maxsize=8192)
def is_sentence(line: str) -> bool:
    """Tell whether the line says something, if only a size."""
    return says_something(line) or _SENTENCE.search(line) is not None
