"""Validate a spec: whatever it names (clauses, functions, files, goldens, near misses) must exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.checkers import checker_of
from harness.spec.assignment import Assignment, PlannedCase, expectations, near_miss_clauses
from harness.spec.source import Source
from harness.spec.suggestion import suggestion
from harness.spec.units import call_range
from harness.spec.validate_case import case_problems
from harness.spec.validate_goals import goal_problems
from harness.spec.validate_goldens import golden_problems
from harness.spec.validate_references import file_content_problems, unknown_clause, unknown_function


def problems(source: Source, assignment: Assignment, *, goldens: bool) -> list[str]:
    """A line for each problem, in the order of the file; none when the spec is valid."""
    lines = [
        *_clauses(source, assignment),
        *_recipes(source, assignment),
        *(line for index in range(len(assignment.spec.cases)) for line in case_problems(source, assignment, index)),
        *_names(assignment),
        *_examples(source, assignment),
        *(line for planned in assignment.cases for line in _expectations(planned, assignment)),
        *(line for planned in assignment.cases for line in _traces(planned)),
        *goal_problems(source, assignment.spec),
    ]
    return lines or (list(golden_problems(assignment)) if goldens else [])


def _clauses(source: Source, assignment: Assignment) -> Iterator[str]:
    used = set(judged_clauses(assignment))
    for name, clause in assignment.clauses.items():
        exemption = clause.manual or clause.untestable
        if not exemption and name not in used:
            yield f'{source.at(("clauses", name))}: no case judges it; add one, or say "manual" or "untestable" and why'
        if exemption and name in used:
            yield f'{source.at(("clauses", name))}: it is judged by a case and so cannot be "manual" or "untestable"'


def judged_clauses(assignment: Assignment) -> Iterator[str]:
    """Every clause that a case, the required files or a build recipe judges."""
    spec = assignment.spec
    yield from filter(None, (spec.files.clause, *(recipe.clause for recipe in spec.build)))
    for planned in assignment.cases:
        yield planned.case.clause
        yield from near_miss_clauses(planned.case)


def _recipes(source: Source, assignment: Assignment) -> Iterator[str]:
    spec = assignment.spec
    yield from unknown_clause(source, ("files", "clause"), spec.files.clause, assignment)
    for index, recipe in enumerate(spec.build):
        yield from unknown_clause(source, ("build", index, "clause"), recipe.clause, assignment)
    for name, content in spec.given.items():
        yield from file_content_problems(source.at(("given", name)), content, assignment.folder)
    if spec.reference and not (assignment.reference_folder / spec.reference).is_dir():
        yield f"{source.at(('reference',))}: there is no folder {assignment.reference_folder / spec.reference}"
    if spec.oracle and spec.oracle not in assignment.functions:
        yield unknown_function(source.at(("oracle",)), spec.oracle, assignment)


def _names(assignment: Assignment) -> Iterator[str]:
    first: dict[str, PlannedCase] = {}
    reserved = {"files", "build", *charged_clauses(assignment)}
    for planned in assignment.cases:
        if not re.fullmatch(r"[A-Za-z0-9][\w.+-]*", planned.name):
            yield f'{planned.location}: the name "{planned.name}" may only have letters, digits, "-", "_", "+" and "."'
        if planned.name in first:
            before = first[planned.name].location
            yield f'{planned.location}: the name "{planned.name}" stands twice (first at {before})'
        if planned.name in reserved:
            yield f'{planned.location}: the name "{planned.name}" is taken by a case that the harness makes itself'
        first.setdefault(planned.name, planned)


def charged_clauses(assignment: Assignment) -> tuple[str, ...]:
    """The clauses that near misses are charged to; each has a case of its own, named after it."""
    targets = {target for planned in assignment.cases for target in near_miss_clauses(planned.case)}
    return tuple(name for name in assignment.clauses if name in targets)


def _examples(source: Source, assignment: Assignment) -> Iterator[str]:
    names = [planned.name for planned in assignment.cases]
    for index, example in enumerate(assignment.spec.examples):
        if example.case not in names:
            location = source.at(("examples", index, "case"))
            yield f'{location}: there is no case "{example.case}"{suggestion(example.case, names)}'


def _traces(planned: PlannedCase) -> Iterator[str]:
    ranges = {f"calls[{at}].reads": call.reads for at, call in enumerate(planned.case.calls) if call.reads is not None}
    ranges |= {
        f"calls[{at}].inferences": call.inferences
        for at, call in enumerate(planned.case.calls)
        if call.inferences is not None
    }
    for name, call_count in (planned.case.trace | ranges).items():
        try:
            call_range(call_count)
        except ValueError:
            location = f"{planned.location}.trace.{name}"
            yield f'{location}: expected a number of calls such as 120, "119..120" or "1..", got {call_count!r}'


def _expectations(planned: PlannedCase, assignment: Assignment) -> Iterator[str]:
    case = planned.case
    for part, expected in expectations(case):
        checker = checker_of(expected)
        yield from (f"{planned.location}.{part}: {problem}" for problem in checker.problems())
        for name in checker.function_names():
            if name not in assignment.functions:
                yield unknown_function(f"{planned.location}.{part}", name, assignment)
    for content in (case.stdin, *case.files.values(), *(way.stdin for way in case.attempts or ())):
        yield from file_content_problems(planned.location, content, assignment.folder)
