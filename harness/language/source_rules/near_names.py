"""Which function or variable stands under a wrong name for one that is asked for: one rule for all languages.

1. A name that differs in letter case and underscores alone is the one asked for.
2. So is a name that the spec calls it by besides.
3. So is a name of a few other letters, or one that holds a word that only this one of the names asked for has.
4. So is the only function with the types asked for; of predicates, the only one so long that no other calls.

From 3 on the number of parameters has to be right, except for a similar name if no other could be meant. Of several
the one is meant that calls all the others, or is clearly the most similar, or has a word alone; else none. No function
stands for two, and none for one that is there. Where none is meant so, calls tell which of the possible ones it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from harness.language.parsing.outline import Outline
from harness.language.parsing.parsed_sources import CallGraph
from harness.language.source_rules.name_candidates import (
    LEAST_LIKENESS,
    Asked,
    Candidate,
    bare,
    defined_functions,
    is_defined,
    is_prolog,
    likeness,
    uncalled_predicates,
    unnamed_functions,
    words_of,
)
from harness.model.patterns import alternatives, name_matcher

_MOST_POSSIBLE = 6
"""More functions are not tried in the place of one."""
_CLEARLY = 0.1
"""How much more similar than another one a name has to be."""


_Rule = Callable[[Asked, Candidate], bool]


def near_functions(
    asked: Sequence[Asked], outlines: Sequence[Outline], known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Map names that are asked for and not there to the functions that are in their place.

    ``known``: what is mapped already.
    """
    missing, candidates = _missing_and_candidates(asked, outlines, known or {})
    if not missing:
        return {}
    functions = defined_functions(outlines)
    uncalled = uncalled_predicates(missing[0], functions) if is_prolog(outlines) and len(asked) == 1 else set()
    rules = _rules(
        missing, lambda wanted, candidate: _has_telling_types(wanted, candidate) or candidate.name in uncalled
    )
    return _chosen(missing, candidates, rules, CallGraph(tuple(functions)))


def possible_functions(
    asked: Sequence[Asked], outlines: Sequence[Outline], known: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Map names that are neither there nor known to the functions that could be called so, the likest first."""
    missing, candidates = _missing_and_candidates(asked, outlines, known)
    possible: dict[str, tuple[str, ...]] = {}
    for wanted in missing:
        fitting = [candidate for candidate in candidates if _may_be(wanted, candidate)]
        ranked = sorted(fitting, key=lambda candidate: _likeness(wanted, candidate), reverse=True)
        possible[wanted.name] = tuple(candidate.name for candidate in ranked[:_MOST_POSSIBLE])
    return possible


def _missing_and_candidates(
    asked: Sequence[Asked], outlines: Sequence[Outline], known: Mapping[str, str]
) -> tuple[list[Asked], list[Candidate]]:
    missing = [wanted for wanted in asked if wanted.name not in known and not is_defined(wanted, outlines)]
    return missing, unnamed_functions(asked, missing, outlines, {*known.values()}) if missing else []


def near_variables(asked: Mapping[str, str], variables: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Map variables that are asked for and not there to those that are in their place.

    ``asked``: name -> type; ``variables``: the names of the fields, with their types, both spelt in the canonical way.
    """
    known = set(variables)
    wanted = [Asked(pattern) for pattern in asked]
    missing = [variable for variable in wanted if not any(name_matcher(variable.pattern)(name) for name, _ in known)]
    taken = [name_matcher(pattern) for pattern in asked]
    candidates = [
        Candidate(name, frozenset(variable.name for variable in missing if asked[variable.pattern] == kind))
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


def _fits(wanted: Asked, candidate: Candidate) -> bool:
    return wanted.name in candidate.fits


def _chosen(
    missing: Sequence[Asked], candidates: Sequence[Candidate], rules: Sequence[_Rule], graph: CallGraph
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
    candidate = Candidate(name)
    ranked = sorted(
        ((_likeness(Asked(asked), candidate), asked) for asked in chosen if chosen[asked] == name), reverse=True
    )
    return ranked[0][1] if len(ranked) == 1 or (not only and ranked[0][0] > ranked[1][0]) else None


def _best(wanted: Asked, missing: Sequence[Asked], fitting: Sequence[Candidate], graph: CallGraph) -> str | None:
    """The candidate that can be meant; None if several can."""
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


def _may_be(wanted: Asked, candidate: Candidate) -> bool:
    """Whether it has the types asked for; if none are, the number of parameters."""
    is_typed = wanted.signature.params is not None and wanted.signature.returns is not None
    return wanted.name in (candidate.same_types if is_typed else candidate.fits)


def _likeness(wanted: Asked, candidate: Candidate) -> float:
    return max(likeness(name, candidate.name) for name in alternatives(wanted.pattern))


def _has_telling_types(wanted: Asked, candidate: Candidate) -> bool:
    """Whether the types alone say that it is meant; one that takes and returns nothing may be any."""
    tells = wanted.signature.params or wanted.signature.returns != "void"
    return bool(tells) and wanted.name in candidate.same_types


def _is_like(wanted: Asked, candidate: Candidate) -> bool:
    return _likeness(wanted, candidate) >= LEAST_LIKENESS


def _words_held(wanted: Asked, missing: Iterable[Asked], candidate: Candidate) -> set[str]:
    """The words of the name in that of a candidate of its types; none that another name has that it may stand for."""
    if not _may_be(wanted, candidate):
        return set()
    others = {
        word for other in missing if other != wanted and _may_be(other, candidate) for word in words_of(other.name)
    }
    return {word for word in words_of(wanted.name) - others if word in bare(candidate.name)}
