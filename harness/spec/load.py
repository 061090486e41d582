"""Load the spec of an assignment: read, convert, expand and validate it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from harness.model.errors import SpecError
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.convert import convert_what_fits
from harness.spec.course_modules import functions_of
from harness.spec.expand import expand
from harness.spec.folder import SPEC_FILE
from harness.spec.kinds import spec_model
from harness.spec.model import Spec
from harness.spec.remaining import UNKNOWN, case_is_sound, in_order, remaining
from harness.spec.source import KeyPath, Source, parse, with_case_list
from harness.spec.suggestion import suggestion
from harness.spec.validate import problems
from harness.spec.validate_keys import key_problems


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
    misfits += key_problems(source)
    lines += [misfit.line for misfit in misfits]
    damaged: list[KeyPath] = [misfit.key_path for misfit in misfits]
    if spec is None:
        raise _error(lines)
    lines += _language_problems(source, spec, languages)
    cases = _cases(source, spec, folder, lines, damaged)
    assignment = Assignment(name, folder, spec, cases, _functions(folder, lines, damaged))
    further = problems(source, assignment, goldens=goldens and not lines, unfinished=unfinished)
    if lines or further:
        raise _error(lines + remaining(further, damaged))
    return replace(assignment, spec=replace(spec, cases=()))


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
    source: Source, spec: Spec, folder: Path, lines: list[str], damaged: list[KeyPath]
) -> tuple[PlannedCase, ...]:
    planned: list[PlannedCase] = []
    for index in range(len(spec.cases)):
        location = source.at(("cases", index))
        try:
            planned += [PlannedCase(case, values, location) for case, values in expand(spec, index, folder)]
        except SpecError as error:
            if case_is_sound(index, damaged) or spec.cases[index].name:
                lines.append(f"{location}: {error}")
            damaged.append(("cases", index))
    return tuple(planned)
