"""Every key of a case bites or is refused: the keys that a case's kind does not take, and defaults that fit no case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.spec.conversion.convert import Problem
from harness.spec.format.kinds import RUN, CaseKind, all_case_keys, kind_named, kind_names, kinds
from harness.spec.yaml.source import KeyPath, Source

Entry = Mapping[Any, Any]


def key_problems(source: Source) -> Iterator[Problem]:
    """The keys of cases that their kind does not take, and those of ``defaults`` that no case takes."""
    spec = source.value if isinstance(source.value, dict) else {}
    cases, defaults = spec.get("cases"), spec.get("defaults")
    listed = cases if isinstance(cases, list) else []
    entries = {index: entry for index, entry in enumerate(listed) if isinstance(entry, dict)}
    for index, entry in entries.items():
        yield from _of_case(source, entry, ("cases", index))
    if isinstance(defaults, dict) and entries:
        taken = frozenset[str]().union(*(kind_of_entry(entry).all_keys() for entry in entries.values()))
        for key in defaults:
            if key in all_case_keys() - taken:
                yield _problem(source, ("defaults", key), f'no case of this spec takes "{key}"; take it out')


def kind_of_entry(entry: Entry) -> CaseKind:
    """The kind of a case as it stands in the file."""
    return kind_named(next((name for name in kind_names()[1:] if name in entry), RUN))


def _of_case(source: Source, entry: Entry, path: KeyPath) -> Iterator[Problem]:
    kind = kind_of_entry(entry)
    for key, value in entry.items():
        if key == kind.key != RUN and not value:
            yield _problem(source, (*path, key), f'there is nothing in "{key}"; say what, or take the key out')
        elif key in all_case_keys() - kind.all_keys():
            yield _problem(source, (*path, key), f'"{key}" {_why_not(kind, key)}')


def _problem(source: Source, key_path: KeyPath, message: str) -> Problem:
    return Problem(key_path, f"{source.at(key_path)}: {message}")


def _why_not(kind: CaseKind, key: str) -> str:
    """Why a case of a kind does not take a key, and where it may stand."""
    if key in kind.why_not:
        return f'does not go with "{kind.key}": {kind.why_not[key]}'
    if key in kinds() and key != RUN:
        return f'does not go with "{kind.key}": a case does one thing; make two cases of it'
    if kind.key == RUN:
        owners = [f'"{name}"' for name, other in kinds().items() if key in other.all_keys()]
        return f"goes only with {' or '.join(owners)}, and this case has no such key"
    others = sorted(kind.all_keys() - {kind.key})
    return f'does not go with "{kind.key}"; such a case may have {", ".join(others)}'
