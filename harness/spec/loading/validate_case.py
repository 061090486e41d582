"""Validate one entry of the cases of a spec, and its rules on sources: every key bites or is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.judge.near_misses import NEAR_MISSES
from harness.model.errors import suggestion
from harness.model.patterns import alternatives
from harness.spec.format.assignment import Assignment
from harness.spec.format.kinds import RUN, CaseKind, all_case_keys, kind_of, kind_of_keys, kinds, refused_keys
from harness.spec.format.model import Case
from harness.spec.format.source_rules import SourceRules
from harness.spec.loading.contradictions import contradictions
from harness.spec.loading.validate_references import pattern_problems, pattern_problems_of_files, unknown_clause
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source


def case_problems(source: Source, assignment: Assignment, index: int) -> Iterator[Problem]:
    """Every problem of the entry ``index`` of the spec's cases."""
    case, path = assignment.spec.cases[index], ("cases", index)
    yield from unknown_clause(source, (*path, "clause"), case.clause, assignment)
    for explanation in case.explained_by:
        yield from unknown_clause(source, (*path, "follows"), explanation, assignment)
    for needed in case.needs:
        yield from unknown_clause(source, (*path, "needs"), needed, assignment)
    kind = kind_of(case)
    if not kind.expects_something(case):
        yield Problem(source.at(path), f'"{case.name}" expects nothing; say what stdout, stderr, exit or files must be')
    if case.exists is not None:
        yield from rule_problems(source, assignment, case.exists, (*path, "exists"))
    yield from kind.problems(source, assignment, case, path)
    yield from contradictions(source, assignment, case, path)
    yield from _near_misses(source, assignment, case, path)


def _near_misses(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
    near_misses = assignment.spec.defaults.near_misses if case.near_misses is None else case.near_misses
    for name, target in near_misses.items():
        key_path = (*path, "near_misses", name)
        if name not in NEAR_MISSES:
            advice = f"{suggestion(name, NEAR_MISSES)}; known: {', '.join(NEAR_MISSES)}"
            yield Problem(source.at(key_path), f'there is no near miss "{name}"{advice}')
        if isinstance(target, str):
            yield from unknown_clause(source, key_path, target, assignment)
        elif not 0 <= target <= 1:
            yield Problem(
                source.at(key_path), f"the part of the points that is kept is a number from 0 to 1, got {target}"
            )


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
        taken = frozenset[str]().union(*(kind_of_keys(entry).all_keys() for entry in entries.values()))
        for key in defaults:
            if key in all_case_keys() - taken:
                yield _problem(source, ("defaults", key), f'no case of this spec takes "{key}"; take it out')


def _of_case(source: Source, entry: Entry, path: KeyPath) -> Iterator[Problem]:
    kind = kind_of_keys(entry)
    for key, value in entry.items():
        if key == kind.key != RUN and not value:
            yield _problem(source, (*path, key), f'there is nothing in "{key}"; say what, or take the key out')
        elif key in refused_keys(kind):
            yield _problem(source, (*path, key), f'"{key}" {_why_not(kind, key)}')


def _problem(source: Source, key_path: KeyPath, message: str) -> Problem:
    return Problem(source.at(key_path), message)


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
