"""Which function or variable stands under a wrong name for one that is asked for: one rule for all languages.

1. A name that differs in letter case and underscores alone is the one asked for.
2. So is a name that the spec calls it by besides.
3. So is a name of a few other letters, or one that holds a word that only this one of the names asked for has.
4. So is the only function with the types asked for; of predicates, the only one so long that no other calls.

From 3 on the number of parameters has to be right, but for a similar name where no other could be meant. Of several
the one is meant that calls all the others, or is clearly the most similar, or has a word alone; else none. No function
stands for two, and none for one that is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from harness.language.parsing import prolog
from harness.language.parsing.outline import Function, Outline
from harness.language.parsing.parsed_sources import CallGraph
from harness.language.parsing.types import canonical_type
from harness.language.source_rules.name_likeness import LEAST_LIKENESS, bare, likeness, words_of
from harness.model.patterns import alternatives, name_matcher
from harness.spec.format.source_rules import Signature

_MOST_LETTERS = 500
_CLEARLY = 0.1
"""How much more similar than another one a name has to be."""
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


class _Candidate(Struct, frozen=True):
    """A function or variable whose name nobody asks for."""

    name: str
    fits: frozenset[str] = frozenset()
    """The names asked for whose number of parameters it has."""
    same_types: frozenset[str] = frozenset()
    """Those whose types it has."""


_Rule = Callable[[Asked, _Candidate], bool]


def near_functions(asked: Sequence[Asked], outlines: Sequence[Outline]) -> dict[str, str]:
    """Map names that are asked for and not there to the functions that stand in their place."""
    missing = [wanted for wanted in asked if not _is_defined(wanted, outlines)]
    if not missing:
        return {}
    functions = _defined(outlines)
    taken = [name_matcher("main"), *(name_matcher(wanted.pattern) for wanted in asked)]
    free = [
        name for name in sorted({function.name for function in functions}) if not any(is_it(name) for is_it in taken)
    ]
    aliases = {name: kind for outline in outlines for name, kind in outline.aliases.items()}
    candidates = [
        _Candidate(
            name,
            frozenset(wanted.name for wanted in missing if _any_named(name, functions, wanted, _accepts)),
            frozenset(
                wanted.name
                for wanted in missing
                if _any_named(
                    name, functions, wanted, lambda candidate, function: _has_types(candidate, function, aliases)
                )
            ),
        )
        for name in free
    ]
    if _is_prolog(outlines):
        candidates = [candidate for candidate in candidates if candidate.fits]
    uncalled = _uncalled(missing[0], functions) if _is_prolog(outlines) and len(asked) == 1 else set()
    rules = _rules(
        missing, lambda wanted, candidate: _has_telling_types(wanted, candidate) or candidate.name in uncalled
    )
    return _chosen(missing, candidates, rules, CallGraph(tuple(functions)))


def near_variables(asked: Mapping[str, str], variables: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Map variables that are asked for and not there to those that stand in their place.

    ``asked``: name -> type; ``variables``: the names of the fields, with their types, both spelt in the canonical way.
    """
    known = set(variables)
    wanted = [Asked(pattern) for pattern in asked]
    missing = [variable for variable in wanted if not any(name_matcher(variable.pattern)(name) for name, _ in known)]
    taken = [name_matcher(pattern) for pattern in asked]
    candidates = [
        _Candidate(name, frozenset(variable.name for variable in missing if asked[variable.pattern] == kind))
        for name, kind in sorted(known)
        if not any(is_taken(name) for is_taken in taken)
    ]
    return _chosen(missing, candidates, _rules(missing, _fits), CallGraph(()))


def _rules(missing: Sequence[Asked], last: _Rule) -> tuple[_Rule, ...]:
    """What makes a candidate the one that is asked for, the surest first."""
    return (
        lambda wanted, candidate: any(bare(name) == bare(candidate.name) for name in alternatives(wanted.pattern)),
        lambda wanted, candidate: any(bare(name) == bare(candidate.name) for name in wanted.spellings),
        lambda wanted, candidate: (
            _fits(wanted, candidate) and (_is_like(wanted, candidate) or bool(_words_held(wanted, missing, candidate)))
        ),
        last,
        _is_like,
    )


def _fits(wanted: Asked, candidate: _Candidate) -> bool:
    return wanted.name in candidate.fits


