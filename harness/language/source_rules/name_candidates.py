"""The functions and variables of a submission that may stand for names asked for, by types and likeness."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from harness.language.parsing import prolog
from harness.language.parsing.outline import Function, Outline
from harness.language.parsing.types import canonical_type
from harness.model.patterns import alternatives, name_matcher
from harness.spec.format.source_rules import Signature

_PASSING = re.compile(r"\bconst\b|&+$")
"""How a value is passed, which says nothing of which function is meant."""
_WHOLE = re.compile(r"\b(?:unsigned|signed|int|long|short|size_t)(?: (?:unsigned|int|long))*\b")


class Asked(Struct, frozen=True):
    """A name that is asked for."""

    pattern: str
    """As the spec writes it."""
    signature: Signature = Signature()
    """Its types, as far as they are asked for; at least how many parameters it is called with."""
    spellings: tuple[str, ...] = ()
    """What the spec calls it by besides."""

    @property
    def name(self) -> str:
        """The first spelling, which stands for all."""
        return alternatives(self.pattern)[0]


class Candidate(Struct, frozen=True):
    """A function or variable whose name nobody asks for."""

    name: str
    fits: frozenset[str] = frozenset()
    """The names asked for whose number of parameters it has."""
    same_types: frozenset[str] = frozenset()
    """Those whose types it has."""


def unnamed_functions(
    asked: Sequence[Asked], missing: Sequence[Asked], outlines: Sequence[Outline], taken: Collection[str]
) -> list[Candidate]:
    """The functions whose names nobody asks for, with the missing ones that each may stand for.

    ``taken``: names of functions that stand for others already.
    """
    functions = defined_functions(outlines)
    own = [name_matcher("main"), *(name_matcher(wanted.pattern) for wanted in asked), taken.__contains__]
    free = [name for name in sorted({function.name for function in functions}) if not any(is_it(name) for is_it in own)]
    aliases = {name: kind for outline in outlines for name, kind in outline.aliases.items()}

    def has_types(wanted: Asked, function: Function) -> bool:
        return _has_types(wanted, function, aliases)

    candidates = [
        Candidate(
            name,
            frozenset(wanted.name for wanted in missing if _any_named(name, functions, wanted, _accepts)),
            frozenset(wanted.name for wanted in missing if _any_named(name, functions, wanted, has_types)),
        )
        for name in free
    ]
    return [candidate for candidate in candidates if candidate.fits] if is_prolog(outlines) else candidates


def is_defined(wanted: Asked, outlines: Iterable[Outline]) -> bool:
    """Whether there is one of the name; predicates are distinguished by their numbers of arguments, too."""
    matches = name_matcher(wanted.pattern)
    return any(
        matches(function.name)
        and function.defined
        and not function.is_constructor
        and (not outline.path.lower().endswith(prolog.SUFFIXES) or _accepts(wanted, function))
        for outline in outlines
        for function in outline.functions
    )


def defined_functions(outlines: Iterable[Outline]) -> list[Function]:
    """All functions that have a body, except for constructors."""
    functions = (function for outline in outlines for function in outline.functions)
    return [function for function in functions if function.defined and not function.is_constructor]


def _any_named(
    name: str, functions: Iterable[Function], wanted: Asked, fits: Callable[[Asked, Function], bool]
) -> bool:
    return any(function.name == name and fits(wanted, function) for function in functions)


def _accepts(wanted: Asked, function: Function) -> bool:
    return wanted.signature.params is None or function.accepts(len(wanted.signature.params))


def _has_types(wanted: Asked, function: Function, aliases: Mapping[str, str]) -> bool:
    """Whether it takes and returns values of these types, however it takes them; no, where they say too little."""
    signature = wanted.signature
    if signature.params is None or signature.returns is None:
        return False
    pairs = zip((*signature.params, signature.returns), (*function.params, function.returns), strict=False)
    same = all(_value_type(right, aliases) == _value_type(actual, aliases) for right, actual in pairs)
    return same and len(signature.params) == len(function.params)


def _value_type(text: str, aliases: Mapping[str, str]) -> str:
    plain = _PASSING.sub("", canonical_type(text, aliases)).strip()
    return _WHOLE.sub("int", plain)


def is_prolog(outlines: Iterable[Outline]) -> bool:
    """Whether there are predicates, which are distinguished by their numbers of arguments."""
    return any(outline.path.lower().endswith(prolog.SUFFIXES) for outline in outlines)


def uncalled_predicates(wanted: Asked, functions: Collection[Function]) -> set[str]:
    """The predicates as long as the one asked for that no other of that length or longer calls."""
    least = len(wanted.signature.params or ())
    own = {(function.name, len(function.params)) for function in functions if len(function.params) == least}
    called = {
        name
        for function in functions
        for name, length in function.calls
        if len(function.params) >= least and length in (least, None) and name != function.name
    }
    return {name for name, _ in own} - called


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
