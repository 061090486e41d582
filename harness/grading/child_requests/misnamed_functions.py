"""Call what a submission has under another name than the required one.

Where ``nextPermutation`` is required and missing, ``next_permutation`` is called instead, and only the rule that
requires the name takes points. Only names that a rule on sources requires are treated so: otherwise nothing would
charge for the wrong name. Which function is meant is for ``harness/language/source_rules/near_names.py`` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from harness.model.family import json
from harness.model.patterns import alternatives
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.model import Case
from harness.spec.format.source_rules import SourceRules

NAMES_FILE = "near_names.json"
"""What a program of the spec's own, run beside the submission, reads them from: required name -> the submission's."""


def under_exists_names(planned: PlannedCase, near_names: Mapping[str, str]) -> SourceRules | None:
    """Return what must be written, by the case's ``exists``, under whatever near names."""
    exists = planned.case.exists
    return None if exists is None else _widened_rules(exists, lambda name: _widened(name, near_names), names=True)


def under_near_names(planned: PlannedCase, near_names: Mapping[str, str]) -> PlannedCase:
    """Return the case with the near names in calls, traces and fields; its rules on names stay."""
    if not near_names:
        return planned
    case = planned.case

    def widened(pattern: str) -> str:
        return _widened(pattern, near_names)

    calls = tuple(replace(call, function=_called(call.function, near_names)) for call in case.calls)
    trace = {widened(name): count for name, count in case.trace.items()}
    source = _widened_rules(case.source, widened) if case.source is not None else None
    files = {**case.files, NAMES_FILE: json.dumps(dict(near_names))} if case.files else case.files
    case = replace(case, calls=calls, trace=trace, source=source, files=files)
    return replace(planned, case=_with_fields(case, near_names))


def _widened(pattern: str, near_names: Mapping[str, str]) -> str:
    return "|".join([pattern, *(near_names[name] for name in alternatives(pattern) if name in near_names)])


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
