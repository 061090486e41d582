"""Validate one entry of the cases of a spec, before its variables are filled in."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.near_misses import NEAR_MISSES
from harness.model.text.suggestion import suggestion
from harness.spec.format.assignment import Assignment
from harness.spec.format.kinds import kind_of
from harness.spec.format.model import Case
from harness.spec.validation.validate_references import unknown_clause
from harness.spec.yaml.source import KeyPath, Source


def case_problems(source: Source, assignment: Assignment, index: int) -> Iterator[str]:
    """A line for each problem of the entry ``index`` of the spec's cases."""
    case, path = assignment.spec.cases[index], ("cases", index)
    yield from unknown_clause(source, (*path, "clause"), case.clause, assignment)
    for explanation in case.explained_by:
        yield from unknown_clause(source, (*path, "follows"), explanation, assignment)
    kind = kind_of(case)
    if not kind.expects_something(case):
        yield f'{source.at(path)}: "{case.name}" expects nothing; say what stdout, stderr, exit or files must be'
    yield from kind.problems(source, assignment, case, path)
    yield from _near_misses(source, assignment, case, path)


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
