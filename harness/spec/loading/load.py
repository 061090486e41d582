"""Load the spec of an assignment: read, convert, expand and validate it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from harness.model.errors import SpecError, suggestion
from harness.spec.conversion.convert import convert_what_fits
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.folder import SPEC_FILE
from harness.spec.format.kinds import spec_model
from harness.spec.format.model import Spec
from harness.spec.loading.course_modules import ChecksError, functions_of
from harness.spec.loading.empty_keys import empty_keys
from harness.spec.loading.expand import expand
from harness.spec.loading.typed_variables import TypedEntry, hides_variables, typed_entries
from harness.spec.loading.validate import problems
from harness.spec.loading.validate_case import case_problems, key_problems
from harness.spec.yaml.location import KeyPath, Problem, ProblemKind, in_order
from harness.spec.yaml.source import Source, parse, with_case_list


def load(
    specs: Path,
    name: str,
    *,
    goldens: bool = True,
    languages: Mapping[str, str] | None = None,
    unfinished: bool = False,
) -> Assignment:
    """Load the assignment ``name``, or list every problem of its spec.

    The cases are in ``Assignment.cases``, with their variables filled in; ``Assignment.spec.cases`` is empty.

    ``specs``: the folder that holds one folder for each assignment. ``goldens``: whether a missing or left-over golden
    is an error (not while they are being made). ``languages``: words for languages -> the word for it in a spec; None:
    any word is right. ``unfinished``: whether clauses may still be without a case.

    Raises:
        SpecError: with a line for each problem, which has file, line and path.

    """
    folder = specs / name
    source = with_case_list(parse(folder / SPEC_FILE))
    found, said = list(source.problems), list(empty_keys(source))
    spec, misfits = convert_what_fits(source, spec_model(), complete_cases)
    typed: Mapping[int, TypedEntry] = {}
    if misfits or hides_variables(source):  # perhaps variables stand where no text may
        typed = typed_entries(source)
        source = _with_typed(source, typed)
        spec, misfits = convert_what_fits(source, spec_model(), complete_cases)
        filled = [("cases", index) for index in typed]
        misfits = [misfit for misfit in misfits if misfit.location.key_path[:2] not in filled]
        misfits += [problem for entry in typed.values() for problem in entry.problems]
    misfits += [*key_problems(source), *said]
    found += misfits
    damaged: list[KeyPath] = [misfit.location.key_path for misfit in misfits]
    if spec is None:
        raise _error(found)
    found += _language_problems(source, spec, languages)
    cases = _cases(source, spec, folder, found, damaged, typed)
    assignment = Assignment(name, folder, spec, cases, _functions(folder, found, damaged))
    further = problems(source, assignment, goldens=goldens and not found, unfinished=unfinished)
    further += _problems_of_typed(source, assignment, typed)
    if found or further:
        raise _error(found + independent(further, damaged))
    return replace(assignment, spec=replace(spec, cases=()))


def _with_typed(source: Source, typed: Mapping[int, TypedEntry]) -> Source:
    """The source with these entries filled in, so that they can be converted."""
    if not typed:
        return source
    cases = [typed[index].value if index in typed else entry for index, entry in enumerate(source.value["cases"])]
    return replace(source, value=source.value | {"cases": cases})


def _problems_of_typed(source: Source, assignment: Assignment, typed: Mapping[int, TypedEntry]) -> list[Problem]:
    """What is wrong with cases of one entry that differ in more than texts."""
    found: list[Problem] = []
    for index, entry in typed.items():
        for case in entry.cases[1:]:
            cases = [case if number == index else other for number, other in enumerate(assignment.spec.cases)]
            changed = replace(assignment, spec=replace(assignment.spec, cases=tuple(cases)))
            found += case_problems(source, changed, index)
    return found


def complete_cases(value: Any) -> Any:
    """Give the cases without a clause one, so that the rest of the spec can be looked at."""
    if not isinstance(value, dict) or not isinstance(value.get("cases"), list):
        return value
    clause = next(iter(value.get("clauses") or ()), UNKNOWN)
    cases = [{"clause": clause, **case} for case in value["cases"]]
    return value | {"cases": cases}


def _error(problems: list[Problem]) -> SpecError:
    return SpecError("\n".join(in_order(problems)))


def _functions(folder: Path, found: list[Problem], damaged: list[KeyPath]) -> Mapping[str, Callable[..., Any]]:
    try:
        return functions_of(folder)
    except ChecksError as error:
        found.append(error.problem)
        damaged.append(("checks.py",))
        return {}


def _language_problems(source: Source, spec: Spec, languages: Mapping[str, str] | None) -> list[Problem]:
    if languages is None:
        return []
    known = sorted(set(languages.values()))
    names: dict[KeyPath, str] = {("language",): spec.language} | {("given_for", name): name for name in spec.given_for}
    problems = []
    for place, name in names.items():
        meant = languages.get(name.strip().lower())
        advice = f'; write "{meant}"' if meant else suggestion(name, known)
        if meant != name:
            fault = f'there is no language "{name}"{advice}; languages: {", ".join(known)}'
            problems.append(Problem(source.at(place), fault))
    return problems


def _cases(
    source: Source,
    spec: Spec,
    folder: Path,
    found: list[Problem],
    damaged: list[KeyPath],
    typed: Mapping[int, TypedEntry],
) -> tuple[PlannedCase, ...]:
    planned: list[PlannedCase] = []
    for index in range(len(spec.cases)):
        location = source.at(("cases", index))
        try:
            entry = typed.get(index)
            if entry is not None and entry.problems:
                # It stands for its clause all the same.
                planned.append(PlannedCase(spec.cases[index], {}, location, index))
                continue
            expanded = expand(spec, index, folder, entry.cases if entry else ())
            planned += [PlannedCase(case, values, location, index) for case, values in expanded]
        except SpecError as error:
            is_reported = any(key_path in damaged for key_path in (("cases", index, "from"), ("cases", index, "for")))
            if not is_reported and (case_is_sound(index, damaged) or spec.cases[index].name):
                found.append(Problem(location, str(error)))
            damaged.append(("cases", index))
    return tuple(planned)


UNKNOWN = "unknown"
"""The clause of cases whose own is not known, if there is no other."""


def independent(problems: Iterable[Problem], damaged: Sequence[KeyPath]) -> list[Problem]:
    """The problems of other parts than the damaged ones, and than what these are parts of."""
    problems = list(problems)
    cases_are_sound = not any(_decides_names(key_path) for key_path in damaged)
    functions_are_known = ("checks.py",) not in damaged
    unknown_clauses = {UNKNOWN, *(str(path[1]) for path in damaged if path[:1] == ("clauses",) and path[1:])}
    misspelt = {problem.meant for problem in problems if problem.kind is ProblemKind.NO_CLAUSE}
    return [
        problem
        for problem in problems
        if not (problem.kind is ProblemKind.NO_CLAUSE and problem.name in unknown_clauses)
        and not (problem.kind is ProblemKind.NOT_JUDGED and problem.name in misspelt)
        and not any(_are_nested(problem.location.key_path, key_path) for key_path in damaged)
        and (cases_are_sound or not _follows_from_cases(problem.location.key_path))
        and (functions_are_known or problem.kind is not ProblemKind.NO_FUNCTION)
    ]


def case_is_sound(index: int, damaged: Sequence[KeyPath]) -> bool:
    """Whether no part of an entry of the cases is damaged."""
    return not any(key_path[:2] == ("cases", index) for key_path in damaged)


def _decides_names(key_path: KeyPath) -> bool:
    """Whether a part decides which clauses are judged and which cases there are."""
    return key_path[:1] in (("cases",), ("defaults",), ("files",), ("build",)) and (
        len(key_path) < 3 or key_path[2] in ("clause", "name", "for", "near_misses")  # noqa: PLR2004 - cases, index, key
    )


def _follows_from_cases(key_path: KeyPath) -> bool:
    """Whether a part is right or wrong by the names of cases, and by which clauses they judge."""
    return len(key_path) > 1 and (key_path[0] == "examples" or (key_path[0] == "clauses" and len(key_path) == 2))  # noqa: PLR2004 - clauses, name


def _are_nested(key_path: KeyPath, other: KeyPath) -> bool:
    length = min(len(key_path), len(other))
    return length > 0 and key_path[:length] == other[:length]
