"""Validate one entry of the cases of a spec, before its variables are filled in."""

from __future__ import annotations

from collections.abc import Iterator

from harness.diagnose.near_misses import NEAR_MISSES
from harness.spec.assignment import Assignment, expectations
from harness.spec.model import Case
from harness.spec.source import KeyPath, Source
from harness.spec.suggestion import suggestion
from harness.spec.validate_references import pattern_problems, unknown_clause, unknown_function


def case_problems(source: Source, assignment: Assignment, index: int) -> Iterator[str]:
    """A line for each problem of the entry ``index`` of the spec's cases."""
    case, path = assignment.spec.cases[index], ("cases", index)
    yield from unknown_clause(source, (*path, "clause"), case.clause, assignment)
    for explanation in case.explained_by:
        yield from unknown_clause(source, (*path, "follows"), explanation, assignment)
    expects_anything = any(
        (
            *expectations(case),
            case.built,
            case.cleans,
            case.dialogue,
            case.exit is not None,
            case.time,
            case.calls,
            case.trace,
            case.source,
            case.across,
        )
    )
    if not expects_anything:
        yield f'{source.at(path)}: "{case.name}" expects nothing; say what stdout, stderr, exit or files must be'
    if case.built and (case.run or case.args or case.dialogue or any(True for _ in expectations(case))):
        yield f"{source.at((*path, 'built'))}: a case that looks at what the build made runs nothing"
    yield from _functions(source, assignment, case, path)
    if case.source and case.source.header:
        yield from pattern_problems(source.at((*path, "source", "header", "besides")), case.source.header.besides)
    for expressions in case.source.mentions.values() if case.source else ():
        for expression in expressions:
            pattern = expression if isinstance(expression, str) else expression.pattern
            yield from pattern_problems(source.at((*path, "source", "mentions")), pattern)
    yield from _dialogue(source, case, path)
    yield from _near_misses(source, assignment, case, path)


def _functions(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    for name in (case.results, case.across):
        if name and name not in assignment.functions:
            yield unknown_function(source.at(path), name, assignment)
    if (case.runs > 1) != bool(case.across):
        yield f'{source.at(path)}: "runs" and "across" go together: several runs are judged by a function of checks.py'


def _dialogue(source: Source, case: Case, path: KeyPath) -> Iterator[str]:
    for step, exchange in enumerate(case.dialogue):
        if (exchange.expect is None) == (exchange.pattern is None):
            yield f'{source.at((*path, "dialogue", step))}: give exactly one of "expect" and "pattern"'
        elif exchange.pattern is not None:
            yield from pattern_problems(source.at((*path, "dialogue", step, "pattern")), exchange.pattern)


def _near_misses(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    near_misses = assignment.spec.defaults.near_misses if case.near_misses is None else case.near_misses
    for name, target in near_misses.items():
        key_path = (*path, "near_misses", name)
        if name not in NEAR_MISSES:
            advice = f"{suggestion(name, NEAR_MISSES)}; known: {', '.join(NEAR_MISSES)}"
            yield f'{source.at(key_path)}: there is no near miss "{name}"{advice}'
        if isinstance(target, str):
            yield from unknown_clause(source, key_path, target, assignment)
        elif not 0 <= target <= 1:
            yield f"{source.at(key_path)}: the part of the points that is kept is a number from 0 to 1, got {target}"
