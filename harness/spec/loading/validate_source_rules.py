"""Validate rules on sources: their patterns are patterns, and each rule can be kept and broken."""

from __future__ import annotations

from collections.abc import Iterator

from harness.model.patterns import alternatives
from harness.spec.format.assignment import Assignment
from harness.spec.format.source_rules import SourceRules
from harness.spec.loading.validate_references import pattern_problems, pattern_problems_of_files
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_PARSED = ("c", "cpp", "java", "python")
_LANGUAGES = {
    "functions": (*_PARSED, "prolog"),
    "recursive": (*_PARSED, "prolog"),
    "calls": (*_PARSED, "prolog"),
    "forbidden_calls": _PARSED,
    "forbidden_imports": _PARSED,
    "includes": _PARSED,
    "leading": _PARSED,
    "variables": ("java",),
    "forbidden_numbers": ("java",),
    "declared": ("c", "cpp"),
    "one_file": ("c", "cpp"),
}
"""Rules that are judged in some languages only."""


def rule_problems(source: Source, assignment: Assignment, rules: SourceRules, path: KeyPath) -> Iterator[Problem]:
    """Every problem of the rules that are written at ``path``."""
    if rules.header:
        yield from pattern_problems(source.at((*path, "header", "besides")), rules.header.besides)
    for expressions in rules.mentions.values():
        for expression in expressions:
            pattern = expression if isinstance(expression, str) else expression.pattern
            yield from pattern_problems(source.at((*path, "mentions")), pattern)
    yield from _nothing_asked(source, rules, path)
    yield from _contradictions(source, rules, path)
    for key, languages in _LANGUAGES.items():
        if getattr(rules, key) and assignment.spec.language not in (*languages, "make", "any"):
            yield Problem(source.at((*path, key)), f"this is judged in {' and '.join(languages)} only")


def _nothing_asked(source: Source, rules: SourceRules, path: KeyPath) -> Iterator[Problem]:
    """Rules that ask for nothing."""
    for key in source.written_keys(path):
        value = getattr(rules, key, None)
        empty = [(key, name) for name, entry in value.items() if entry == ()] if isinstance(value, dict) else []
        for keys in [(key,)] if not value else empty:
            yield Problem(source.at((*path, *keys)), f'there is nothing in "{keys[-1]}"; say what, or take the key out')
    if rules.header is not None:
        header, at = rules.header, source.at((*path, "header"))
        if header.lines < 1 or (header.words < 1 and not header.id):
            yield Problem(at, 'no comment is asked for; give "lines" of at least 1, and "words" or "id"')
        yield from pattern_problems_of_files(source.at((*path, "header", "files")), [header.files])


def _contradictions(source: Source, rules: SourceRules, path: KeyPath) -> Iterator[Problem]:
    """What must be called or imported, and must not."""
    needed = [name for names in rules.calls.values() for name in names]
    for key, names, forbidden in (
        ("forbidden_calls", (*needed, *rules.recursive), rules.forbidden_calls),
        ("forbidden_imports", tuple(rules.includes.values()), rules.forbidden_imports),
    ):
        for name in dict.fromkeys(names):
            if set(alternatives(name)) <= set(forbidden):
                yield Problem(source.at((*path, key)), f'"{name}" is forbidden here and asked for above; take one out')
