"""Call what a submission has under another name than the required one.

Where ``nextPermutation`` is required and missing, ``next_permutation`` is called instead, and only the rule that
requires the name takes points. Only names that a rule on sources requires are treated so: otherwise nothing would
charge for the wrong name. Which function is meant is for ``harness/language/source_rules/near_names.py`` to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from harness.model.patterns import alternatives
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.model import Case
from harness.spec.format.source_rules import Signature, SourceRules

_LARGEST = 256 << 10
"""Bytes of all files together; larger submissions are not searched."""
_MOST_FUNCTIONS = 500
"""Most functions: each is compared with each required name."""
NAMES_FILE = "near_names.json"
"""What a program of the spec's own, run beside the submission, reads them from: required name -> the submission's."""


def requires_functions(cases: Iterable[PlannedCase]) -> bool:
    """Whether rules on functions require any by name, so that one of a similar name may be there in its place."""
    return any(rules.functions for rules in _rules(cases))


def _rules(cases: Iterable[PlannedCase]) -> Iterator[SourceRules]:
    return (planned.case.source for planned in cases if planned.case.source is not None)


def find_near_names(cases: Iterable[PlannedCase], folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Map required names that are missing to those of the submission that are used instead.

    Args:
        cases: the assignment's cases; their rules on sources say which names and types are required.
        folder: the submission as it was built.
        files: the paths that were handed in, relative to ``folder``.

    """
    from harness.language.parsing.parsed_sources import outline_of  # noqa: PLC0415 - parsers
    from harness.language.parsing.types import canonical_type  # noqa: PLC0415
    from harness.language.source_rules.near_names import Asked, near_functions, near_variables  # noqa: PLC0415

    cases = tuple(cases)
    texts = {name: read_bounded(folder, name, _LARGEST) or b"" for name in files}
    if sum(map(len, texts.values())) > _LARGEST:
        return {}
    outlines = [outline for name, text in texts.items() if (outline := outline_of(name, text))]
    if sum(len(outline.functions) for outline in outlines) > _MOST_FUNCTIONS:
        return {}
    functions = {name: signature for rules in _rules(cases) for name, signature in rules.functions.items()}
    asked = [
        Asked(name, _with_length(name, signature, cases), _spellings(name, cases))
        for name, signature in functions.items()
    ]
    variables = {name: kind for rules in _rules(cases) for name, kind in rules.variables.items()}
    kinds = {name: canonical_type(kind, java=True) for name, kind in variables.items()}
    fields = [field for outline in outlines for field in outline.fields]
    near_names = near_functions(asked, outlines)
    java = [text for name, text in texts.items() if name.lower().endswith(".java")]
    near_names |= near_variables(kinds, fields) | _sizes(cases, java, near_names, {name for name, _ in fields})
    return near_names


def _sizes(
    cases: Iterable[PlannedCase], sources: list[bytes], near_names: Mapping[str, str], fields: Collection[str]
) -> dict[str, str]:
    """Map a number that is set where it is there, as ``n?``, to the only field that the functions called count on."""
    from harness.language.parsing.java_globals import fields_counted_on  # noqa: PLC0415 - parsers

    called: dict[str, set[str]] = {}
    for planned in cases:
        for name, value in planned.case.set_fields.items():
            if name.endswith("?") and type(value) is int:
                names = (alternatives(call.function) for call in planned.case.calls)
                called.setdefault(name, set()).update(function for written in names for function in written)
    known = {name.lower() for name in fields}
    missing = {name: functions for name, functions in called.items() if name[:-1].lower() not in known}
    fields_by_name = {
        name: fields_counted_on(
            sources, functions | {near_names[function] for function in functions if function in near_names}
        )
        for name, functions in missing.items()
    }
    return {name: counted_on.pop() for name, counted_on in fields_by_name.items() if len(counted_on) == 1}


def _calls_of(name: str, cases: Iterable[PlannedCase]) -> Iterator[tuple[list[str], int]]:
    """All names by which a function is called, of which the first is the required one, and with how many arguments."""
    for planned in cases:
        for call in planned.case.calls:
            names = alternatives(call.function)
            if names[0] == alternatives(name)[0]:
                yield names, len(call.args)


def _with_length(name: str, signature: Signature, cases: Iterable[PlannedCase]) -> Signature:
    """The signature; where it says nothing of parameters, as many as the function is called with."""
    lengths = {length for _, length in _calls_of(name, cases)}
    if signature.params is None and len(lengths) == 1:
        return replace(signature, params=("",) * lengths.pop())
    return signature


def _spellings(name: str, cases: Iterable[PlannedCase]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spelling for names, _ in _calls_of(name, cases) for spelling in names))


def under_near_names(planned: PlannedCase, near_names: Mapping[str, str]) -> PlannedCase:
    """Return the case with the near names in calls, traces and fields.

    Its rules on names stay, but for those of ``exists``: what stands there under another name is written.
    """
    if not near_names:
        return planned
    case = planned.case

    def widened(pattern: str) -> str:
        return "|".join([pattern, *(near_names[name] for name in alternatives(pattern) if name in near_names)])

    calls = tuple(replace(call, function=_called(call.function, near_names)) for call in case.calls)
    trace = {widened(name): count for name, count in case.trace.items()}
    source = _widened_rules(case.source, widened) if case.source is not None else None
    exists = _widened_rules(case.exists, widened, names=True) if case.exists is not None else None
    files = {**case.files, NAMES_FILE: json.dumps(dict(near_names))} if case.files else case.files
    case = replace(case, calls=calls, trace=trace, source=source, exists=exists, files=files)
    return replace(planned, case=_with_fields(case, near_names))


def _called(pattern: str, near_names: Mapping[str, str]) -> str:
    """The required name and the near one, in the place of all that the spec would call besides."""
    name = alternatives(pattern)[0]
    mark = "(?i)" if pattern.startswith("(?i)") else ""
    return f"{mark}{name}|{near_names[name]}" if name in near_names else pattern


def _with_fields(case: Case, near_names: Mapping[str, str]) -> Case:
    def renamed(fields: Mapping[str, Any]) -> dict[str, Any]:
        return {_renamed(name, near_names): value for name, value in fields.items()}

    return replace(case, set_fields=renamed(case.set_fields), get_fields=renamed(case.get_fields))


def _renamed(name: str, near_names: Mapping[str, str]) -> str:
    plain = name.removesuffix("?")
    return near_names.get(name) or near_names.get(plain, plain) + name[len(plain) :]


def _widened_rules(rules: SourceRules, widened: Callable[[str], str], *, names: bool = False) -> SourceRules:
    """The rules with the near names; those on the names themselves only with ``names``."""
    calls = {widened(name): tuple(map(widened, called)) for name, called in rules.calls.items()}
    numbers = {widened(name): forbidden for name, forbidden in rules.forbidden_numbers.items()}
    functions = {widened(name) if names else name: signature for name, signature in rules.functions.items()}
    recursive = tuple(map(widened, rules.recursive))
    return replace(rules, recursive=recursive, calls=calls, forbidden_numbers=numbers, functions=functions)
