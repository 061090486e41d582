"""Is a spec sound? Everything in it that names something else is held against what there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from harness.checkers import checker_of
from harness.diagnose.near_misses import NEAR_MISSES
from harness.spec.assignment import STREAMS, Assignment, PlannedCase, golden_name
from harness.spec.model import Case, Expected, Given
from harness.spec.source import KeyPath, Source
from harness.spec.units import call_range
from harness.spec.validate_goals import goal_problems

PROVENANCE = "provenance.json"


def problems(source: Source, assignment: Assignment, *, goldens: bool) -> list[str]:
    """One line a problem, in the order of the file; empty when the spec is sound."""
    found = [
        *_clauses(source, assignment),
        *_recipes(source, assignment),
        *(line for index in range(len(assignment.spec.cases)) for line in _case(source, assignment, index)),
        *_names(assignment),
        *_examples(source, assignment),
        *(line for planned in assignment.cases for line in _expectations(planned, assignment)),
        *(line for planned in assignment.cases for line in _traces(planned)),
        *goal_problems(source, assignment.spec),
    ]
    return found or (list(golden_problems(assignment)) if goldens else [])


def expectations(case: Case) -> Iterator[tuple[str, Expected]]:
    """The parts of a run that a case judges by a checker: ``stdout``, ``stderr``, files by name."""
    for part in STREAMS:
        expected = getattr(case, part)
        if expected is not None:
            yield part, expected
    yield from case.produces.items()


def wanted_goldens(assignment: Assignment) -> dict[str, tuple[PlannedCase, str]]:
    """File name of every golden that the cases ask for -> the case and the part of its run."""
    return {
        golden_name(planned.name, part): (planned, part)
        for planned in assignment.cases
        for part, expected in expectations(planned.case)
        if checker_of(expected).needs_golden()
    }


def golden_problems(assignment: Assignment) -> Iterator[str]:
    """A golden without a case, and a case without its golden."""
    folder = assignment.golden_folder
    there = {path.name for path in folder.iterdir()} - {PROVENANCE} if folder.is_dir() else set()
    wanted = wanted_goldens(assignment)
    for name in sorted(wanted.keys() - there):
        yield f"{wanted[name][0].location}: its golden {folder / name} is missing; run: harness golden {assignment.id}"
    for name in sorted(there - wanted.keys()):
        advice = f"{near(name, wanted)}; run: harness golden {assignment.id}"
        yield f"{folder / name}: a golden that no case asks for{advice}"


def near(name: str, known: Iterable[str]) -> str:
    """``; did you mean "x"?`` with the nearest known name, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    found = get_close_matches(name, list(known), 1, 0.5)
    return f'; did you mean "{found[0]}"?' if found else ""


def _unknown_clause(source: Source, path: KeyPath, clause: str | None, assignment: Assignment) -> Iterator[str]:
    if clause is not None and clause not in assignment.clauses:
        yield f'{source.at(path)}: there is no clause "{clause}"{near(clause, assignment.clauses)}'


def _clauses(source: Source, assignment: Assignment) -> Iterator[str]:
    used = set(judged_clauses(assignment))
    for name, clause in assignment.clauses.items():
        excuse = clause.manual or clause.untestable
        if not excuse and name not in used:
            yield f'{source.at(("clauses", name))}: no case judges it; add one, or say "manual" or "untestable" and why'
        if excuse and name in used:
            yield f'{source.at(("clauses", name))}: it is judged by a case and so cannot be "manual" or "untestable"'


def charges(case: Case) -> Iterator[str]:
    """The clauses that a case charges near misses to."""
    for target in (case.near_misses or {}).values():
        if isinstance(target, str):
            yield target


def judged_clauses(assignment: Assignment) -> Iterator[str]:
    """Every clause that something judges."""
    spec = assignment.spec
    yield from (one for one in (spec.files.clause, *(recipe.clause for recipe in spec.build)) if one is not None)
    for planned in assignment.cases:
        yield planned.case.clause
        yield from charges(planned.case)


def _recipes(source: Source, assignment: Assignment) -> Iterator[str]:
    spec = assignment.spec
    yield from _unknown_clause(source, ("files", "clause"), spec.files.clause, assignment)
    for index, recipe in enumerate(spec.build):
        yield from _unknown_clause(source, ("build", index, "clause"), recipe.clause, assignment)
    for name, given in spec.given.items():
        yield from _given(source.at(("given", name)), given, assignment.folder)
    if spec.reference and not (assignment.reference_folder / spec.reference).is_dir():
        yield f"{source.at(('reference',))}: there is no folder {assignment.reference_folder / spec.reference}"
    if spec.oracle and spec.oracle not in assignment.functions:
        yield _no_function(source.at(("oracle",)), spec.oracle, assignment)


def _no_function(location: str, name: str, assignment: Assignment) -> str:
    return f'{location}: checks.py has no function "{name}"{near(name, assignment.functions)}'


def _given(location: str, given: str | Given | None, folder: Path) -> Iterator[str]:
    if not isinstance(given, Given):
        return
    if (given.text is None) == (given.file is None):
        yield f'{location}: give exactly one of "text" and "file"'
    elif given.file is not None and not (folder / given.file).is_file():
        there = [str(path.relative_to(folder)) for path in folder.glob("input/**/*") if path.is_file()]
        yield f"{location}: there is no file {folder / given.file}{near(given.file, there)}"