def _chosen(
    missing: Sequence[Asked], candidates: Sequence[_Candidate], rules: Sequence[_Rule], graph: CallGraph
) -> dict[str, str]:
    """The near names; what two of those asked for would have is neither's by that rule."""
    near_names: dict[str, str] = {}
    for rule in rules:
        only = rule in rules[-2:]  # which look at types or names alone: nothing else may come into question
        free = [candidate for candidate in candidates if candidate.name not in near_names.values()]
        chosen: dict[str, str] = {}
        for wanted in missing:
            fitting = (
                [candidate for candidate in free if rule(wanted, candidate)] if wanted.name not in near_names else []
            )
            best = _best(wanted, missing, fitting, graph) if not only or len(fitting) == 1 else None
            if best is not None:
                chosen[wanted.name] = best
        likest = {name: _likest(name, chosen, only=only) for name in set(chosen.values())}
        near_names |= {asked: name for asked, name in chosen.items() if likest[name] == asked}
    return near_names


def _likest(name: str, chosen: Mapping[str, str], *, only: bool) -> str | None:
    """Of those asked for that would have this function the one that is clearly most similar to it, or the only one."""
    candidate = _Candidate(name)
    ranked = sorted(
        ((_likeness(Asked(asked), candidate), asked) for asked in chosen if chosen[asked] == name), reverse=True
    )
    return ranked[0][1] if len(ranked) == 1 or (not only and ranked[0][0] > ranked[1][0]) else None


def _best(wanted: Asked, missing: Sequence[Asked], fitting: Sequence[_Candidate], graph: CallGraph) -> str | None:
    """The candidate that can be meant; None where several can."""
    names = [candidate.name for candidate in fitting]
    if len(names) < 2:  # noqa: PLR2004 - nothing to choose
        return names[0] if names else None
    calling = [name for name in names if _calls_all(name, names, graph)]
    if len(calling) == 1:
        return calling[0]
    ranked = sorted(
        ((_likeness(wanted, candidate), candidate.name) for candidate in fitting if _is_like(wanted, candidate)),
        reverse=True,
    )
    if len(ranked) == 1 or (ranked and ranked[0][0] - ranked[1][0] >= _CLEARLY):
        return ranked[0][1]
    typed = [
        candidate.name for candidate in fitting if _is_like(wanted, candidate) and wanted.name in candidate.same_types
    ]
    if len(typed) == 1:
        return typed[0]
    holders = [
        [candidate.name for candidate in fitting if word in _words_held(wanted, missing, candidate)]
        for word in words_of(wanted.name)
    ]
    single = {names[0] for names in holders if len(names) == 1}
    return single.pop() if len(single) == 1 else None


def _calls_all(name: str, names: Sequence[str], graph: CallGraph) -> bool:
    return set(names) - {name} <= graph.reachable(lambda function: function == name)


def _is_defined(wanted: Asked, outlines: Iterable[Outline]) -> bool:
    """Whether there is one of the name; predicates are told apart by their numbers of arguments, too."""
    matches = name_matcher(wanted.pattern)
    return any(
        matches(function.name)
        and function.defined
        and not function.is_constructor
        and (not outline.path.lower().endswith(prolog.SUFFIXES) or _accepts(wanted, function))
        for outline in outlines
        for function in outline.functions
    )


def _defined(outlines: Iterable[Outline]) -> list[Function]:
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


def _may_be(wanted: Asked, candidate: _Candidate) -> bool:
    """Whether it has the types asked for; where none are, the number of parameters."""
    is_typed = wanted.signature.params is not None and wanted.signature.returns is not None
    return wanted.name in (candidate.same_types if is_typed else candidate.fits)


def _is_prolog(outlines: Iterable[Outline]) -> bool:
    return any(outline.path.lower().endswith(prolog.SUFFIXES) for outline in outlines)


def _uncalled(wanted: Asked, functions: Collection[Function]) -> set[str]:
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


def _likeness(wanted: Asked, candidate: _Candidate) -> float:
    return max(likeness(name, candidate.name) for name in alternatives(wanted.pattern))


def _has_telling_types(wanted: Asked, candidate: _Candidate) -> bool:
    """Whether the types alone say that it is meant; one that takes and returns nothing may be any."""
    tells = wanted.signature.params or wanted.signature.returns != "void"
    return bool(tells) and wanted.name in candidate.same_types


def _is_like(wanted: Asked, candidate: _Candidate) -> bool:
    return _likeness(wanted, candidate) >= LEAST_LIKENESS


def _words_held(wanted: Asked, missing: Iterable[Asked], candidate: _Candidate) -> set[str]:
    """The words of the name in that of a candidate of its types; none that another name has that it may stand for."""
    if not _may_be(wanted, candidate):
        return set()
    others = {
        word for other in missing if other != wanted and _may_be(other, candidate) for word in words_of(other.name)
    }
    return {word for word in words_of(wanted.name) - others if word in bare(candidate.name)}
