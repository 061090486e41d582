"""Find which functions and fields of a submission stand under a wrong name for required ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from harness.model.patterns import alternatives
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.source_rules import Signature, SourceRules

if TYPE_CHECKING:
    from harness.language.parsing.outline import Outline
    from harness.language.parsing.parsed_sources import ParsedSources
    from harness.language.source_rules.name_candidates import Asked

_LARGEST = 256 << 10
"""Bytes of all files together; larger submissions are not searched."""
_MOST_FUNCTIONS = 500
"""Most functions: each is compared with each required name."""


class NearNames(Struct, frozen=True):
    """What is in the place of required names that are missing."""

    chosen: Mapping[str, str] = {}
    """Required name -> the submission's."""
    written: Mapping[str, str] = {}
    """The same for names that ``exists`` alone asks for."""
    possible: Mapping[str, tuple[str, ...]] = {}
    """Required function of which the name alone does not say which it is -> those that it may be."""


def requires_functions(cases: Iterable[PlannedCase]) -> bool:
    """Whether rules on functions require any by name, so that one of a similar name may be there in its place."""
    return any(rules.functions for rules in _rules(cases))


def _rules(cases: Iterable[PlannedCase]) -> Iterator[SourceRules]:
    return (planned.case.source for planned in cases if planned.case.source is not None)


def find_near_names(
    cases: Iterable[PlannedCase], parsed: ParsedSources, known: Mapping[str, str] | None = None
) -> NearNames:
    """Find what is in the place of required names that are missing.

    Args:
        cases: the assignment's cases; their rules on sources say which names and types are required.
        parsed: what was handed in.
        known: functions that are known to stand for missing ones.

    """
    from harness.language.source_rules.near_names import near_functions, possible_functions  # noqa: PLC0415 - parsers

    cases = tuple(cases)
    outlines = parsed.outlines
    is_large = sum(len(parsed.files[outline.path]) for outline in outlines) > _LARGEST
    if is_large or sum(len(outline.functions) for outline in outlines) > _MOST_FUNCTIONS:
        return NearNames()
    asked = _asked(cases, _rules(cases))
    functions = {**(known or {})}
    functions |= near_functions(asked, outlines, functions)
    return NearNames(
        functions | _near_fields(cases, parsed, functions),
        _written(cases, asked, outlines, functions),
        possible_functions(asked, outlines, functions),
    )


def _asked(cases: Sequence[PlannedCase], rules: Iterable[SourceRules]) -> list[Asked]:
    """The functions that the rules require, with what the cases say about them."""
    from harness.language.source_rules.name_candidates import Asked  # noqa: PLC0415 - parsers

    functions = {name: signature for rule in rules for name, signature in rule.functions.items()}
    return [
        Asked(name, _with_length(name, signature, cases), _spellings(name, cases))
        for name, signature in functions.items()
    ]


def _written(
    cases: Sequence[PlannedCase], asked: Sequence[Asked], outlines: Sequence[Outline], functions: Mapping[str, str]
) -> dict[str, str]:
    """Map functions that ``exists`` alone asks for to those in their place; none that a rule knows by name."""
    from harness.language.source_rules.near_names import near_functions  # noqa: PLC0415 - parsers

    required = {wanted.name for wanted in asked}
    exists = (planned.case.exists for planned in cases if planned.case.exists is not None)
    wanted = [written for written in _asked(cases, exists) if written.name not in required]
    if not wanted:
        return {}
    calls = (callee for rules in _rules(cases) for callees in rules.calls.values() for callee in callees)
    taken = {name for callee in calls for name in alternatives(callee)} - {written.name for written in wanted}
    return near_functions(wanted, outlines, {**functions, **{name: name for name in taken}})


def _near_fields(cases: Sequence[PlannedCase], parsed: ParsedSources, functions: Mapping[str, str]) -> dict[str, str]:
    """Map fields that are missing to those that are in their place."""
    from harness.language.parsing.types import canonical_type  # noqa: PLC0415 - parsers
    from harness.language.source_rules.near_names import near_variables  # noqa: PLC0415

    variables = {name: kind for rules in _rules(cases) for name, kind in rules.variables.items()}
    kinds = {name: canonical_type(kind, java=True) for name, kind in variables.items()}
    fields = [field for outline in parsed.outlines for field in outline.fields]
    java = [text for name, text in parsed.files.items() if name.lower().endswith(".java")]
    return near_variables(kinds, fields) | _sizes(cases, java, functions, {name for name, _ in fields})


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
