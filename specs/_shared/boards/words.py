"""What a line of text around drawn boards says: a size, that there is no solution, labels of columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from .rows import MAX_WIDTH

_HARMLESS = re.compile(
    r"\bno(t|ne)?\s+(more|less|fewer|greater|larger|bigger|smaller|longer)\b"  # a prompt: not more than 8
    r"|\bno\s*(\.\s*(?=\d|of\b)|[#:]|of\b)|\b(board|size|solution|case|test)\s+no\s+(?=\d)"  # number: Board No. 4
    r"|\b(no|none)\b(\s+\w+){0,4}\s+(attack|threat|captur|share|conflict)\w*"  # no two queens attack each other
    r"|\b(do|does|can|may|will|must)\s*(not|n['\u2019`]t)\s+(attack|threat|captur|share|conflict)\w*"
    r"|\b(can|may|must)(not|'t)\s+(attack|threat|captur|share|conflict)\w*"
    r"|\b(whether )?or not\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(no|not|none|non|nope|never|nothing|neither|nor|cannot|zero|im?possible|unsolvable|insoluble|unable|infeasible"
    r"|fail(s|ed|ure)?|nonexistent)\b|n['\u2019`]t\b|\b(dont|doesnt|cant|isnt|arent|couldnt)\b"
    r"|(?<![\d.])0\s+(\S+\s+)?solutions?|solutions?\s*[:=]\s*0\b(?!(?:[\s,;|]+-?\d+){2})",
    re.IGNORECASE,
)
_ABOUT_SOLUTIONS = re.compile(
    r"sol|possib|exist|plac|found|find|answer|arrang|config|way|feasib|fail|unable|valid|board", re.IGNORECASE
)
_RANGE = re.compile(
    r"[\[(<]\s*1\s*(?:-|\u2013|to|,|\.\.+|\u2026)\s*8\b|\b(?:between|from|range)\s*:?\s*1\s*(?:and|to|-|\u2013|\.\.+)\s*8\b"
    r"|\b1\s*<=?\s*\w+\s*<=?\s*8\b|<=?\s*8\b|\b(?:than|to|until|max\w*|most)\s+8\b",
    re.IGNORECASE,
)
_ROW = re.compile(r"\b(row|col|column)\s+#?\d", re.IGNORECASE)
PRODUCT = re.compile(r"(?<!\d)([1-8])\s*[xX*\u00d7]\s*\1(?!\d)")
"""A size such as ``8 x 8``."""
_ONLY_SIZE = re.compile(r"\s*([1-8])\s*[xX*\u00d7]\s*\1\s*:?\s*|\s*[A-Za-z]\w*\s*[=:]\s*\d+\s*")
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


@lru_cache(maxsize=8192)
def denies(line: str) -> bool:
    """Tell whether the line has a no in it, other than in a phrase that says nothing of solutions."""
    return len(line) <= MAX_WIDTH and _DENIAL.search(_HARMLESS.sub(" ", line)) is not None


def denies_solution(line: str) -> bool:
    """Tell whether the line says about solutions that there is none; ``no input`` does not."""
    return denies(line) and _ABOUT_SOLUTIONS.search(line) is not None


def sizes_named(lines: Sequence[str]) -> set[int]:
    """Collect the sizes that some line names, in digits or in words. A line of column labels names none."""
    return {size for line in lines if not labels(line) for size in _numbers(line)}


@lru_cache(maxsize=8192)
def _numbers(line: str) -> AbstractSet[int]:
    line = _ROW.sub(" ", _RANGE.sub(" ", line))
    digits = {int(word) for word in re.findall(r"(?<![\d.])[1-8](?!\d|\.\d)", line)}
    words = {_WORDS.index(word) + 1 for word in re.findall(r"[a-z]+", line.lower()) if word in _WORDS}
    return frozenset(digits | words)


def names_size(line: str) -> bool:
    """Tell whether the line is a size and nothing else, such as ``8 x 8`` or ``N = 8``."""
    return _ONLY_SIZE.fullmatch(line) is not None


def heading(line: str) -> int | None:
    """Take the size that a line is about: the only one that it names, among words or all by itself."""
    sizes = _numbers(line)
    if len(sizes) != 1 or not (re.search(r"[^\W\d_]|[=#:]", line) or line.strip().isdigit()):
        return None
    return next(iter(sizes))


@lru_cache(maxsize=8192)
def labels(line: str) -> bool:
    """Tell whether there is nothing but two or more numbers or letters, such as stand above or below a board."""
    if PRODUCT.search(line) or re.fullmatch(r"\s*[nN]\s+[1-8]\s*", line):
        return False
    words = re.findall(r"[^\s|+\u2502\u2503\u2551]+", line)
    return len(words) > 1 and all(re.fullmatch(r"\d{1,2}|[A-Za-z]", word) for word in words)
