"""How hard a text is to read: the grade of Flesch and Kincaid, and its sentences.

The formula is that of Kincaid, Fishburne, Rogers and Chissom (1975): 0.39 words a sentence + 11.8 syllables a word
- 15.59, the years of school that a reader needs. Syllables are counted by groups of vowels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

HARDEST_GRADE = 8
LONGEST_SENTENCE = 20
"""Words of a sentence that is read at once."""
LONGEST_HINT = 160
"""Words of a hint beyond which it is not read."""
_FEWEST_WORDS = 4
"""What is shorter is a label or a part of a sentence, and would make the texts around it look easy."""
_SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+")
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_PLACEHOLDER = re.compile(r"\{[^}]*\}")
_SILENT_END = re.compile(r"(?<=[a-z])(?:(?<!l)e|(?<=[^aeioutd])ed)$")


def sentences(texts: Iterable[str]) -> list[str]:
    """The sentences of all texts; a placeholder of a template counts as a word of one syllable."""
    parts = [part for text in texts for part in _SENTENCE_END.split(_PLACEHOLDER.sub("it", text))]
    return [part for part in parts if len(_WORD.findall(part)) >= _FEWEST_WORDS]


def too_long(texts: Iterable[str]) -> list[str]:
    """The sentences that are not read at once."""
    return [sentence for sentence in sentences(texts) if len(sentence.split()) > LONGEST_SENTENCE]


def syllables(word: str) -> int:
    """How many syllables an English word has, about."""
    groups = len(re.findall("[aeiouy]+", word.lower()))
    return max(1, groups - bool(_SILENT_END.search(word.lower())))


def grade(texts: Iterable[str]) -> float:
    """The years of school that a reader of these texts needs."""
    parts = sentences(texts)
    words = [word for part in parts for word in _WORD.findall(part)]
    return 0.39 * len(words) / len(parts) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
