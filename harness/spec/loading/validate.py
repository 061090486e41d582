"""Validate a spec: whatever it names (clauses, functions, files, goldens, near misses) must exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from harness.judge.messages import catalogue
from harness.judge.near_misses import NEAR_MISSES
from harness.model.errors import suggestion
from harness.model.patterns import alternatives, lazy_regex, matches
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase, near_miss_clauses
from harness.spec.format.model import FileContent, Recipe
from harness.spec.loading.contradictions import limits_problems
from harness.spec.loading.validate_case import case_problems
from harness.spec.loading.validate_planned import planned_problems
from harness.spec.loading.validate_references import (
    clashing_names,
    command_problems,
    file_content_problems,
    golden_problems,
    name_problems,
    pattern_problems_of_files,
    unknown_clause,
    unknown_function,
    wanted_goldens,
)
from harness.spec.yaml.location import KeyPath, Problem, ProblemKind
from harness.spec.yaml.source import Source


def problems(source: Source, assignment: Assignment, *, goldens: bool, unfinished: bool = False) -> list[Problem]:
    """Every problem, in the order of the file; none when the spec is valid.

    ``unfinished``: clauses may still be without a case.
    """
    listed = [
        *_clauses(source, assignment, unfinished=unfinished),
        *_hints(source, assignment),
        *_files(source, assignment),
        *_recipes(source, assignment),
        *(
            problem
            for index in range(len(assignment.spec.cases))
            for problem in case_problems(source, assignment, index)
        ),
        *_names(assignment),
        *_examples(source, assignment),
        *(problem for planned in assignment.cases for problem in planned_problems(source, planned, assignment)),
        *(
            problem
            for planned in assignment.cases
            for problem in planned.kind.planned_problems(source, planned, assignment)
        ),
    ]
    return listed or (list(golden_problems(assignment)) if goldens else [])


def _clauses(source: Source, assignment: Assignment, *, unfinished: bool) -> Iterator[Problem]:
    used = set(judged_clauses(assignment))
    for name, clause in assignment.clauses.items():
        exemption = clause.manual or clause.untestable
        if not exemption and name not in used and not unfinished:
            message = 'no case judges it; add one, or say "manual" or "untestable" and why'
            yield Problem(source.at(("clauses", name)), message, ProblemKind.NOT_JUDGED, name)
        if clause.manual and clause.untestable:
            yield Problem(source.at(("clauses", name)), "a person scores it, or nothing can; say one of the two")
        if exemption and clause.gate:
            yield Problem(
                source.at(("clauses", name, "gate")), "no case judges this clause, so that its gate never shuts"
            )
        yield from _requirements(source, assignment, name)
        if clause.aggregation != "sum" and len(_visibilities(assignment, name)) > 1:
            why = "some of its cases are visible and some are not, and the points of these would tell of the others"
            yield Problem(source.at(("clauses", name, "aggregation")), f"{why}; make two clauses of it")
        if exemption and name in used:
            yield Problem(
                source.at(("clauses", name)), 'it is judged by a case and so cannot be "manual" or "untestable"'
            )


def _requirements(source: Source, assignment: Assignment, name: str) -> Iterator[Problem]:
    """What a clause requires is another one that is judged, and that does not require this one in turn."""
    earlier = [*assignment.clauses][: [*assignment.clauses].index(name)]
    for needed in assignment.clauses[name].requires:
        at = ("clauses", name, "requires")
        yield from unknown_clause(source, at, needed, assignment)
        if needed in assignment.clauses and needed not in earlier:
            yield Problem(source.at(at), f'"{needed}" is not before "{name}"; write it above')


def _visibilities(assignment: Assignment, clause: str) -> set[str]:
    """Who sees the cases of a clause."""
    cases = (planned.case for planned in assignment.cases if planned.case.clause == clause)
    return {case.visibility or "visible" for case in cases}


_EXCEPTION = lazy_regex(r"[A-Z]\w*(?:Exception|Error)|[a-z]+_error")
"""How exceptions of Java and Python are named, and the errors of Prolog."""


def _hints(source: Source, assignment: Assignment) -> Iterator[Problem]:
    """What no finding will ever be called: no near miss, verdict or exception, no kind of ours or of the checks."""
    known = {*NEAR_MISSES, *catalogue(), *(verdict.name for verdict in Verdict)}
    known |= {test.hint for recipe in assignment.spec.build for test in recipe.tries if test.hint}
    for name, clause in assignment.clauses.items():
        for key in clause.hints:
            is_exception = _EXCEPTION.fullmatch(key) is not None
            if key not in known and not is_exception and not _is_kind_of_checks(key, assignment):
                at = source.at(("clauses", name, "hints", key))
                yield Problem(at, f'no near miss, verdict or kind of finding is called "{key}"{suggestion(key, known)}')


def _is_kind_of_checks(kind: str, assignment: Assignment) -> bool:
    folder = assignment.folder
    patterns = ("checks.py", "checks/**/*.py", "../_shared/**/*.py")
    files = (path for pattern in patterns for path in folder.glob(pattern))
    return any(names_kind(path.read_text(encoding="utf-8"), kind) for path in files)


def names_kind(text: str, kind: str) -> bool:
    """Whether a module's text has a kind of finding as a string, in quotes of either sort."""
    return f'"{kind}"' in text or f"'{kind}'" in text


