"""Find functions that a submission has under another name than the required one.

Where ``nextPermutation`` is required and missing, ``next_permutation`` is called instead, and only the rule that
requires the name takes points; the same holds for a function of any name that is the only one with the required types.
Only names that a rule on sources requires are treated so: otherwise nothing would charge for the wrong name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from harness.model.patterns import alternatives, name_matcher
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.source_rules import Signature, SourceRules

_LARGEST = 256 << 10
"""Bytes of all files together; larger submissions are not searched."""
_LEAST_LIKENESS = 0.75
"""Names at least this similar, from 0 to 1, are near: ``nextPermuation``."""
_MOST_FUNCTIONS = 500
"""Most functions, and most letters of a name: each is compared with each required name."""
_SHORTEST_PREFIX = 5
"""A prefix of at least so many letters is near to the longer name: ``nextPerm``."""


def requires_functions(cases: Iterable[PlannedCase]) -> bool:
    """Whether rules on functions require any by name, so that one of a similar name may be there in its place."""
    return bool(_required(cases))


def _required(cases: Iterable[PlannedCase]) -> dict[str, Signature]:
    rules = [planned.case.source for planned in cases if planned.case.source is not None]
    return {name: signature for rule in rules for name, signature in rule.functions.items()}


def find_near_names(cases: Iterable[PlannedCase], folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Map required function names that are missing to the functions of the submission that are called instead.

    Args:
        cases: the assignment's cases; their rules on functions say which names and types are required.
        folder: the submission as it was built.
        files: the paths that were handed in, relative to ``folder``.

    """
    wanted = _required(cases)
    texts = {name: read_bounded(folder, name, _LARGEST) or b"" for name in (files if wanted else ())}
    missing = [name for name in wanted if not _is_written(name, texts.values())]
    if not missing or sum(map(len, texts.values())) > _LARGEST:  # nothing is parsed for nearly everybody
        return {}
    from harness.language.parsing.parsed_sources import outline_of  # noqa: PLC0415
    from harness.language.source_rules.function_rules import functions_fitting  # noqa: PLC0415 - parsers, which few submissions need

    outlines = [outline for name, text in texts.items() if (outline := outline_of(name, text))]
    if sum(len(outline.functions) for outline in outlines) > _MOST_FUNCTIONS:
        return {}
    taken = [name_matcher("main"), *map(name_matcher, wanted)]
    near_names: dict[str, str] = {}
    for name in missing:
        fit = functions_fitting(wanted[name], outlines)
        free = sorted(
            function
            for function in fit
            if len(function) <= _MOST_FUNCTIONS and not any(is_taken(function) for is_taken in taken)
        )
        alone = free[0] if len(free) == 1 and wanted[name].params and wanted[name].returns else None
        nearest = _nearest(name, free) or alone
        if nearest:
            near_names[alternatives(name)[0]] = nearest
    return near_names


def under_near_names(planned: PlannedCase, near_names: Mapping[str, str]) -> PlannedCase:
    """Return the case with the near names accepted in calls and traces; its rules on the names themselves stay."""
    if not near_names:
        return planned
    case = planned.case

    def widened(name: str) -> str:
        return "|".join([name, *(near_names[known] for known in alternatives(name) if known in near_names)])

    calls = tuple(replace(call, function=widened(call.function)) for call in case.calls)
    trace = {widened(name): count for name, count in case.trace.items()}
    source = _widened_rules(case.source, widened) if case.source is not None else None
    return replace(planned, case=replace(case, calls=calls, trace=trace, source=source))


def _widened_rules(rules: SourceRules, widened: Callable[[str], str]) -> SourceRules:
    calls = {widened(name): tuple(map(widened, called)) for name, called in rules.calls.items()}
    return replace(rules, recursive=tuple(map(widened, rules.recursive)), calls=calls)


def _is_written(pattern: str, texts: Iterable[bytes]) -> bool:
    """Whether a name stands before a parenthesis somewhere, as where it is defined."""
    names = "|".join(map(re.escape, alternatives(pattern)))
    word = re.compile(rf"\b(?:{names})\s*\(".encode(), re.IGNORECASE if pattern.startswith("(?i)") else 0)
    return any(word.search(text) for text in texts)


def _nearest(pattern: str, free: Iterable[str]) -> str | None:
    """Return the free name that is clearly the most similar to the required one, or None."""
    wanted_names = alternatives(pattern)
    ranked = sorted(
        ((max(_likeness(name, function) for name in wanted_names), function) for function in free), reverse=True
    )
    if not ranked or ranked[0][0] < _LEAST_LIKENESS or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def _likeness(left: str, right: str) -> float:
    """Return the similarity of two names from 0 to 1; letter case and underscores do not count."""
    import difflib  # noqa: PLC0415 - few misspell a name

    left, right = (name.replace("_", "").lower() for name in (left, right))
    shorter, longer = sorted((left, right), key=len)
    begins = len(shorter) >= _SHORTEST_PREFIX and longer.startswith(shorter)
    return max(difflib.SequenceMatcher(None, left, right).ratio(), _LEAST_LIKENESS if begins else 0.0)
