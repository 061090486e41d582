"""Validate the calls of a spec: keys that only Prolog goals have, and keys that they cannot have."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from harness.spec.format.model import Call, Case
from harness.spec.yaml.source import KeyPath, Source

_PROLOG_KEYS = {"solutions", "order", "first", "deterministic", "inferences", "ends"}


def goal_problems(source: Source, language: str, case: Case, path: KeyPath) -> Iterator[str]:
    """A line for each problem of the calls of a case."""
    prolog = language == "prolog"
    for at, call in enumerate(case.calls):
        for name in sorted(_given_keys(call) - _PROLOG_KEYS if prolog else _given_keys(call) & _PROLOG_KEYS):
            yield f'{source.at((*path, "calls", at, name))}: "{name}" is {"not" if prolog else "only"} for Prolog'
        if call.order == "any" and call.solutions is None:
            yield f'{source.at((*path, "calls", at, "order"))}: "order" says how "solutions" are compared; give them'
        if call.raises is not None and call.ends == "*":
            yield f'{source.at((*path, "calls", at, "ends"))}: give "raises" or "ends", not both'
    if prolog:
        for name, entries in (("let", case.let), ("set", case.set_fields), ("get", case.get_fields)):
            if entries:
                yield f'{source.at((*path, name))}: "{name}" is not for Prolog'


def _given_keys(call: Call) -> set[str]:
    """The keys of a call that are given in the spec, of those that not every language has."""
    is_given = {
        "solutions": call.solutions is not None,
        "order": call.order != "given",
        "first": call.first is not None,
        "deterministic": call.deterministic is not None,
        "inferences": call.inferences is not None,
        "ends": call.ends != "itself",
        "returns": call.returns is not UNSET,
        "after": call.after is not None,
        "reads": call.reads is not None,
        "repeat": call.repeat != 1,
        "new": bool(call.new),
        "of": bool(call.of),
        "keep": bool(call.keep),
        "fields": bool(call.fields),
        "tolerance": call.tolerance is not None,
        "message": call.message is not None,
        "elements": call.elements is not None,
    }
    return {name for name, present in is_given.items() if present}
