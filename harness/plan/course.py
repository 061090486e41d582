"""A course: its assignments, loaded and ready."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from harness.languages import languages
from harness.model.errors import SpecError, UsageError
from harness.spec.assignment import Assignment
from harness.spec.load import SPEC_FILE, assignment_ids, load
from harness.spec.sound import near


def load_course(specs: Path, chosen: Iterable[str] = (), *, goldens: bool = True) -> dict[str, Assignment]:
    """The assignments by id, all of them or the chosen ones.

    Raises:
        UsageError: when there is no such assignment.
        SpecError: with one line a problem, of all the specs that are not sound.

    """
    known = assignment_ids(specs)
    for name in chosen:
        if name not in known:
            raise UsageError(
                f'there is no assignment "{name}" in {specs}{near(name, known)}; known: {", ".join(known)}'
            )
    course: dict[str, Assignment] = {}
    found: list[str] = []
    for name in chosen or known:
        try:
            course[name] = load(specs, name, goldens=goldens)
            found += _language(course[name])
        except SpecError as error:
            found.append(str(error))
    if found:
        raise SpecError("\n".join(found))
    return course


def _language(assignment: Assignment) -> list[str]:
    name, known = assignment.spec.language, ("any", *languages())
    if name in known:
        return []
    return [f'{assignment.folder / SPEC_FILE}: language: there is no language "{name}"{near(name, known)}']
