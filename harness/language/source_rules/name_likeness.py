"""How alike two names of a program are: one of a few other letters, or of the same words, may mean the same."""

from __future__ import annotations

import difflib
import re

LEAST_LIKENESS = 0.75
"""Names at least this similar, from 0 to 1, are near: ``nextPermuation``."""
_SAME_WORDS = 0.95
"""The likeness of ``next_permutation`` and ``permutationNext``."""
_OTHER_WORD = 0.7
"""The most for ``firstPermutation`` and ``nextPermutation``: letters of one word may be wrong, not the word."""
_SHORTEST_BEGINNING = 3
_SHORTEST_PREFIX = 5
"""A prefix of at least so many letters is near to the longer name: ``nextPerm``."""
_SHORTEST_WORD = 4
"""Shorter words (get, set, is) say nothing of what is meant."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def bare(name: str) -> str:
    """The name without letter case and underscores."""
    return name.replace("_", "").lower()


def likeness(left: str, right: str) -> float:
    """The similarity of two names from 0 to 1; letter case and underscores do not count."""
    shorter, longer = sorted((bare(left), bare(right)), key=len)
    ratio = difflib.SequenceMatcher(None, shorter, longer).ratio()
    if len(shorter) >= _SHORTEST_PREFIX and longer.startswith(shorter):
        ratio = max(ratio, LEAST_LIKENESS)
    words, others = _all_words(left), _all_words(right)
    if sorted(words) == sorted(others) and ratio < 1:
        return max(ratio, _SAME_WORDS)
    return min(ratio, _OTHER_WORD) if _differ(words, others) and _differ(others, words) else ratio


def _differ(words: list[str], others: list[str]) -> bool:
    """Whether one of the words is none of the others, nor the beginning of one."""
    return len(words) > 1 and not all(any(_is_same_word(word, other) for other in others) for word in words)


def _is_same_word(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    begins = len(shorter) >= _SHORTEST_BEGINNING and longer.startswith(shorter)
    return begins or difflib.SequenceMatcher(None, word, other).ratio() >= LEAST_LIKENESS


def words_of(name: str) -> set[str]:
    """The words of a name that say what is meant, in the singular."""
    return {word.removesuffix("s") for word in _all_words(name) if len(word) >= _SHORTEST_WORD}


def _all_words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name)]
