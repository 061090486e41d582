"""Find keys of a spec, as they stand in the file, that say nothing: empty lists, entries twice, unused variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.model.errors import SpecError
from harness.model.patterns import lazy_regex
from harness.spec.format.kinds import kind_of_keys
from harness.spec.loading.expand import combinations
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

Entry = Mapping[Any, Any]

_NEVER_EMPTY = ("run", "exit", "sanitize", "follows", "exists", "needs", "for", "from")
"""Keys of a case that say nothing if they are empty."""
_OVERRIDES = ("attempts", "output_files", "near_misses")
"""Keys of a case that may be empty if ``defaults`` has some."""
_SETS = ("exit", "sanitize", "follows", "needs", "output_files")
"""Keys of a case in whose list an entry that occurs twice says nothing."""
_SETS_OF_FILES = ("required", "forbidden", "ignored")
_MARKED = lazy_regex(r"(?<!\{)\{([A-Za-z_]\w*)\}(?!\})")
_ONE_RUN = frozenset({"dialogue", "interactor", "calls"})
"""Kinds of cases that share no run, so that equal cases are several tries."""


def empty_keys(source: Source) -> Iterator[Problem]:
    """The keys of cases, of ``defaults`` and of ``files`` that say nothing."""
    spec = source.value if isinstance(source.value, dict) else {}
    defaults, files = (spec[key] if isinstance(spec.get(key), dict) else {} for key in ("defaults", "files"))
    for key in ("exit", *_OVERRIDES):
        if key in defaults and _is_empty(defaults[key]):
            yield _nothing(source, ("defaults", key))
    yield from _twice(source, files, ("files",), _SETS_OF_FILES)
    for index, entry in enumerate(spec["cases"] if isinstance(spec.get("cases"), list) else ()):
        if isinstance(entry, dict):
            path = ("cases", index)
            pairs = entry.get("from")
            if isinstance(pairs, dict) and pairs and not (pairs.get("input") or pairs.get("args")):
                at = (*path, "from")
                yield Problem(source.at(at), 'give "input", "args" or both')
            for key in (*_NEVER_EMPTY, *_OVERRIDES):
                if key in entry and _is_empty(entry[key]) and not (key in _OVERRIDES and defaults.get(key)):
                    yield _nothing(source, (*path, key))
            yield from _twice(source, entry, path, _SETS)
            if entry.get("for") and isinstance(entry["for"], (dict, list)):
                yield from _unused_variables(source, entry, path)


def _is_empty(value: Any) -> bool:
    return value is not None and value in ([], {}, "")


def _nothing(source: Source, path: KeyPath) -> Problem:
    return Problem(source.at(path), f'there is nothing in "{path[-1]}"; say what, or take the key out')


def _twice(source: Source, record: Entry, path: KeyPath, keys: tuple[str, ...]) -> Iterator[Problem]:
    for key in keys:
        listed = record.get(key)
        entries = listed if isinstance(listed, list) else []
        for number, entry in enumerate(entries):
            if entry in entries[:number] and not isinstance(entry, bool):
                at = (*path, key, number)
                yield Problem(source.at(at), f'{entry} occurs twice in "{key}"; take one out')


def _unused_variables(source: Source, entry: Entry, path: KeyPath) -> Iterator[Problem]:
    """Variables that stand nowhere, and those that only make a case again under another name.

    A function of the course may look at any variable.
    """
    try:
        values = list(combinations(entry.get("for")))
    except SpecError:
        return  # reported when the entry is expanded
    if not all(isinstance(each, dict) for each in values) or any(_are_handed_over(entry, values)):
        return
    at, names = (*path, "for"), dict.fromkeys(name for each in values for name in each)
    texts = {key: list(_texts(item)) for key, item in entry.items() if key != "for"}
    if any(
        name not in (*names, "main") for listed in texts.values() for text in listed for name in _MARKED.findall(text)
    ):
        return  # a misspelt variable, which is reported when the entry is expanded
    unused = [name for name in names if not _stands_in(name, texts)]
    for name in unused:
        advice = f'write "{{{name}}}" where its value belongs, or remove it'
        yield Problem(source.at(at), f'the variable "{name}" is nowhere in this case; {advice}')
    named_only = not any(_stands_in(name, {**texts, "name": []}) for name in names)
    if names and not unused and named_only and len(values) > 1 and kind_of_keys(entry).key not in _ONE_RUN:
        advice = f'write "{{{next(iter(names))}}}" where a value belongs'
        yield Problem(source.at(at), f"its {len(values)} cases are the same except for their names; {advice}")


def _are_handed_over(entry: Entry, values: list[Any]) -> Iterator[bool]:
    """Whether a function of the course is handed the variables."""
    yield "results" in entry or "across" in entry or "from" in entry
    yield from (text == "python" for key in ("stdout", "stderr", "produces") for text in _texts(entry.get(key)))
    yield not values


def _stands_in(name: object, texts: Mapping[Any, list[str]]) -> bool:
    return any(f"{{{name}}}" in text for listed in texts.values() for text in listed)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value; a mapping of one name to nothing is a variable without its quotes."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield f"{{{key}}}" if item is None else str(key)
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
    elif value is not None:
        yield str(value)
