"""Load the spec of an assignment: read, convert, expand and validate it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from harness.model.errors import SpecError
from harness.model.text.suggestion import suggestion
from harness.spec.conversion.convert import convert_what_fits
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.folder import SPEC_FILE
from harness.spec.format.kinds import spec_model
from harness.spec.format.model import Spec
from harness.spec.loading.course_modules import functions_of
from harness.spec.loading.expand import expand
from harness.spec.loading.independent_problems import UNKNOWN, case_is_sound, in_order, remaining
from harness.spec.loading.typed_variables import TypedEntry, hides_variables, typed_entries
from harness.spec.validation.validate import problems
from harness.spec.validation.validate_case import case_problems
from harness.spec.validation.validate_keys import key_problems
from harness.spec.yaml.source import KeyPath, Source, parse, with_case_list


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

    Args:
        specs: the folder that holds one folder for each assignment.
        name: the assignment's id.
        goldens: whether a missing or left-over golden is an error (not while they are being made).
        languages: words for languages -> the word for it in a spec; None: any word is right.
        unfinished: whether clauses may still be without a case.

    Raises:
        SpecError: with a line for each problem, which has file, line and path.

    """
    folder = specs / name
    source = with_case_list(parse(folder / SPEC_FILE))
    lines = list(source.problems)
    spec, misfits = convert_what_fits(source, spec_model(), complete_cases)
    typed: Mapping[int, TypedEntry] = {}
    if misfits or hides_variables(source):  # perhaps variables stand where no text may
        typed = typed_entries(source)
        source = _with_typed(source, typed)
        spec, misfits = convert_what_fits(source, spec_model(), complete_cases)
        misfits = [misfit for misfit in misfits if not any(misfit.key_path[:2] == ("cases", index) for index in typed)]
        misfits += [problem for entry in typed.values() for problem in entry.problems]
    misfits += key_problems(source)
    lines += [misfit.line for misfit in misfits]
    damaged: list[KeyPath] = [misfit.key_path for misfit in misfits]
    if spec is None:
        raise _error(lines)
    lines += _language_problems(source, spec, languages)
    cases = _cases(source, spec, folder, lines, damaged, typed)
    assignment = Assignment(name, folder, spec, cases, _functions(folder, lines, damaged))
    further = problems(source, assignment, goldens=goldens and not lines, unfinished=unfinished)
    further += _problems_of_typed(source, assignment, typed)
    if lines or further:
        raise _error(lines + remaining(further, damaged))
    return replace(assignment, spec=replace(spec, cases=()))


def _with_typed(source: Source, typed: Mapping[int, TypedEntry]) -> Source:
    """The source with these entries filled in, so that they can be converted."""
    if not typed:
        return source
    cases = [typed[index].value if index in typed else entry for index, entry in enumerate(source.value["cases"])]
    return replace(source, value=source.value | {"cases": cases})


def _problems_of_typed(source: Source, assignment: Assignment, typed: Mapping[int, TypedEntry]) -> list[str]:
    """What is wrong with cases of one entry that differ in more than texts."""
    lines: list[str] = []
    for index, entry in typed.items():
        for case in entry.cases[1:]:
            cases = [case if number == index else other for number, other in enumerate(assignment.spec.cases)]
            changed = replace(assignment, spec=replace(assignment.spec, cases=tuple(cases)))
            lines += case_problems(source, changed, index)
    return lines


def complete_cases(value: Any) -> Any:
    """Give the cases without a clause one, so that the rest of the spec can be looked at."""
    if not isinstance(value, dict) or not isinstance(value.get("cases"), list):
        return value
    clause = next(iter(value.get("clauses") or ()), UNKNOWN)
    cases = [{"clause": clause, **case} for case in value["cases"]]
    return value | {"cases": cases}


def _error(lines: list[str]) -> SpecError:
    return SpecError("\n".join(in_order(lines)))


def _functions(folder: Path, lines: list[str], damaged: list[KeyPath]) -> Mapping[str, Callable[..., Any]]:
    try:
        return functions_of(folder)
    except SpecError as error:
        lines.append(str(error))
        damaged.append(("checks.py",))
        return {}


def _language_problems(source: Source, spec: Spec, languages: Mapping[str, str] | None) -> list[str]:
    name = spec.language
    if languages is None or languages.get(name) == name:
        return []
    known = sorted(set(languages.values()))
    meant = languages.get(name.strip().lower())
    advice = f'; write "{meant}"' if meant else suggestion(name, known)
    return [f'{source.at(("language",))}: there is no language "{name}"{advice}; languages: {", ".join(known)}']


def _cases(
    source: Source,
    spec: Spec,
    folder: Path,
    lines: list[str],
    damaged: list[KeyPath],
    typed: Mapping[int, TypedEntry],
) -> tuple[PlannedCase, ...]:
    planned: list[PlannedCase] = []
    for index in range(len(spec.cases)):
        location = source.at(("cases", index))
        try:
            entry = typed.get(index)
            if entry is not None and entry.problems:
                planned.append(PlannedCase(spec.cases[index], {}, location))  # it stands for its clause all the same
                continue
            expanded = expand(spec, index, folder, entry.cases if entry else ())
            planned += [PlannedCase(case, values, location) for case, values in expanded]
        except SpecError as error:
            if case_is_sound(index, damaged) or spec.cases[index].name:
                lines.append(f"{location}: {error}")
            damaged.append(("cases", index))
    return tuple(planned)
