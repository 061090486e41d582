"""Load the spec of an assignment: read, convert, expand and validate it."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.model.errors import SpecError
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.convert import convert
from harness.spec.course_modules import functions_of
from harness.spec.expand import expand
from harness.spec.folder import SPEC_FILE
from harness.spec.model import Spec
from harness.spec.source import Source, read
from harness.spec.validate import problems


def load(specs: Path, name: str, *, goldens: bool = True) -> Assignment:
    """Load the assignment ``name``, or list every problem of its spec.

    The cases are in ``Assignment.cases``, with their variables filled in; ``Assignment.spec.cases`` is empty.

    Args:
        specs: the folder that holds one folder for each assignment.
        name: the assignment's id.
        goldens: whether a missing or left-over golden is an error (not while they are being made).

    Raises:
        SpecError: with a line for each problem, which has file, line and path.

    """
    folder = specs / name
    source = read(folder / SPEC_FILE)
    spec = convert(source, Spec)
    assignment = Assignment(name, folder, spec, _cases(source, spec), functions_of(folder))
    lines = problems(source, assignment, goldens=goldens)
    if lines:
        raise SpecError("\n".join(lines))
    return replace(assignment, spec=replace(spec, cases=()))


def _cases(source: Source, spec: Spec) -> tuple[PlannedCase, ...]:
    planned: list[PlannedCase] = []
    for index in range(len(spec.cases)):
        location = source.at(("cases", index))
        try:
            planned += [PlannedCase(case, values, location) for case, values in expand(spec, index)]
        except SpecError as error:
            raise SpecError(f"{location}: {error}") from None
    return tuple(planned)
