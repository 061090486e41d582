"""Functions under another name than the one asked for. The rule that asks for the name charges it, and nothing else.

So ``next_permutation`` is called where ``nextPermutation`` is asked for and not there, and loses the points of its name
alone; so is a function of any name that is the only one with the types asked for. Only names that a rule on sources
asks for are forgiven elsewhere: else nobody would charge them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from harness.files.scratch import read_bounded
from harness.model.patterns import alternatives, chooser
from harness.sources.model import SourceRules
from harness.spec.assignment import PlannedCase

_LARGEST = 256 << 10
"""Bytes of all files together; the few who hand in more are not helped."""
_ALIKE = 0.75
"""Names that have so much in common, of 1, are near: ``nextPermuation``."""
_MOST = 500
"""Functions, and letters of a name: nobody writes more by hand, and each is held against each name asked for."""
_SHORTEST = 5
"""So many letters that begin a longer name are near to it: ``nextPerm``."""


def near_names(cases: Iterable[PlannedCase], folder: Path, files: Iterable[str]) -> dict[str, str]:
    """The names asked for and not there -> the functions of the submission that are taken for them.

    Args:
        cases: the assignment's; those with a rule on functions say which names are asked for, and with which types.
        folder: the submission as it was built.
        files: what was handed in, by path in it.

    """
    rules = [planned.case.source for planned in cases if planned.case.source is not None]
    wanted = {name: signature for rule in rules for name, signature in rule.functions.items()}
    texts = {name: read_bounded(folder, name, _LARGEST) or b"" for name in (files if wanted else ())}
    missing = [name for name in wanted if not _written(name, texts.values())]
    if not missing or sum(map(len, texts.values())) > _LARGEST:  # nothing is parsed for nearly everybody
        return {}
    from harness.sources.functions import fitting  # noqa: PLC0415 - parsers, which few submissions need
    from harness.sources.parsed import outline_of  # noqa: PLC0415

    outlines = [found for name, text in texts.items() if (found := outline_of(name, text))]
    if sum(len(found.functions) for found in outlines) > _MOST:
        return {}
    taken = [chooser("main"), *map(chooser, wanted)]
    near: dict[str, str] = {}
    for name in missing:
        fit = fitting(wanted[name], outlines)
        free = sorted(one for one in fit if len(one) <= _MOST and not any(chosen(one) for chosen in taken))
        alone = free[0] if len(free) == 1 and wanted[name].params and wanted[name].returns else None
        other = _nearest(name, free) or alone
        if other:
            near[alternatives(name)[0]] = other
    return near


def under_near_names(planned: PlannedCase, near: Mapping[str, str]) -> PlannedCase:
    """The case that accepts the near names too; what it asks of the names themselves stays."""
    if not near:
        return planned
    case = planned.case

    def wider(name: str) -> str:
        return "|".join([name, *(near[one] for one in alternatives(name) if one in near)])

    calls = tuple(replace(call, function=wider(call.function)) for call in case.calls)
    trace = {wider(name): count for name, count in case.trace.items()}
    source = _wider_rules(case.source, wider) if case.source is not None else None
    return replace(planned, case=replace(case, calls=calls, trace=trace, source=source))


def _wider_rules(rules: SourceRules, wider: Callable[[str], str]) -> SourceRules:
    calls = {wider(name): tuple(map(wider, called)) for name, called in rules.calls.items()}
    return replace(rules, recursive=tuple(map(wider, rules.recursive)), calls=calls)


def _written(pattern: str, texts: Iterable[bytes]) -> bool:
    """Whether a name stands before a parenthesis somewhere, as where it is defined."""
    names = "|".join(map(re.escape, alternatives(pattern)))
    word = re.compile(rf"\b(?:{names})\s*\(".encode(), re.IGNORECASE if pattern.startswith("(?i)") else 0)
    return any(word.search(text) for text in texts)


def _nearest(pattern: str, free: Iterable[str]) -> str | None:
    """The one free name that is nearest to the one asked for, and near enough."""
    asked = alternatives(pattern)
    ranked = sorted(((max(_likeness(name, one) for name in asked), one) for one in free), reverse=True)
    if not ranked or ranked[0][0] < _ALIKE or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def _likeness(name: str, other: str) -> float:
    import difflib  # noqa: PLC0415 - few misspell a name

    one, two = (text.replace("_", "").lower() for text in (name, other))
    shorter, longer = sorted((one, two), key=len)
    begins = len(shorter) >= _SHORTEST and longer.startswith(shorter)
    return max(difflib.SequenceMatcher(None, one, two).ratio(), _ALIKE if begins else 0.0)