def judged_clauses(assignment: Assignment) -> Iterator[str]:
    """Every clause that a case, the required files or a build recipe judges."""
    spec = assignment.spec
    yield from filter(None, (spec.files.clause, *(recipe.clause for recipe in spec.build)))
    for planned in assignment.cases:
        yield planned.case.clause
        yield from near_miss_clauses(planned.case)


def _recipes(source: Source, assignment: Assignment) -> Iterator[Problem]:
    spec = assignment.spec
    yield from unknown_clause(source, ("files", "clause"), spec.files.clause, assignment)
    for index, recipe in enumerate(spec.build):
        yield from unknown_clause(source, ("build", index, "clause"), recipe.clause, assignment)
        yield from _recipe(source, recipe, ("build", index))
        yield from _hints_of_tries(source, recipe, assignment, ("build", index, "tries"))
    if spec.given_for and spec.language != "any":
        yield Problem(source.at(("given_for",)), f"all is in {spec.language}; write given")
    places: dict[KeyPath, Mapping[str, FileContent]] = {("given",): spec.given}
    places |= {("given_for", language): files for language, files in spec.given_for.items()}
    for place, files in places.items():
        for name, content in files.items():
            yield from name_problems(source.at((*place, name)), name)
            yield from file_content_problems(source.at((*place, name)), content, assignment.folder)
        yield from clashing_names(source.at(place), {**spec.given, **files})
    yield from limits_problems(source, spec.limits, ("limits",))
    if spec.reference and not (assignment.reference_folder / spec.reference).is_dir():
        known = [folder.name for folder in assignment.references()]
        advice = suggestion(spec.reference, known) or (f"; there are {', '.join(known)}" if known else "")
        yield Problem(
            source.at(("reference",)), f"there is no folder {assignment.reference_folder / spec.reference}{advice}"
        )
    if spec.oracle and spec.oracle not in assignment.functions:
        yield unknown_function(source.at(("oracle",)), spec.oracle, assignment)
    elif spec.oracle and not wanted_goldens(assignment):
        yield Problem(source.at(("oracle",)), "no case has a golden that it could be held against; take it out")


def _recipe(source: Source, recipe: Recipe, path: KeyPath) -> Iterator[Problem]:
    commands = {"commands": recipe.commands, "run": recipe.run, "tries": [test.command for test in recipe.tries]}
    for key, listed in commands.items():
        for number, command in enumerate(listed):
            yield from command_problems(source.at((*path, key, number)), command)
    for name in recipe.makes:
        yield from name_problems(source.at((*path, "makes")), name)
    yield from limits_problems(source, recipe.limits, (*path, "limits"))


def _hints_of_tries(source: Source, recipe: Recipe, assignment: Assignment, path: KeyPath) -> Iterator[Problem]:
    """Hints by keys that the recipe's clause has not."""
    clause = assignment.clauses.get(recipe.clause or "")
    known = clause.hints if clause is not None else {}
    for number, test in enumerate(recipe.tries):
        if test.hint and test.hint not in known:
            message = f'the clause of this recipe has no hint "{test.hint}"{suggestion(test.hint, known)}'
            yield Problem(source.at((*path, number, "hint")), message)