def _case(source: Source, assignment: Assignment, index: int) -> Iterator[str]:
    case, path = assignment.spec.cases[index], ("cases", index)
    yield from _unknown_clause(source, (*path, "clause"), case.clause, assignment)
    for followed in case.explained_by:
        yield from _unknown_clause(source, (*path, "follows"), followed, assignment)
    judged = any(
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
    if not judged:
        yield f'{source.at(path)}: "{case.name}" expects nothing; say what stdout, stderr, exit or files must be'
    if case.built and (case.run or case.args or case.dialogue or any(True for _ in expectations(case))):
        yield f"{source.at((*path, 'built'))}: a case that looks at what the build made runs nothing"
    yield from _functions(source, assignment, case, path)
    if case.source and case.source.header:
        yield from _pattern(source.at((*path, "source", "header", "besides")), case.source.header.besides)
    for expressions in case.source.mentions.values() if case.source else ():
        for expression in expressions:
            pattern = expression if isinstance(expression, str) else expression.pattern
            yield from _pattern(source.at((*path, "source", "mentions")), pattern)
    yield from _dialogue(source, case, path)
    yield from _near_misses(source, assignment, case, path)


def _functions(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    for name in (case.results, case.across):
        if name and name not in assignment.functions:
            yield _no_function(source.at(path), name, assignment)
    if (case.runs > 1) != bool(case.across):
        yield f'{source.at(path)}: "runs" and "across" go together: several runs are judged by a function of checks.py'


def _dialogue(source: Source, case: Case, path: KeyPath) -> Iterator[str]:
    for step, exchange in enumerate(case.dialogue):
        if (exchange.expect is None) == (exchange.pattern is None):
            yield f'{source.at((*path, "dialogue", step))}: give exactly one of "expect" and "pattern"'
        elif exchange.pattern is not None:
            yield from _pattern(source.at((*path, "dialogue", step, "pattern")), exchange.pattern)


def _near_misses(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    near_misses = assignment.spec.defaults.near_misses if case.near_misses is None else case.near_misses
    for name, target in near_misses.items():
        where = (*path, "near_misses", name)
        if name not in NEAR_MISSES:
            known = ", ".join(NEAR_MISSES)
            yield f'{source.at(where)}: there is no near miss "{name}"{near(name, NEAR_MISSES)}; known: {known}'
        if isinstance(target, str):
            yield from _unknown_clause(source, where, target, assignment)
        elif not 0 <= target <= 1:
            yield f"{source.at(where)}: the part of the points that is kept is a number from 0 to 1, got {target}"


def _pattern(location: str, pattern: str) -> Iterator[str]:
    try:
        re.compile(pattern)
    except re.error as error:
        yield f"{location}: not a regular expression: {error}"


def _names(assignment: Assignment) -> Iterator[str]:
    first: dict[str, PlannedCase] = {}
    taken = {"files", "build", *charged_clauses(assignment)}
    for planned in assignment.cases:
        if not re.fullmatch(r"[A-Za-z0-9][\w.+-]*", planned.name):
            yield f'{planned.location}: the name "{planned.name}" may only have letters, digits, "-", "_", "+" and "."'
        if planned.name in first:
            before = first[planned.name].location
            yield f'{planned.location}: the name "{planned.name}" stands twice (first at {before})'
        if planned.name in taken:
            yield f'{planned.location}: the name "{planned.name}" is taken by a case that the harness makes itself'
        first.setdefault(planned.name, planned)


def charged_clauses(assignment: Assignment) -> tuple[str, ...]:
    """The clauses that near misses are charged to; each has a case of its own, named after it."""
    targets = {target for planned in assignment.cases for target in charges(planned.case)}
    return tuple(name for name in assignment.clauses if name in targets)


def _examples(source: Source, assignment: Assignment) -> Iterator[str]:
    names = [planned.name for planned in assignment.cases]
    for index, example in enumerate(assignment.spec.examples):
        if example.case not in names:
            location = source.at(("examples", index, "case"))
            yield f'{location}: there is no case "{example.case}"{near(example.case, names)}'


def _traces(planned: PlannedCase) -> Iterator[str]:
    reads = {f"calls[{at}].reads": call.reads for at, call in enumerate(planned.case.calls) if call.reads is not None}
    reads |= {
        f"calls[{at}].inferences": call.inferences
        for at, call in enumerate(planned.case.calls)
        if call.inferences is not None
    }
    for name, wanted in (planned.case.trace | reads).items():
        try:
            call_range(wanted)
        except ValueError:
            location = f"{planned.location}.trace.{name}"
            yield f'{location}: expected a number of calls such as 120, "119..120" or "1..", got {wanted!r}'


def _expectations(planned: PlannedCase, assignment: Assignment) -> Iterator[str]:
    case = planned.case
    for part, expected in expectations(case):
        checker = checker_of(expected)
        yield from (f"{planned.location}.{part}: {problem}" for problem in checker.problems())
        for name in checker.function_names():
            if name not in assignment.functions:
                yield _no_function(f"{planned.location}.{part}", name, assignment)
    for given in (case.stdin, *case.files.values(), *(attempt.stdin for attempt in case.attempts or ())):
        yield from _given(planned.location, given, assignment.folder)