def _files(source: Source, assignment: Assignment) -> Iterator[Problem]:
    """Patterns that contradict each other, or that no submission can match."""
    files = assignment.spec.files
    for key in ("required", "forbidden", "ignored"):
        yield from pattern_problems_of_files(source.at(("files", key)), getattr(files, key))
    for key, what in (("forbidden", "must not be"), ("ignored", "is left out")):
        for pattern in files.required:
            if pattern in getattr(files, key) or _are_all(pattern, getattr(files, key)):
                yield Problem(
                    source.at(("files", key)), f'"{pattern}" is required, and {what}; take it out of one of the two'
                )
    if files.required and all(_are_all(pattern, assignment.spec.given) for pattern in files.required):
        yield Problem(
            source.at(("given",)),
            "every file that is required is replaced by the course's own, so that nothing of the student's is left",
        )
    if files.clause is not None and not (files.required or files.forbidden):
        yield Problem(
            source.at(("files", "clause")), "no file is required or forbidden, so that this clause is never lost"
        )


def _are_all(pattern: str, patterns: Iterable[str]) -> bool:
    """Whether each name that a pattern stands for, wildcards apart, matches one of several patterns."""
    names = [name.removeprefix("**/") for name in alternatives(pattern)]
    patterns = list(patterns)
    return not set("*?[").intersection("".join(names)) and all(
        any(matches(name, other) for other in patterns) for name in names
    )


def _names(assignment: Assignment) -> Iterator[Problem]:
    first: dict[str, PlannedCase] = {}
    same = {planned.location: _same_names(planned, assignment.cases) for planned in assignment.cases if planned.values}
    yield from (Problem(location.below("name"), message) for location, message in same.items() if message)
    reserved = {"files", "build", *charged_clauses(assignment)}
    for planned in assignment.cases:
        if not re.fullmatch(r"[A-Za-z0-9][\w.+-]*", planned.name):
            yield Problem(planned.location, _no_name(planned))
        if planned.name in first and not same.get(planned.location):
            before = first[planned.name].location
            yield Problem(planned.location, f'the name "{planned.name}" occurs twice (first at {before})')
        if planned.name in reserved:
            yield Problem(
                planned.location, f'the name "{planned.name}" is taken by a case that the harness makes itself'
            )
        first.setdefault(planned.name, planned)


def _no_name(planned: PlannedCase) -> str:
    name = planned.name
    variables = re.findall(r"\{(\w+)\}", name)
    if variables and planned.case.variables is None:
        return f'the name "{name}" has a variable, but the case has no "for"; write for: {{{variables[0]}: 1..3}}'
    text = f'the name "{name}" may only have letters, digits, "-", "_", "+" and "."'
    fitting = re.sub(r"[^\w.+-]+", "-", name, flags=re.ASCII).strip("-.+_")
    return f"{text}; write {fitting}" if fitting and fitting != name else text


def _same_names(planned: PlannedCase, cases: Iterable[PlannedCase]) -> str:
    """What is wrong where "for" makes several cases of one entry and two of them have the same name."""
    names = [case.name for case in cases if case.location == planned.location]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is None:
        return ""
    variables, source = list(planned.values), "from" if planned.case.variables is None else "for"
    if len(set(names)) == 1:
        fix = f"put a variable into the name: {twice}-{{{variables[0]}}}"
        return f'"{source}" makes {len(names)} cases, and all are called "{twice}"; {fix}'
    fix = f"put all variables into the name: {', '.join(variables)}"
    return f'"{source}" makes two cases that are called "{twice}"; {fix}'


def charged_clauses(assignment: Assignment) -> tuple[str, ...]:
    """The clauses that near misses are charged to; each has a case of its own, named after it."""
    targets = {target for planned in assignment.cases for target in near_miss_clauses(planned.case)}
    return tuple(name for name in assignment.clauses if name in targets)


def _examples(source: Source, assignment: Assignment) -> Iterator[Problem]:
    by_name = {planned.name: planned for planned in assignment.cases}
    for index, example in enumerate(assignment.spec.examples):
        at = source.at(("examples", index))
        planned = by_name.get(example.case)
        if planned is None:
            location = source.at(("examples", index, "case"))
            yield Problem(location, f'there is no case "{example.case}"{suggestion(example.case, by_name)}')
        elif planned.case.stdout is None or planned.case.by_reference or planned.case.interactor:
            location = source.at(("examples", index, "case"))
            yield Problem(location, f'the case "{example.case}" compares no stdout, of which these could be examples')
        if not (example.accept or example.reject):
            yield Problem(at, 'there is no example; give texts to "accept" or to "reject"')
        for text in dict.fromkeys(example.accept):
            if text in example.reject:
                yield Problem(
                    at, f"the text {text!r} cannot be both accepted and rejected; take it out of one of the two"
                )
